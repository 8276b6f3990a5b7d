package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatsTest {
  private static final String CAPTURES = "../testdata/captures/";
  private static final String DELEGATION = CAPTURES + "rocev2/rocev2-nfs41-delegation.pcap";
  private static final String MIXED = CAPTURES + "iwarp/iwarp-mixed-versions.pcap";
  private static final String REFUSED = CAPTURES + "iwarp/iwarp-nfs3-refused-acl.pcap";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String line) {
    return Main.run(
        line.split(" "),
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private List<JsonNode> records(String line) throws IOException {
    assertThat(run("stats --json " + line)).isEqualTo(ExitStatus.DONE);
    List<JsonNode> records = new ArrayList<>();
    for (String each : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      records.add(new ObjectMapper().readTree(each));
    }
    return records;
  }

  private static JsonNode only(List<JsonNode> records, Predicate<JsonNode> wanted) {
    List<JsonNode> found = records.stream().filter(wanted).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static boolean is(JsonNode record, String kind) {
    return record.path("record").asText().equals(kind);
  }

  /** The calls of one name. */
  private static JsonNode operation(List<JsonNode> records, String name) {
    return only(records, each -> is(each, "operation") && each.path("op").asText().equals(name));
  }

  @ParameterizedTest
  @CsvSource({"rocev2/rocev2-nfs41-delegation, 4", "verbs/rxe-nvme, 2", "verbs/siw-rping, 1"})
  void shouldPrintTheMeanBehindTheGreatestOfEveryLatency(String capture, int tables) {
    run("stats " + CAPTURES + capture + ".pcap");

    List<String> heads = lines().stream().filter(line -> line.contains(" p50 ")).toList();
    assertThat(heads)
        .hasSizeGreaterThanOrEqualTo(tables)
        .allMatch(line -> line.matches(".* p50 .* p99 +[\\w ]*max +[\\w ]*mean.*"));
  }

  @Test
  void shouldSayWhichConnectionAnotherOneFollows() {
    run("stats " + CAPTURES + "iwarp/iwarp-odd.pcap");

    assertThat(lines())
        .contains("      follows c1, which ended: TCP FIN by the client in frame 13")
        .noneMatch(line -> line.contains("made after"));
  }

  @Test
  void shouldPrintTheMeanThatJsonHas() throws IOException {
    JsonNode read = operation(records(DELEGATION), "READ").path("latency_ns");
    assertThat(read.path("mean").asLong()).isBetween(3_245_000L, 3_254_999L);
    out.reset();

    run("stats " + DELEGATION);

    assertThat(lines())
        .anyMatch(line -> line.matches("  NFS v4.1 +READ +4 .* 2.02 ms .* 6.79 ms +3.25 ms .*"));
  }

  @Test
  void shouldCountNothingThatARefusedReadDidNotMove() throws IOException {
    List<JsonNode> records = records(CAPTURES + "rocev2/rocev2-odd.pcap");

    for (int refused : new int[] {15, 17}) {
      JsonNode connection =
          only(
              records,
              each -> is(each, "connection") && each.path("connection").asInt() == refused);
      assertThat(connection.path("bytes").path("position_zero").asLong()).isZero();
    }
    // What one that was not refused moved.
    long moved = 0;
    for (JsonNode each : records) {
      moved += is(each, "connection") ? each.path("bytes").path("position_zero").asLong() : 0;
    }
    assertThat(moved).isEqualTo(40);
  }

  @Test
  void shouldHaveNoDuplicatesAndTimeOutsOfTcp() throws IOException {
    String capture = CAPTURES + "iwarp/iwarp-nfs41-loss.pcap";
    JsonNode client =
        only(records(capture), each -> is(each, "connection")).path("traffic").path("client");

    assertThat(client.has("retransmitted")).isTrue();
    assertThat(client.has("duplicates")).isFalse();
    assertThat(client.has("timeouts")).isFalse();

    out.reset();
    run("stats -T csv " + capture);
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    int column = List.of(lines.get(0).split(",", -1)).indexOf("duplicates");
    assertThat(lines.get(1).split(",", -1)[column]).isEmpty();
    assertThat(lines.get(1).split(",", -1)[column + 1]).isEmpty();

    out.reset();
    run("stats " + capture);
    assertThat(out.toString(StandardCharsets.UTF_8)).containsPattern(" client .* +- +- +[0-9]");
  }

  @Test
  void shouldNotShowALengthThatIsNotKnownAsZero() throws IOException {
    String capture = CAPTURES + "rocev2/rocev2-nfs41-snap128.pcap";
    JsonNode unknown =
        only(
            records(capture),
            each -> is(each, "operation") && each.path("protocol").asText().equals("unknown"));

    assertThat(unknown.path("replies").asInt()).isEqualTo(3);
    assertThat(unknown.path("call_bytes").asInt()).isEqualTo(492);
    assertThat(unknown.has("reply_bytes")).isFalse();

    out.reset();
    run("stats " + capture);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("program unknown  .* 492 B +- ");
  }

  @Test
  void shouldNameTheErrorsInCsv() {
    run("stats -T csv " + REFUSED);

    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).anyMatch(line -> line.endsWith(",sent_again,errors"));
    assertThat(lines).anyMatch(line -> line.matches("operation,.*,[A-Z0-9_ ]+ [0-9]+"));
  }

  @Test
  void shouldSayHowAConnectionWasMadeAndEnded() throws IOException {
    JsonNode connection = only(records(DELEGATION), each -> is(each, "connection"));

    assertThat(connection.path("recognised").asText()).isEqualTo("cm");
    assertThat(connection.at("/cm/service_id").asText()).isEqualTo("0x0000000001064e51");
    assertThat(connection.at("/cm/client/private_data").asText()).isEqualTo("0xf6ab0e1801010303");
    assertThat(connection.at("/rpcrdma/client/remote_invalidation").asBoolean()).isTrue();
    assertThat(connection.at("/rpcrdma/server/remote_invalidation").asBoolean()).isFalse();
    assertThat(connection.at("/rpcrdma/inline_threshold_to_client").asInt()).isEqualTo(4096);
    assertThat(connection.at("/ended/how").asText()).isEqualTo("dreq");
    assertThat(connection.at("/ended/by").asText()).isEqualTo("client");
    assertThat(connection.path("callbacks").asInt()).isEqualTo(4);
  }

  @Test
  void shouldCountACallOnceThatWasSentAgainOverAnotherConnection() throws IOException {
    // given a NULL call that the server never saw, and again over the connection made then
    List<JsonNode> ofVersion4 =
        records(MIXED).stream()
            .filter(each -> each.path("protocol").asText().equals("NFS v4"))
            .toList();

    JsonNode nulls = operation(ofVersion4, "NULL");
    assertThat(nulls.path("calls").asInt()).isEqualTo(2);
    assertThat(nulls.path("sent_again").asInt()).isEqualTo(1);
    assertThat(nulls.path("replies").asInt()).isEqualTo(2);
  }

  @Test
  void shouldCountACallOnceThatWasTriedAgainAfterARefusal() throws IOException {
    // given a SETACL that three connections carried, and GARBAGE_ARGS each time
    JsonNode setacl = operation(records(REFUSED), "SETACL");

    assertThat(setacl.path("calls").asInt()).isEqualTo(1);
    assertThat(setacl.path("sent_again").asInt()).isEqualTo(2);
    assertThat(setacl.path("replies").asInt()).isEqualTo(3);
    assertThat(setacl.path("failed").asInt()).isEqualTo(1);
    assertThat(setacl.at("/errors/GARBAGE_ARGS").asInt()).isEqualTo(1);
  }

  @Test
  void shouldCountARepeatAsACallWhereTheFirstIsNotChosen() throws IOException {
    // given the same three, of which a filter chooses those of the latter two connections
    JsonNode setacl = operation(records("-Y connection!=1 " + REFUSED), "SETACL");

    assertThat(setacl.path("calls").asInt()).isEqualTo(1);
    assertThat(setacl.path("sent_again").asInt()).isEqualTo(1);
    assertThat(setacl.path("failed").asInt()).isEqualTo(1);
  }

  @Test
  void shouldCountAnAnsweredRepeatOfAConnectionThatIsChosenAlone() throws IOException {
    // given a NULL call of connection 3, and again over connection 4, where it is answered
    JsonNode nulls = operation(records("-Y connection==4 " + MIXED), "NULL");

    assertThat(nulls.path("calls").asInt()).isEqualTo(1);
    assertThat(nulls.path("replies").asInt()).isEqualTo(1);
  }

  @Test
  void shouldNotSayWhatWasGrantedWhereNothingWas() throws IOException {
    // given connections that ended before a reply
    assertThat(records(MIXED))
        .filteredOn(each -> is(each, "connection") && each.path("replies").asInt() == 0)
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.at("/credits/calls/granted").isMissingNode()).isTrue());
  }

  @Test
  void shouldSayThatAFilterChoseNothing() {
    assertThat(run("stats -Y nfs.op==LOCK " + DELEGATION)).isEqualTo(ExitStatus.DONE);

    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "rdmadump: no call with its reply matches -Y, -m, --start and --end"
                + System.lineSeparator());
  }

  @Test
  void shouldCountOperationsInsideOfCompounds() throws IOException {
    List<JsonNode> records = records(DELEGATION);

    JsonNode sequence =
        only(
            records,
            each -> is(each, "compound_operation") && each.path("op").asText().equals("SEQUENCE"));
    JsonNode getattr =
        only(
            records,
            each -> is(each, "compound_operation") && each.path("op").asText().equals("GETATTR"));
    assertThat(sequence.path("asked").asInt()).isEqualTo(39);
    assertThat(sequence.path("executed").asInt()).isEqualTo(39);
    // One of them stands behind the data of a WRITE.
    assertThat(getattr.path("asked").asInt()).isEqualTo(getattr.path("executed").asInt());
  }

  @Test
  void shouldSayWhichConnectionAnotherOneReplaces() throws IOException {
    List<JsonNode> records = records(REFUSED);

    JsonNode second = only(records, each -> each.path("connection").asInt() == 2);
    assertThat(second.at("/reconnect_of/connection").asInt()).isEqualTo(1);
    assertThat(second.at("/reconnect_of/ended/how").asText()).isEqualTo("fin");
    assertThat(second.at("/mpa/request/ird").asInt()).isEqualTo(128);
  }

  @Test
  void shouldCountAllOfTheTimeInItsParts() throws IOException {
    List<JsonNode> records = records("--interval 0.5 " + DELEGATION);

    long calls = 0;
    long packets = 0;
    for (JsonNode each : records) {
      if (is(each, "interval")) {
        assertThat(each.path("length_ns").asLong()).isEqualTo(500_000_000);
        calls += each.path("calls").asLong();
        packets += each.path("packets").asLong();
      }
    }
    JsonNode connection = only(records, each -> is(each, "connection"));
    assertThat(calls).isEqualTo(49);
    assertThat(packets)
        .isEqualTo(
            connection.at("/traffic/client/packets").asLong()
                + connection.at("/traffic/server/packets").asLong());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-odd.pcap", "iwarp/iwarp-odd.pcap"})
  void shouldCountCallsThatWereRefusedAsFailedInIntervals(String capture) throws IOException {
    List<JsonNode> records = records("--interval 0.5 " + CAPTURES + capture);

    assertThat(sum(records, "interval", "failed"))
        .isPositive()
        .isEqualTo(sum(records, "operation", "failed"));
  }

  private static long sum(List<JsonNode> records, String type, String count) {
    return records.stream()
        .filter(each -> is(each, type))
        .mapToLong(each -> each.path(count).asLong())
        .sum();
  }

  @Test
  void shouldStopWhereItWasTold() throws IOException {
    List<JsonNode> records = records("-c 1 " + DELEGATION);

    JsonNode operation = only(records, each -> is(each, "operation"));
    assertThat(operation.path("op").asText()).isEqualTo("NULL");
    assertThat(operation.path("calls").asInt()).isEqualTo(1);
  }

  @Test
  void shouldPrintAnArray() throws IOException {
    assertThat(run("stats -T json " + DELEGATION)).isEqualTo(ExitStatus.DONE);

    JsonNode array = new ObjectMapper().readTree(out.toByteArray());
    assertThat(array.isArray()).isTrue();
    assertThat(array.get(array.size() - 1).path("record").asText()).isEqualTo("summary");
  }

  @Test
  void shouldColourWhatWentWrong() {
    assertThat(run("stats --color always " + CAPTURES + "rocev2/rocev2-nfs3-dropped-late.pcap"))
        .isEqualTo(ExitStatus.DONE);

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .anyMatch(line -> line.contains("NFS3ERR_NOENT 6") && line.startsWith("\033[1m"));
  }

  @Test
  void shouldSayWhatThereIsInPlaceOfMessages() {
    assertThat(run("stats " + CAPTURES + "verbs/rxe-cm.pcap")).isEqualTo(ExitStatus.DONE);
    assertThat(run("stats " + CAPTURES + "verbs/siw-rping.pcap")).isEqualTo(ExitStatus.DONE);

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .contains(
            "no RPC-over-RDMA message in 107 frames; 97 RDMA packets,"
                + " of which 22 management datagrams",
            "no RPC-over-RDMA message in 291 frames; 286 RDMA packets");
  }

  @Test
  void shouldCountRequestsOfConnectionsWithoutRpc() {
    assertThat(run("stats --interval 5 " + CAPTURES + "verbs/rxe-perftest.pcap"))
        .isEqualTo(ExitStatus.DONE);

    assertThat(out.toString(StandardCharsets.UTF_8).lines().map(line -> line.replaceAll(" +", " ")))
        .contains("Requests in intervals of 5.00 s", " 5.000000 r6 client 10 97.7 KiB 19.5 KiB")
        .anyMatch(line -> line.startsWith(" r4 client write 10 97.7 KiB"))
        .anyMatch(line -> line.startsWith(" r6 client read 10 97.7 KiB"))
        .anyMatch(line -> line.startsWith(" r8 client compare_swap 10 80 B"))
        .anyMatch(line -> line.startsWith(" r9 client write 10 29.3 KiB"))
        .anyMatch(line -> line.startsWith(" r10 client send 10 5000 B"));
  }

  @Test
  void shouldHaveTheSameRequestsInJsonAndCsv() throws IOException {
    run("stats -T csv " + CAPTURES + "verbs/rxe-rping.pcap");
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .anyMatch(line -> line.startsWith("rdma_connection,1,rocev2,rc,cm,7174,,,1024,53"))
        .anyMatch(line -> line.startsWith("rdma_request,1,server,write,8,16000,"));

    out.reset();
    run("stats -T json " + CAPTURES + "verbs/rxe-rping.pcap");
    JsonNode records = new ObjectMapper().readTree(out.toByteArray());
    assertThat(records)
        .filteredOn(each -> each.path("record").asText().equals("rdma_request"))
        .filteredOn(each -> each.path("kind").asText().equals("read"))
        .extracting(each -> each.path("requests").asInt() + " of " + each.path("bytes").asInt())
        .containsExactly("8 of 16000", "3 of 60000");
  }

  @Test
  void shouldNameTheProtocolThatAnOptionNames() {
    run("stats --decode-as service:7174=nvme " + CAPTURES + "verbs/siw-rping.pcap");

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("protocol NVMe over RDMA, by --decode-as")
        .doesNotContain("protocol unknown");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--interval 0 | --interval 0: not a number of seconds above 0, such as 1 or 0.25",
        "--interval x | --interval x: not a number of seconds above 0, such as 1 or 0.25",
        "--interval . | --interval .: not a number of seconds above 0, such as 1 or 0.25",
        "--json -T csv | --json and -T csv contradict each other",
        "-T xml | -T xml: not one of text, csv, json, ndjson",
      })
  void shouldRefuse(String options, String message) {
    assertThat(run("stats " + options + " " + DELEGATION)).isEqualTo(ExitStatus.USAGE);

    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("rdmadump: " + message + "\n");
  }

  @Test
  void shouldListTheSlowestCalls() throws IOException {
    run("stats --slowest 2 " + DELEGATION);

    assertThat(lines().get(0)).isEqualTo("Slowest calls");
    assertThat(lines().get(2)).contains("EXCHANGE_ID", " 65.8 ms ");
    assertThat(lines().get(3)).contains(" 11.9 ms ", "OPEN", " /deleg-0 ");
    assertThat(lines().get(4)).isEmpty();

    out.reset();
    JsonNode slowest = records("--slowest 2 " + DELEGATION).get(0);
    assertThat(slowest.path("record").asText()).isEqualTo("slow_call");
    assertThat(slowest.path("op").asText()).isEqualTo("EXCHANGE_ID");
    assertThat(slowest.path("latency_ns").asLong()).isBetween(65_700_000L, 65_900_000L);
  }

  @Test
  void shouldHaveRowsOfZerosInCsv() {
    run("stats --interval 0.01 -T csv " + DELEGATION);
    List<String> rows = lines().stream().filter(line -> line.startsWith("interval,")).toList();

    long expected = 70_000_000;
    for (String row : rows) {
      assertThat(row).startsWith("interval," + expected + ",10000000,1,");
      expected += 10_000_000;
    }
    assertThat(rows).anyMatch(row -> row.contains(",1,0,0,0,0,0,0,0,0,0,0,0,0,0,"));
  }
}
