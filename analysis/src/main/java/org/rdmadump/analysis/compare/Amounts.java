package org.rdmadump.analysis.compare;

import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.stats.Sample;

/**
 * How much of something calls had, in memory that does not grow with their number: exact below 256,
 * above at most one part in a hundred too high; the sum is exact.
 */
final class Amounts {
  private static final int DIGITS = 2;
  private static final long MOST = 1L << 40;

  private final CompareKind kind;

  /** Not there before it is needed: most kinds of call have nothing of most. */
  private @Nullable PackedHistogram histogram;

  private long sum;
  private long total;

  /** What came last, and how often in a row: the histogram, slow to add to, takes it at once. */
  private long latest;

  private long times;

  Amounts(CompareKind kind) {
    this.kind = kind;
  }

  /** Takes what a total has grown by. */
  void grownTo(long grown) {
    add(grown - total);
    total = grown;
  }

  /** Takes one; of none, nothing is kept. */
  void add(long amount) {
    if (amount <= 0) {
      return;
    }
    sum += amount;
    if (amount != latest) {
      histogram();
      latest = amount;
    }
    times++;
  }

  /** With all that came. */
  private PackedHistogram histogram() {
    PackedHistogram known = histogram;
    if (known == null) {
      known = new PackedHistogram(DIGITS);
      known.setAutoResize(true);
      histogram = known;
    }
    if (times > 0) {
      known.recordValueWithCount(Math.min(MOST, latest), times);
      times = 0;
    }
    return known;
  }

  CompareKind kind() {
    return kind;
  }

  long sum() {
    return sum;
  }

  /** The amounts of some calls, of which those that were not taken had none. */
  Sample of(long calls) {
    PackedHistogram all = histogram();
    return Sample.of(all, calls - all.getTotalCount());
  }
}
