package org.rdmadump.analysis.compare;

import org.HdrHistogram.PackedHistogram;
import org.rdmadump.analysis.stats.Sample;

/**
 * How much of something calls had, in memory that does not grow with their number: exact below 256,
 * above at most one part in a hundred too high; the sum is exact.
 */
final class Amounts {
  private static final int DIGITS = 2;
  private static final long MOST = 1L << 40;

  private final CompareKind kind;
  private final PackedHistogram histogram = new PackedHistogram(DIGITS);
  private long sum;

  Amounts(CompareKind kind) {
    this.kind = kind;
    histogram.setAutoResize(true);
  }

  /** Takes one that is not 0. */
  void add(long amount) {
    histogram.recordValue(Math.min(MOST, amount));
    sum += amount;
  }

  CompareKind kind() {
    return kind;
  }

  long sum() {
    return sum;
  }

  /** The amounts of some calls, of which those that were not taken had none. */
  Sample of(long calls) {
    return Sample.of(histogram, calls - histogram.getTotalCount());
  }
}
