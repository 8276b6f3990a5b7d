package org.rdmadump.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the page shows of the whole capture is what other commands print in JSON. */
@InChromium
class NumbersTest {
  private static final int MOST_OPERATIONS = 40;
  private static final String UNKNOWN = "\u2013";

  /** Means by which bytes travel, and their names in the legend. */
  private static final Map<String, String> MEANS =
      Map.of(
          "inline", "inline",
          "read_chunk", "Read chunks",
          "write_chunk", "Write chunks",
          "reply_chunk", "Reply chunks",
          "position_zero", "Position-Zero");

  @TempDir Path folder;

  static List<Path> captures() throws IOException {
    return Rdmadump.captures();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldBeThoseOfOtherCommands(Path capture, Chromium browser) {
    List<JsonNode> stats = Rdmadump.records("stats", "--json", capture.toString());
    JsonNode overview =
        Rdmadump.records("overview", List.of("summary", "--json", capture.toString())).get(0);

    browser.open(Rdmadump.report(capture, folder));

    operations(browser, overview, of(stats, "operation"));
    connections(browser, of(stats, "connection"));
    commands(browser, of(stats, "nvme_operation"));
    List<JsonNode> requests = of(stats, "rdma_request");
    if (!requests.isEmpty()) {
      requests(browser, requests);
    }
    if (requests.isEmpty() || !of(stats, "operation").isEmpty()) {
      timeLines(browser, of(stats, "operation"));
    }
    String subtitle = browser.text("#subtitle");
    for (JsonNode summary : of(stats, "summary")) {
      assertThat(subtitle).contains(Shown.plural(summary.get("frames").asLong(), "frame"));
    }
    sentences(browser, Rdmadump.print("summary", capture.toString()));
    findings(browser, Rdmadump.records("finding", List.of("check", "--json", capture.toString())));
    files(
        browser,
        Rdmadump.records(
            "file",
            List.of(
                "extract", "--json", "-o", folder.resolve("x").toString(), capture.toString())));
  }

  private static List<JsonNode> of(List<JsonNode> records, String kind) {
    return records.stream().filter(each -> each.path("record").asText().equals(kind)).toList();
  }

  private static void operations(Chromium browser, JsonNode overview, List<JsonNode> stats) {
    List<List<String>> expected = new ArrayList<>();
    Map<String, JsonNode> byName = new HashMap<>();
    stats.forEach(each -> byName.put(name(each), each));
    for (JsonNode each : overview.get("operations")) {
      // The two commands say the same, or the report could not agree with both.
      JsonNode same = Objects.requireNonNull(byName.get(name(each)));
      same.properties().stream()
          .filter(field -> !field.getKey().equals("record") && !field.getKey().equals("format"))
          .forEach(field -> assertThat(each.get(field.getKey())).isEqualTo(field.getValue()));
      List<String> row = new ArrayList<>();
      row.add(inWords(name(each)));
      row.add(Shown.count(each.get("calls").asLong()));
      row.add(Shown.count(each.get("failed").asLong()));
      row.add(Shown.duration(each.path("waited_ns").asLong()));
      for (String percentile : List.of("p50", "p90", "p99", "max")) {
        row.add(
            each.has("latency_ns")
                ? Shown.duration(each.get("latency_ns").get(percentile).asLong())
                : UNKNOWN);
      }
      expected.add(row);
    }
    List<List<String>> shown =
        browser.rows("#operations-body table").stream().map(row -> row.subList(0, 8)).toList();
    // Those for which most time was waited; the others are counted.
    int most = Math.min(MOST_OPERATIONS, expected.size());
    assertThat(shown).containsExactlyInAnyOrderElementsOf(expected.subList(0, most));
    assertThat(browser.text("#operations-body"))
        .contains(most == expected.size() ? "" : "and " + (expected.size() - most) + " more");
  }

  private static String name(JsonNode operation) {
    return operation.get("protocol").asText() + " " + operation.get("op").asText();
  }

  /** An operation as lines name it. */
  private static String inWords(String name) {
    return name.equals("unknown unknown")
        ? "program unknown"
        : name.replaceFirst("^(\\d+ )", "program $1")
            .replaceFirst(" (\\d+|unknown)$", " procedure $1");
  }

  private static void connections(Chromium browser, List<JsonNode> stats) {
    List<List<String>> expected = new ArrayList<>();
    for (JsonNode each : stats) {
      JsonNode credits = each.at("/credits/calls");
      List<String> row = new ArrayList<>();
      row.add(each.has("connection") ? "c" + each.get("connection").asText() : "none");
      row.add(each.get("client").asText());
      row.add(each.get("server").asText());
      row.add(each.get("transport").asText());
      row.add(Shown.count(each.get("calls").asLong()));
      row.add(Shown.count(each.get("unanswered").asLong()));
      row.add(Shown.count(ofBoth(each, "retransmitted")));
      row.add(Shown.count(ofBoth(each, "rnr_naks") + naks(each)));
      row.add(
          credits.get("most_in_flight").asText()
              + " / "
              + credits.path("most_granted").asText(UNKNOWN));
      expected.add(row);
    }
    List<List<String>> shown =
        browser.rows("#connections-body table").stream().map(row -> row.subList(0, 9)).toList();
    assertThat(shown).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static long ofBoth(JsonNode connection, String counter) {
    return connection.at("/traffic/client/" + counter).asLong()
        + connection.at("/traffic/server/" + counter).asLong();
  }

  private static long naks(JsonNode connection) {
    long sum = 0;
    for (String side : List.of("client", "server")) {
      for (JsonNode count : connection.at("/traffic/" + side + "/naks")) {
        sum += count.asLong();
      }
    }
    return sum;
  }

  private static void timeLines(Chromium browser, List<JsonNode> stats) {
    long calls = 0;
    Map<String, Long> bytes = new HashMap<>();
    for (JsonNode each : stats) {
      calls += each.get("calls").asLong();
      for (Map.Entry<String, JsonNode> means : each.get("bytes").properties()) {
        bytes.merge(means.getKey(), means.getValue().asLong(), Long::sum);
      }
    }
    List<String> expected = new ArrayList<>(List.of("calls " + Shown.count(calls)));
    bytes.forEach((means, moved) -> expected.add(MEANS.get(means) + " " + Shown.bytes(moved)));
    assertThat(browser.texts("#charts .key")).containsAll(expected);
  }

  /** The time lines and the table of connections without RPC. */
  private static void requests(Chromium browser, List<JsonNode> stats) {
    long requests = 0;
    long bytes = 0;
    Map<String, Long> ofConnections = new HashMap<>();
    for (JsonNode each : stats) {
      long count = each.get("requests").asLong();
      requests += count;
      bytes += each.get("bytes").asLong();
      ofConnections.merge(each.get("connection").asText(), count, Long::sum);
    }
    assertThat(browser.texts("#charts .key"))
        .contains("requests " + Shown.count(requests), "bytes " + Shown.bytes(bytes));
    assertThat(browser.rows("#rdma-body table").stream().map(row -> row.get(4)))
        .containsAll(ofConnections.values().stream().map(Shown::count).toList());
  }

  /** The table of NVMe commands, hidden where there is none. */
  private static void commands(Chromium browser, List<JsonNode> stats) {
    assertThat(browser.find("#nvme").isDisplayed()).isEqualTo(!stats.isEmpty());
    assertThat(browser.rows("#nvme-body table").stream().map(row -> row.subList(0, 6)))
        .containsExactlyInAnyOrderElementsOf(
            stats.stream()
                .map(
                    each ->
                        List.of(
                            each.get("operation").asText(),
                            each.get("set").asText(),
                            Shown.count(each.get("commands").asLong()),
                            Shown.count(each.get("failed").asLong()),
                            Shown.count(each.get("unanswered").asLong()),
                            Shown.bytes(each.get("bytes").asLong())))
                .toList());
  }

  private static void sentences(Chromium browser, String summary) {
    assertThat(browser.texts("#verdicts p"))
        .isNotEmpty()
        .allSatisfy(sentence -> assertThat(words(summary)).contains(words(sentence)));
  }

  /** Lines of a terminal are folded, also inside of addresses. */
  private static String words(String text) {
    return text.replaceAll("\\s+", "");
  }

  private static void findings(Chromium browser, List<JsonNode> findings) {
    Map<String, Long> expected = new HashMap<>();
    findings.forEach(each -> expected.merge(each.get("rule").asText(), 1L, Long::sum));
    List<String> rules = browser.texts("#findings-body summary b");
    List<String> counts = browser.texts("#findings-body summary .number");
    Map<String, Long> shown = new HashMap<>();
    for (int i = 0; i < rules.size(); i++) {
      shown.put(rules.get(i), Long.valueOf(counts.get(i).replace(",", "")));
    }
    assertThat(shown).isEqualTo(expected);
  }

  private static void files(Chromium browser, List<JsonNode> files) {
    List<List<String>> rows = browser.rows("#files-body table");
    List<String> shown = rows.stream().map(row -> row.get(0)).toList();
    List<String> paths = files.stream().map(each -> each.path("path").asText()).toList();
    // The folder of extract has no export above what is in it.
    assertThat(paths.stream().filter(each -> !each.isEmpty()))
        .allSatisfy(path -> assertThat(shown).anyMatch(each -> ("/" + each).endsWith("/" + path)));
  }
}
