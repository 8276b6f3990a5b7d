package org.rdmadump.analysis.compare;

/** Probabilities that the tests need. */
final class Probability {
  /** From here on the continued fraction is as exact as the series, which loses digits. */
  private static final double FAR = 3;

  private static final int TERMS = 100;
  private static final long SMALL = 20;
  private static final int STEPS = 100;
  private static final double FARTHEST = 40;

  private Probability() {}

  /**
   * {@return how likely a standard normal value is {@code z} or more} By the series 26.2.11 and the
   * continued fraction 26.2.14 of Abramowitz and Stegun, Handbook of Mathematical Functions.
   */
  static double normalTail(double z) {
    if (z < 0) {
      return 1 - normalTail(-z);
    }
    double density = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
    if (z < FAR) {
      double sum = 0;
      double term = z;
      for (int i = 1; i < TERMS; i++) {
        sum += term;
        term *= z * z / (2 * i + 1);
      }
      return 0.5 - density * sum;
    }
    double fraction = z;
    for (int i = TERMS; i > 0; i--) {
      fraction = z + i / fraction;
    }
    return density / fraction;
  }

  /** {@return the value of which {@link #normalTail} is {@code tail}, by bisection} */
  static double normalQuantile(double tail) {
    double low = -FARTHEST;
    double high = FARTHEST;
    for (int i = 0; i < STEPS; i++) {
      double middle = (low + high) / 2;
      if (normalTail(middle) > tail) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** {@return the logarithm of {@code n!}, above 20 by Stirling's series} */
  static double logFactorial(long n) {
    if (n <= SMALL) {
      double product = 1;
      for (int i = 2; i <= n; i++) {
        product *= i;
      }
      return Math.log(product);
    }
    double x = n;
    double cube = x * x * x;
    return x * Math.log(x)
        - x
        + Math.log(2 * Math.PI * x) / 2
        + 1 / (12 * x)
        - 1 / (360 * cube)
        + 1 / (1260 * cube * x * x);
  }

  /** {@return the logarithm of how many ways there are to choose {@code k} of {@code n}} */
  static double logChoose(long n, long k) {
    return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
  }
}
