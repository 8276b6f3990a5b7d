package org.rdmadump.analysis.compare;

/** Tests of counts, without approximation. */
final class ExactTests {
  /** A term as much smaller than the sum does not change it any more. */
  private static final double NOTHING = 1e-17;

  private ExactTests() {}

  /**
   * {@return how likely two counts differ as much if both are of the same rate} Given their sum,
   * each is binomial with probability one half.
   */
  static Chance counts(long a, long b) {
    long total = a + b;
    long fewer = Math.min(a, b);
    double term = Math.exp(Probability.logChoose(total, fewer) - total * Math.log(2));
    double tail = 0;
    for (long i = fewer; i >= 0 && term > tail * NOTHING; i--) {
      tail += term;
      term *= i / (double) (total - i + 1);
    }
    double least = Math.exp((1 - total) * Math.log(2));
    return chance(Chance.Test.POISSON, tail, least / 2, b > a);
  }

  /**
   * {@return how likely two proportions differ as much if both are the same}
   *
   * @param hitsA of {@code sizeA}
   * @param hitsB of {@code sizeB}
   */
  static Chance proportions(long hitsA, long sizeA, long hitsB, long sizeB) {
    boolean isMore = (double) hitsB * sizeA > (double) hitsA * sizeB;
    long hits = hitsA + hitsB;
    double tail =
        isMore ? tail(hitsB, sizeB, hits, sizeA + sizeB) : tail(hitsA, sizeA, hits, sizeA + sizeB);
    double least =
        Math.min(
            tail(Math.min(hits, sizeA), sizeA, hits, sizeA + sizeB),
            tail(Math.min(hits, sizeB), sizeB, hits, sizeA + sizeB));
    return chance(Chance.Test.FISHER, tail, least, isMore);
  }

  /** How likely it is that of all hits at least {@code least} are in a part of the whole. */
  private static double tail(long least, long part, long hits, long whole) {
    double term =
        Math.exp(
            Probability.logChoose(hits, least)
                + Probability.logChoose(whole - hits, part - least)
                - Probability.logChoose(whole, part));
    double tail = 0;
    for (long i = least; i <= Math.min(hits, part) && term > tail * NOTHING; i++) {
      tail += term;
      term *= (double) (hits - i) * (part - i) / ((i + 1.0) * (whole - hits - part + i + 1.0));
    }
    return tail;
  }

  private static Chance chance(Chance.Test test, double tail, double least, boolean isMore) {
    return new Chance(test, Math.min(1, 2 * tail), Math.min(1, 2 * least), isMore);
  }
}
