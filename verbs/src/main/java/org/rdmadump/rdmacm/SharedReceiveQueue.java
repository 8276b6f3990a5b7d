package org.rdmadump.rdmacm;

/**
 * A receive queue shared by several queue pairs: rdma_create_srq(3). Closing calls
 * rdma_destroy_srq(3).
 */
public final class SharedReceiveQueue extends ReceiveQueue {
  private final int requests;
  private final int segments;
  private final Runnable destroying;

  /**
   * Creates the queue of an identifier.
   *
   * @param destroying destroys the queue
   */
  SharedReceiveQueue(long idPointer, int requests, int segments, Runnable destroying) {
    super("the shared receive queue", true, idPointer);
    this.requests = requests;
    this.segments = segments;
    this.destroying = destroying;
  }

  /** {@return the number of receives that may be posted} */
  public int requests() {
    return requests;
  }

  /** {@return the number of buffers for each receive} */
  public int segments() {
    return segments;
  }

  @Override
  void free() {
    destroying.run();
  }
}
