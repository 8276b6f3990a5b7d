package org.rdmadump.rdmacm;

import java.lang.ref.Reference;

/**
 * Where receives are posted: a queue pair, or a shared receive queue. Posting allocates nothing.
 */
abstract class ReceiveQueue extends Resource {
  private final String call;
  private final boolean isShared;

  /** The buffer of a receive that has one only; locked while that is posted. */
  private final ScatterGatherList single = new ScatterGatherList(1);

  /** {@code struct rdma_cm_id}, whose queue it is. */
  final long idPointer;

  /**
   * A queue of an identifier.
   *
   * @param name in messages
   * @param isShared whether it is the identifier's shared receive queue, not its queue pair
   */
  ReceiveQueue(String name, boolean isShared, long idPointer) {
    super(name);
    this.call = isShared ? "ibv_post_srq_recv" : "ibv_post_recv";
    this.isShared = isShared;
    this.idPointer = idPointer;
  }

  /**
   * Posts a receive: rdma_post_recv(3). That of a queue pair goes to its shared queue if it has
   * one.
   *
   * @param requestId what the completion is known by
   * @throws RdmaException if that failed: ENOMEM if the queue is full
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
   * @param requestId what the completion is known by
   * @param list no more buffers than the queue allows for one receive
   * @throws RdmaException if that failed: ENOMEM if the queue is full, EINVAL if the list is too
   *     long
   */
  public final void postReceive(long requestId, ScatterGatherList list) throws RdmaException {
    list.require();
    enter();
    try {
      RdmaException.check(
          call, WorkNatives.postReceive(idPointer, isShared, requestId, list.bytes, list.size()));
    } finally {
      leave();
      Reference.reachabilityFence(list);
    }
  }
}
