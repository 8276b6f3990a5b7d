package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields {@code connection.*} of messages, exchanges, commands, frames and findings. */
class ConnectionFilterTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final String NFS = CAPTURES.resolve("rocev2/rocev2-nfs41-acl.pcap").toString();
  private static final String NVME = CAPTURES.resolve("verbs/rxe-nvme.pcap").toString();
  private static final String IWARP_NVME = CAPTURES.resolve("verbs/siw-nvme.pcap").toString();
  private static final String CM = CAPTURES.resolve("verbs/rxe-cm.pcap").toString();
  private static final String PERFTEST = CAPTURES.resolve("verbs/rxe-perftest.pcap").toString();
  private static final String IS_NVME = "connection.protocol == \"NVMe over RDMA\"";
  private static final String IS_RPC = "connection.protocol == \"RPC-over-RDMA\"";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private InputStream in = InputStream.nullInputStream();

  @TempDir Path folder;

  private int run(String... arguments) {
    out.reset();
    err.reset();
    return Main.run(arguments, in, out, new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private List<String> lines(String... arguments) {
    assertThat(run(arguments)).isEqualTo(ExitStatus.DONE);
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private String usage(String... arguments) {
    assertThat(run(arguments)).isEqualTo(ExitStatus.USAGE);
    return err.toString(StandardCharsets.UTF_8);
  }

  private List<ObjectNode> records(String kind, String... arguments) throws IOException {
    assertThat(run(arguments)).isEqualTo(ExitStatus.DONE);
    return printed(kind);
  }

  private List<ObjectNode> printed(String kind) throws IOException {
    List<ObjectNode> found = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      ObjectNode record = (ObjectNode) JSON.readTree(line);
      if (record.get("record").asText().equals(kind)) {
        found.add(record);
      }
    }
    return found;
  }

  // ---- messages, exchanges and commands

  /** A capture of both: what is chosen of it is what the capture of one of them holds. */
  @ParameterizedTest
  @ValueSource(strings = {"dump", "dump --exchanges"})
  void shouldChooseRecordsByTheProtocolOfTheirConnection(String command) {
    String[] verb = command.split(" ", -1);
    int ofNfs = lines(with(verb, NFS)).size();
    int ofNvme = lines(with(verb, NVME)).size();

    assertThat(lines(with(verb, "-Y", IS_RPC, NFS, NVME))).hasSize(ofNfs);
    assertThat(lines(with(verb, "-Y", IS_NVME, NFS, NVME)))
        .hasSize(ofNvme)
        .allMatch(line -> line.contains(" NVMe "));
  }

  @ParameterizedTest
  @CsvSource({
    "connection.ended.how == dreq, 1",
    "connection.service_port == 20049, 1",
    "connection.service_port == 2049, 0",
    "connection.first_frame > 1 and rpc.type == call, 0.5",
    "connection.cm.service_id == 0x1064e51 and connection.traffic.client.packets > 10, 1"
  })
  void shouldChooseMessagesByAnyFactOfTheirConnection(String filter, double share) {
    int all = lines(NFS).size();

    assertThat(lines("-Y", filter, NFS)).hasSize((int) (share * all));
  }

  @Test
  void shouldPrintFactsOfConnectionsAsColumns() {
    assertThat(
            lines(
                "-T",
                "fields",
                "-e",
                "connection.protocol",
                "-e",
                "connection.ended.how",
                "-c",
                "1",
                NFS))
        .containsExactly("RPC-over-RDMA\tdreq");
  }

  // ---- frames

  /** Each packet that a connection counts is a frame of it, and no other is. */
  @ParameterizedTest
  @ValueSource(strings = {"rxe-perftest", "rxe-rping", "rxe-nvme", "rxe-cm"})
  void shouldChooseTheFramesOfAConnection(String name) throws IOException {
    String capture = CAPTURES.resolve("verbs/" + name + ".pcap").toString();
    for (JsonNode each : records("rdma_connection", "stats", "--json", capture)) {
      long packets = 0;
      for (JsonNode side : each.get("traffic")) {
        packets += side.get("packets").asLong();
      }

      List<String> frames =
          lines("--frames", "-Y", "connection.first_frame == " + each.get("first_frame"), capture);

      assertThat(frames).as(each.toString()).hasSize((int) packets);
    }
  }

  @Test
  void shouldChooseFramesOverTcp() throws IOException {
    String filter = IS_NVME + " and rdmap";
    List<String> chosen =
        lines("--frames", "-T", "fields", "-e", "frame", "-Y", filter, IWARP_NVME);

    assertThat(chosen)
        .isNotEmpty()
        .isEqualTo(lines("--frames", "-T", "fields", "-e", "frame", "-Y", "rdmap", IWARP_NVME));
    assertThat(lines("--frames", "-Y", "connection.protocol == \"SMB Direct\"", IWARP_NVME))
        .isEmpty();
  }

  // ---- stats, summary, report and check

  @Test
  void shouldCountTheConnectionsThatAreChosen() throws IOException {
    List<ObjectNode> all = records("rdma_connection", "stats", "--json", PERFTEST);
    String filter = "connection.service == ud or connection.requests.kind == fetch_add";

    List<ObjectNode> chosen = records("rdma_connection", "stats", "--json", "-Y", filter, PERFTEST);

    assertThat(chosen).isNotEmpty().hasSizeLessThan(all.size()).isSubsetOf(all);
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("no call with its reply");
    assertThat(records("rdma_connection", "--connections", "--json", "-Y", filter, PERFTEST))
        .isEqualTo(chosen);
  }

  @Test
  void shouldCountNoConnectionWithoutRpcThatNobodyChose() throws IOException {
    assertThat(records("rdma_connection", "stats", "--json", "-Y", "rpc", NFS, PERFTEST)).isEmpty();
    assertThat(records("rdma_connection", "stats", "--json", "-Y", IS_RPC, NFS, PERFTEST))
        .isEmpty();
    assertThat(records("operation", "stats", "--json", "-Y", IS_RPC, NFS, PERFTEST))
        .isEqualTo(records("operation", "stats", "--json", NFS));
  }

  @Test
  void shouldSummariseWhatIsChosen() throws IOException {
    List<ObjectNode> some =
        records("overview", "summary", "--json", "-Y", "connection.service == rc", PERFTEST);
    List<ObjectNode> none =
        records("overview", "summary", "--json", "-Y", "connection.service == xrc", PERFTEST);

    assertThat(some).singleElement().isNotEqualTo(none.get(0));
    assertThat(run("summary", "--expect-match", "-Y", "connection.service == xrc", PERFTEST))
        .isEqualTo(ExitStatus.NO_MATCH);
    assertThat(run("summary", "--expect-match", "-Y", "connection.service == uc", PERFTEST))
        .isEqualTo(ExitStatus.DONE);
  }

  @Test
  void shouldCheckWhatIsChosen() {
    String retransmitted = "connection.traffic.client.retransmitted > 0";
    assertThat(run("check", "--rules", "connection.*", IWARP_NVME)).isEqualTo(ExitStatus.FINDINGS);
    String all = out.toString(StandardCharsets.UTF_8);

    assertThat(run("check", "--rules", "connection.*", "-Y", retransmitted, IWARP_NVME))
        .isEqualTo(ExitStatus.FINDINGS);

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(all);
    assertThat(run("check", "--rules", "connection.*", "-Y", "not " + retransmitted, IWARP_NVME))
        .isEqualTo(ExitStatus.DONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "connection.client_qp == 17",
        "connection.service == rc",
        "connection.server_qp > 0"
      })
  void shouldCheckThePacketsOfConnectionsThatAreChosen(String filter) throws IOException {
    assertThat(run("check", "--json", "-Y", filter, CM)).isEqualTo(ExitStatus.FINDINGS);
    List<ObjectNode> found = printed("finding");
    List<ObjectNode> frames =
        records("frame", "--frames", "--json", "-Y", "aeth.syndrome > 31 and " + filter, CM);

    assertThat(found).isNotEmpty();
    assertThat(found.stream().map(each -> each.get("frame").asLong()))
        .containsExactlyInAnyOrderElementsOf(
            frames.stream().map(each -> each.get("frame").asLong()).toList());
    JsonNode page = records("overview", "summary", "--json", "-Y", filter, CM).get(0);
    assertThat(page.get("findings").findValues("count").stream().mapToInt(JsonNode::asInt).sum())
        .isEqualTo(found.size());
  }

  @Test
  void shouldNumberConnectionsWithoutRpcAsTheirContentDoes() throws IOException {
    String one = "connection == 1 and connection.service == rc";
    String rping = CAPTURES.resolve("verbs/rxe-rping.pcap").toString();

    List<ObjectNode> connections =
        records("rdma_connection", "stats", "--json", "-Y", one, rping, NVME);

    assertThat(connections).hasSize(1);
    assertThat(connections.get(0).get("protocol").asText()).isEqualTo("NVMe over RDMA");
    assertThat(records("nvme", "--json", "-Y", one, rping, NVME)).isNotEmpty();
  }

  @Test
  void shouldNotSumRequestsOfConnectionsWithRpc() {
    assertThat(
            lines(
                "-T",
                "fields",
                "-c",
                "1",
                "-e",
                "connection.operations",
                "-e",
                "connection.bytes",
                "-e",
                "connection.service",
                NFS))
        .containsExactly("\t\trc");
  }

  @Test
  void shouldKnowFailedCommands() {
    List<String> failed = lines("-T", "fields", "-e", "nvme.status", "-Y", "failed", NVME);
    assertThat(failed).isNotEmpty().doesNotContain("Success", "");
    assertThat(lines("-T", "fields", "-e", "nvme.status", "-Y", "not failed", NVME))
        .doesNotContainAnyElementsOf(failed);
  }

  // ---- a capture of NFS and plain verbs

  @Test
  void shouldCountTheSameOfAMixedCapture() throws IOException {
    assertThat(withoutNumbers(records("rdma_request", "stats", "--json", NFS, PERFTEST)))
        .isNotEmpty()
        .isEqualTo(withoutNumbers(records("rdma_request", "stats", "--json", PERFTEST)));
    assertThat(records("operation", "stats", "--json", NFS, PERFTEST))
        .isNotEmpty()
        .isEqualTo(records("operation", "stats", "--json", NFS));
  }

  private static List<ObjectNode> withoutNumbers(List<ObjectNode> records) {
    records.forEach(each -> each.remove("connection"));
    return records;
  }

  // ---- what cannot be

  @Test
  void shouldSayThatAStreamCannotBeReadTwice() throws IOException {
    byte[] capture = Files.readAllBytes(Path.of(NFS));
    for (String verb : List.of("dump", "stats", "check", "summary")) {
      in = new ByteArrayInputStream(capture);
      assertThat(usage(verb, "-Y", IS_RPC, "-")).contains("fields connection.*", "to a file");
    }

    in = new ByteArrayInputStream(capture);
    assertThat(run("-Y", "connection == 1", "-")).isEqualTo(ExitStatus.DONE);
  }

  @Test
  void shouldSayThatAConnectionThatGoesOnHasNoFactsYet() {
    assertThat(usage("--follow", "-Y", IS_RPC, NFS)).contains("leave --follow out");
    assertThat(usage("--follow", "--frames", "-Y", IS_RPC, NFS)).contains("leave --follow out");
    assertThat(usage("live", "-i", "lo", "-Y", IS_RPC)).contains("live -w");
  }

  @Test
  void shouldSayWhichCommandsDoNotTakeThem() {
    assertThat(usage("compare", "-Y", IS_RPC, NFS, NFS)).contains("compare takes no fields");
  }

  @ParameterizedTest
  @CsvSource({
    "connection.protocol == nvme, connection.protocol is never nvme; did you mean \"NVMe over RDMA\"?",
    "connection.protcol == iSER, no field connection.protcol; did you mean connection.protocol?",
    "connection.ended.how == termnate, did you mean terminate? rdmadump fields connection.ended.how",
    "connection.ended.by in {clinet}, connection.ended.by is never clinet; did you mean client?",
    "nvme.latncy > 1ms, no field nvme.latncy; did you mean nvme.latency_ns?",
    "nvme.number == 1, no field nvme.number; did you mean number",
    "nvme.operation == Wriet, nvme.operation is never Wriet; did you mean Write?",
    "nvme.status != Sucess, nvme.status is never Sucess; did you mean Success?",
    "connection.service == xyz, connection.service is never xyz"
  })
  void shouldSayWhatIsWrong(String filter, String words) {
    assertThat(usage("-Y", filter, NFS)).contains(words);
    assertThat(usage("--frames", "-Y", filter, NFS)).contains(words);
    assertThat(usage("check", "-Y", filter, NFS)).contains(words);
  }

  /** The numbers of connections are those of the run, whatever was read before. */
  @Test
  void shouldCutTheFramesOfAConnection() {
    String cut = folder.resolve("cut.pcap").toString();

    assertThat(run("--frames", "-Y", IS_NVME, "-w", cut, NFS, NVME)).isEqualTo(ExitStatus.DONE);

    assertThat(lines("--frames", cut)).hasSameSizeAs(lines("--frames", "-Y", IS_NVME, NVME));
  }

  private static String[] with(String[] verb, String... more) {
    List<String> all = new ArrayList<>(List.of(verb));
    all.addAll(List.of(more));
    return all.toArray(new String[0]);
  }
}
