package org.rdmadump.analysis.metrics;

import java.util.Locale;

/** What becomes of a metric over time. */
public enum MetricType {
  /** It never goes down. */
  COUNTER,
  /** It goes up and down. */
  GAUGE,
  /** Counts of durations, by upper bound. */
  HISTOGRAM;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** {@return its name in Prometheus} */
  public String label() {
    return label;
  }
}
