package org.rdmadump.tcp;

/**
 * How far a connection has come, by its segments and by the time of the capture.
 *
 * <p>Its two directions may be captured by two queues or devices, so that a segment may stand in
 * the capture before others that were sent before it. What waits for those waits for so many
 * further segments, or for so long.
 */
final class StreamClock {
  private static final long SEGMENTS_TO_WAIT = 256;

  /** The same in time of the capture. */
  static final long NANOS_TO_WAIT = 2_000_000_000L;

  private long segments;
  private long nanos;

  /** Goes on with the next segment. */
  void tick(TcpSegment segment) {
    segments++;
    nanos = segment.epochNanos();
  }

  /** Number of the latest segment. */
  long segments() {
    return segments;
  }

  /** Its time. */
  long nanos() {
    return nanos;
  }

  /** Whether so many waits are not over that began with a segment. */
  boolean isWithin(int waits, long number, long epochNanos) {
    return segments - number < waits * SEGMENTS_TO_WAIT
        && nanos - epochNanos < waits * NANOS_TO_WAIT;
  }
}
