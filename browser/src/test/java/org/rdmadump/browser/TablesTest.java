package org.rdmadump.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Tables are sorted by any column, and their rows open. */
@InChromium
class TablesTest {
  private static final Path CAPTURE = Rdmadump.capture("rocev2-nfs41-loss");

  @TempDir Path folder;

  @BeforeEach
  void open(Chromium browser) {
    browser.open(Rdmadump.report(CAPTURE, folder));
  }

  @ParameterizedTest
  @CsvSource({
    "2, /calls",
    "3, /failed",
    "4, /waited_ns",
    "5, /latency_ns/p50",
    "6, /latency_ns/p90",
    "7, /latency_ns/p99",
    "8, /latency_ns/max"
  })
  void shouldSortOperationsByNumbers(int column, String member, Chromium browser) {
    JsonNode overview =
        Rdmadump.records("overview", List.of("summary", "--json", CAPTURE.toString())).get(0);
    Map<String, Long> values = new HashMap<>();
    for (JsonNode each : overview.get("operations")) {
      values.put(
          each.get("protocol").asText() + " " + each.get("op").asText(), each.at(member).asLong());
    }
    WebElement head = browser.find("#operations-body thead th:nth-child(" + column + ")");
    if (head.getDomAttribute("aria-sort") == null) {
      head.findElement(By.tagName("button")).click();
    }
    assertThat(head.getDomAttribute("aria-sort")).isEqualTo("descending");
    assertThat(names(browser).stream().map(values::get).map(Objects::requireNonNull))
        .isSortedAccordingTo(Comparator.<Long>naturalOrder().reversed())
        .hasSize(values.size());
    head.findElement(By.tagName("button")).click();
    assertThat(head.getDomAttribute("aria-sort")).isEqualTo("ascending");
    assertThat(names(browser).stream().map(values::get).map(Objects::requireNonNull)).isSorted();
  }

  private static List<String> names(Chromium browser) {
    return browser.rows("#operations-body table").stream().map(row -> row.get(0)).toList();
  }

  @Test
  void shouldSortByNames(Chromium browser) {
    browser.find("#operations-body thead th:first-child button").click();
    assertThat(names(browser)).isSorted();
    browser.find("#files-body thead th:first-child button").click();
    assertThat(browser.rows("#files-body table").stream().map(row -> row.get(0)))
        .isSorted()
        .isNotEmpty();
  }

  @Test
  void shouldOpenAnOperationAndOneOfItsSlowestCalls(Chromium browser) {
    browser.find("#operations-body tbody .name").click();
    assertThat(browser.find("#operations-body .detail .histogram").isDisplayed()).isTrue();
    List<String> slowest = browser.texts("#operations-body .slowest tbody a");
    assertThat(slowest).isNotEmpty();
    browser.find("#operations-body .slowest tbody a").click();
    String id = "#x" + slowest.get(0).substring(1);
    assertThat(browser.find(id).getDomProperty("open")).isEqualTo("true");
    assertThat(browser.find(id + " .ladder").isDisplayed()).isTrue();
    browser.find("#operations-body tbody .name").click();
    assertThat(browser.texts("#operations-body .detail")).isEmpty();
  }

  @Test
  void shouldShowAllThatStatsKnowsOfAConnection(Chromium browser) {
    JsonNode connection =
        Rdmadump.records("connection", List.of("stats", "--json", CAPTURE.toString())).get(0);
    browser.find("#connections-body tbody .name").click();
    List<String> facts = browser.texts("#connections-body .facts div");
    assertThat(facts)
        .contains(
            "client qp " + connection.get("client_qp").asText(),
            "path mtu " + Shown.count(connection.get("path_mtu").asLong()),
            "traffic client packets "
                + Shown.count(connection.at("/traffic/client/packets").asLong()),
            "traffic client ack ns p90 "
                + Shown.duration(connection.at("/traffic/client/ack_ns/p90").asLong()),
            "ended how " + connection.at("/ended/how").asText());
  }
}
