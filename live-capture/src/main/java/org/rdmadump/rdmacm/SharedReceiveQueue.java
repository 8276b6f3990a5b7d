package org.rdmadump.rdmacm;

import java.lang.ref.Reference;

/** Receives for several queue pairs: rdma_create_srq(3); closing is rdma_destroy_srq(3). */
public final class SharedReceiveQueue extends Resource {
  private static final String POST = "ibv_post_srq_recv";

  private final RdmaCmId id;
  private final int requests;
  private final int segments;

  SharedReceiveQueue(RdmaCmId id, int requests, int segments) {
    this.id = id;
    this.requests = requests;
    this.segments = segments;
  }

  /** {@return receives that may be posted} */
  public int requests() {
    return requests;
  }

  /** {@return buffers of one receive} */
  public int segments() {
    return segments;
  }

  /** {@return {@code struct rdma_cm_id}, whose queue it is} */
  long idPointer() {
    return id.pointer;
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
              id.pointer, requestId, region.address() + offset, length, region.localKey()));
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
          POST, WorkNatives.postSharedReceives(id.pointer, requestId, list.bytes, list.size()));
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
    id.queues.destroyShared();
  }
}
