package org.rdmadump.analysis.compare;

import java.util.function.DoublePredicate;
import org.rdmadump.analysis.stats.Sample;

/** Whether the values of one sample tend to be larger than those of another. */
final class MannWhitney {
  /** The shift that a comparison is to find: a fifth. */
  private static final double SHIFT = 1.2;

  /** How often it is to find it. */
  private static final double POWER = 0.95;

  /** Values that differ from the most frequent one, expected in the smaller sample. */
  private static final double LEAST_EXPECTED = 5;

  private final Sample a;
  private final Sample b;
  private final Sample all;
  private final double deviation;

  MannWhitney(Sample a, Sample b) {
    this.a = a;
    this.b = b;
    this.all = a.with(b);
    this.deviation = deviation();
  }

  /** What B's values are, by rank: the number of pairs in which that of B is larger, less ties. */
  private static double larger(Sample a, Sample b) {
    double pairs = 0;
    double below = 0;
    int at = 0;
    for (int i = 0; i < b.distinct(); i++) {
      while (at < a.distinct() && a.value(at) < b.value(i)) {
        below += a.count(at++);
      }
      boolean tied = at < a.distinct() && a.value(at) == b.value(i);
      pairs += b.count(i) * (below + (tied ? a.count(at) / 2.0 : 0));
    }
    return pairs;
  }

  private double pairs() {
    return (double) a.size() * b.size();
  }

  /** Standard deviation of U if chance alone says which value is whose, ties corrected. */
  private double deviation() {
    double size = all.size();
    double ties = 0;
    for (int i = 0; i < all.distinct(); i++) {
      double tied = all.count(i);
      ties += tied * tied * tied - tied;
    }
    double variance = pairs() / 12 * (size + 1 - ties / (size * (size - 1)));
    return size < 2 ? 0 : Math.sqrt(Math.max(0, variance));
  }

  /**
   * {@return how likely it is by chance} Where nearly all values are the same the approximation is
   * no good; then the proportions of those that differ from that are compared.
   */
  Chance test() {
    double pairs = pairs();
    if (pairs == 0 || all.distinct() < 2) {
      return new Chance(Chance.Test.MANN_WHITNEY, 1, 1, /* isMore= */ false);
    }
    double excess = larger(a, b) - pairs / 2;
    long usual = all.mode();
    long others = all.size() - all.times(usual);
    double smaller = Math.min(a.size(), b.size());
    if (others * smaller / all.size() < LEAST_EXPECTED) {
      Chance exact =
          ExactTests.proportions(
              a.size() - a.times(usual), a.size(), b.size() - b.times(usual), b.size());
      return new Chance(exact.test(), exact.p(), exact.least(), excess > 0);
    }
    return new Chance(
        Chance.Test.MANN_WHITNEY, chance(Math.abs(excess)), chance(pairs / 2), excess > 0);
  }

  /** With half a pair taken off, because U goes in steps (continuity). */
  private double chance(double excess) {
    return Math.min(1, 2 * Probability.normalTail((excess - 0.5) / deviation));
  }

  /**
   * {@return whether there are enough values, at a level, to find a shift by a fifth in 95 of 100
   * cases, if all values are spread as these are}
   */
  DoublePredicate isEnough() {
    return level -> {
      if (deviation == 0) {
        return false;
      }
      double share = larger(all, all.times(SHIFT)) / ((double) all.size() * all.size());
      double expected = (share - 0.5) * pairs() / deviation;
      return Probability.normalTail(Probability.normalQuantile(level / 2) - expected) >= POWER;
    };
  }
}
