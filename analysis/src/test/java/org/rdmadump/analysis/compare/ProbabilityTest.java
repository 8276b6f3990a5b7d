package org.rdmadump.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbabilityTest {
  /** From tables of the normal distribution. */
  @ParameterizedTest
  @CsvSource({
    "0, 0.5",
    "1, 0.15865525393145705",
    "1.959963984540054, 0.025",
    "2.999999, 0.0013499024635",
    "3, 0.0013498980316301",
    "6, 9.8658764503769e-10",
    "10, 7.6198530241605e-24",
    "-1, 0.84134474606854"
  })
  void shouldKnowTheTailOfTheNormalDistribution(double z, double tail) {
    assertThat(Probability.normalTail(z)).isCloseTo(tail, Percentage.withPercentage(1e-6));
    assertThat(Probability.normalQuantile(tail)).isCloseTo(z, within(1e-6));
  }

  @Test
  void shouldGoOverFromProductsToStirlingsSeriesWithoutAStep() {
    double sum = 0;
    for (int i = 1; i <= 60; i++) {
      sum += Math.log(i);
      assertThat(Probability.logFactorial(i)).isCloseTo(sum, within(1e-9));
    }
    assertThat(Probability.logFactorial(0)).isZero();
    assertThat(Probability.logChoose(50, 3)).isCloseTo(Math.log(19_600), within(1e-9));
  }
}
