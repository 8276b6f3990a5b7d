package org.rdmadump.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text format of Prometheus, version 0.0.4, and refuses what it does not allow or what
 * Prometheus advises against: a metric without HELP and TYPE before it, or in two places; a series
 * twice; a counter whose name does not end in {@code _total}; a histogram whose buckets do not add
 * up.
 */
public final class PrometheusFormat {
  private static final Pattern COMMENT =
      Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)");
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.+)})? (\\+Inf|-?[0-9]+(?:\\.[0-9]+)?)");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\\\\\"n])*)\"(?:,|$)");

  private final Map<String, String> types = new LinkedHashMap<>();
  private final Map<String, Double> series = new LinkedHashMap<>();
  private String family = "";
  private String helped = "";

  private PrometheusFormat() {}

  /** {@return the value of each series, by its name and labels as they are written} */
  public static Map<String, Double> read(String text) {
    PrometheusFormat reader = new PrometheusFormat();
    assertThat(text).endsWith("\n").doesNotContain("\r");
    text.lines().forEach(reader::line);
    reader.types.forEach(reader::checkFamily);
    return reader.series;
  }

  /** {@return the sum of the series whose names begin so} */
  public static double sum(Map<String, Double> series, String start) {
    return series.entrySet().stream()
        .filter(each -> each.getKey().startsWith(start))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  private void line(String line) {
    if (line.startsWith("#")) {
      Matcher comment = COMMENT.matcher(line);
      assertThat(comment.matches()).as(line).isTrue();
      if (comment.group(1).equals("HELP")) {
        helped = comment.group(2);
      } else {
        assertThat(comment.group(2)).as("HELP stands before TYPE").isEqualTo(helped);
        assertThat(comment.group(3)).isIn("counter", "gauge", "histogram");
        family = comment.group(2);
        assertThat(types.put(family, comment.group(3))).as(family + " is in one place").isNull();
      }
      return;
    }
    Matcher sample = SAMPLE.matcher(line);
    assertThat(sample.matches()).as(line).isTrue();
    String name = sample.group(1);
    if ("histogram".equals(types.get(family))) {
      assertThat(name).isIn(family + "_bucket", family + "_sum", family + "_count");
    } else {
      assertThat(name).isEqualTo(family);
    }
    String labels = sample.group(2) == null ? "" : sample.group(2);
    labels(labels);
    String key = labels.isEmpty() ? name : name + "{" + labels + "}";
    assertThat(series.put(key, Double.valueOf(sample.group(3))))
        .as(key + " is there once")
        .isNull();
  }

  private static void labels(String text) {
    Matcher label = LABEL.matcher(text);
    Map<String, String> labels = new HashMap<>();
    int at = 0;
    while (at < text.length()) {
      assertThat(label.find(at) && label.start() == at).as(text).isTrue();
      assertThat(labels.put(label.group(1), label.group(2))).as(text).isNull();
      at = label.end();
    }
  }

  private void checkFamily(String name, String type) {
    assertThat(series.keySet()).as(name + " has series").anyMatch(each -> each.startsWith(name));
    assertThat(name.endsWith("_total")).as(name).isEqualTo(type.equals("counter"));
    if (type.equals("counter")) {
      series.forEach(
          (key, value) -> {
            if (key.startsWith(name)) {
              assertThat(value).as(key).isNotNegative();
            }
          });
    } else if (type.equals("histogram")) {
      checkHistogram(name);
    }
  }

  private void checkHistogram(String name) {
    String bucket = name + "_bucket{";
    Map<String, List<Double>> counts = new LinkedHashMap<>();
    Map<String, Double> bounds = new HashMap<>();
    series.forEach(
        (key, value) -> {
          if (key.startsWith(bucket)) {
            int at = key.indexOf(",le=\"");
            String labels = key.substring(bucket.length(), at);
            String bound = key.substring(at + ",le=\"".length(), key.length() - "\"}".length());
            double le = bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound);
            assertThat(le).as(key).isGreaterThan(bounds.getOrDefault(labels, 0.0));
            bounds.put(labels, le);
            counts.computeIfAbsent(labels, any -> new ArrayList<>()).add(value);
          }
        });
    counts.forEach(
        (labels, each) -> {
          assertThat(each).as(labels).isSorted();
          assertThat(bounds.get(labels)).isEqualTo(Double.POSITIVE_INFINITY);
          assertThat(series.get(name + "_count{" + labels + "}"))
              .isEqualTo(each.get(each.size() - 1));
          assertThat(series).containsKey(name + "_sum{" + labels + "}");
        });
  }
}
