package org.rdmadump.rdmacm;

import java.io.IOException;
import java.lang.ref.Reference;
import org.rdmadump.verbs.QueuePairType;
import org.rdmadump.verbs.SendFlags;

/**
 * The work of an identifier: rdma_create_qp(3); closing is rdma_destroy_qp(3), after which nothing
 * that was posted is done any more.
 *
 * <p>Offsets and lengths are bytes within a region. What is posted may be changed when its
 * completion was taken, and not before. Posting and polling allocate nothing. A request that cannot
 * be posted fails with ENOMEM if the queue is full, and with EINVAL if the queue pair is not
 * connected, or not of the kind.
 */
public final class QueuePair extends Resource {
  private static final int RDMA_WRITE = 0;
  private static final int RDMA_WRITE_WITH_IMMEDIATE = 1;
  private static final int SEND = 2;
  private static final int SEND_WITH_IMMEDIATE = 3;
  private static final int RDMA_READ = 4;
  private static final int LOCAL_INVALIDATE = 7;
  private static final int SEND_WITH_INVALIDATE = 9;

  /** IBTA 9.7.8, and RFC 5040 has no longer ones that verbs could count. */
  private static final long LONGEST_MESSAGE = 1L << 31;

  private static final String POST_SEND = "ibv_post_send";
  private static final String POST_RECEIVE = "ibv_post_recv";

  private final RdmaCm cm;
  private final RdmaCmId id;
  private final long pointer;
  private final QueuePairCapabilities capabilities;
  private final QueuePairType type;

  QueuePair(RdmaCm cm, RdmaCmId id, QueuePairCapabilities capabilities) {
    this.cm = cm;
    this.id = id;
    this.pointer = id.pointer;
    this.capabilities = capabilities;
    this.type = QueuePairType.of(WorkNatives.type(pointer));
  }

  /** {@return its service} */
  public QueuePairType type() {
    return type;
  }

  /** Devices add up lengths in 32 bits, and copy inline data into a queue entry. */
  private void requireLength(long length, int flags) {
    boolean isInline = (flags & SendFlags.INLINE) != 0;
    long most = isInline ? capabilities.inlineBytes() : LONGEST_MESSAGE;
    if (length > most) {
      throw new IllegalArgumentException(
          length + " bytes" + (isInline ? " inline" : "") + ", more than " + most);
    }
  }

  /**
   * Where a request goes is read as another thing with the other service: the device would crash.
   */
  private void requireDatagrams(boolean wanted) {
    if ((type == QueuePairType.UD) != wanted) {
      throw new IllegalStateException(
          what()
              + " is of type "
              + type
              + (wanted ? ", not of datagrams" : ": it has only datagrams"));
    }
  }

  /** {@return how much it holds, as much as was asked for or more} */
  public QueuePairCapabilities capabilities() {
    return capabilities;
  }

  /** {@return its number, 24 bits} */
  public int number() {
    enter();
    try {
      return WorkNatives.number(pointer);
    } finally {
      leave();
    }
  }

  /**
   * Posts a receive: rdma_post_recv(3). It is taken from the identifier's shared queue if it has
   * one.
   *
   * @param requestId what the completion is known by
   * @throws RdmaException if that failed
   */
  public void postReceive(long requestId, MemoryRegion region, int offset, int length)
      throws RdmaException {
    region.require(offset, length);
    enter();
    try {
      RdmaException.check(
          POST_RECEIVE,
          WorkNatives.postReceive(
              pointer, requestId, region.address() + offset, length, region.localKey()));
    } finally {
      leave();
      Reference.reachabilityFence(region);
    }
  }

  /**
   * Posts a receive into several buffers: rdma_post_recvv(3).
   *
   * @throws RdmaException if that failed
   */
  public void postReceive(long requestId, ScatterGatherList list) throws RdmaException {
    list.require();
    enter();
    try {
      RdmaException.check(
          POST_RECEIVE, WorkNatives.postReceives(pointer, requestId, list.bytes, list.size()));
    } finally {
      leave();
      Reference.reachabilityFence(list);
    }
  }

  /**
   * Sends: rdma_post_send(3).
   *
   * @param flags of {@link org.rdmadump.verbs.SendFlags}
   * @throws RdmaException if that failed
   */
  public void postSend(long requestId, MemoryRegion region, int offset, int length, int flags)
      throws RdmaException {
    post(requestId, SEND, flags, 0, region, offset, length, 0, 0);
  }

  /**
   * Sends several buffers: rdma_post_sendv(3).
   *
   * @throws RdmaException if that failed
   */
  public void postSend(long requestId, ScatterGatherList list, int flags) throws RdmaException {
    post(requestId, SEND, flags, 0, list, 0, 0);
  }

  /**
   * Sends with four bytes that the completion of the receive has. iWARP has no immediate data:
   * EINVAL, or a completion in error.
   *
   * @throws RdmaException if that failed
   */
  public void postSendWithImmediate(
      long requestId, ScatterGatherList list, int flags, int immediate) throws RdmaException {
    post(requestId, SEND_WITH_IMMEDIATE, flags, immediate, list, 0, 0);
  }

  /**
   * Sends, and invalidates a key of the other side.
   *
   * @throws RdmaException if that failed
   */
  public void postSendWithInvalidate(
      long requestId, ScatterGatherList list, int flags, int remoteKey) throws RdmaException {
    post(requestId, SEND_WITH_INVALIDATE, flags, remoteKey, list, 0, 0);
  }

  /**
   * Reads from the other side: rdma_post_read(3).
   *
   * @throws RdmaException if that failed
   */
  public void postRead(
      long requestId,
      MemoryRegion region,
      int offset,
      int length,
      int flags,
      long remoteAddress,
      int remoteKey)
      throws RdmaException {
    post(requestId, RDMA_READ, flags, 0, region, offset, length, remoteAddress, remoteKey);
  }

  /**
   * Reads from the other side into several buffers: rdma_post_readv(3). iWARP reads into one only:
   * EINVAL.
   *
   * @throws RdmaException if that failed
   */
  public void postRead(
      long requestId, ScatterGatherList list, int flags, long remoteAddress, int remoteKey)
      throws RdmaException {
    post(requestId, RDMA_READ, flags, 0, list, remoteAddress, remoteKey);
  }

  /**
   * Writes to the other side: rdma_post_write(3).
   *
   * @throws RdmaException if that failed
   */
  public void postWrite(
      long requestId,
      MemoryRegion region,
      int offset,
      int length,
      int flags,
      long remoteAddress,
      int remoteKey)
      throws RdmaException {
    post(requestId, RDMA_WRITE, flags, 0, region, offset, length, remoteAddress, remoteKey);
  }

  /**
   * Writes several buffers to the other side, one behind the other: rdma_post_writev(3).
   *
   * @throws RdmaException if that failed
   */
  public void postWrite(
      long requestId, ScatterGatherList list, int flags, long remoteAddress, int remoteKey)
      throws RdmaException {
    post(requestId, RDMA_WRITE, flags, 0, list, remoteAddress, remoteKey);
  }

  /**
   * Writes, and completes a receive of the other side, with four bytes. iWARP has no immediate
   * data.
   *
   * @throws RdmaException if that failed
   */
  public void postWriteWithImmediate(
      long requestId,
      ScatterGatherList list,
      int flags,
      int immediate,
      long remoteAddress,
      int remoteKey)
      throws RdmaException {
    post(requestId, RDMA_WRITE_WITH_IMMEDIATE, flags, immediate, list, remoteAddress, remoteKey);
  }

  /**
   * Sends a datagram: rdma_post_ud_send(3).
   *
   * @param queuePair number of the other side's
   * @param queueKey the other side's, {@link UdParameters#QUEUE_KEY} of all that librdmacm made
   * @throws RdmaException if that failed
   */
  public void postDatagram(
      long requestId,
      MemoryRegion region,
      int offset,
      int length,
      int flags,
      AddressHandle to,
      int queuePair,
      int queueKey)
      throws RdmaException {
    requireDatagrams(true);
    requireLength(length, flags);
    region.require(offset, length);
    to.enter();
    try {
      enter();
      try {
        RdmaException.check(
            POST_SEND,
            WorkNatives.postDatagram(
                pointer,
                requestId,
                flags,
                region.address() + offset,
                length,
                region.localKey(),
                to.pointer,
                queuePair,
                queueKey));
      } finally {
        leave();
      }
    } finally {
      to.leave();
      Reference.reachabilityFence(region);
    }
  }

  /**
   * Sends several buffers as one datagram: rdma_post_ud_send(3) with a list.
   *
   * @param queuePair number of the other side's
   * @param queueKey the other side's, {@link UdParameters#QUEUE_KEY} of all that librdmacm made
   * @throws RdmaException if that failed
   */
  public void postDatagram(
      long requestId,
      ScatterGatherList list,
      int flags,
      AddressHandle to,
      int queuePair,
      int queueKey)
      throws RdmaException {
    requireDatagrams(true);
    requireLength(list.length(), flags);
    list.require();
    to.enter();
    try {
      enter();
      try {
        RdmaException.check(
            POST_SEND,
            WorkNatives.postDatagrams(
                pointer,
                requestId,
                flags,
                list.bytes,
                list.size(),
                to.pointer,
                queuePair,
                queueKey));
      } finally {
        leave();
      }
    } finally {
      to.leave();
      Reference.reachabilityFence(list);
    }
  }

  /**
   * Invalidates a key of this side: that of a memory window.
   *
   * @throws RdmaException if that failed
   */
  public void postLocalInvalidate(long requestId, int flags, int key) throws RdmaException {
    requireDatagrams(false);
    enter();
    try {
      RdmaException.check(
          POST_SEND,
          WorkNatives.post(pointer, requestId, LOCAL_INVALIDATE, flags, key, 0, 0, 0, 0, 0));
    } finally {
      leave();
    }
  }

  /**
   * Binds a memory window to a part of its region, and gives it another key.
   *
   * @param access what the other side may do, of {@link org.rdmadump.verbs.AccessFlags}
   * @return the key, valid when it completes
   * @throws RdmaException if that failed
   */
  public int postBind(
      long requestId, MemoryWindow window, int offset, int length, int flags, int access)
      throws RdmaException {
    requireDatagrams(false);
    MemoryRegion region = window.region();
    region.require(offset, length);
    window.enter();
    try {
      enter();
      try {
        // Each binding takes the key after the last.
        synchronized (window) {
          RdmaException.check(
              POST_SEND,
              WorkNatives.postBind(
                  pointer,
                  requestId,
                  flags,
                  window.pointer,
                  region.pointer,
                  region.address() + offset,
                  length,
                  access));
          return CmNatives.windowKey(window.pointer);
        }
      } finally {
        leave();
      }
    } finally {
      window.leave();
    }
  }

  private void post(
      long requestId,
      int opcode,
      int flags,
      int immediate,
      MemoryRegion region,
      int offset,
      int length,
      long remoteAddress,
      int remoteKey)
      throws RdmaException {
    requireDatagrams(false);
    requireLength(length, flags);
    region.require(offset, length);
    enter();
    try {
      RdmaException.check(
          POST_SEND,
          WorkNatives.post(
              pointer,
              requestId,
              opcode,
              flags,
              immediate,
              region.address() + offset,
              length,
              region.localKey(),
              remoteAddress,
              remoteKey));
    } finally {
      leave();
      Reference.reachabilityFence(region);
    }
  }

  private void post(
      long requestId,
      int opcode,
      int flags,
      int immediate,
      ScatterGatherList list,
      long remoteAddress,
      int remoteKey)
      throws RdmaException {
    requireDatagrams(false);
    requireLength(list.length(), flags);
    list.require();
    enter();
    try {
      RdmaException.check(
          POST_SEND,
          WorkNatives.postAll(
              pointer,
              requestId,
              opcode,
              flags,
              immediate,
              list.bytes,
              list.size(),
              remoteAddress,
              remoteKey));
    } finally {
      leave();
      Reference.reachabilityFence(list);
    }
  }

  /**
   * Takes completions of requests that are there: ibv_poll_cq(3).
   *
   * @return how many, up to the room for them
   * @throws RdmaException if that failed
   */
  public int pollSends(WorkCompletions into) throws RdmaException {
    return poll(true, into);
  }

  /**
   * Takes completions of receives that are there: ibv_poll_cq(3).
   *
   * @return how many, up to the room for them
   * @throws RdmaException if that failed
   */
  public int pollReceives(WorkCompletions into) throws RdmaException {
    return poll(false, into);
  }

  /**
   * Waits for completions of requests: rdma_get_send_comp(3).
   *
   * @return how many, 1 or more
   * @throws InterruptedException if the thread was interrupted
   * @throws java.nio.channels.AsynchronousCloseException if it was closed meanwhile
   * @throws RdmaException if that failed
   */
  public int awaitSends(WorkCompletions into) throws IOException, InterruptedException {
    return await(true, into, -1);
  }

  /**
   * Waits for completions of requests: rdma_get_send_comp(3).
   *
   * @param timeoutMillis how long at most; negative for ever
   * @return how many, 0 if there was none in time
   * @throws InterruptedException if the thread was interrupted
   * @throws java.nio.channels.AsynchronousCloseException if it was closed meanwhile
   * @throws RdmaException if that failed
   */
  public int awaitSends(WorkCompletions into, int timeoutMillis)
      throws IOException, InterruptedException {
    return await(true, into, timeoutMillis);
  }

  /**
   * Waits for completions of receives: rdma_get_recv_comp(3).
   *
   * @return how many, 1 or more
   * @throws InterruptedException if the thread was interrupted
   * @throws java.nio.channels.AsynchronousCloseException if it was closed meanwhile
   * @throws RdmaException if that failed
   */
  public int awaitReceives(WorkCompletions into) throws IOException, InterruptedException {
    return await(false, into, -1);
  }

  /**
   * Waits for completions of receives: rdma_get_recv_comp(3).
   *
   * @param timeoutMillis how long at most; negative for ever
   * @return how many, 0 if there was none in time
   * @throws InterruptedException if the thread was interrupted
   * @throws java.nio.channels.AsynchronousCloseException if it was closed meanwhile
   * @throws RdmaException if that failed
   */
  public int awaitReceives(WorkCompletions into, int timeoutMillis)
      throws IOException, InterruptedException {
    return await(false, into, timeoutMillis);
  }

  private int poll(boolean send, WorkCompletions into) throws RdmaException {
    enter();
    try {
      return polled(send, into);
    } finally {
      leave();
    }
  }

  private int polled(boolean send, WorkCompletions into) throws RdmaException {
    into.filled(0, false);
    int count = WorkNatives.poll(pointer, send, into.bytes, into.capacity());
    return into.filled(RdmaException.checked("ibv_poll_cq", count), type == QueuePairType.UD);
  }

  private int await(boolean send, WorkCompletions into, int timeoutMillis)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    enter();
    try {
      while (true) {
        int count = polled(send, into);
        if (count == 0) {
          takeEvents(send);
          RdmaException.check("ibv_req_notify_cq", WorkNatives.arm(pointer, send));
          // What came right before is not told.
          count = polled(send, into);
        }
        if (count > 0) {
          return count;
        }
        int left = EventChannel.left(timeoutMillis, start);
        if (left == 0 || !await(cm.wakers, WorkNatives.eventFd(pointer, send), left)) {
          return 0;
        }
        takeEvents(send);
      }
    } finally {
      leave();
    }
  }

  /** An event is told once: another thread that sleeps has to look, too. */
  private void takeEvents(boolean send) throws RdmaException {
    int count = WorkNatives.takeEvents(cm.pointer, pointer, send);
    if (RdmaException.checked("ibv_get_cq_event", count) > 0) {
      gate.wakeSleepers();
    }
  }

  @Override
  String what() {
    return "the queue pair";
  }

  @Override
  void free() {
    id.queues.destroyPair();
  }
}
