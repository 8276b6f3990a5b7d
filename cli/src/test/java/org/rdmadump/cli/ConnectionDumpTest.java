package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.stats.ConnectionFields;

/** {@code dump --connections}: connections without RPC as records with fields. */
class ConnectionDumpTest {
  private static final Path VERBS = Path.of("..", "testdata", "captures", "verbs");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String capture, String... arguments) {
    out.reset();
    err.reset();
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add(VERBS.resolve(capture).toString());
    return Main.run(
        all.toArray(new String[0]),
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rxe-perftest.pcap", "siw-nvme.pcap"})
  void shouldPrintTheRecordsOfStats(String capture) {
    run(capture, "stats", "--json");
    List<String> ofStats =
        lines().stream().filter(line -> line.matches(".\"record\":\"rdma_.*")).toList();

    run(capture, "--connections", "--json");

    assertThat(lines()).isEqualTo(ofStats).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "connection.protocol == \"NVMe over RDMA\", 3",
    "connection.protocol_evidence contains \"Connect command\", 3",
    "connection.operations > 10, 2",
    "connection.requests.kind == write, 2",
    "connection.traffic.client.retransmitted > 0, 1",
    "connection.traffic.server.bursts.loss == 1, 1",
    "connection.traffic.client.bursts.nak > 0, 0",
    "connection.client_port == 49159, 1",
    "connection.ended.how == fin and connection.ended.by == client, 3"
  })
  void shouldChooseConnections(String filter, int count) {
    run("siw-nvme.pcap", "--connections", "-T", "fields", "-e", "connection", "-Y", filter);

    assertThat(lines()).hasSize(count);
  }

  @Test
  void shouldSayWhereConnectionsWithRpcAre() {
    run("../rocev2/rocev2-nfs3-acl.pcap", "--connections");

    assertThat(lines()).isEmpty();
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "rdmadump: no connection without RPC; rdmadump stats FILE prints those with RPC\n");
  }

  @Test
  void shouldFailIfNothingMatchesWhereAMatchIsExpected() {
    assertThat(
            run(
                "rxe-rping.pcap",
                "--connections",
                "--expect-match",
                "-Y",
                "connection.protocol == \"SMB Direct\""))
        .isEqualTo(ExitStatus.NO_MATCH);
    assertThat(run("rxe-rping.pcap", "--connections", "--expect-no-match", "-Y", "connection == 1"))
        .isEqualTo(ExitStatus.NO_MATCH);
  }

  static List<Path> captures() throws IOException {
    return GoldenTest.captures();
  }

  /** A kind of requests has the same place in every column that has a value. */
  @ParameterizedTest
  @MethodSource("captures")
  void shouldHaveAPlaceForEachKindOfRequestsInEveryColumn(Path capture) {
    List<String> arguments = new ArrayList<>(List.of("--connections", "-T", "fields"));
    for (String name : ConnectionFields.registry().names()) {
      if (name.startsWith("connection.requests.")) {
        arguments.addAll(List.of("-e", name));
      }
    }
    assertThat(arguments).hasSizeGreaterThan(30).contains("connection.requests.latency_ns.p99");

    run(VERBS.relativize(capture).toString(), arguments.toArray(new String[0]));

    assertThat(lines())
        .allSatisfy(
            line ->
                assertThat(line.split("\t", -1))
                    .filteredOn(column -> !column.isEmpty())
                    .extracting(column -> column.chars().filter(letter -> letter == ',').count())
                    .containsOnly(kinds(line) - 1L));
  }

  /** The first column is the side of each kind. */
  private static int kinds(String line) {
    return line.split("\t", 2)[0].split(",", -1).length;
  }

  /** {@return a cut of a capture without the frames whose opcode has a pattern} */
  private String without(String opcode, Path folder) {
    Path cut = folder.resolve("cut.pcapng");
    String[] frames = {
      "--frames", "-Y", "not bth.opcode matches \"" + opcode + "\"", "-w", cut.toString()
    };
    assertThat(run("rxe-rping.pcap", frames)).isEqualTo(ExitStatus.DONE);
    return VERBS.toAbsolutePath().relativize(cut).toString();
  }

  @Test
  void shouldLeaveThePlaceOfAnAbsentValueEmpty(@TempDir Path folder) {
    String noAnswersToReads = without("READ response", folder);

    run(
        noAnswersToReads,
        "--connections",
        "-T",
        "csv",
        "-e",
        "connection.requests.kind",
        "-e",
        "connection.requests.latency_ns.count");

    assertThat(lines().get(1)).isEqualTo("\"send,send,write,read\",\"16,16,8,\"");
  }

  /** The last latency is none of the last kind, so it is not shown beside it. */
  @ParameterizedTest
  @CsvSource({"f, send 16", "l, 'read '"})
  void shouldShowOneValueOfOneAndTheSameKind(String which, String line, @TempDir Path folder) {
    String noAnswersToReads = without("READ response", folder);

    run(
        noAnswersToReads,
        "--connections",
        "-T",
        "fields",
        "-E",
        "separator=/s",
        "-E",
        "occurrence=" + which,
        "-e",
        "connection.requests.kind",
        "-e",
        "connection.requests.latency_ns.count");

    assertThat(lines().get(0)).isEqualTo(line);
  }

  /** Not even separators: columns that are aligned show a dash for what is not there. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -T fields --connections -e    | ''
          --connections --columns       | -
          """)
  void shouldShowNothingWhereNoKindHasAValue(String format, String shown, @TempDir Path folder) {
    // given a capture of requests without any answer
    String noAnswers = without("READ response|Acknowledge", folder);
    List<String> arguments = new ArrayList<>(List.of(format.split(" ")));
    arguments.add("connection.requests.latency_ns.p50");

    run(noAnswers, arguments.toArray(new String[0]));

    assertThat(lines().get(lines().size() - 1).strip()).isEqualTo(shown);
  }

  @Test
  void shouldSayHowToAskForConnectionsOfNoKnownProtocol() {
    assertThat(run("rxe-rping.pcap", "--connections", "-Y", "connection.protocol == unknown"))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("; where it is absent: not connection.protocol\n");

    run(
        "rxe-rping.pcap",
        "--connections",
        "-T",
        "fields",
        "-e",
        "connection",
        "-Y",
        "not connection.protocol");

    assertThat(lines()).containsExactly("1", "2");
  }

  @Test
  void shouldTakeNumberForTheNumberAsOtherRecordsDo() {
    run("siw-nvme.pcap", "--connections", "-T", "fields", "-e", "number", "-Y", "number == 2");

    assertThat(lines()).containsExactly("2");
  }

  /** What is advised is a command that works. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --connections | bth.psn | use --frames instead | --frames
          --connections | rpc.xid | leave --connections out | --progress=never
          --connections | nvme.operation | leave --connections out | --progress=never
          --connections | call.number | use --exchanges instead | --exchanges
          --connections | rule | rdmadump check has those | check
          --frames | parameters.name | leave --frames out | --progress=never
          --frames | call.number | use --exchanges instead | --exchanges
          --exchanges | bth.psn | use --frames instead | --frames
          --exchanges | rule | rdmadump check has those | check
          --progress=never | bth.psn | add --frames | --frames
          --progress=never | call.number | add --exchanges | --exchanges
          stats | bth.psn | rdmadump --frames has those | --frames
          check | call.number | rdmadump --exchanges has those | --exchanges
          """)
  void shouldSayWhichCommandKnowsAFieldOfOtherRecords(
      String asked, String field, String advice, String instead) {
    assertThat(run("rxe-nvme.pcap", asked, "-Y", field)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(" (" + advice + ")");

    assertThat(run("rxe-nvme.pcap", instead, "-Y", field)).isNotEqualTo(ExitStatus.USAGE);
  }

  /** Without RPC there are no messages to leave {@code --frames} out for. */
  @ParameterizedTest
  @CsvSource({"connection, connection", "number, number", "connection.number, connection"})
  void shouldAdviseWhatShowsAConnectionWithoutRpc(String asked, String meant) {
    assertThat(run("rxe-rping.pcap", "--frames", "-Y", asked + " == 1"))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains(meant)
        .contains(" (leave --frames out; for connections without RPC use --connections instead)");

    // when that is done, then the connection is printed, with what chooses its frames.
    assertThat(run("rxe-rping.pcap", "--connections", "-Y", meant + " == 1"))
        .isEqualTo(ExitStatus.DONE);
    assertThat(lines()).anyMatch(line -> line.startsWith("  r1 ") && line.contains(" QP 17 "));
    assertThat(run("rxe-rping.pcap", "--frames", "-Y", "connection.client_qp == 17"))
        .isEqualTo(ExitStatus.DONE);
    assertThat(lines()).isNotEmpty();
  }

  @Test
  void shouldKnowAFieldByTheEndOfItsName() {
    assertThat(run("rxe-nvme.pcap", "--connections", "-Y", "client_qp == 17"))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("no field client_qp; did you mean connection.client_qp?");
  }

  @Test
  void shouldRefuseWhatIsOfOtherRecords() {
    assertThat(run("rxe-rping.pcap", "--connections", "--frames")).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("--connections and --frames contradict each other");
  }
}
