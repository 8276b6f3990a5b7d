package org.rdmadump.analysis.metrics;

/** Takes the numbers of a moment, all of a metric one after the other. */
public interface MetricSink {
  /**
   * Takes a count.
   *
   * @param labels values, one for each label of the metric
   */
  void count(Metric metric, long value, String... labels);

  /**
   * Takes a time, or a point in time since 1970.
   *
   * @param nanos in nanoseconds
   * @param labels as above
   */
  void time(Metric metric, long nanos, String... labels);

  /**
   * Takes counts of durations.
   *
   * @param labels as above
   */
  void histogram(Metric metric, LatencyBuckets buckets, String... labels);
}
