package org.rdmadump.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Latencies are known to one part in eight. */
class LatencyBucketsTest {
  private final LatencyBuckets buckets = new LatencyBuckets();

  @Test
  void shouldHaveNoGapAndNoOverlapBetweenBuckets() {
    for (int bucket = 0; bucket < 300; bucket++) {
      long least = LatencyBuckets.least(bucket);
      long next = LatencyBuckets.least(bucket + 1);
      assertThat(next).as("bucket %d", bucket).isGreaterThan(least);
      assertThat(LatencyBuckets.bucket(least)).isEqualTo(bucket);
      assertThat(LatencyBuckets.bucket(next - 1)).isEqualTo(bucket);
      assertThat(next - 1).isLessThanOrEqualTo(least + least / 8);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE})
  void shouldCountWhatIsBelowZeroAsZero(long nanos) {
    buckets.add(nanos);
    assertThat(buckets.count(0)).isEqualTo(1);
    assertThat(buckets.percentile(100)).isZero();
  }

  @Test
  void shouldCountTheLongestTogether() {
    long ages = 1L << 62;
    buckets.add(ages);
    buckets.add(Long.MAX_VALUE);
    assertThat(buckets.count(LatencyBuckets.bucket(ages))).isEqualTo(2);
    assertThat(buckets.size()).isLessThanOrEqualTo(480);
  }

  @Test
  void shouldTellDaysApart() {
    long day = 24L * 60 * 60 * 1_000_000_000L;
    buckets.add(day);
    buckets.add(2 * day);

    assertThat(buckets.percentile(50)).isBetween(day, day + day / 8);
    assertThat(buckets.percentile(100)).isEqualTo(2 * day);
  }

  @Test
  void shouldHaveNoPercentileWithoutALatency() {
    assertThat(buckets.percentile(50)).isZero();
    assertThat(buckets.size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 50, 90, 99, 100})
  void shouldBoundPercentilesFromAbove(double percent) {
    Random random = new Random(7);
    List<Long> latencies = new ArrayList<>();
    for (int i = 0; i < 999; i++) {
      latencies.add((long) Math.exp(random.nextDouble() * 20));
    }
    latencies.forEach(buckets::add);
    Collections.sort(latencies);
    long exact = latencies.get((int) Math.ceil(percent / 100 * latencies.size()) - 1);

    assertThat(buckets.percentile(percent)).isBetween(exact, exact + exact / 8);
  }

  @Test
  void shouldHaveNoPercentileAboveTheGreatestLatency() {
    // given latencies that are far from the upper bound of their bucket
    LatencyBuckets others = new LatencyBuckets();
    others.add(39_200_000);
    buckets.add(38_000_000);
    buckets.add(others);

    assertThat(buckets.percentile(99)).isEqualTo(39_200_000);
    assertThat(buckets.percentile(100)).isEqualTo(39_200_000);
  }

  @Test
  void shouldAddUp() {
    LatencyBuckets others = new LatencyBuckets();
    buckets.add(100);
    others.add(100);
    others.add(1_000_000);

    buckets.add(others);

    assertThat(buckets.count(LatencyBuckets.bucket(100))).isEqualTo(2);
    assertThat(buckets.count(LatencyBuckets.bucket(1_000_000))).isEqualTo(1);
    assertThat(others.count(LatencyBuckets.bucket(100))).isEqualTo(1);
  }

  @Test
  void shouldTakeLatenciesInAnyOrder() {
    buckets.add(1_000_000);
    buckets.add(100);
    buckets.add(10_000);

    assertThat(buckets.used()).isEqualTo(3);
    assertThat(buckets.count(LatencyBuckets.bucket(100))).isEqualTo(1);
    assertThat(buckets.count(LatencyBuckets.bucket(10_000))).isEqualTo(1);
    assertThat(buckets.count(LatencyBuckets.bucket(1_000_000))).isEqualTo(1);
    assertThat(buckets.count(0)).isZero();
    assertThat(buckets.percentile(1)).isBetween(100L, 112L);
  }
}
