package org.rdmadump.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page of {@code compare --report} shows what {@code compare --json} prints. */
@InChromium
class ComparisonTest {
  private static final Path ENDS = Path.of("..", "testdata", "ends");
  private static final String NONE = "\u2013";
  private static final Map<String, String> PLACES =
      Map.of(
          "wire", "lost on the wire",
          "receiver", "dropped by the receiver",
          "not_ready", "refused, receiver not ready",
          "late", "arrived too late",
          "needless", "retransmitted needlessly",
          "missing_in_a", "missing in A",
          "missing_in_b", "missing in B",
          "undecided", "lost or missing");

  @TempDir Path folder;

  private List<JsonNode> records = List.of();

  /** Opens the page of a comparison, and keeps its records. */
  private void open(Chromium browser, Path a, Path b) {
    Path page = folder.resolve("report-compare.html");
    records =
        Rdmadump.records(
            "compare",
            "--json",
            "--report",
            page.toString(),
            "--force",
            a.toString(),
            b.toString());
    browser.open(page);
  }

  private List<JsonNode> of(String kind) {
    return records.stream().filter(each -> each.path("record").asText().equals(kind)).toList();
  }

  private void openRuns(Chromium browser) {
    open(browser, Rdmadump.capture("rocev2-nfs41-loss"), Rdmadump.capture("rocev2-nfs41-reorder"));
  }

  private void openEnds(Chromium browser) {
    open(browser, ENDS.resolve("lab-client.pcap"), ENDS.resolve("lab-server.pcap"));
  }

  @Test
  void shouldShowTheNumbersOfTwoRuns(Chromium browser) {
    openRuns(browser);

    List<List<String>> expected = new ArrayList<>();
    for (JsonNode each : of("compared")) {
      if (!List.of("same", "not_enough").contains(each.get("verdict").asText())) {
        expected.add(
            List.of(
                each.get("kind").asText(),
                each.get("protocol").asText() + " " + each.get("op").asText(),
                each.get("measure").asText(),
                amount(each, "a"),
                amount(each, "b"),
                each.get("verdict").asText()));
      }
    }
    List<List<String>> shown = new ArrayList<>();
    for (List<String> row : browser.rows("#differences table")) {
      List<String> cells = new ArrayList<>(row.subList(0, 5));
      cells.add(row.get(6));
      shown.add(cells);
      assertThat(row.get(7)).contains(": p ", ", corrected ");
    }
    assertThat(expected).isNotEmpty();
    assertThat(shown).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(browser.text("#overview")).contains(expected.size() + " differences");
    operations(browser);
  }

  private void operations(Chromium browser) {
    for (List<String> row : browser.rows("#operations table")) {
      assertThat(row.get(1)).isEqualTo(amountOf(row.get(0), "calls", "a"));
      assertThat(row.get(2)).isEqualTo(amountOf(row.get(0), "calls", "b"));
      int cell = 5;
      for (String percentile : List.of("p50", "p90", "p99")) {
        assertThat(row.get(cell++)).isEqualTo(amountOf(row.get(0), percentile, "a"));
        assertThat(row.get(cell++)).isEqualTo(amountOf(row.get(0), percentile, "b"));
      }
    }
    long operations = of("compared").stream().filter(this::isCalls).count();
    assertThat(browser.rows("#operations table")).hasSize((int) operations);
  }

  private boolean isCalls(JsonNode each) {
    return each.get("kind").asText().equals("counts");
  }

  private String amountOf(String operation, String measure, String side) {
    return of("compared").stream()
        .filter(each -> each.has("op") && each.get("measure").asText().equals(measure))
        .filter(
            each -> operation.equals(each.get("protocol").asText() + " " + each.get("op").asText()))
        .map(each -> amount(each, side))
        .findFirst()
        .orElse(NONE);
  }

  private static String amount(JsonNode compared, String side) {
    if (!compared.has(side)) {
      return NONE;
    }
    long value = compared.get(side).asLong();
    return switch (compared.get("unit").asText()) {
      case "ns" -> Shown.duration(value);
      case "bytes" -> Shown.bytes(value);
      default -> Shown.count(value);
    };
  }

  @Test
  void shouldShowTheNumbersOfBothEnds(Chromium browser) {
    openEnds(browser);

    JsonNode ends = of("ends").get(0);
    List<List<String>> expected = new ArrayList<>();
    for (JsonNode each : of("ends_packet")) {
      expected.add(
          List.of(
              PLACES.get(each.get("place").asText()),
              each.get("capture").asText().equals("a") ? "A" : "B",
              Shown.count(each.get("frame").asLong()),
              each.get("sender").asText().equals("a") ? "A to B" : "B to A",
              each.get("source").asText(),
              each.get("destination").asText(),
              each.get("destination_qp").asText(),
              each.get("psn").asText(),
              each.get("opcode").asText()));
    }
    assertThat(browser.rows("#packets .scroll:last-of-type table"))
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(browser.rows("#packets .scroll:first-of-type table"))
        .contains(row("in both", ends, "both"), row("lost on the wire", ends, "wire"));
    delays(browser, ends);
    calls(browser);
    JsonNode clocks = ends.get("clocks");
    assertThat(browser.text("#clocks"))
        .contains(
            Shown.duration(clocks.get("bound_ns").asLong()) + " at the ends",
            "by " + Shown.plural(clocks.get("packets").asLong(), "packet"));
  }

  private static List<String> row(String title, JsonNode ends, String member) {
    return List.of(
        title,
        Shown.count(ends.at("/packets/a_to_b/" + member).asLong()),
        Shown.count(ends.at("/packets/b_to_a/" + member).asLong()));
  }

  private static void delays(Chromium browser, JsonNode ends) {
    List<List<String>> expected = new ArrayList<>();
    for (String way : List.of("a_to_b", "b_to_a")) {
      JsonNode packets = ends.at("/packets/" + way);
      expected.add(
          List.of(
              way.equals("a_to_b") ? "A to B" : "B to A",
              Shown.count(packets.get("both").asLong()),
              Shown.duration(packets.get("least_delay_ns").asLong()),
              Shown.duration(packets.at("/delay/p50_ns").asLong()),
              Shown.duration(packets.at("/delay/p90_ns").asLong()),
              Shown.duration(packets.at("/delay/p99_ns").asLong()),
              Shown.duration(packets.at("/delay/max_ns").asLong())));
    }
    assertThat(browser.rows("#clocks table")).isEqualTo(expected);
  }

  private void calls(Chromium browser) {
    List<List<String>> expected = new ArrayList<>();
    for (JsonNode each : of("ends_exchange")) {
      expected.add(
          List.of(
              each.get("protocol").asText() + " " + each.get("op").asText(),
              each.get("xid").asText(),
              Shown.count(each.get("frame_a").asLong()),
              Shown.count(each.get("frame_b").asLong()),
              Shown.duration(each.get("latency_ns").asLong()),
              Shown.duration(each.get("server_ns").asLong()),
              Shown.duration(each.get("network_ns").asLong()),
              Shown.duration(each.get("client_ns").asLong())));
    }
    assertThat(
            browser.rows("#time .scroll:last-of-type table").stream()
                .map(row -> row.subList(0, 8))
                .toList())
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(browser.rows("#time .scroll:first-of-type table"))
        .hasSameSizeAs(of("ends_operation"));
  }

  @Test
  void shouldShowAHostileNameAsText(Chromium browser) throws IOException {
    Path hostile = folder.resolve("<img src=x onerror='document.title=1'>.pcap");
    Files.copy(ENDS.resolve("lab-client.pcap"), hostile);

    open(browser, hostile, ENDS.resolve("lab-server.pcap"));

    assertThat(browser.text("h1")).startsWith("<img src=x onerror='document.title=1'>.pcap and");
    assertThat(browser.text("#overview")).contains("A: <img src=x onerror=");
    assertThat(browser.<Long>eval("document.querySelectorAll('img').length")).isZero();
    assertThat(browser.<String>eval("document.title")).startsWith("<img");
  }

  @ParameterizedTest
  @CsvSource({"light, 400", "light, 1280", "dark, 400", "dark, 1280"})
  void shouldHaveNoViolation(String theme, int width, Chromium browser) throws IOException {
    for (Runnable page : List.<Runnable>of(() -> openRuns(browser), () -> openEnds(browser))) {
      page.run();
      browser.width(width);
      browser.media("screen", theme);
      assertThat(AccessibilityTest.violations(browser)).isEmpty();
    }
  }
}
