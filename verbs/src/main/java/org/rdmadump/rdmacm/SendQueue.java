package org.rdmadump.rdmacm;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.rdmadump.verbs.QueuePairType;
import org.rdmadump.verbs.SendFlags;

/**
 * The send queue of a queue pair: checks requests and posts them, ibv_post_send(3). It allocates
 * nothing.
 */
final class SendQueue {
  static final int RDMA_WRITE = 0;
  static final int RDMA_WRITE_WITH_IMMEDIATE = 1;
  static final int SEND = 2;
  static final int SEND_WITH_IMMEDIATE = 3;
  static final int RDMA_READ = 4;
  static final int COMPARE_SWAP = 5;
  static final int FETCH_ADD = 6;
  static final int SEND_WITH_INVALIDATE = 9;
  private static final int LOCAL_INVALIDATE = 7;
  private static final int BIND = 8;

  /** Longest message in bytes: IBTA 9.7.8; verbs cannot count longer messages of RFC 5040. */
  private static final long LONGEST_MESSAGE = 1L << 31;

  private static final String POST_SEND = "ibv_post_send";

  private final Resource pair;
  private final long pointer;
  private final QueuePairType type;
  private final int inlineBytes;

  /** The list for requests with one buffer; locked during the post, empty otherwise. */
  private final ScatterGatherList single = new ScatterGatherList(1);

  /**
   * Creates the queue of a queue pair.
   *
   * @param pair the queue pair, entered during a post
   * @param pointer {@code struct rdma_cm_id} of the queue pair
   * @param inlineBytes bytes that a request may send inline
   */
  SendQueue(Resource pair, long pointer, QueuePairType type, int inlineBytes) {
    this.pair = pair;
    this.pointer = pointer;
    this.type = type;
    this.inlineBytes = inlineBytes;
  }

  /** Checks the length: devices add lengths in 32 bits, and copy inline data into a queue entry. */
  private void requireLength(long length, SendFlags flags) {
    boolean isInline = flags.has(SendFlags.INLINE);
    long most = isInline ? inlineBytes : LONGEST_MESSAGE;
    if (length > most) {
      throw new IllegalArgumentException(
          length + " bytes" + (isInline ? " inline" : "") + ", more than " + most);
    }
  }

  /**
   * Checks that a request that is inline sends data. Devices test the flag only, and would take the
   * data for addresses.
   */
  private static void requireData(int opcode, SendFlags flags) {
    if (!flags.has(SendFlags.INLINE)) {
      return;
    }
    switch (opcode) {
      case SEND,
          SEND_WITH_IMMEDIATE,
          SEND_WITH_INVALIDATE,
          RDMA_WRITE,
          RDMA_WRITE_WITH_IMMEDIATE -> {}
      default ->
          throw new IllegalArgumentException("only sends and RDMA writes may have data inline");
    }
  }

  /**
   * Checks the service type: a device would misread the destination of a request of the wrong
   * service, and crash.
   */
  private void requireDatagrams(boolean wanted) {
    if ((type == QueuePairType.UD) != wanted) {
      throw new IllegalStateException(
          pair.what()
              + " is of type "
              + type
              + (wanted ? ", not of datagrams" : ": it has only datagrams"));
    }
  }

  /** Posts a request with one buffer. */
  void post(
      long requestId,
      int opcode,
      SendFlags flags,
      int immediate,
      MemoryRegion region,
      int offset,
      int length,
      long remoteAddress,
      int remoteKey)
      throws RdmaException {
    synchronized (single) {
      try {
        fill(region, offset, length);
        post(requestId, opcode, flags, immediate, single, remoteAddress, remoteKey);
      } finally {
        single.clear();
      }
    }
  }

  /**
   * Fills the list; a request of 0 bytes has no buffer, because length 0 means the maximum on some
   * devices.
   */
  private void fill(MemoryRegion region, int offset, int length) {
    region.require(offset, length);
    if (length > 0) {
      single.add(region, offset, length);
    }
  }

  /** Posts a request with several buffers. */
  void post(
      long requestId,
      int opcode,
      SendFlags flags,
      int immediate,
      ScatterGatherList list,
      long remoteAddress,
      int remoteKey)
      throws RdmaException {
    post(requestId, opcode, flags, immediate, list, remoteAddress, remoteKey, 0);
  }

  /** Posts a request of extended reliable connections, to a shared receive queue of the peer. */
  void postToShared(
      long requestId,
      int opcode,
      SendFlags flags,
      int immediate,
      ScatterGatherList list,
      int sharedQueue)
      throws RdmaException {
    if (type != QueuePairType.XRC_SEND) {
      throw new IllegalStateException(pair.what() + " is of type " + type + ", not XRC_SEND");
    }
    post(requestId, opcode, flags, immediate, list, 0, 0, sharedQueue);
  }

  private void post(
      long requestId,
      int opcode,
      SendFlags flags,
      int immediate,
      ScatterGatherList list,
      long remoteAddress,
      int remoteKey,
      int sharedQueue)
      throws RdmaException {
    requireDatagrams(false);
    requireData(opcode, flags);
    requireLength(list.length(), flags);
    list.require(flags.has(SendFlags.INLINE));
    pair.enter();
    try {
      RdmaException.check(
          POST_SEND,
          WorkNatives.post(
              pointer,
              requestId,
              opcode,
              flags.bits(),
              immediate,
              list.address(),
              list.size(),
              remoteAddress,
              remoteKey,
              sharedQueue));
    } finally {
      pair.leave();
      Reference.reachabilityFence(list);
    }
  }

  /** Posts a send of a buffer that no region holds. */
  void postInline(long requestId, ByteBuffer data, SendFlags flags) throws RdmaException {
    synchronized (single) {
      try {
        if (data.hasRemaining()) {
          single.addInline(data);
        }
        post(requestId, SEND, flags.and(SendFlags.INLINE), 0, single, 0, 0);
      } finally {
        single.clear();
      }
    }
  }

  /** Posts an atomic operation, whose result goes to 8 bytes of a region. */
  void postAtomic(
      long requestId,
      int opcode,
      SendFlags flags,
      MemoryRegion region,
      int offset,
      long remoteAddress,
      int remoteKey,
      long compareAdd,
      long swap)
      throws RdmaException {
    requireDatagrams(false);
    requireData(opcode, flags);
    synchronized (single) {
      try {
        fill(region, offset, Long.BYTES);
        pair.enter();
        try {
          RdmaException.check(
              POST_SEND,
              WorkNatives.postAtomic(
                  pointer,
                  requestId,
                  opcode,
                  flags.bits(),
                  single.address(),
                  single.size(),
                  remoteAddress,
                  remoteKey,
                  compareAdd,
                  swap));
        } finally {
          pair.leave();
        }
      } finally {
        single.clear();
      }
    }
  }

  /** Posts a datagram of one buffer. */
  void postDatagram(
      long requestId,
      MemoryRegion region,
      int offset,
      int length,
      SendFlags flags,
      AddressHandle to,
      int queuePair,
      int queueKey)
      throws RdmaException {
    synchronized (single) {
      try {
        fill(region, offset, length);
        postDatagram(requestId, SEND, 0, single, flags, to, queuePair, queueKey);
      } finally {
        single.clear();
      }
    }
  }

  /** Posts a datagram of several buffers. */
  void postDatagram(
      long requestId,
      int opcode,
      int immediate,
      ScatterGatherList list,
      SendFlags flags,
      AddressHandle to,
      int queuePair,
      int queueKey)
      throws RdmaException {
    requireDatagrams(true);
    requireLength(list.length(), flags);
    list.require(flags.has(SendFlags.INLINE));
    to.enter();
    try {
      pair.enter();
      try {
        RdmaException.check(
            POST_SEND,
            WorkNatives.postDatagram(
                pointer,
                requestId,
                opcode,
                flags.bits(),
                immediate,
                list.address(),
                list.size(),
                to.pointer,
                queuePair,
                queueKey));
      } finally {
        pair.leave();
      }
    } finally {
      to.leave();
      Reference.reachabilityFence(list);
    }
  }

  /** Invalidates a local key. */
  void postLocalInvalidate(long requestId, SendFlags flags, int key) throws RdmaException {
    synchronized (single) {
      post(requestId, LOCAL_INVALIDATE, flags, key, single, 0, 0);
    }
  }

  /** Binds a memory window, and returns its new key. */
  int postBind(
      long requestId, MemoryWindow window, int offset, int length, SendFlags flags, int access)
      throws RdmaException {
    requireDatagrams(false);
    requireData(BIND, flags);
    MemoryRegion region = window.region();
    region.require(offset, length);
    window.enter();
    try {
      pair.enter();
      try {
        // Each binding takes the key after the last.
        synchronized (window) {
          RdmaException.check(
              POST_SEND,
              WorkNatives.postBind(
                  pointer,
                  requestId,
                  flags.bits(),
                  window.pointer,
                  region.pointer,
                  region.address() + offset,
                  length,
                  access));
          return CmNatives.windowKey(window.pointer);
        }
      } finally {
        pair.leave();
      }
    } finally {
      window.leave();
    }
  }
}
