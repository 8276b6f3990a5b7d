package org.rdmadump.analysis.stats;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.IntCountsHistogram;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;

/**
 * How long something took, many times over: percentiles are at most one part in a hundred too high,
 * least, greatest and mean exact; memory does not grow with the number of values.
 */
public final class Durations {
  /** Significant decimal digits. */
  private static final int DIGITS = 2;

  /** For percentiles anything longer than these 146 years counts as that. */
  private static final long LONGEST = (1L << 62) - 1;

  /** Few are longer: a second. */
  private static final long USUAL = 1_000_000_000L;

  private static final double MEDIAN = 50;
  private static final double MOST = 90;
  private static final double NEARLY_ALL = 99;

  private final boolean packed;

  /** Not there before the first value that is not counted in {@link #counts}. */
  private @Nullable AbstractHistogram histogram;

  /** What is not in the histogram; only where that is a packed one, which is slow to add to. */
  private final FewCounts counts = new FewCounts();

  private long sum;
  private long least = Long.MAX_VALUE;
  private long greatest;

  /** None yet. */
  public Durations() {
    this(/* packed= */ false);
  }

  /**
   * None yet.
   *
   * @param packed whether to take a quarter of the memory, at most some 4 KiB
   */
  public Durations(boolean packed) {
    this.packed = packed;
  }

  /** With every value in it. */
  private AbstractHistogram histogram() {
    AbstractHistogram known = histogram;
    if (known == null) {
      // To become larger they throw an exception. A packed one takes no memory for what it may
      // hold.
      known = packed ? new PackedHistogram(LONGEST, DIGITS) : new IntCountsHistogram(USUAL, DIGITS);
      known.setAutoResize(!packed);
      histogram = known;
    }
    counts.moveTo(known);
    return known;
  }

  /**
   * Takes one, in nanoseconds; below 0, which only a clock that was set can make, it counts as 0.
   */
  public void add(long nanos) {
    long value = Math.max(0, nanos);
    long counted = Math.min(LONGEST, value);
    if (packed) {
      if (!counts.add(counted, histogram != null)) {
        histogram().recordValue(counted);
      }
    } else {
      histogram().recordValue(counted);
    }
    sum = sum(sum, value);
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }

  /** {@return how many there were} */
  public long count() {
    return counts.total() + (histogram == null ? 0 : histogram.getTotalCount());
  }

  /** {@return the shortest, 0 if there is none} */
  public long least() {
    return count() == 0 ? 0 : least;
  }

  /** {@return the longest, 0 if there is none} */
  public long greatest() {
    return greatest;
  }

  /** {@return two of them together; at most the longest that can be told} */
  static long sum(long one, long other) {
    return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
  }

  /** {@return all of them together, in nanoseconds} */
  public long sum() {
    return sum;
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

  /** {@return all of them, each as exact as percentiles are} */
  public Sample sample() {
    return count() == 0 ? Sample.zeros(0) : Sample.of(histogram(), /* zeros= */ 0);
  }

  private long percentile(double percent) {
    if (count() == 0) {
      return 0;
    }
    long most =
        histogram == null ? counts.percentile(percent) : histogram().getValueAtPercentile(percent);
    return Math.min(greatest, most);
  }
}
