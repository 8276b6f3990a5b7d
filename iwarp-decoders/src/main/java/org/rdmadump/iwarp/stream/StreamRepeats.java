package org.rdmadump.iwarp.stream;

import org.rdmadump.rdma.RepeatCause;
import org.rdmadump.rdma.TrafficCounters;

/**
 * Tells what made a side of TCP send again, by what it sent before: nothing in the capture says so.
 *
 * <p>RFC 6298 for its timer, RFC 6582 for how a recovery ends.
 */
final class StreamRepeats {
  /**
   * The shortest timeout that implementations use. A sender that was silent for less sent again
   * because it noticed a loss.
   */
  private static final long SHORTEST_TIMEOUT_NANOS = 200_000_000;

  /** Behind the last byte that was sent again. */
  private long repeatedTo;

  /** Behind the last byte that had been sent when the burst began. */
  private long burstEnd;

  private long lastNanos;

  /**
   * Counts the burst that bytes begin, unless they continue one.
   *
   * @param from position of the first byte
   * @param to position behind the last byte
   * @param sentTo position behind the last byte that was sent
   * @param nanos time of their segment
   * @param traffic of the side, which has counted the segment as sent again
   */
  void repeated(long from, long to, long sentTo, long nanos, TrafficCounters traffic) {
    boolean isSoon = nanos - lastNanos < SHORTEST_TIMEOUT_NANOS;
    boolean continues = isSoon && from >= repeatedTo && from < burstEnd;
    if (!continues) {
      long silence = nanos - Math.max(traffic.lastNewNanos(), isSoon ? lastNanos : 0);
      traffic.burst(silence < SHORTEST_TIMEOUT_NANOS ? RepeatCause.LOSS : RepeatCause.TIMEOUT);
      burstEnd = sentTo;
    }
    repeatedTo = to;
    lastNanos = nanos;
  }
}
