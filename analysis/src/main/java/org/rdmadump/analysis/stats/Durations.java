package org.rdmadump.analysis.stats;

import org.HdrHistogram.IntCountsHistogram;

/**
 * How long something took, many times over: percentiles are at most one part in a hundred too high,
 * least, greatest and mean exact; memory does not grow with the number of values.
 */
public final class Durations {
  /** Significant decimal digits. */
  private static final int DIGITS = 2;

  /** Anything longer, some 292 years down to a day, counts as a day. */
  private static final long LONGEST = 24L * 60 * 60 * 1_000_000_000L;

  private static final double MEDIAN = 50;
  private static final double MOST = 90;
  private static final double NEARLY_ALL = 99;

  private final IntCountsHistogram histogram = new IntCountsHistogram(DIGITS);
  private long sum;
  private long least = Long.MAX_VALUE;
  private long greatest;

  /** None yet. */
  public Durations() {
    histogram.setAutoResize(true);
  }

  /**
   * Takes one, in nanoseconds; below 0, which only a clock that was set can make, it counts as 0.
   */
  public void add(long nanos) {
    long value = Math.max(0, Math.min(LONGEST, nanos));
    histogram.recordValue(value);
    sum += value;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }

  /** {@return how many there were} */
  public long count() {
    return histogram.getTotalCount();
  }

  /** {@return the shortest, 0 if there is none} */
  public long least() {
    return count() == 0 ? 0 : least;
  }

  /** {@return the longest, 0 if there is none} */
  public long greatest() {
    return greatest;
  }

  /** {@return the mean, rounded down; 0 if there is none} */
  public long mean() {
    return count() == 0 ? 0 : sum / count();
  }

  /** {@return what half of them do not exceed, 0 if there is none} */
  public long p50() {
    return percentile(MEDIAN);
  }

  /** {@return what nine of ten do not exceed, 0 if there is none} */
  public long p90() {
    return percentile(MOST);
  }

  /** {@return what 99 of 100 do not exceed, 0 if there is none} */
  public long p99() {
    return percentile(NEARLY_ALL);
  }

  private long percentile(double percent) {
    return count() == 0 ? 0 : Math.min(greatest, histogram.getValueAtPercentile(percent));
  }
}
