package org.rdmadump.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.stats.Sample;

/** How much of something calls had. */
final class AmountsTest {
  private final Amounts amounts = new Amounts(CompareKind.BYTES);

  @Test
  void shouldCountTheSameWhetherEqualOnesFollowEachOtherOrNot() {
    for (long each : new long[] {5, 5, 5, 7, 5, 7, 7}) {
      amounts.add(each);
    }

    Sample sample = amounts.of(7);
    assertThat(sample.times(5)).isEqualTo(4);
    assertThat(sample.times(7)).isEqualTo(3);
    assertThat(sample.size()).isEqualTo(7);
    assertThat(amounts.sum()).isEqualTo(41);
  }

  @Test
  void shouldCountCallsThatHadNoneAsZero() {
    amounts.add(0);
    amounts.add(9);

    assertThat(amounts.of(2).times(0)).isEqualTo(1);
    assertThat(amounts.of(2).times(9)).isEqualTo(1);
  }

  @Test
  void shouldTakeWhatATotalHasGrownBy() {
    amounts.grownTo(100);
    amounts.grownTo(100);
    amounts.grownTo(130);

    Sample sample = amounts.of(3);
    assertThat(sample.times(100)).isEqualTo(1);
    assertThat(sample.times(30)).isEqualTo(1);
    assertThat(sample.times(0)).isEqualTo(1);
  }

  @Test
  void shouldTakeMoreThanATebibyteAsOneAndStillKnowTheSum() {
    amounts.add(1L << 41);
    amounts.add(1L << 42);

    assertThat(amounts.of(2).distinct()).isEqualTo(1);
    assertThat(amounts.sum()).isEqualTo(3L << 41);
  }
}
