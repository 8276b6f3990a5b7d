package org.rdmadump.analysis.stats;

import java.util.Arrays;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

/** Values in ascending order, and how often each of them occurs. */
public final class Sample {
  private final long[] values;
  private final long[] counts;
  private final long size;

  private Sample(long[] values, long[] counts) {
    this.values = values;
    this.counts = counts;
    this.size = Arrays.stream(counts).sum();
  }

  /**
   * {@return the values of a histogram, as exact as it has them}
   *
   * @param zeros how many there are beside that, each 0
   */
  public static Sample of(AbstractHistogram histogram, long zeros) {
    long[] values = new long[16];
    long[] counts = new long[16];
    int used = 0;
    if (zeros > 0) {
      counts[used++] = zeros;
    }
    for (HistogramIterationValue each : histogram.recordedValues()) {
      if (used == values.length) {
        values = Arrays.copyOf(values, 2 * used);
        counts = Arrays.copyOf(counts, 2 * used);
      }
      values[used] = each.getValueIteratedTo();
      counts[used++] = each.getCountAddedInThisIterationStep();
    }
    return new Sample(Arrays.copyOf(values, used), Arrays.copyOf(counts, used));
  }

  /** {@return so many zeros} */
  public static Sample zeros(long count) {
    return count == 0
        ? new Sample(new long[0], new long[0])
        : new Sample(new long[] {0}, new long[] {count});
  }

  /** {@return the values of both} */
  public Sample with(Sample other) {
    long[] both = new long[values.length + other.values.length];
    long[] times = new long[both.length];
    int used = 0;
    int mine = 0;
    int others = 0;
    while (mine < values.length || others < other.values.length) {
      boolean here = mine < values.length;
      boolean there = others < other.values.length;
      long next =
          Math.min(
              here ? values[mine] : Long.MAX_VALUE, there ? other.values[others] : Long.MAX_VALUE);
      both[used] = next;
      times[used] += here && values[mine] == next ? counts[mine++] : 0;
      times[used++] += there && other.values[others] == next ? other.counts[others++] : 0;
    }
    return new Sample(Arrays.copyOf(both, used), Arrays.copyOf(times, used));
  }

  /** {@return the same values, each multiplied, by a factor of 1 or more} */
  public Sample times(double factor) {
    return new Sample(
        Arrays.stream(values).map(each -> Math.round(each * factor)).toArray(), counts);
  }

  /** {@return how many values there are} */
  public long size() {
    return size;
  }

  /** {@return how many different values there are} */
  public int distinct() {
    return values.length;
  }

  /** {@return a value by its place among the different ones, from 0} */
  public long value(int at) {
    return values[at];
  }

  /** {@return how often the value at that place occurs} */
  public long count(int at) {
    return counts[at];
  }

  /** {@return how often a value occurs} */
  public long times(long value) {
    int at = Arrays.binarySearch(values, value);
    return at < 0 ? 0 : counts[at];
  }

  /** {@return the most frequent value, of equals the least; 0 if there is none} */
  public long mode() {
    int most = 0;
    for (int i = 1; i < counts.length; i++) {
      most = counts[i] > counts[most] ? i : most;
    }
    return values.length == 0 ? 0 : values[most];
  }

  /** {@return how many values are above one} */
  public long above(long value) {
    long above = 0;
    for (int i = values.length - 1; i >= 0 && values[i] > value; i--) {
      above += counts[i];
    }
    return above;
  }

  /**
   * {@return the least value that so many percent do not exceed; 0 if there is none}
   *
   * @param percent from 0 to 100
   */
  public long percentile(double percent) {
    long below = 0;
    for (int i = 0; i < values.length; i++) {
      below += counts[i];
      if (below * 100.0 >= percent * size) {
        return values[i];
      }
    }
    return 0;
  }
}
