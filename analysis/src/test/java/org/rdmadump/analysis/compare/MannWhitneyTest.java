package org.rdmadump.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.HdrHistogram.PackedHistogram;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.stats.Sample;

class MannWhitneyTest {
  private static Sample sample(long... values) {
    PackedHistogram histogram = new PackedHistogram(2);
    histogram.setAutoResize(true);
    for (long each : values) {
      histogram.recordValue(each);
    }
    return Sample.of(histogram, 0);
  }

  /** As SciPy's mannwhitneyu computes it (method asymptotic, with continuity). */
  @Test
  void shouldComputeWhatOthersDoWithoutTies() {
    Chance chance =
        new MannWhitney(
                sample(19, 22, 16, 29, 24, 31, 33, 35, 37, 39, 41, 43),
                sample(20, 11, 17, 12, 13, 14, 15, 18, 21, 23, 25, 26))
            .test();

    assertThat(chance.test()).isEqualTo(Chance.Test.MANN_WHITNEY);
    assertThat(chance.p()).isCloseTo(0.0016520394562341682, within(1e-9));
    assertThat(chance.isMore()).isFalse();
  }

  @Test
  void shouldCorrectForTies() {
    Chance chance =
        new MannWhitney(
                sample(1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5),
                sample(2, 3, 3, 3, 4, 5, 5, 5, 6, 6, 6, 7))
            .test();

    assertThat(chance.p()).isCloseTo(0.02414026811986124, within(1e-9));
    assertThat(chance.isMore()).isTrue();
  }

  /** By normal approximation one of ten with another value would be sure: p is 1e-23 then. */
  @Test
  void shouldBeExactWhereNearlyAllValuesAreTheSame() {
    long[] many = new long[1000];
    Arrays.fill(many, 1);
    Chance chance = new MannWhitney(sample(many), sample(1, 1, 1, 1, 1, 1, 1, 1, 1, 2)).test();

    assertThat(chance.test()).isEqualTo(Chance.Test.FISHER);
    assertThat(chance.p()).isCloseTo(2 * 10 / 1010.0, within(1e-9));
    assertThat(chance.isMore()).isTrue();
  }

  @Test
  void shouldFindNothingInNothing() {
    assertThat(new MannWhitney(sample(), sample(1, 2)).test().p()).isEqualTo(1);
    assertThat(new MannWhitney(sample(1, 1), sample(1)).test().p()).isEqualTo(1);
    assertThat(new MannWhitney(sample(), sample()).isEnough().test(0.01)).isFalse();
  }

  @Test
  void shouldSayHowManyValuesAreEnough() {
    Random random = new Random(1);
    for (int size : new int[] {10, 40, 1000}) {
      long[] a = new long[size];
      long[] b = new long[size];
      for (int i = 0; i < size; i++) {
        a[i] = Math.round(1e6 * Math.exp(0.4 * random.nextGaussian()));
        b[i] = Math.round(1e6 * Math.exp(0.4 * random.nextGaussian()));
      }
      assertThat(new MannWhitney(sample(a), sample(b)).isEnough().test(0.01))
          .isEqualTo(size == 1000);
    }
  }
}
