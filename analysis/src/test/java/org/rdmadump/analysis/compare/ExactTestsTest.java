package org.rdmadump.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ExactTestsTest {
  /** The lady tasting tea (Fisher, The Design of Experiments, 1935): one tail is 17 of 70. */
  @Test
  void shouldComputeWhatFisherDid() {
    Chance chance = ExactTests.proportions(1, 4, 3, 4);

    assertThat(chance.p()).isCloseTo(2 * 17 / 70.0, within(1e-12));
    assertThat(chance.least()).isCloseTo(2 / 70.0, within(1e-12));
    assertThat(chance.isMore()).isTrue();
    assertThat(ExactTests.proportions(3, 4, 1, 4).p()).isCloseTo(chance.p(), within(1e-12));
    assertThat(ExactTests.proportions(3, 4, 1, 4).isMore()).isFalse();
  }

  @Test
  void shouldFindNothingWhereNothingCanDiffer() {
    assertThat(ExactTests.proportions(0, 0, 3, 4).p()).isEqualTo(1);
    assertThat(ExactTests.proportions(0, 9, 0, 4).p()).isEqualTo(1);
    assertThat(ExactTests.proportions(9, 9, 4, 4).least()).isEqualTo(1);
    assertThat(ExactTests.counts(0, 0).p()).isEqualTo(1);
    assertThat(ExactTests.counts(50, 50).p()).isEqualTo(1);
  }

  @Test
  void shouldTakeCountsForThrowsOfACoin() {
    assertThat(ExactTests.counts(0, 10).p()).isCloseTo(2 / 1024.0, within(1e-12));
    assertThat(ExactTests.counts(9, 1).p()).isCloseTo(22 / 1024.0, within(1e-12));
    assertThat(ExactTests.counts(9, 1).isMore()).isFalse();
  }

  @Test
  void shouldBeQuickAndExactWithBillions() {
    assertThat(ExactTests.counts(2_000_000_000L, 2_000_000_000L).p()).isEqualTo(1);
    // One standard deviation of the difference: 31.7 % by the normal distribution.
    assertThat(ExactTests.counts(2_000_000_000L, 2_000_063_246L).p())
        .isCloseTo(0.317, within(1e-3));
    assertThat(ExactTests.proportions(1_000_000, 2_000_000_000L, 2_000_000, 2_000_000_000L).p())
        .isZero();
  }
}
