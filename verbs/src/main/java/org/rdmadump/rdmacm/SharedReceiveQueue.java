package org.rdmadump.rdmacm;

/** Receives for several queue pairs: rdma_create_srq(3); closing is rdma_destroy_srq(3). */
public final class SharedReceiveQueue extends ReceiveQueue {
  private final int requests;
  private final int segments;
  private final Runnable destroying;

  /** The queue of an identifier, which knows how to destroy it. */
  SharedReceiveQueue(long idPointer, int requests, int segments, Runnable destroying) {
    super("the shared receive queue", true, idPointer);
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

  @Override
  void free() {
    destroying.run();
  }
}
