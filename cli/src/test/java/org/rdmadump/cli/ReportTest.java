package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The report for a browser, as a file; what browsers make of it is tested with one. */
class ReportTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final String LOSS = CAPTURES.resolve("rocev2/rocev2-nfs41-loss.pcap").toString();
  private static final String DELEGATION =
      CAPTURES.resolve("rocev2/rocev2-nfs41-delegation.pcap").toString();
  private static final String DATA = "<script type=\"application/json\" id=\"data\">";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  static List<Path> captures() throws IOException {
    return GoldenTest.captures();
  }

  private int run(String... arguments) {
    out.reset();
    err.reset();
    return Main.run(
        arguments,
        new ByteArrayInputStream(new byte[0]),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8),
        Terminal.NONE,
        new Interruption());
  }

  private String page(String capture, String... options) {
    List<String> arguments = new ArrayList<>(List.of("report", capture, "-o", "-"));
    arguments.addAll(List.of(options));
    int unused = run(arguments.toArray(new String[0]));
    return out.toString(StandardCharsets.UTF_8);
  }

  private static JsonNode data(String page) throws IOException {
    int from = page.indexOf(DATA) + DATA.length();
    return JSON.readTree(page.substring(from, page.indexOf("</script>", from)));
  }

  private List<JsonNode> records(String... arguments) throws IOException {
    run(arguments);
    List<JsonNode> records = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      records.add(JSON.readTree(line));
    }
    return records;
  }

  // ---- every shipped capture

  @ParameterizedTest
  @MethodSource("captures")
  void shouldHaveTheNumbersOfStats(Path capture) throws IOException {
    JsonNode data = data(page(capture.toString(), "--slowest", "5"));
    long calls = 0;
    long replies = 0;
    Map<String, Long> bySpan = spanCalls(data);
    for (JsonNode record : records("stats", "--json", capture.toString())) {
      if (record.get("record").asText().equals("operation")) {
        calls += record.get("calls").asLong();
        replies += record.get("replies").asLong();
        operation(data, record, bySpan);
      }
    }
    assertThat(sum(data.at("/time/calls"))).isEqualTo(calls);
    assertThat(sum(data, 1)).isEqualTo(calls);
    assertThat(sum(data, 2)).isEqualTo(replies);
  }

  @Test
  void shouldKnowHowManyCallsASilenceLeavesInFlight() throws IOException {
    JsonNode data = data(page(LOSS));
    JsonNode time = data.get("time");
    long first = records("--frames", "--json", "-c", "1", LOSS).get(0).get("epoch_ns").asLong();
    List<JsonNode> messages = records("--json", LOSS);

    int silences = 0;
    for (int bin = 0; bin + 1 < time.get("in_flight").size(); bin++) {
      // A bin without a message has no latency, not even 0.
      if (time.get("p50_ns").get(bin).asLong() < 0) {
        assertThat(time.get("in_flight").get(bin).asLong())
            .as("in bin %s", bin)
            .isEqualTo(inFlight(messages, first + bin * time.get("bin_ns").asLong()));
        silences++;
      }
    }
    assertThat(silences).isPositive();
  }

  private static long inFlight(List<JsonNode> messages, long end) {
    long inFlight = 0;
    for (JsonNode each : messages) {
      if (each.get("epoch_ns").asLong() < end) {
        String type = each.at("/rpc/type").asText();
        inFlight += type.equals("call") ? 1 : type.equals("reply") ? -1 : 0;
      }
    }
    return inFlight;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-nfs41-loss",
        "rocev2/rocev2-nfs41-reorder",
        "iwarp/iwarp-nfs41-gso-loss"
      })
  void shouldGiveAStepTheTimeOfTheFrameThatItNames(String name) throws IOException {
    String capture = CAPTURES.resolve(name + ".pcap").toString();
    JsonNode data = data(page(capture));
    Map<Long, Long> times = new HashMap<>();
    for (JsonNode each : records("--frames", "--json", capture)) {
      times.put(each.get("frame").asLong(), each.get("epoch_ns").asLong());
    }
    long first = Objects.requireNonNull(times.get(1L));

    for (JsonNode exchange : data.get("exchanges")) {
      long begun = Long.MAX_VALUE;
      for (JsonNode step : exchange.get("steps")) {
        String which = step.get("kind").asText() + " of #" + exchange.get("number").asText();
        begun = Math.min(begun, step.path("begun_ns").asLong(step.get("from_ns").asLong()));
        assertThat(step.get("to_ns").asLong() + first)
            .as(which)
            .isEqualTo(times.get(step.get("last_frame").asLong()));
        if (!step.has("begun_ns") || step.get("first_frame").equals(step.get("last_frame"))) {
          assertThat(step.get("from_ns").asLong() + first)
              .as(which)
              .isEqualTo(times.get(step.get("first_frame").asLong()));
        }
        if (step.get("kind").asText().equals("reply") && exchange.has("latency_ns")) {
          assertThat(step.get("to_ns").asLong() - begun)
              .as(which)
              .isEqualTo(exchange.get("latency_ns").asLong());
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs41-loss.pcap,,63 exchanges",
    "verbs/rxe-nvme.pcap,,73 NVMe commands",
    "rocev2/rocev2-nfs41-loss.pcap,verbs/rxe-nvme.pcap,63 exchanges and 73 NVMe commands"
  })
  void shouldCountWhatItIsOf(String capture, @Nullable String other, String count) {
    List<String> arguments =
        new ArrayList<>(List.of("report", CAPTURES.resolve(capture).toString()));
    if (other != null) {
      arguments.add(CAPTURES.resolve(other).toString());
    }
    arguments.addAll(List.of("-o", folder.resolve("report.html").toString()));
    run(arguments.toArray(new String[0]));

    assertThat(err.toString(StandardCharsets.UTF_8)).contains("report written, of " + count + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nfs or nvme"})
  void shouldDrawEachFindingOnce(String filter) throws IOException {
    // given calls, and connections without RPC that have findings of their own
    String nvme = CAPTURES.resolve("verbs/siw-nvme.pcap").toString();
    JsonNode data = data(filter.isEmpty() ? page(LOSS, nvme) : page(LOSS, nvme, "-Y", filter));

    assertThat(data.get("findings")).isNotEmpty();
    for (JsonNode each : data.get("findings")) {
      long drawn = 0;
      for (int i = 1; i < each.get("spans").size(); i += 2) {
        drawn += each.get("spans").get(i).asLong();
      }
      assertThat(drawn).as(each.get("rule").asText()).isEqualTo(each.get("count").asLong());
    }
  }

  private static void operation(JsonNode data, JsonNode record, Map<String, Long> bySpan) {
    for (JsonNode each : data.get("operations")) {
      if (each.get("protocol").equals(record.get("protocol"))
          && each.get("op").equals(record.get("op"))) {
        for (Map.Entry<String, JsonNode> field : record.properties()) {
          if (!field.getKey().equals("record") && !field.getKey().equals("format")) {
            assertThat(each.get(field.getKey()))
                .as("%s of %s", field.getKey(), record.get("op"))
                .isEqualTo(field.getValue());
          }
        }
        assertThat(bySpan.getOrDefault(each.get("number").asText(), 0L))
            .isEqualTo(record.get("calls").asLong());
      }
    }
  }

  private static Map<String, Long> spanCalls(JsonNode data) {
    Map<String, Long> calls = new HashMap<>();
    data.get("spans")
        .forEach(
            span ->
                span.forEach(
                    each -> calls.merge(each.get(0).asText(), each.get(1).asLong(), Long::sum)));
    return calls;
  }

  private static long sum(JsonNode data, int member) {
    long sum = 0;
    for (JsonNode span : data.get("spans")) {
      for (JsonNode each : span) {
        sum += each.get(member).asLong();
      }
    }
    return sum;
  }

  /** Parts of the time without a message have -1. */
  private static long sum(JsonNode series) {
    long sum = 0;
    for (JsonNode each : series) {
      sum += Math.max(0, each.asLong());
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldDrawTheExchangesThatTookLongest(Path capture) throws IOException {
    JsonNode data = data(page(capture.toString(), "--slowest", "5"));
    Map<Long, JsonNode> exchanges = new HashMap<>();
    for (JsonNode each : records("--exchanges", "--json", capture.toString())) {
      JsonNode number = each.has("call") ? each.at("/call/number") : each.at("/reply/number");
      exchanges.put(number.asLong(), each);
    }
    for (JsonNode ladder : data.get("exchanges")) {
      JsonNode exchange = Objects.requireNonNull(exchanges.get(ladder.get("number").asLong()));
      assertThat(ladder.get("xid")).isEqualTo(exchange.get("xid"));
      assertThat(ladder.get("connection")).isEqualTo(exchange.get("connection"));
      if (ladder.has("latency_ns") && exchange.at("/reply").has("rpc")) {
        assertThat(ladder.get("latency_ns")).isEqualTo(exchange.at("/reply/rpc/latency_ns"));
      }
      List<JsonNode> steps = new ArrayList<>();
      ladder
          .get("steps")
          .forEach(
              step -> {
                if (!step.has("message")) {
                  steps.add(step);
                }
              });
      JsonNode transfers = exchange.path("transfers");
      if (!ladder.has("more_steps")) {
        assertThat(steps).hasSize(transfers.size());
        for (int i = 0; i < steps.size(); i++) {
          for (String field :
              List.of(
                  "kind",
                  "handle",
                  "address",
                  "length",
                  "transferred",
                  "packets",
                  "first_frame",
                  "last_frame")) {
            assertThat(steps.get(i).get(field)).as(field).isEqualTo(transfers.get(i).get(field));
          }
        }
      }
    }
  }

  @Test
  void shouldDrawWhatCameAgainAtItsOperationAndCallNothingOfThatLost() throws IOException {
    // given Reads that were answered twice, some in part: every byte of the call was captured
    JsonNode ladder = null;
    for (JsonNode each : data(page(LOSS)).get("exchanges")) {
      ladder = each.get("number").asInt() == 45 ? each : ladder;
    }
    assertThat(ladder).isNotNull();
    Map<Integer, JsonNode> reads = new HashMap<>();
    for (JsonNode each : Objects.requireNonNull(ladder).get("steps")) {
      assertThat(each.has("lost")).isFalse();
      reads.put(each.path("first_psn").asInt(), each);
    }

    JsonNode rest = Objects.requireNonNull(reads.get(554510));
    assertThat(rest.get("extent").asText()).isEqualTo("shared");
    assertThat(rest.get("sent_again").toString()).isEqualTo("[725]");
    assertThat(rest.get("came_again").toString())
        .isEqualTo(
            "[\"14 data packets retransmitted, of the operation with PSN 554510, from frame 732\"]");
    JsonNode again = Objects.requireNonNull(reads.get(554558));
    assertThat(again.get("extent").asText()).isEqualTo("again");
    assertThat(again.get("came_again").toString()).contains("7 data packets", "from frame 818");
    assertThat(Objects.requireNonNull(reads.get(554525)).get("sent_again").toString())
        .isEqualTo("[726]");
    assertThat(Objects.requireNonNull(reads.get(554465)).has("sent_again")).isFalse();
  }

  @Test
  void shouldHaveTimeLinesAsLongAsTheCapture() throws IOException {
    // given a capture that goes on after its last message
    JsonNode data = data(page(CAPTURES.resolve("iwarp/iwarp-nfs3-refused-acl.pcap").toString()));

    long bin = data.at("/time/bin_ns").asLong();
    long bins = data.at("/time/calls").size();
    assertThat(bins * bin)
        .isBetween(data.get("duration_ns").asLong(), data.get("duration_ns").asLong() + bin);
  }

  @Test
  void shouldSayWhichTroublesTwoHostsHave() throws IOException {
    JsonNode odd = data(page(CAPTURES.resolve("rocev2/rocev2-odd.pcap").toString()));

    assertThat(odd.at("/paths/0/troubles").toString())
        .isEqualTo("{\"naks\":3,\"errors\":8,\"unanswered\":3}");
    assertThat(data(page(LOSS)).at("/paths/0/troubles").has("retransmitted")).isTrue();
  }

  // ---- a file

  @Test
  void shouldBeTheSameEachTime() {
    assertThat(page(LOSS)).isEqualTo(page(LOSS));
  }

  @Test
  void shouldForbidAnyNetworkAccess() throws Exception {
    String page = page(LOSS);
    assertThat(page).contains("default-src 'none'").doesNotContain("src=").doesNotContain("url(");
    for (String element : List.of("style", "script")) {
      int from = page.lastIndexOf("<" + element + ">") + element.length() + 2;
      byte[] inside =
          page.substring(from, page.indexOf("</" + element + ">", from))
              .getBytes(StandardCharsets.UTF_8);
      String hash =
          Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(inside));
      assertThat(page).contains(element + "-src 'sha256-" + hash + "'");
    }
  }

  @Test
  void shouldShowLostAndRepeatedPackets() throws IOException {
    String page = page(LOSS);
    assertThat(page).contains("\"sent_again\":[");
    assertThat(data(page).get("noticed")).isNotEmpty();
    assertThat(sum(data(page).at("/time/retransmitted"))).isPositive();
  }

  @Test
  void shouldNotCitePagesThatAReportDoesNotHave() throws IOException {
    String silent = CAPTURES.resolve("iwarp/iwarp-mixed-versions.pcap").toString();

    List<String> sources = data(page(silent)).get("findings").findValuesAsText("source");

    assertThat(sources)
        .contains("a rule of rdmadump", "RFC 9293 section 3.8")
        .noneMatch(each -> each.startsWith("docs/"));
  }

  @Test
  void shouldHideNames() throws IOException {
    String page = page(DELEGATION, "--no-names");
    assertThat(page)
        .doesNotContain("192.168.77.")
        .doesNotContain("rdma-client")
        .doesNotContain("rocev2-nfs41-delegation")
        .contains("host-1")
        .contains("path-1");
    assertThat(page(DELEGATION)).contains("192.168.77.1").contains("rdma-client");
  }

  @Test
  void shouldHideTheNamesOfCapturesThatAreDamaged() throws IOException {
    Path customer = Files.createDirectory(folder.resolve("of a customer"));
    byte[] whole = Files.readAllBytes(Path.of(DELEGATION));
    Path cut = Files.write(customer.resolve("prod.pcap"), Arrays.copyOf(whole, whole.length - 7));
    Path none = Files.writeString(customer.resolve("prod.txt"), "no capture at all, but text");
    Path out = folder.resolve("damaged.html");

    int status = run("report", "-o", out.toString(), "--no-names", cut.toString(), none.toString());

    assertThat(status).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(Files.readString(out))
        .contains("capture-1: cut short", "capture-2: not a pcap")
        .doesNotContain("customer")
        .doesNotContain("prod.");
  }

  @Test
  void shouldWriteATrace() throws IOException {
    Path trace = folder.resolve("trace.json");
    String page = page(LOSS, "--trace", trace.toString());
    long exchanges = data(page).get("calls").asLong();
    Map<String, Integer> open = new HashMap<>();
    long calls = 0;
    for (JsonNode event : JSON.readTree(trace.toFile()).get("traceEvents")) {
      String phase = event.get("ph").asText();
      String id = event.path("cat").asText() + event.path("id").asText();
      if (phase.equals("b")) {
        calls += open.merge(id, 1, Integer::sum) == 1 ? 1 : 0;
      } else if (phase.equals("e")) {
        assertThat(open.merge(id, -1, Integer::sum)).isNotNegative();
      }
    }
    assertThat(open.values()).containsOnly(0);
    assertThat(calls).isPositive().isLessThanOrEqualTo(exchanges);
  }

  // ---- mistakes

  @Test
  void shouldAskForAnOutput() {
    assertThat(run("report", LOSS)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("no output: say -o FILE");
  }

  @Test
  void shouldNotOverwriteAnything() throws IOException {
    Path file = Files.writeString(folder.resolve("report.html"), "kept");
    assertThat(run("report", LOSS, "-o", file.toString())).isEqualTo(ExitStatus.USAGE);
    assertThat(file).hasContent("kept");
    assertThat(run("report", LOSS, "-o", file.toString(), "--force")).isZero();
    assertThat(Files.readString(file)).contains("rdmadump report");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nowhere/trace.json | there is no folder",
        "there.json | there.json exists; --force overwrites it",
        "in.pcap | in.pcap is also an input",
        "folder | folder: is a directory",
        "./report.html | -o and --trace name the same output"
      })
  void shouldLeaveNothingIfTheTraceCannotBeWritten(String trace, String why) throws IOException {
    Path page = folder.resolve("report.html");

    assertThat(run(reportWithTrace(page, trace))).isIn(ExitStatus.USAGE, ExitStatus.OUTPUT);

    assertThat(err.toString(StandardCharsets.UTF_8)).contains(why).hasLineCount(1);
    assertThat(page).doesNotExist();
    assertThat(folder.resolve("there.json")).hasContent("kept");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nowhere/trace.json", "in.pcap", "folder", "./report.html"})
  void shouldKeepAnEarlierReportIfTheTraceCannotBeWritten(String trace) throws IOException {
    Path page = Files.writeString(folder.resolve("report.html"), "kept");

    int status = run(reportWithTrace(page, trace, "--force"));

    assertThat(status).isIn(ExitStatus.USAGE, ExitStatus.OUTPUT);
    assertThat(page).hasContent("kept");
    assertThat(folder.resolve("in.pcap")).hasSameBinaryContentAs(Path.of(LOSS));
  }

  private String[] reportWithTrace(Path page, String trace, String... options) throws IOException {
    Path capture = Files.copy(Path.of(LOSS), folder.resolve("in.pcap"));
    Files.writeString(folder.resolve("there.json"), "kept");
    Files.createDirectory(folder.resolve("folder"));
    List<String> words = new ArrayList<>(List.of("report", "-o", page.toString()));
    words.addAll(List.of("--trace", folder + "/" + trace, capture.toString()));
    words.addAll(List.of(options));
    return words.toArray(new String[0]);
  }

  @Test
  void shouldLeaveNothingOfALongerReportThatItOverwrites() throws IOException {
    Path page = Files.writeString(folder.resolve("report.html"), "old".repeat(1_000_000));

    assertThat(run("report", LOSS, "-o", page.toString(), "--force")).isZero();

    assertThat(page).hasContent(page(LOSS));
  }
}
