package org.rdmadump.rdmacm;

import java.lang.ref.Reference;

/** Receives for several queue pairs: rdma_create_srq(3); closing is rdma_destroy_srq(3). */
public final class SharedReceiveQueue extends Resource {
  private static final String POST = "ibv_post_srq_recv";

  private final int requests;
  private final int segments;
  private final Runnable destroying;

  /** {@code struct rdma_cm_id}, whose queue it is. */
  final long idPointer;

  /** The queue of an identifier, which knows how to destroy it. */
  SharedReceiveQueue(long idPointer, int requests, int segments, Runnable destroying) {
    this.idPointer = idPointer;
    this.requests = requests;
    this.segments = segments;
    this.destroying = destroying;
  }

  /** {@return receives that may be posted} */
  public int requests() {
    return requests;
  }

  /** {@return buffers of one receive} */
  public int segments() {
    return segments;
  }

  /**
   * Posts a receive: rdma_post_recv(3).
   *
   * @param requestId what the completion is known by
   * @throws RdmaException if that failed: ENOMEM if the queue is full
   */
  public void postReceive(long requestId, MemoryRegion region, int offset, int length)
      throws RdmaException {
    region.require(offset, length);
    enter();
    try {
      RdmaException.check(
          POST,
          WorkNatives.postSharedReceive(
              idPointer, requestId, region.address() + offset, length, region.localKey()));
    } finally {
      leave();
      Reference.reachabilityFence(region);
    }
  }

  /**
   * Posts a receive into several buffers: rdma_post_recvv(3).
   *
   * @param requestId what the completion is known by
   * @param list no more buffers than {@link #segments}
   * @throws RdmaException if that failed: ENOMEM if the queue is full, EINVAL if the list is too
   *     long
   */
  public void postReceive(long requestId, ScatterGatherList list) throws RdmaException {
    list.require();
    enter();
    try {
      RdmaException.check(
          POST, WorkNatives.postSharedReceives(idPointer, requestId, list.bytes, list.size()));
    } finally {
      leave();
      Reference.reachabilityFence(list);
    }
  }

  @Override
  String what() {
    return "the shared receive queue";
  }

  @Override
  void free() {
    destroying.run();
  }
}
