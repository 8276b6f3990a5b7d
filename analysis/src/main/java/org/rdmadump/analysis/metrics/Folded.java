package org.rdmadump.analysis.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Counts by the value of one label, none of which ever goes down. Values that came first have
 * series of their own; all others are counted in one.
 */
final class Folded {
  private static final int MOST_FOLDED = 4096;

  private final int most;
  private final Map<String, Long> apart = new LinkedHashMap<>();
  private long other;

  /** Values that have no place, with what was counted of each if {@link #set} took it. */
  private final Map<String, Long> folded = new LinkedHashMap<>();

  /** None yet; {@code most} values are counted apart. */
  Folded(int most) {
    this.most = most;
  }

  /** Counts one more. */
  void add(String value) {
    if (hasPlace(value)) {
      apart.merge(value, 1L, Long::sum);
    } else {
      other++;
      fold(value, 0);
    }
  }

  /** Takes counts as of now, each of which counts from the start of the run. */
  void set(Map<String, ? extends Number> counts) {
    counts.forEach(
        (value, count) -> {
          if (hasPlace(value)) {
            apart.merge(value, count.longValue(), Math::max);
          } else {
            long before = fold(value, count.longValue());
            other += Math.max(0, count.longValue() - before);
          }
        });
  }

  /** Returns what was counted of a value without a place before. */
  private long fold(String value, long count) {
    if (folded.size() == MOST_FOLDED && !folded.containsKey(value)) {
      return count;
    }
    Long before = folded.get(value);
    folded.merge(value, count, Math::max);
    return before == null ? 0 : before;
  }

  private boolean hasPlace(String value) {
    return !value.equals(Metric.OTHER) && (apart.size() < most || apart.containsKey(value));
  }

  /** Values without a place. */
  long folded() {
    return folded.size();
  }

  /** Tells each count, and that of the others if there are any. */
  void tell(MetricSink sink, Metric metric) {
    tell(sink, metric, value -> new String[] {value});
  }

  /**
   * The same.
   *
   * @param labels the values of all labels by that of the first
   */
  void tell(MetricSink sink, Metric metric, Function<String, String[]> labels) {
    apart.forEach((value, count) -> sink.count(metric, count, labels.apply(value)));
    if (!folded.isEmpty()) {
      sink.count(metric, other, labels.apply(Metric.OTHER));
    }
  }
}
