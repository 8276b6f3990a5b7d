package org.rdmadump.analysis.compare;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.rdmadump.analysis.stats.Sample;

/**
 * Whether more values of one sample than of another are above limits. The limits depend on the
 * values of both together, not on which of them has a value, so that the tests stay exact.
 */
final class Splits {
  private static final Chance NONE =
      new Chance(Chance.Test.FISHER, /* p= */ 1, /* least= */ 1, /* isMore= */ false);

  private final Sample a;
  private final Sample b;
  private final Sample all;
  private final Set<Long> limits = new TreeSet<>();

  /** No limit yet. */
  Splits(Sample a, Sample b) {
    this.a = a;
    this.b = b;
    this.all = a.with(b);
  }

  /**
   * Adds a percentile of all values of both. If more values are equal to it than above it, the
   * values from it on are counted, too: a fixed delay, such as that of a timer, makes many of one
   * value, and hardly any is above that.
   */
  Splits at(double percent) {
    long limit = all.percentile(percent);
    limits.add(limit);
    if (all.times(limit) > all.above(limit)) {
      limits.add(limit - 1);
    }
    return this;
  }

  /**
   * {@return the least likely of the splits, corrected for their number (Bonferroni)}
   *
   * @param counts which of them are looked at; all of them are corrected for
   */
  Chance leastLikely(Predicate<Chance> counts) {
    Set<Long> seen = new HashSet<>();
    List<Chance> tests =
        limits.stream()
            .filter(limit -> seen.add(all.above(limit)))
            .map(this::split)
            .filter(each -> each.least() < 1)
            .toList();
    double least = tests.stream().mapToDouble(Chance::least).min().orElse(1);
    return tests.stream()
        .filter(counts)
        .min(Comparator.comparingDouble(Chance::p))
        .map(each -> new Chance(each.test(), each.p(), least, each.isMore()))
        .orElse(NONE)
        .times(Math.max(1, tests.size()));
  }

  private Chance split(long limit) {
    return ExactTests.proportions(a.above(limit), a.size(), b.above(limit), b.size());
  }
}
