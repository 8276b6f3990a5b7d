package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.testing.Needs;

/** The first page about a capture, which a person reads before all others. */
class SummaryTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path GOLDEN = Path.of("..", "testdata", "golden", "summary");
  private static final boolean UPDATE = Boolean.getBoolean("rdmadump.golden.update");
  private static final String DELEGATION =
      CAPTURES.resolve("rocev2/rocev2-nfs41-delegation.pcap").toString();
  private static final String LOSS = CAPTURES.resolve("rocev2/rocev2-nfs41-loss.pcap").toString();
  private static final String NVME = CAPTURES.resolve("verbs/rxe-nvme.pcap").toString();
  private static final int PCAP_HEADER = 24;
  private static final int PCAP_RECORD = 16;
  private static final int PCAP_CAPTURED = 8;
  private static final int COLUMNS = 80;
  private static final int LINES = 40;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  static List<Path> captures() throws IOException {
    return GoldenTest.captures();
  }

  private int run(byte[] input, Terminal terminal, String... arguments) {
    out.reset();
    err.reset();
    return Main.run(
        arguments,
        new ByteArrayInputStream(input),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8),
        terminal,
        new Interruption());
  }

  private int run(byte[] input, String... arguments) {
    return run(input, Terminal.NONE, arguments);
  }

  private String page(String... files) {
    List<String> arguments = new ArrayList<>(List.of("summary"));
    arguments.addAll(List.of(files));
    assertThat(run(new byte[0], arguments.toArray(new String[0]))).isEqualTo(ExitStatus.DONE);
    return out.toString(StandardCharsets.UTF_8);
  }

  private JsonNode record(String file) throws IOException {
    return new ObjectMapper().readTree(page("--json", file));
  }

  private List<JsonNode> records(String... arguments) throws IOException {
    run(new byte[0], arguments);
    List<JsonNode> records = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      records.add(new ObjectMapper().readTree(line));
    }
    return records;
  }

  // ---- every shipped capture

  @ParameterizedTest
  @MethodSource("captures")
  void shouldPrintTheReviewedPage(Path capture) throws IOException {
    Path golden = GOLDEN.resolve(capture.getFileName() + ".txt");
    String page = page(capture.toString());
    if (UPDATE) {
      Files.createDirectories(GOLDEN);
      Files.writeString(golden, page);
    }
    assertThat(golden).as("expected output; testdata/golden/update makes it").exists();
    assertThat(page).isEqualTo(Files.readString(golden));
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldFitAScreen(Path capture) {
    assertThat(page(capture.toString()).lines().toList())
        .hasSizeLessThanOrEqualTo(LINES)
        .allSatisfy(line -> assertThat(line.length()).isLessThan(COLUMNS))
        .allSatisfy(line -> assertThat(line).matches("[ -~\u2026]*").doesNotEndWith(" "));
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldHaveOneRowOfAName(Path capture) {
    // given a capture, alone and together with one of NVMe commands and RPC
    assertThat(rowNames(capture.toString())).isNotEmpty().doesNotHaveDuplicates();
    assertThat(rowNames(capture.toString(), NVME, DELEGATION))
        .contains("Slowest", "Commands")
        .doesNotHaveDuplicates();
  }

  private List<String> rowNames(String... files) {
    return page(files)
        .lines()
        .filter(line -> line.matches("[A-Z]\\w* {2,}\\S.*"))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .toList();
  }

  /** One pass gives what check and stats give in two. */
  @ParameterizedTest
  @MethodSource("captures")
  void shouldAgreeWithCheckAndStats(Path capture) throws IOException {
    String file = capture.toString();
    JsonNode overview = record(file);

    Map<String, Long> found = new TreeMap<>();
    overview
        .path("findings")
        .forEach(each -> found.put(each.path("rule").asText(), each.path("count").asLong()));
    JsonNode checked = records("check", "-q", "--json", file).get(0);
    Map<String, Long> rules = new TreeMap<>();
    checked
        .path("rules")
        .properties()
        .forEach(each -> rules.put(each.getKey(), each.getValue().asLong()));
    assertThat(found).isEqualTo(rules);

    Map<String, String> loads = new TreeMap<>();
    overview
        .path("operations")
        .forEach(
            each ->
                loads.put(name(each), counts(each, each.path("latency_ns").path("max").asLong())));
    Map<String, String> counted = new TreeMap<>();
    long again = 0;
    for (JsonNode each : records("stats", "--json", file)) {
      if (each.path("record").asText().equals("operation")) {
        counted.put(name(each), counts(each, each.path("latency_ns").path("max").asLong()));
      } else if (each.path("record").asText().equals("connection")) {
        again += each.findValues("retransmitted").stream().mapToLong(JsonNode::asLong).sum();
      }
    }
    assertThat(loads).isEqualTo(counted);
    assertThat(overview.path("unanswered")).isEqualTo(checked.path("unanswered"));
    assertThat(
            overview.path("from_clients").path("retransmitted").asLong()
                + overview.path("from_servers").path("retransmitted").asLong())
        .isEqualTo(again);
  }

  private static String name(JsonNode operation) {
    return operation.path("protocol").asText() + " " + operation.path("op").asText();
  }

  private static String counts(JsonNode operation, long longest) {
    return operation.path("calls")
        + " "
        + operation.path("replies")
        + " "
        + operation.path("failed")
        + " "
        + longest;
  }

  // ---- what the captures are known to be

  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs41-delegation.pcap, true, 0",
    "rocev2/rocev2-nfs41-loss.pcap, true, 0",
    "rocev2/rocev2-nfs41-midstream.pcap, false, 1",
    "iwarp/iwarp-nfs41-midstream.pcap, false, 1",
    "rocev2/rocev2-nfs41-snap128.pcap, false, 0",
    "iwarp/iwarp-nfs41-snap128.pcap, false, 0"
  })
  void shouldSayWhetherACaptureIsWhole(String file, boolean whole, int begunBefore)
      throws IOException {
    JsonNode completeness = record(CAPTURES.resolve(file).toString()).path("completeness");

    assertThat(completeness.path("whole").asBoolean()).isEqualTo(whole);
    assertThat(completeness.path("begun_before").asInt()).isEqualTo(begunBefore);
    assertThat(completeness.path("cut_at").asInt()).isEqualTo(file.contains("snap128") ? 128 : 0);
  }

  @Test
  void shouldSayWhoSentAgainAndWhatWasRefused() {
    assertThat(page(LOSS))
        .contains("clients retransmitted 262 of 868 packets, servers retransmitted 102")
        .contains("NAKs      clients sent PSN Sequence Error 1")
        .containsPattern("Retrans.(?s:.{0,200}) check\n")
        .contains("check --rules 'aeth.*'");
  }

  @Test
  void shouldTellOfACallThatWaitedInSilenceUntilItsConnectionEnded() throws IOException {
    JsonNode overview = record(CAPTURES.resolve("iwarp/iwarp-mixed-versions.pcap").toString());

    JsonNode silence = overview.path("silence");
    assertThat(silence.path("silences").asLong()).isOne();
    assertThat(silence.path("duration_ns").asLong()).isEqualTo(60_278_033_000L);
    assertThat(silence.path("connection").asInt()).isEqualTo(3);
    assertThat(silence.path("until").asText()).isEqualTo("connection_end");
    assertThat(silence.path("xid").asText()).isEqualTo("0xc3a44e82");
    assertThat(silence.at("/repeat/connection").asInt()).isEqualTo(4);
    assertThat(silence.at("/repeat/answered_after_ns").asLong()).isGreaterThan(60_278_033_000L);
    JsonNode time = overview.path("time_use");
    assertThat(time.path("busy_ns").asLong() - time.path("unanswered_ns").asLong())
        .as("time in which answered calls waited")
        .isPositive()
        .isLessThanOrEqualTo(time.path("waited_ns").asLong());
  }

  @Test
  void shouldLeadToTheRuleThatTellsOfWhatIsRetransmitted() {
    assertThat(page("../testdata/captures/iwarp/iwarp-nfs41-loss.pcap"))
        .containsPattern("clients retransmitted 1 of 605 packets +check --rules 'tcp[.][*]'\n");
  }

  /** Rules tell of packets that are missing, not of connections that go on before or behind. */
  @Test
  void shouldLeadToCheckOnlyWhereThatHasAFinding() {
    assertThat(page(CAPTURES.resolve("rocev2/rocev2-nfs41-midstream.pcap").toString()))
        .containsPattern("(?s)began after 1 connection did;.{0,99}drops not recorded +stats\n")
        .containsPattern("Findings +none");
  }

  @Test
  void shouldCountFindingsOfNoMessageWithTheConnectionsOfChosenCalls() {
    String capture = CAPTURES.resolve("iwarp/iwarp-nfs41-reorder.pcap").toString();
    String all = findings(capture);
    assertThat(all).contains("43  tcp.retransmission");

    assertThat(findings(capture, "--start", "+0", "--end", "+1h")).isEqualTo(all);
    assertThat(findings(capture, "-Y", "nfs.op == READ")).contains("43  tcp.retransmission");
    for (String[] window :
        new String[][] {
          {"--start", "300", "--end", "500"}, {"--start", "+2.8859s", "--end", "+2.9961s"},
        }) {
      assertThat(findings(capture, window)).contains(" 3  tcp.retransmission ", "in frame 310");
    }
    run(new byte[0], "report", "-o", "-", "-Y", "nfs.op == READ", capture);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("tcp.retransmission");
  }

  /** What a filter leaves out may have bound the back channel, or moved data. */
  @Test
  void shouldFindInChosenCallsWhatIsFoundInAll() {
    assertThat(findings(DELEGATION, "-Y", "nfs.op == CB_RECALL")).contains("none");
    assertThat(findings(DELEGATION, "--start", "+2")).contains("none");

    String silent = CAPTURES.resolve("iwarp/iwarp-mixed-versions.pcap").toString();
    assertThat(page(silent, "-Y", "xid == 0xc3a44e82"))
        .contains("nothing moved for 60.3 s on c3", "1  rpc.silence");
    assertThat(page(silent, "-Y", "connection == 4")).doesNotContain("Silence", "rpc.silence");
  }

  private String findings(String capture, String... options) {
    List<String> words = new ArrayList<>(List.of(capture));
    words.addAll(List.of(options));
    String page = page(words.toArray(new String[0]));
    return page.substring(page.indexOf("Findings "));
  }

  @Test
  void shouldNotCallCopiesOfPacketsRetransmissions() throws IOException {
    ByteBuffer one = ByteBuffer.wrap(Files.readAllBytes(Path.of(DELEGATION)));
    ByteArrayOutputStream twice = new ByteArrayOutputStream();
    twice.write(one.array(), 0, PCAP_HEADER);
    for (int at = PCAP_HEADER; at < one.limit(); ) {
      int length = PCAP_RECORD + one.order(ByteOrder.LITTLE_ENDIAN).getInt(at + PCAP_CAPTURED);
      twice.write(one.array(), at, length);
      twice.write(one.array(), at, length);
      at += length;
    }
    run(twice.toByteArray(), "summary", "-");

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("Retrans.  not known: packets are in the capture twice")
        .contains("check --rules capture.packets-twice");
    run(twice.toByteArray(), "summary", "--start", "300", "-");
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("1  capture.packets-twice");
  }

  @Test
  void shouldCountAConnectionOnceThatIsInTheCaptureTwice() throws IOException {
    byte[] one = Files.readAllBytes(CAPTURES.resolve("iwarp/iwarp-nfs41-large-gso.pcap"));
    ByteArrayOutputStream twice = new ByteArrayOutputStream();
    twice.write(one);
    twice.write(one, PCAP_HEADER, one.length - PCAP_HEADER);
    run(twice.toByteArray(), "summary", "-");

    assertThat(out.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " "))
        .contains("25 calls of NFS v4.1")
        .contains("a copy of a connection is left out")
        .contains("no packet was retransmitted")
        .contains("Findings 1 warning check warning 1 tcp.repeated-connection");
  }

  @Test
  void shouldCountACallOnceWhereOthersSayHowManyAreRepeats() throws IOException {
    String file = CAPTURES.resolve("iwarp/iwarp-nfs3-refused-acl.pcap").toString();

    assertThat(record(file).path("clients").get(0).path("calls").asLong()).isEqualTo(17);
    assertThat(page(file)).contains("Replies   3 calls failed: 2 of NFS v3 LOOKUP");
    for (String other : List.of("-q", "check", "conformance")) {
      run(new byte[0], other, file);
      assertThat(out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8))
          .as(other)
          .contains("19 calls, 2 of them repeats\n");
    }
  }

  @Test
  void shouldNameOperationsInTheWordsOfLines() {
    String odd = CAPTURES.resolve("rocev2/rocev2-odd.pcap").toString();

    assertThat(page(odd).replaceAll("\\s+", " "))
        .contains("9 calls of NFS v3, 2 of unknown programs, 1 of program 400123 v1 and 1 more")
        .contains("NFS v3 procedure 99 took most")
        .contains(" v3 procedure 99 1 1 ", " 400123 v1 procedure 0 1 1 ");
    for (List<String> other : List.of(List.of(odd), List.of("stats", "--slowest", "9", odd))) {
      run(new byte[0], other.toArray(new String[0]));
      assertThat(out.toString(StandardCharsets.UTF_8).replaceAll(" +", " "))
          .as(String.join(" ", other))
          .contains("program 400123 v1 procedure 0", "NFS v3 procedure 99", "program unknown ");
    }
  }

  @Test
  void shouldNameTheClient() throws IOException {
    JsonNode client = record(DELEGATION).path("clients").path(0);

    assertThat(client.path("address").asText()).isEqualTo("192.168.77.2");
    assertThat(client.path("names").path(0).asText()).isEqualTo("Linux NFSv4.1 rdma-client");
    assertThat(client.path("servers").path(0).asText()).isEqualTo("192.168.77.1");
  }

  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs41-vlan.pcap, 192.168.77.1:/ by NFS v4.1",
    "iwarp/iwarp-nfs41-ipv6.pcap, fd00:77::1:/ by NFS v4.1",
    "rocev2/rocev2-nfs3-acl.pcap, 192.168.77.1:/export by NFS v3",
    "rocev2/rocev2-nfs41-midstream.pcap, none seen"
  })
  void shouldNameWhatWasMounted(String file, String mounts) {
    assertThat(page(CAPTURES.resolve(file).toString())).contains("Mounts    " + mounts);
  }

  /** Callbacks are waited for by servers. */
  @Test
  void shouldListCallbacksBehindCalls() throws IOException {
    List<String> protocols = record(DELEGATION).path("operations").findValuesAsText("protocol");

    assertThat(protocols.indexOf("NFS_CB v4.1")).isEqualTo(protocols.size() - 1);
  }

  /** The first copy of the reply was lost, and sent again two seconds later. */
  @Test
  void shouldSayThatTheWireTookTheTime() throws IOException {
    JsonNode longest =
        record(CAPTURES.resolve("rocev2/rocev2-nfs41-reorder.pcap").toString()).path("longest");

    assertThat(longest.path("op").asText()).isEqualTo("READ");
    assertThat(longest.path("wire_ns").asLong())
        .isGreaterThan(longest.path("latency_ns").asLong() * 99 / 100);
  }

  @Test
  void shouldKnowDropsOfInterfaceStatistics() {
    assertThat(page(CAPTURES.resolve("rocev2/rocev2-nfs41-pcapng.pcapng").toString()))
        .contains("packets tell; no packet dropped while capturing");
  }

  @Test
  void shouldBeAboutWhatAFilterChooses() throws IOException {
    run(new byte[0], "summary", "-Y", "nfs.op == WRITE", LOSS);
    String page = out.toString(StandardCharsets.UTF_8);

    assertThat(page)
        .contains("\nonly 3 chosen exchanges and the connections of those\n", "v4.1 WRITE ")
        .contains("packets tell", "Time      no chosen call in flight")
        .doesNotContain("EXCHANGE_ID", "v4.1 READ", "aeth.nak");

    assertThat(run(new byte[0], "summary", "--expect-match", "-Y", "nfs.op == LINK", LOSS))
        .isEqualTo(ExitStatus.NO_MATCH);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("only 0 chosen exchanges");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Ynfs.path == /losy-1", "--start=+100"})
  void shouldSayNothingOfWhatAFilterDidNotChoose(String nothing) {
    assertThat(run(new byte[0], "summary", nothing, LOSS)).isEqualTo(ExitStatus.DONE);

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains(
            "only 0 chosen exchanges", "Traffic   no call with its reply was chosen", "Capture ")
        .doesNotContain("Replies", "Retrans", "NAKs", "Findings", "over RDMA");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("no call with its reply matches -Y, -m, --start and --end");
  }

  @Test
  void shouldTellDamageInTheCaptureFromMissingPackets(@TempDir Path folder) throws IOException {
    byte[] capture = Files.readAllBytes(CAPTURES.resolve("rocev2/rocev2-nfs3-acl.pcap"));
    int call = frame(capture, 63);
    capture[call + 100] ^= 1;
    Path damaged = Files.write(folder.resolve("damaged.pcap"), capture);

    assertThat(page(damaged.toString()).replaceAll("\\s+", " "))
        .contains("packets are missing or damaged (bth.psn-not-captured 1, icrc.mismatch 1,");
  }

  /** Where a frame begins. */
  private static int frame(byte[] capture, int number) {
    ByteBuffer in = ByteBuffer.wrap(capture).order(ByteOrder.LITTLE_ENDIAN);
    int at = PCAP_HEADER;
    for (int i = 1; i < number; i++) {
      at += PCAP_RECORD + in.getInt(at + PCAP_CAPTURED);
    }
    return at + PCAP_RECORD;
  }

  @Test
  void shouldNotCallACaptureWithoutFramesWhole() throws IOException {
    byte[] header = Arrays.copyOf(Files.readAllBytes(Path.of(LOSS)), PCAP_HEADER);

    run(header, "summary", "-");

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("Capture   has no frame")
        .doesNotContain("whole");
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("-f");
  }

  @Test
  void shouldSayThatTheFilterOfFramesMayLeaveRdmaOut() {
    Needs.libpcap();

    run(new byte[0], "-f", "tcp", "-q", CAPTURES.resolve("rocev2/rocev2-nfs3-acl.pcap").toString());
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("43 tcp; -f may leave it out");
  }

  @Test
  void shouldCountTheExchangesThatAFilterChooses() throws IOException {
    String odd = CAPTURES.resolve("rocev2/rocev2-odd.pcap").toString();

    run(new byte[0], "summary", "-Y", "rpcrdma.error", odd);

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("\nonly 8 chosen exchanges and the connections of those\n")
        .contains("1 call");
    assertThat(records("--exchanges", "--json", "-Y", "rpcrdma.error", odd)).hasSize(8);
  }

  @Test
  void shouldSumUpSeveralFilesAsOneCapture() throws IOException {
    assertThat(page(DELEGATION, LOSS).lines().limit(2).toList())
        .first()
        .isEqualTo("rocev2-nfs41-delegation.pcap and 1 more");
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("; 2 connections");
  }

  @Test
  void shouldReadStandardInput() throws IOException {
    String ofFile = page(DELEGATION);
    int status = run(Files.readAllBytes(Path.of(DELEGATION)), "summary", "-");

    assertThat(status).isEqualTo(ExitStatus.DONE);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(ofFile.replace("rocev2-nfs41-delegation.pcap", "\"standard input\""));
  }

  // ---- captures of little use

  @Test
  void shouldSayThatThereIsNothing() {
    assertThat(run(Captures.at(), "summary", "-")).isEqualTo(ExitStatus.DONE);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("0 frames, 0 B\n", "no RPC-over-RDMA message; 0 RDMA packets in 0 frames")
        .doesNotContain("Slowest", "Clients");
    assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("rdmadump: no frames: ");
  }

  @Test
  void shouldSayThatThereIsNoRpc() {
    assertThat(run(Captures.at(0, 1000), "summary", "-")).isEqualTo(ExitStatus.DONE);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("2 frames, 120 B, 1.00 us from 1970-01-01T00:16:40.000000000Z")
        .contains("no RPC-over-RDMA message; 0 RDMA packets in 2 frames");
  }

  @Test
  void shouldSumUpWhatIsBeforeDamage() throws IOException {
    byte[] whole = Files.readAllBytes(Path.of(LOSS));
    byte[] cut = Arrays.copyOf(whole, whole.length / 2);

    assertThat(run(cut, "summary", "-")).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("not whole: could not all be read")
        .contains("capture.cut-short", "ended before 1 connection")
        .contains("Slowest");
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("cut short");
  }

  // ---- where people learn of it

  private static final Terminal TERMINAL =
      new Terminal(true, false, true, false, COLUMNS, true, false);

  @ParameterizedTest
  @ValueSource(ints = {COLUMNS, 2 * COLUMNS})
  void shouldBePointedToInALineOfATerminal(int columns) {
    Terminal terminal = new Terminal(true, false, true, false, columns, true, false);
    run(new byte[0], terminal, "--progress", "never", DELEGATION);

    String file = columns == COLUMNS ? "FILE" : DELEGATION;
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("rdmadump: for a summary of the capture: rdmadump summary " + file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-q", "--json", "--frames", "-c1", "-Ynfs.op==READ"})
  void shouldNotBePointedToByOtherForms(String option) {
    run(new byte[0], TERMINAL, "--progress", "never", option, DELEGATION);

    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void shouldNotBePointedToInAPipe() {
    for (boolean output : new boolean[] {false, true}) {
      Terminal terminal = new Terminal(output, !output, !output, false, COLUMNS, true, false);
      run(new byte[0], terminal, "--progress", "never", DELEGATION);

      assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }
  }

  @Test
  void shouldBeColouredOnATerminal() {
    run(new byte[0], TERMINAL, "summary", "--color", "always", "--progress", "never", LOSS);

    assertThat(out.toString(StandardCharsets.UTF_8)).contains("\033[33mRetrans.\033[0m");
    assertThat(page(LOSS)).doesNotContain("\033");
  }

  @Test
  void shouldTakeNoInputFromNowhere() {
    assertThat(
            Main.run(
                new String[] {"summary"},
                InputStream.nullInputStream(),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8)))
        .isEqualTo(ExitStatus.USAGE);
  }
}
