package org.rdmadump.rdmacm;

import java.lang.ref.Reference;

/** Receives for several queue pairs: rdma_create_srq(3); closing is rdma_destroy_srq(3). */
public final class SharedReceiveQueue extends Resource {
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
          "ibv_post_srq_recv",
          WorkNatives.postSharedReceive(
              id.pointer, requestId, region.address() + offset, length, region.localKey()));
    } finally {
      leave();
      Reference.reachabilityFence(region);
    }
  }

  @Override
  String what() {
    return "the shared receive queue";
  }

  @Override
  void free() {
    id.destroySharedReceiveQueue();
  }
}
