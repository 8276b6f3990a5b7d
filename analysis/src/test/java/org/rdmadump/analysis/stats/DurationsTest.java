package org.rdmadump.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DurationsTest {
  @Test
  void shouldBeZeroWhereThereIsNone() {
    Durations none = new Durations();

    assertThat(none.count()).isZero();
    assertThat(none.least()).isZero();
    assertThat(none.mean()).isZero();
    assertThat(none.p50()).isZero();
    assertThat(none.greatest()).isZero();
  }

  @Test
  void shouldKnowAnOnlyOneExactly() {
    Durations one = new Durations();
    one.add(123_456_789);

    assertThat(one.p50()).isEqualTo(123_456_789);
    assertThat(one.p99()).isEqualTo(123_456_789);
    assertThat(one.mean()).isEqualTo(123_456_789);
  }

  @Test
  void shouldTakeTimesThatGoBackForNone() {
    Durations back = new Durations();
    back.add(-1);

    assertThat(back.least()).isZero();
    assertThat(back.greatest()).isZero();
    assertThat(back.count()).isEqualTo(1);
  }

  @Test
  void shouldTakeWhatIsLongerThanADayForADay() {
    Durations longest = new Durations();
    longest.add(Long.MAX_VALUE);

    assertThat(longest.greatest()).isEqualTo(86_400_000_000_000L);
    assertThat(longest.p50()).isEqualTo(86_400_000_000_000L);
  }

  @Test
  void shouldBeAtMostOneInAHundredTooHigh() {
    Random random = new Random(1);
    long[] values = new long[10_000];
    Durations durations = new Durations();
    for (int i = 0; i < values.length; i++) {
      values[i] = (long) Math.exp(random.nextDouble() * 30);
      durations.add(values[i]);
    }
    Arrays.sort(values);

    assertThat(durations.p50()).isBetween(values[4999], values[4999] + values[4999] / 100 + 1);
    assertThat(durations.p90()).isBetween(values[8999], values[8999] + values[8999] / 100 + 1);
    assertThat(durations.p99()).isBetween(values[9899], values[9899] + values[9899] / 100 + 1);
  }
}
