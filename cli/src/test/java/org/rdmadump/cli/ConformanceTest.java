package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.SAXException;

/** The verb {@code conformance} on captures in which nothing is wrong. */
class ConformanceTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final String ROCE = CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap").toString();

  private record Run(int status, String out, String err) {
    List<String> lines() {
      return out.lines().toList();
    }
  }

  private static Run run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] all =
        Stream.concat(Stream.of("conformance"), Stream.of(arguments)).toArray(String[]::new);
    int status =
        Main.run(
            all,
            InputStream.nullInputStream(),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Run(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  static List<Path> clean() throws IOException {
    return CleanCapturesTest.clean();
  }

  static List<Path> cutOrLate() throws IOException {
    return CleanCapturesTest.cutOrLate();
  }

  @ParameterizedTest
  @MethodSource("clean")
  void shouldFailAndWarnOfNothingInACleanCapture(Path capture) {
    Run run = run("--strict", capture.toString());

    assertThat(run.lines()).noneMatch(line -> line.contains(" FAIL ") || line.contains(" WARN "));
    assertThat(run.lines()).anyMatch(line -> line.matches("basic.traffic +PASS .*"));
    assertThat(run.status()).isZero();
  }

  @ParameterizedTest
  @MethodSource("cutOrLate")
  void shouldFailNothingInACaptureThatIsCutOrBegunLate(Path capture) {
    Run run = run(capture.toString());

    assertThat(run.lines()).noneMatch(line -> line.contains(" FAIL "));
    // Cut at 128 bytes, iWARP has no RPC-over-RDMA left: warnings alone are nothing seen.
    boolean isNothingSeen = capture.endsWith("iwarp-nfs41-snap128.pcap");
    assertThat(run.status()).isEqualTo(isNothingSeen ? 1 : 0);
    assertThat(run.err().contains("no case could be decided")).isEqualTo(isNothingSeen);
  }

  @ParameterizedTest
  @CsvSource({
    // capture, options, status, failures, skipped
    "rocev2/rocev2-nfs3-basic.pcap, ,  0, 0, 3",
    "rocev2/rocev2-nfs3-dropped-late.pcap, , 0, 0, 10",
    "rocev2/rocev2-nfs3-dropped-late.pcap, --strict, 1, 2, 8",
    "verbs/rxe-rping.pcap, , 1, 1, 13"
  })
  void shouldWriteJunitThatFailsAsTheStatusDoes(
      String capture, @Nullable String option, int status, int failures, int skipped)
      throws IOException, SAXException {
    List<String> options = new ArrayList<>(List.of("-T", "junit"));
    if (option != null) {
      options.add(option);
    }
    options.add(CAPTURES.resolve(capture).toString());

    Run run = run(options.toArray(String[]::new));

    ReportSchemas.read().assertIsJunit(run.out().getBytes(StandardCharsets.UTF_8));
    assertThat(run.status()).isEqualTo(status);
    assertThat(run.out())
        .contains("tests=\"15\" failures=\"" + failures + "\" errors=\"0\"")
        .contains("skipped=\"" + skipped + "\"");
  }

  @Test
  void shouldSayInJunitThatACaptureIsNotWhole(@TempDir Path folder) throws Exception {
    byte[] whole = Files.readAllBytes(Path.of(ROCE));
    Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(whole, whole.length - 5));

    Run run = run("-T", "junit", cut.toString());

    ReportSchemas.read().assertIsJunit(run.out().getBytes(StandardCharsets.UTF_8));
    assertThat(run.out()).contains("errors=\"1\"");
    assertThat(run.status()).isEqualTo(ExitStatus.UNREADABLE);
  }

  @Test
  void shouldSeeEveryCaseInSomeCleanCaptureOfItsTransport() throws IOException {
    Set<String> roce = new TreeSet<>();
    Set<String> iwarp = new TreeSet<>();
    for (Path each : clean()) {
      Set<String> seen = each.toString().contains("iwarp") ? iwarp : roce;
      run(each.toString())
          .lines()
          .forEach(
              line -> {
                if (line.contains(" PASS ")) {
                  seen.add(line.substring(0, line.indexOf(' ')));
                }
              });
    }
    Set<String> all = labels();
    assertThat(roce).isEqualTo(all);
    assertThat(iwarp).isEqualTo(all);
  }

  private static Set<String> labels() {
    Set<String> labels = new TreeSet<>();
    run(ROCE).lines().stream()
        .filter(line -> line.matches("(basic|read|write)\\..*"))
        .forEach(line -> labels.add(line.substring(0, line.indexOf(' '))));
    assertThat(labels).hasSize(13);
    return labels;
  }

  @Test
  void shouldPrintARowForEachCaseInAlignedColumns() {
    List<String> lines = run(ROCE).lines();

    assertThat(lines.get(0)).isEqualTo("case                   outcome     seen  what");
    assertThat(lines.get(1))
        .isEqualTo(
            "basic.traffic          PASS         702  "
                + "NFS goes over RDMA, and keeps the rules, first in frame 18");
    assertThat(lines)
        .contains(
            "basic.exchange-id      NOT SEEN       -  "
                + "EXCHANGE_ID goes in Sends, a long reply in a Reply chunk")
        .last()
        .isEqualTo(
            "10 passed, 0 failed, 0 undecided, 3 not seen"
                + " in 3996 frames, 1 connection, 702 calls");
  }

  @Test
  void shouldColourOutcomesOnATerminal() {
    assertThat(run("--color", "always", ROCE).out())
        .contains("\033[32mPASS\033[0m")
        .contains("\033[1mcase");
  }

  @Test
  void shouldWriteAnObjectForEachCaseAndTheSummary() throws IOException {
    List<JsonNode> records = new ArrayList<>();
    for (String line : run("--json", ROCE).lines()) {
      records.add(new ObjectMapper().readTree(line));
    }

    assertThat(records).hasSize(14);
    assertThat(records.get(2).get("record").asText()).isEqualTo("case");
    assertThat(records.get(2).get("case").asText()).isEqualTo("basic.readdir");
    assertThat(records.get(2).get("outcome").asText()).isEqualTo("pass");
    assertThat(records.get(2).get("first").get("xid").asText()).startsWith("0x");
    assertThat(records.get(1).get("outcome").asText()).isEqualTo("not_seen");
    assertThat(records.get(13).get("record").asText()).isEqualTo("summary");
    assertThat(new ObjectMapper().readTree(run("-T", "json", ROCE).out())).hasSize(14);
  }

  @Test
  void shouldSayWhatIsWrongAndWhere() throws IOException {
    String odd = CAPTURES.resolve("rocev2/rocev2-odd.pcap").toString();
    List<JsonNode> records = new ArrayList<>();
    for (String line : run("--json", odd).lines()) {
      records.add(new ObjectMapper().readTree(line));
    }

    JsonNode traffic = records.get(0);
    assertThat(traffic.get("outcome").asText()).isEqualTo("fail");
    assertThat(traffic.get("count").asInt()).isGreaterThan(4);
    assertThat(traffic.get("notes")).hasSize(4);
    assertThat(traffic.get("notes").get(0).get("frame").asInt()).isPositive();
    assertThat(traffic.get("notes").get(0).get("message").asText()).contains("rpcrdma.");
    assertThat(run(odd).lines()).anyMatch(line -> line.startsWith("    ... and "));
    assertThat(run(odd).status()).isEqualTo(1);
  }

  @Test
  void shouldSkipInJunitWhatIsNotDecided() {
    String dropped = CAPTURES.resolve("rocev2/rocev2-nfs3-dropped-late.pcap").toString();

    assertThat(run(dropped).lines())
        .last()
        .asString()
        .startsWith(
            "3 passed, 0 failed, 2 undecided (retransmissions, missing packets or times out of"
                + " order), 8 not");
    assertThat(run("-T", "junit", dropped).out())
        .contains("name=\"basic.traffic\"")
        .contains("<skipped message=\"unknown: frame 598 connection 1 XID 0xc547e7f6: aeth.nak: ")
        .contains(" failures=\"0\"", " skipped=\"10\"");
    assertThat(run("-T", "junit", "--strict", dropped).out())
        .contains(" failures=\"2\"", " skipped=\"8\"");
  }

  @Test
  void shouldNotPassWhereThereIsNothingToJudge() {
    Run run = run(CAPTURES.resolve("verbs/siw-rping.pcap").toString());

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err().lines())
        .satisfiesExactly(
            judged ->
                assertThat(judged)
                    .isEqualTo(
                        "rdmadump: no NFS found, with or without RDMA; no case could be decided"),
            held -> assertThat(held).startsWith("rdmadump: no RPC-over-RDMA message in 291 "));
  }
}
