package org.rdmadump.analysis.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Durations by fixed bounds. */
class LatencyBucketsTest {
  private final LatencyBuckets buckets = new LatencyBuckets();

  @Test
  void shouldCountADurationAtABoundBelowIt() {
    buckets.add(50_000);
    buckets.add(50_001);

    assertThat(buckets.upTo(0)).isEqualTo(1);
    assertThat(buckets.upTo(1)).isEqualTo(2);
    assertThat(buckets.sum()).isEqualTo(100_001);
  }

  @Test
  void shouldCountWhatIsLongerThanAllBounds() {
    buckets.add(Long.MAX_VALUE / 2);

    assertThat(buckets.upTo(LatencyBuckets.BOUNDS.size() - 1)).isZero();
    assertThat(buckets.count()).isEqualTo(1);
  }

  @Test
  void shouldTakeATimeBelowZeroAsZero() {
    buckets.add(-5);

    assertThat(buckets.upTo(0)).isEqualTo(1);
    assertThat(buckets.sum()).isZero();
  }

  @Test
  void shouldHaveBoundsThatGrow() {
    assertThat(LatencyBuckets.BOUNDS).isSorted().doesNotHaveDuplicates();
  }
}
