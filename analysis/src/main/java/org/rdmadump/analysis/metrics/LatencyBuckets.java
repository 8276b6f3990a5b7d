package org.rdmadump.analysis.metrics;

import java.util.List;

/** Counts durations by fixed upper bounds. */
public final class LatencyBuckets {
  /**
   * Upper bounds in nanoseconds, each included: 50 us to 10 s. They never change, so that numbers
   * of several runs and machines can be added.
   */
  public static final List<Long> BOUNDS =
      List.of(
          50_000L,
          100_000L,
          250_000L,
          500_000L,
          1_000_000L,
          2_500_000L,
          5_000_000L,
          10_000_000L,
          50_000_000L,
          250_000_000L,
          1_000_000_000L,
          10_000_000_000L);

  /** By bound, the last one for what is longer than all. */
  private final long[] counts = new long[BOUNDS.size() + 1];

  private long sum;

  /** None yet. */
  public LatencyBuckets() {}

  /**
   * Takes one, in nanoseconds; below 0, which only a clock that was set can make, it counts as 0.
   */
  public void add(long nanos) {
    long value = Math.max(0, nanos);
    int at = 0;
    while (at < BOUNDS.size() && value > BOUNDS.get(at)) {
      at++;
    }
    counts[at]++;
    sum += value;
  }

  /**
   * {@return how many did not exceed the bound of that index; of the index behind the last, all}
   */
  public long upTo(int bound) {
    long count = 0;
    for (int i = 0; i <= bound; i++) {
      count += counts[i];
    }
    return count;
  }

  /** {@return how many there were} */
  public long count() {
    return upTo(BOUNDS.size());
  }

  /** {@return all of them together, in nanoseconds} */
  public long sum() {
    return sum;
  }
}
