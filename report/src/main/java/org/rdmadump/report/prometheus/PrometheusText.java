package org.rdmadump.report.prometheus;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.rdmadump.analysis.metrics.LatencyBuckets;
import org.rdmadump.analysis.metrics.Metric;
import org.rdmadump.analysis.metrics.MetricSink;

/**
 * Writes metrics in the text format of Prometheus, version 0.0.4: HELP and TYPE before the series
 * of each metric. Control characters in label values become {@code ?}.
 */
public final class PrometheusText implements MetricSink {
  /** What HTTP calls it. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int NANO_DIGITS = 9;

  private final StringBuilder text = new StringBuilder();
  private Metric last = Metric.FOLDED;

  /** Nothing written yet. */
  public PrometheusText() {}

  /** {@return what was written, in UTF-8} */
  public byte[] bytes() {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void count(Metric metric, long value, String... labels) {
    begin(metric);
    series(metric, "", metric.labels(), List.of(labels));
    text.append(value).append('\n');
  }

  @Override
  public void time(Metric metric, long nanos, String... labels) {
    begin(metric);
    series(metric, "", metric.labels(), List.of(labels));
    putSeconds(nanos);
    text.append('\n');
  }

  @Override
  public void histogram(Metric metric, LatencyBuckets buckets, String... labels) {
    begin(metric);
    List<String> values = List.of(labels);
    int bounds = LatencyBuckets.BOUNDS.size();
    for (int i = 0; i <= bounds; i++) {
      series(metric, "_bucket", metric.labels(), values);
      // Inside of the braces, which every histogram has.
      text.setLength(text.length() - 2);
      text.append(",le=\"");
      if (i < bounds) {
        putSeconds(LatencyBuckets.BOUNDS.get(i));
      } else {
        text.append("+Inf");
      }
      text.append("\"} ").append(buckets.upTo(i)).append('\n');
    }
    series(metric, "_sum", metric.labels(), values);
    putSeconds(buckets.sum());
    text.append('\n');
    series(metric, "_count", metric.labels(), values);
    text.append(buckets.count()).append('\n');
  }

  private void begin(Metric metric) {
    if (text.length() > 0 && metric == last) {
      return;
    }
    last = metric;
    text.append("# HELP ").append(metric.title()).append(' ');
    // Quotes stay as they are here, other than in labels.
    text.append(metric.help().replace("\\", "\\\\")).append('\n');
    text.append("# TYPE ").append(metric.title()).append(' ');
    text.append(metric.type().label()).append('\n');
  }

  private void series(Metric metric, String suffix, List<String> names, List<String> values) {
    if (names.size() != values.size()) {
      throw new IllegalArgumentException(metric + " has other labels than " + values);
    }
    text.append(metric.title()).append(suffix);
    for (int i = 0; i < names.size(); i++) {
      text.append(i == 0 ? '{' : ',').append(names.get(i)).append("=\"");
      putEscaped(values.get(i));
      text.append('"');
    }
    text.append(names.isEmpty() ? " " : "} ");
  }

  private void putEscaped(String value) {
    value
        .codePoints()
        .forEach(
            each -> {
              if (each == '\\' || each == '"') {
                text.append('\\');
              }
              text.appendCodePoint(Character.isISOControl(each) ? '?' : each);
            });
  }

  /** Appends seconds without an exponent, and without zeros at the end. */
  private void putSeconds(long nanos) {
    text.append(nanos / NANOS_PER_SECOND);
    long rest = nanos % NANOS_PER_SECOND;
    if (rest != 0) {
      String digits = Long.toString(NANOS_PER_SECOND + rest).substring(1);
      int end = NANO_DIGITS;
      while (digits.charAt(end - 1) == '0') {
        end--;
      }
      text.append('.').append(digits, 0, end);
    }
  }
}
