package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.metrics.LatencyBuckets;
import org.rdmadump.analysis.metrics.Metric;

/** {@code docs/metrics.md} has every metric, as it is printed. */
class DocumentedMetricsTest {
  private static final Path PAGE = Path.of("..", "docs", "metrics.md");
  private static final String HEAD = "| metric | type | labels | most | what it tells |";

  private static String row(Metric metric) {
    List<String> labels = new ArrayList<>();
    metric.labels().forEach(each -> labels.add("`" + each + "`"));
    return "| `%s` | %s | %s | %s | %s |"
        .formatted(
            metric.title(),
            metric.type().label(),
            String.join(", ", labels),
            metric.labels().isEmpty() ? "" : Integer.toString(metric.most()),
            metric.help());
  }

  @Test
  void shouldListEveryMetricAsItIsPrinted() throws IOException {
    List<String> expected = new ArrayList<>();
    for (Metric each : Metric.values()) {
      expected.add(row(each));
    }

    List<String> page = Files.readAllLines(PAGE);
    int from = page.indexOf(HEAD) + 2;
    int to = from;
    while (page.get(to).startsWith("|")) {
      to++;
    }

    assertThat(page.subList(from, to)).containsExactlyElementsOf(expected);
  }

  @Test
  void shouldNameTheBoundsOfTheHistogramAndTheMostSeries() throws IOException {
    List<String> bounds = new ArrayList<>();
    for (long each : LatencyBuckets.BOUNDS) {
      BigDecimal micros = BigDecimal.valueOf(each, 3);
      boolean isMicros = each < 1_000_000;
      boolean isMillis = !isMicros && each < 1_000_000_000;
      bounds.add(
          micros.movePointLeft(isMicros ? 0 : isMillis ? 3 : 6).stripTrailingZeros().toPlainString()
              + (isMicros ? " us" : isMillis ? " ms" : " s"));
    }

    assertThat(Files.readString(PAGE).replace('\n', ' '))
        .contains(String.join(", ", bounds))
        .contains(String.format(Locale.ROOT, "%,d series", Metric.MOST_SERIES));
  }
}
