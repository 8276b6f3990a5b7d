package org.rdmadump.analysis.compare;

/**
 * How likely chance alone makes two runs of the same differ as much as A and B do.
 *
 * @param test that says so
 * @param p the probability, two-sided, from 0 to 1
 * @param least the least that {@code p} can be with as many calls
 * @param isMore whether B has more, or larger values
 * @param adjusted {@code p} corrected for the number of tests (Holm)
 */
public record Chance(Test test, double p, double least, boolean isMore, double adjusted) {
  /** A statistical test. */
  public enum Test {
    /**
     * Mann-Whitney U by normal approximation, with correction for ties and continuity (Mann and
     * Whitney, Annals of Mathematical Statistics 18, 1947; ties: Kruskal and Wallis, JASA 47,
     * 1952).
     */
    MANN_WHITNEY("mann-whitney-u"),
    /** Fisher's exact test of two proportions, the smaller tail doubled (Fisher, JRSS 98, 1935). */
    FISHER("fisher-exact"),
    /**
     * The exact conditional test of two Poisson rates, which is binomial (Przyborowski and
     * Wilenski, Biometrika 31, 1940).
     */
    POISSON("poisson-exact");

    private final String label;

    Test(String label) {
      this.label = label;
    }

    /** {@return its name in output} */
    public String label() {
      return label;
    }
  }

  /** One that is not corrected yet. */
  Chance(Test test, double p, double least, boolean isMore) {
    this(test, p, least, isMore, p);
  }

  /** The same, not corrected yet, if it is the least of so many. */
  Chance times(double tests) {
    return new Chance(test, Math.min(1, tests * p), Math.min(1, tests * least), isMore);
  }

  /** The same, corrected. */
  Chance adjustedTo(double corrected) {
    return new Chance(test, p, least, isMore, corrected);
  }
}
