package org.rdmadump.rdmacm;

import java.lang.ref.Reference;

/**
 * A queue for posted receives: a queue pair, or a shared receive queue. Posting allocates nothing.
 */
abstract class ReceiveQueue extends Resource {
  private final String call;
  private final boolean isShared;

  /** The list for receives with one buffer; locked during the post. */
  private final ScatterGatherList single = new ScatterGatherList(1);

  /** {@code struct rdma_cm_id} of the queue. */
  final long idPointer;

  /**
   * Creates a queue of an identifier.
   *
   * @param name name in messages
   * @param isShared whether it is the identifier's shared receive queue, not its queue pair
   */
  ReceiveQueue(String name, boolean isShared, long idPointer) {
    super(name);
    this.call = isShared ? "ibv_post_srq_recv" : "ibv_post_recv";
    this.isShared = isShared;
    this.idPointer = idPointer;
  }

  /**
   * Posts a receive: rdma_post_recv(3). A queue pair with a shared receive queue posts to the
   * shared queue.
   *
   * @param requestId identifies the receive in its completion
   * @param region region of the buffer
   * @param offset start of the buffer in the region, in bytes
   * @param length length of the buffer in bytes
   * @throws IndexOutOfBoundsException if the buffer is not within the region
   * @throws RdmaException if the post fails: ENOMEM if the queue is full
   */
  public final void postReceive(long requestId, MemoryRegion region, int offset, int length)
      throws RdmaException {
    synchronized (single) {
      try {
        postReceive(requestId, single.add(region, offset, length));
      } finally {
        single.clear();
      }
    }
  }

  /**
   * Posts a receive into several buffers: rdma_post_recvv(3).
   *
   * @param requestId identifies the receive in its completion
   * @param list buffers, at most as many as the queue allows for a receive
   * @throws RdmaException if the post fails: ENOMEM if the queue is full, EINVAL if the list is too
   *     long
   */
  public final void postReceive(long requestId, ScatterGatherList list) throws RdmaException {
    list.require(false);
    enter();
    try {
      RdmaException.check(
          call,
          WorkNatives.postReceive(idPointer, isShared, requestId, list.address(), list.size()));
    } finally {
      leave();
      Reference.reachabilityFence(list);
    }
  }
}
