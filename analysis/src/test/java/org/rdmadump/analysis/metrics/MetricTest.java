package org.rdmadump.analysis.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What every metric has in common. */
class MetricTest {
  /** Sets of label values of a metric, the one for all others included. */
  private static int sets(Metric metric) {
    int most = metric.most();
    if (metric.labels().isEmpty()) {
      return 1;
    }
    if (metric.labels().contains("sender")) {
      return 2 * (most + 1);
    }
    return metric == Metric.DEVICE_DROPPED ? most + 3 : most + 1;
  }

  /** Buckets, that without a bound, sum and count. */
  private static int series(Metric metric) {
    return metric.type() == MetricType.HISTOGRAM ? LatencyBuckets.BOUNDS.size() + 3 : 1;
  }

  @Test
  void shouldHaveNoMoreSeriesAltogetherThanAreAllowed() {
    int all = Arrays.stream(Metric.values()).mapToInt(each -> sets(each) * series(each)).sum();

    assertThat(all).isBetween(900, Metric.MOST_SERIES);
  }

  @Test
  void shouldFollowTheConventionsOfPrometheus() {
    for (Metric each : Metric.values()) {
      assertThat(each.title()).matches("(rdmadump|process)_[a-z_]+");
      assertThat(each.title().endsWith("_total")).isEqualTo(each.type() == MetricType.COUNTER);
      assertThat(each.labels()).allMatch(label -> label.matches("[a-z_]+"));
      assertThat(each.labels()).doesNotContain("le");
      assertThat(each.help()).isNotBlank().doesNotEndWith(".");
    }
  }

  @Test
  void shouldCountAnOperationApartWhereverItIs() {
    assertThat(Arrays.stream(Metric.values()).filter(each -> each.labels().contains("operation")))
        .allMatch(each -> each.most() == Metric.CALLS.most());
    assertThat(Arrays.stream(Metric.values()).filter(each -> each.labels().contains("connection")))
        .allMatch(each -> each.most() == Metric.CONNECTION_CALLS.most());
  }
}
