package org.rdmadump.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ladders are the exchanges that {@code --exchanges --json} prints. */
@InChromium
class LadderTest {
  /** RDMA operations that a ladder shows. */
  private static final int MOST_STEPS = 24;

  @TempDir Path folder;

  static List<Path> captures() throws IOException {
    return Rdmadump.captures();
  }

  private static Map<Long, JsonNode> exchanges(Path capture) {
    Map<Long, JsonNode> exchanges = new HashMap<>();
    for (JsonNode each :
        Rdmadump.records("exchange", List.of("--exchanges", "--json", capture.toString()))) {
      JsonNode number = each.has("call") ? each.at("/call/number") : each.at("/reply/number");
      exchanges.put(number.asLong(), each);
    }
    return exchanges;
  }

  /** Of each ladder, the number of its exchange and the texts of its steps. */
  private static Map<Long, List<String>> ladders(Chromium browser) {
    Map<Long, List<String>> ladders = new HashMap<>();
    browser.openAll();
    List<String> ids =
        browser.eval("[...document.querySelectorAll('details.exchange')].map(each => each.id)");
    for (String id : ids) {
      ladders.put(
          Long.valueOf(id.substring(1)), browser.texts("#" + id + " .ladder > .step .label"));
    }
    return ladders;
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldShowTheOperationsOfTheExchange(Path capture, Chromium browser) {
    Map<Long, JsonNode> exchanges = exchanges(capture);
    browser.open(Rdmadump.report(capture, folder, "--slowest", "8"));
    Map<Long, List<String>> ladders = ladders(browser);
    ladders.forEach(
        (number, steps) -> {
          JsonNode exchange = Objects.requireNonNull(exchanges.get(number));
          List<String> transfers = new ArrayList<>(steps);
          if (exchange.has("call")) {
            assertThat(transfers.remove(0)).startsWith("Call #" + number + " Send of ");
          }
          if (exchange.has("reply")) {
            assertThat(transfers.remove(transfers.size() - 1))
                .startsWith("Reply #" + exchange.at("/reply/number").asText() + " Send of ")
                .containsPattern("\\b" + exchange.at("/reply/send_frame").asText() + "\\b");
          }
          if (exchange.path("transfers").size() <= MOST_STEPS) {
            assertThat(transfers)
                .zipSatisfy(
                    transfers(exchange), (shown, expected) -> assertThat(shown).matches(expected));
          }
        });
    if (exchanges.values().stream().anyMatch(each -> each.at("/reply/rpc").has("latency_ns"))) {
      assertThat(ladders).isNotEmpty();
    }
  }

  /** Patterns: whether other operations brought the rest of one, its JSON does not say. */
  private static List<String> transfers(JsonNode exchange) {
    List<String> transfers = new ArrayList<>();
    for (JsonNode each : exchange.path("transfers")) {
      long length = each.get("length").asLong();
      long seen = each.get("transferred").asLong();
      List<String> facts = new ArrayList<>();
      facts.add(each.get("kind").asText().equals("read") ? "RDMA Read" : "RDMA Write");
      facts.add(Shown.plural(length, "byte"));
      String packets = Shown.plural(each.get("packets").asLong(), "packet");
      String part = packets + " " + Shown.count(seen);
      facts.add(
          seen == length
              ? packets
              : "(asked for again|"
                  + part
                  + " seen|"
                  + part
                  + " with it, the others with another RDMA (Read|Write))");
      long first = each.get("first_frame").asLong();
      long last = each.get("last_frame").asLong();
      facts.add((first == last ? "frame " : "frames ") + Shown.range(first, last));
      if (each.has("first_psn")) {
        facts.add(
            "PSN " + Shown.range(each.get("first_psn").asLong(), each.get("last_psn").asLong()));
      }
      if (each.has("msn")) {
        facts.add("MSN " + each.get("msn").asText());
      }
      facts.add("handle " + each.get("handle").asText());
      transfers.add(String.join(" ", facts));
    }
    return transfers;
  }

  @Test
  void shouldMarkPacketsThatWereSentAgain(Chromium browser) {
    Path capture = Rdmadump.capture("rocev2-nfs41-loss");
    Set<Long> repeats = new HashSet<>();
    for (JsonNode exchange : exchanges(capture).values()) {
      for (String side : List.of("call", "reply")) {
        for (JsonNode each : exchange.path(side).path("findings")) {
          if (each.get("rule").asText().equals("bth.psn-repeat")) {
            repeats.add(each.get("frame").asLong());
          }
        }
      }
    }
    browser.open(Rdmadump.report(capture, folder));
    browser.openAll();
    List<String> again =
        browser.eval(
            "[...document.querySelectorAll('.packet.again')].map(each => each.textContent)");
    assertThat(again).isNotEmpty().allSatisfy(each -> assertThat(each).contains("retransmitted"));
    Set<Long> frames = new HashSet<>();
    again.stream()
        .filter(each -> each.startsWith("frame "))
        .forEach(each -> frames.add(Long.valueOf(each.replaceAll("\\D+", ""))));
    assertThat(repeats).isNotEmpty().containsAll(frames);
  }

  @Test
  void shouldBeReachedFromFindings(Chromium browser) {
    Path capture = Rdmadump.capture("rocev2-nfs41-loss");
    Map<String, Set<String>> numbers = new HashMap<>();
    exchanges(capture)
        .forEach(
            (number, exchange) ->
                numbers
                    .computeIfAbsent(exchange.get("xid").asText(), any -> new HashSet<>())
                    .add("#" + number));
    browser.open(Rdmadump.report(capture, folder));
    browser.openAll();

    List<String> found =
        browser.eval(
            "[...document.querySelectorAll('#findings-body .inside li')]"
                + ".filter(each => each.querySelector('a')).map(each => each.textContent)");
    assertThat(found)
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(numbers.get(each.replaceAll("(?s).*XID (0x[0-9a-f]+).*", "$1")))
                    .contains(each.replaceAll("(?s).*XID 0x[0-9a-f]+, (#\\d+):.*", "$1")));
    browser.find("#findings-body .inside li a").click();
    assertThat(browser.<String>eval("document.activeElement.tagName")).isEqualTo("SUMMARY");
    assertThat(browser.<Boolean>eval("document.activeElement.parentElement.open")).isTrue();
  }

  @Test
  void shouldShowChunksAndWhatTheyMoved(Chromium browser) {
    Path capture = Rdmadump.capture("rocev2-nfs41-loss");
    Map<Long, JsonNode> exchanges = exchanges(capture);
    browser.open(Rdmadump.report(capture, folder));
    browser.openAll();
    int compared = 0;
    for (Map.Entry<Long, JsonNode> each : exchanges.entrySet()) {
      List<String> expected = new ArrayList<>();
      for (JsonNode chunk : each.getValue().at("/call/rpcrdma/write_chunks")) {
        for (JsonNode segment : chunk.get("segments")) {
          expected.add(segment.get("handle").asText());
          expected.add(segment.get("offset").asText());
        }
      }
      String table = "#x" + each.getKey() + " [aria-label=Chunks] table";
      if (!expected.isEmpty()) {
        assertThat(browser.texts(table + " td.mono")).isEqualTo(expected);
        compared++;
      }
    }
    assertThat(compared).isPositive();
  }
}
