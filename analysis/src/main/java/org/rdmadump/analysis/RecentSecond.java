package org.rdmadump.analysis;

/**
 * Writes times as {@link CivilTime} does, of which the next one mostly is in the same second, and
 * often the same.
 */
public final class RecentSecond {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int NANO_DIGITS = 9;

  /** Bytes to the point before the fraction. */
  private static final int TO_FRACTION = "2026-03-01T12:34:56.".length();

  /** The last one as it was written. */
  private final byte[] written = new byte[TO_FRACTION + NANO_DIGITS + 1];

  private long last;

  /** When its second began. */
  private long start;

  /** Has seen no time yet. */
  public RecentSecond() {}

  /** Appends such as {@code 2026-03-01T12:34:56.123456789Z}. */
  public void putRfc3339(AsciiBuffer text, long epochNanos) {
    boolean isFirst = written[0] == 0;
    if (epochNanos == last && !isFirst) {
      text.putBytes(written, written.length);
      return;
    }
    int from = text.length();
    long into = epochNanos - start;
    if (into >= 0 && into < NANOS_PER_SECOND && !isFirst) {
      text.putBytes(written, TO_FRACTION).putPadded(into, NANO_DIGITS).put('Z');
    } else {
      CivilTime.putRfc3339(text, epochNanos);
      start = epochNanos - Math.floorMod(epochNanos, NANOS_PER_SECOND);
    }
    System.arraycopy(text.array(), from, written, 0, written.length);
    last = epochNanos;
  }
}
