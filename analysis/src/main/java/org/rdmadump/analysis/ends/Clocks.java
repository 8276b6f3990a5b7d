package org.rdmadump.analysis.ends;

/**
 * How the clock of B differs from that of A, as a line: at time {@code t} of A, B shows {@code t +
 * offset + drift * (t - base)}.
 *
 * @param base time of A in nanoseconds since the epoch: the middle of what both captures show
 * @param offset by how much B is ahead of A at that time, in nanoseconds
 * @param drift what B gains, in seconds a second
 * @param leastDrift least drift that the packets allow
 * @param mostDrift greatest drift that they allow
 * @param offsetBound how far the offset can be from the truth at {@code base}, in nanoseconds
 * @param bound how far it can be from the truth anywhere in what both captures show
 * @param roundTrip the least round trip that the line leaves, in nanoseconds; below 0 if no line is
 *     possible, because a clock was set or does not run evenly
 * @param bounded whether packets of both ways were found in both captures; without, the offset is
 *     what it is if the fastest packet took no time, and the bounds are unknown
 * @param packets packets that were compared
 */
public record Clocks(
    long base,
    long offset,
    double drift,
    double leastDrift,
    double mostDrift,
    double offsetBound,
    double bound,
    double roundTrip,
    boolean bounded,
    int packets) {
  /** {@return the time of A's clock when B's shows {@code nanos}} */
  public long toA(long nanos) {
    double since = nanos - offset - base;
    return nanos - offset - Math.round(drift / (1 + drift) * since);
  }

  /** {@return the time of B's clock when A's shows {@code nanos}} */
  public long toB(long nanos) {
    return nanos + offset + Math.round(drift * (nanos - base));
  }

  /** {@return whether a line is possible} */
  public boolean isEven() {
    return roundTrip >= 0;
  }
}
