package org.rdmadump.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How values are distributed, against all of them. */
class DistributionTest {
  private static long exact(long[] sorted, int percent) {
    return sorted[(sorted.length * percent + 99) / 100 - 1];
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 63, 64})
  void shouldBeExactForFewValues(int count) {
    SplittableRandom random = new SplittableRandom(count);
    long[] values = random.longs(count, 0, Long.MAX_VALUE / 100).toArray();
    Distribution distribution = new Distribution();
    Arrays.stream(values).forEach(distribution::add);
    Arrays.sort(values);

    assertThat(distribution.count()).isEqualTo(count);
    for (int percent = 1; percent <= 100; percent++) {
      assertThat(distribution.percentile(percent)).isEqualTo(exact(values, percent));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {65, 100, 10_000})
  void shouldBeAtMostAnEighthTooHighForMany(int count) {
    SplittableRandom random = new SplittableRandom(count);
    long[] values = new long[count];
    Distribution distribution = new Distribution();
    for (int i = 0; i < count; i++) {
      values[i] = random.nextLong(1L << random.nextInt(1, 47));
      distribution.add(values[i]);
    }
    Arrays.sort(values);

    assertThat(distribution.least()).isEqualTo(values[0]);
    assertThat(distribution.greatest()).isEqualTo(values[count - 1]);
    assertThat(distribution.sum()).isEqualTo(Arrays.stream(values).sum());
    for (int percent = 1; percent <= 100; percent++) {
      long known = exact(values, percent);
      assertThat(distribution.percentile(percent)).isBetween(known, known + known / 8);
    }
  }

  @Test
  void shouldTakeWhateverIsSaid() {
    Distribution distribution = new Distribution();
    for (int i = 0; i < 100; i++) {
      distribution.add(i % 2 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE / 1000);
    }

    assertThat(distribution.least()).isZero();
    assertThat(distribution.percentile(50)).isZero();
    assertThat(distribution.percentile(51)).isLessThanOrEqualTo(distribution.greatest());
    assertThat(new Distribution().percentile(50)).isZero();
    assertThat(new Distribution().mean()).isZero();
  }
}
