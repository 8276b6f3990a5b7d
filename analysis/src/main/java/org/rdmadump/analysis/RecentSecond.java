package org.rdmadump.analysis;

/** Writes times as {@link CivilTime} does, of which the next one mostly is in the same second. */
public final class RecentSecond {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int NANO_DIGITS = 9;

  /** The last one, to the point before the fraction. */
  private final byte[] second = new byte["2026-03-01T12:34:56.".length()];

  /** When it began. */
  private long start;

  /** Has seen no time yet. */
  public RecentSecond() {}

  /** Appends such as {@code 2026-03-01T12:34:56.123456789Z}. */
  public void putRfc3339(AsciiBuffer text, long epochNanos) {
    long into = epochNanos - start;
    if (into >= 0 && into < NANOS_PER_SECOND && second[0] != 0) {
      text.putBytes(second, second.length).putPadded(into, NANO_DIGITS).put('Z');
      return;
    }
    int from = text.length();
    CivilTime.putRfc3339(text, epochNanos);
    System.arraycopy(text.array(), from, second, 0, second.length);
    start = epochNanos - Math.floorMod(epochNanos, NANOS_PER_SECOND);
  }
}
