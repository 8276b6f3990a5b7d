package org.rdmadump.analysis.stats;

import java.util.Arrays;
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

  /** Anything longer, some 292 years down to a day, counts as a day. */
  private static final long LONGEST = 24L * 60 * 60 * 1_000_000_000L;

  private static final double MEDIAN = 50;
  private static final double MOST = 90;
  private static final double NEARLY_ALL = 99;

  /** So many single values take the memory of a packed histogram, and hardly any time. */
  private static final int MOST_SINGLE = 256;

  private static final int FIRST_SINGLE = 4;

  /** So many wait for a packed histogram that is there. */
  private static final int MOST_WAITING = 64;

  private final boolean packed;

  /** Not there before the first value that does not stand alone. */
  private @Nullable AbstractHistogram histogram;

  /** Values that are not in the histogram. */
  private long[] singles = {};

  private int single;

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
   * @param packed whether to take a quarter of the memory, at most some 2.5 KiB
   */
  Durations(boolean packed) {
    this.packed = packed;
  }

  /** With every value in it. */
  private AbstractHistogram histogram() {
    AbstractHistogram known = histogram;
    if (known == null) {
      known = packed ? new PackedHistogram(DIGITS) : new IntCountsHistogram(DIGITS);
      known.setAutoResize(true);
      histogram = known;
    }
    recordSingles(known);
    return known;
  }

  /** A packed histogram is slow to add to: values that it holds to be equal go together. */
  private void recordSingles(AbstractHistogram into) {
    Arrays.sort(singles, 0, single);
    int from = 0;
    while (from < single) {
      long equivalent = into.highestEquivalentValue(singles[from]);
      int to = from + 1;
      while (to < single && singles[to] <= equivalent) {
        to++;
      }
      into.recordValueWithCount(singles[from], to - from);
      from = to;
    }
    single = 0;
    if (singles.length > MOST_WAITING) {
      singles = new long[MOST_WAITING];
    }
  }

  /**
   * Takes one, in nanoseconds; below 0, which only a clock that was set can make, it counts as 0.
   */
  public void add(long nanos) {
    long value = Math.max(0, Math.min(LONGEST, nanos));
    if (packed) {
      addSingle(value);
    } else {
      histogram().recordValue(value);
    }
    sum += value;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }

  private void addSingle(long value) {
    if (single == (histogram == null ? MOST_SINGLE : MOST_WAITING)) {
      histogram();
    }
    if (single == singles.length) {
      singles = Arrays.copyOf(singles, Math.max(FIRST_SINGLE, 2 * single));
    }
    singles[single++] = value;
  }

  /** {@return how many there were} */
  public long count() {
    return single + (histogram == null ? 0 : histogram.getTotalCount());
  }

  /** {@return the shortest, 0 if there is none} */
  public long least() {
    return count() == 0 ? 0 : least;
  }

  /** {@return the longest, 0 if there is none} */
  public long greatest() {
    return greatest;
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
    return count() == 0 ? 0 : Math.min(greatest, histogram().getValueAtPercentile(percent));
  }
}
