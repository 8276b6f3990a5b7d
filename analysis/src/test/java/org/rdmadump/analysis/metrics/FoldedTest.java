package org.rdmadump.analysis.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Counts by a label whose values are more than have a place. */
class FoldedTest {
  private final Folded counts = new Folded(2);

  private List<String> told() {
    List<String> told = new ArrayList<>();
    counts.tell(
        new MetricSink() {
          @Override
          public void count(Metric metric, long value, String... labels) {
            told.add(String.join(" ", labels) + " " + value);
          }

          @Override
          public void time(Metric metric, long nanos, String... labels) {
            throw new AssertionError();
          }

          @Override
          public void histogram(Metric metric, LatencyBuckets buckets, String... labels) {
            throw new AssertionError();
          }
        },
        Metric.ERRORS);
    return told;
  }

  @Test
  void shouldCountValuesBeyondTheFirstOnesTogether() {
    for (String each : List.of("a", "b", "c", "d", "c", "a")) {
      counts.add(each);
    }

    assertThat(told()).containsExactly("a 2", "b 1", "other 3");
    assertThat(counts.folded()).isEqualTo(2);
  }

  @Test
  void shouldTellNoOthersWhereThereAreNone() {
    counts.add("a");

    assertThat(told()).containsExactly("a 1");
  }

  @Test
  void shouldTakeRunningTotalsAndNeverGoDown() {
    counts.set(Map.of("a", 5L));
    counts.set(Map.of("a", 4L, "b", 1));
    counts.set(Map.of("c", 3L));
    counts.set(Map.of("c", 2L));
    counts.set(Map.of("c", 7L, "d", 1L));

    assertThat(told()).containsExactly("a 5", "b 1", "other 8");
  }

  @Test
  void shouldCountAValueOfThatNameWithTheOthers() {
    counts.add(Metric.OTHER);

    assertThat(told()).containsExactly("other 1");
  }
}
