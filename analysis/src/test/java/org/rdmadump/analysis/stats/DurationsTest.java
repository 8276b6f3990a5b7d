package org.rdmadump.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldKnowWhatIsLongerThanADay(boolean packed) {
    long day = 86_400_000_000_000L;
    Durations days = new Durations(packed);
    days.add(day);
    days.add(30 * day);
    days.add(41 * day);

    assertThat(days.least()).isEqualTo(day);
    assertThat(days.greatest()).isEqualTo(41 * day);
    assertThat(days.sum()).isEqualTo(72 * day);
    assertThat(days.mean()).isEqualTo(24 * day);
    assertThat(days.p50()).isBetween(30 * day, 30 * day + 30 * day / 100);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldTakeWhateverIsLong(boolean packed) {
    Durations longest = new Durations(packed);
    longest.add(Long.MAX_VALUE);
    longest.add(Long.MAX_VALUE);

    assertThat(longest.greatest()).isEqualTo(Long.MAX_VALUE);
    assertThat(longest.sum()).isEqualTo(Long.MAX_VALUE);
    assertThat(longest.p50()).isEqualTo((1L << 62) - 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 5, 255, 256, 257, 1000})
  void shouldSayTheSamePackedAndWheneverItIsAsked(int count) {
    Random random = new Random(count);
    Durations plain = new Durations();
    Durations packed = new Durations(/* packed= */ true);
    Durations asked = new Durations(/* packed= */ true);
    for (int i = 0; i < count; i++) {
      long value = (long) Math.exp(random.nextDouble() * 30);
      plain.add(value);
      packed.add(value);
      asked.add(value);
      assertThat(asked.p50()).isEqualTo(plain.p50());
    }
    for (Durations each : List.of(packed, asked)) {
      assertThat(each.count()).isEqualTo(count);
      assertThat(each.p50()).isEqualTo(plain.p50());
      assertThat(each.p90()).isEqualTo(plain.p90());
      assertThat(each.p99()).isEqualTo(plain.p99());
      assertThat(each.sample()).usingRecursiveComparison().isEqualTo(plain.sample());
    }
  }

  @Test
  void shouldCountTheSameDurationAsOftenAsItWas() {
    int often = 600_000;
    Durations packed = new Durations(/* packed= */ true);
    for (int i = 0; i < often; i++) {
      packed.add(196);
    }
    packed.add(20_000);

    assertThat(packed.count()).isEqualTo(often + 1);
    assertThat(packed.p99()).isEqualTo(196);
    assertThat(packed.sample().times(196)).isEqualTo(often);
    assertThat(packed.greatest()).isEqualTo(20_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldBeAtMostOneInAHundredTooHigh(boolean packed) {
    Random random = new Random(1);
    long[] values = new long[10_000];
    Durations durations = new Durations(packed);
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
