package org.rdmadump.rdma;

/**
 * The requests of one kind that a side sent.
 *
 * @param sizes bytes of each, as the request announces or carries them; 8 for an atomic operation
 * @param latencies nanoseconds from the first packet of each to its acknowledgement or response, of
 *     those whose answer was captured
 */
public record RequestTally(Distribution sizes, Distribution latencies) {
  /** What one holds at most, in bytes. */
  static final int COST = 3600;

  /** No request. */
  RequestTally() {
    this(new Distribution(), new Distribution());
  }

  /** {@return how many there were, repeats not counted} */
  public long count() {
    return sizes.count();
  }

  /** {@return bytes of all, repeats not counted} */
  public long bytes() {
    return sizes.sum();
  }
}
