package org.rdmadump.testkit;

/**
 * Kinds of differences between a capture and its golden, as {@link CaptureAssert#behavesLike} finds
 * them.
 *
 * <pre>{@code
 * assertThat(capture).behavesLike(golden, Tolerance.allowing(Difference.ORDER));
 * }</pre>
 */
public enum Difference {
  /** RoCE, InfiniBand or iWARP. */
  TRANSPORT,
  /** Number of connections, their inline thresholds, credits and remote invalidation. */
  CONNECTIONS,
  /** A call that only one of the two has: its operations, file and arguments, and its user. */
  CALLS,
  /**
   * The order of calls about one file, or of calls without a file on one connection. Calls that
   * overlap in either capture have no order.
   */
  ORDER,
  /** Status, count and end of file of a reply; a reply that only one of the two has. */
  RESULTS,
  /** Header procedures, and kinds, number and lengths of chunks. */
  CHUNKS,
  /**
   * Number of segments of chunks, and whether a reply invalidates a handle: both depend on the
   * memory registration of the client's adapter.
   */
  SEGMENTS,
  /** A rule whose findings only one of the two has. */
  FINDINGS
}
