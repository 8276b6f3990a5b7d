package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameOptionsTest {
  private static final Path NFS_3 =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs3-acl.pcap");
  private static final Path IWARP =
      Path.of("..", "testdata", "captures", "iwarp", "iwarp-nfs3-acl.pcap");
  private static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-acl.pcap");
  private static final int FRAMES = 187;

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    out.reset();
    err.reset();
    return Main.run(
        arguments,
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldPrintALineForEveryFrame() {
    assertThat(run("--frames", CAPTURE.toString())).isEqualTo(ExitStatus.DONE);
    assertThat(lines()).hasSize(FRAMES);
    assertThat(err()).isEmpty();

    run("--frames", "-c", "5", CAPTURE.toString());
    assertThat(lines()).hasSize(5);
    run("--frames", "--start", "100", "--end", "109", CAPTURE.toString());
    assertThat(lines()).hasSize(10);
  }

  @Test
  void shouldHaveTheTimeAsANumberToo() {
    run("--frames", "-c", "1", "-T", "fields", "-e", "time", "-e", "epoch_ns", CAPTURE.toString());
    String[] times = lines().get(0).split("\t", -1);
    Instant time = Instant.parse(times[0]);

    assertThat(times[1]).isEqualTo(time.getEpochSecond() + times[0].replaceAll(".*\\.|Z", ""));
  }

  @Test
  void shouldSayWhichFrameACopyIsOf() throws IOException {
    // given the captures of two hosts, who saw the same
    Path client = Files.copy(CAPTURE, folder.resolve("client.pcap"));
    Path server = Files.copy(CAPTURE, folder.resolve("server.pcap"));

    // when
    run(
        "--frames",
        "-Y",
        "kind == copy",
        "-T",
        "fields",
        "-e",
        "frame",
        "-e",
        "copy_of",
        client.toString(),
        server.toString());

    // then all but what is not RDMA is a copy of what was merged right before it
    assertThat(lines()).hasSize(FRAMES - 2);
    for (String line : lines()) {
      String[] numbers = line.split("\t", -1);
      assertThat(Long.parseLong(numbers[0])).isEqualTo(Long.parseLong(numbers[1]) + 1);
    }

    // and names no message, which the other does
    run("--frames", "-Y", "copy_of && message", client.toString(), server.toString());
    assertThat(lines()).isEmpty();
    run("--frames", "-Y", "copy_of == 9", client.toString(), server.toString());
    assertThat(lines()).hasSize(1).first().asString().contains("copy of frame 9: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --frames --exchanges | --frames and --exchanges contradict each other
          --frames --tree | --frames and --tree contradict each other
          --frames --call | --frames and --call contradict each other
          --frames --digest | --frames and --digest contradict each other
          --layers bht | --layers bht: bht is not a layer (did you mean bth?)
          --layers ib,RDAMP | --layers ib,RDAMP: RDAMP is not a layer (did you mean rdmap?)
          --layers bth --json --data hex | --frames and --data contradict each other
          --frames --expect-match | --expect-match needs a filter, -Y EXPR
          --frames -q -Y tcp --expect-match | -q prints no frames, so --expect-match has no effect
          -T fields -e bth.psn | column: bth.psn is a field of frames, not of messages (add --frames)
          --frames -T fields -e nfs.op | column: nfs.op is a field of messages, not of frames (leave --frames out)
          -q -T csv | -q prints counts; -T fields and csv have none
          """)
  void shouldRefuseWhatContradicts(String options, String message) {
    String[] words = (options + " " + CAPTURE).split(" ", -1);

    assertThat(run(words)).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo("rdmadump: " + message + System.lineSeparator());
    assertThat(out.size()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bth,osi | osi is not one of erf, link, eth, sll,
          , | no layer, say one of erf, link, eth, sll,
          """)
  void shouldNameTheLayersWhereNoneIsNear(String list, String message) {
    assertThat(run("--layers", list, CAPTURE.toString())).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).startsWith("rdmadump: --layers " + list + ": " + message).hasLineCount(1);
  }

  @Test
  void shouldPutTheTransportIntoColumnsByItself() {
    run("--frames", "-T", "csv", "-Y", "frame in {1, 19, 20}", NFS_3.toString());
    assertThat(lines())
        .containsExactly(
            "frame,time,length,ip.src,ip.dst,kind,bth.opcode,bth.dest_qp,bth.psn,rdmap.opcode,"
                + "ddp.msn,rpcrdma.procedure,rpcrdma.xid,message",
            "1,2026-11-20T23:26:26.552139000Z,42,,,other,,,,,,,,",
            "19,2026-11-20T23:26:26.947389000Z,126,192.168.77.2,192.168.77.1,transport_packet,"
                + "RC SEND Only,17,14899192,,,RDMA_MSG,0xff84c64e,1",
            "20,2026-11-20T23:26:26.950051000Z,62,192.168.77.1,192.168.77.2,transport_packet,"
                + "RC Acknowledge,17,14899192,,,,,");

    run("--frames", "-T", "csv", "-Y", "message == 5", IWARP.toString());
    assertThat(lines()).last().asString().contains(",iwarp,,,,Send,3,RDMA_MSG,0xf5305288,5");
  }

  @Test
  void shouldShowWhatProgramsSayWhenAConnectionIsMade() {
    run("--layers", "cm", "-vv", "-Y", "cm.message == ConnectReply", NFS_3.toString());
    assertThat(lines())
        .contains(
            "            responder_resources       0",
            "            initiator_depth           128",
            "            private_data              0xf6ab0e1801000303",
            "            remote_invalidation       no",
            "            send_size                 4096",
            "            receive_size              4096");
    run("--layers", "mpa", "-vv", "-Y", "mpa.start_up == Request", IWARP.toString());
    assertThat(lines())
        .contains(
            "            peer_to_peer              no",
            "            ird                       128",
            "            ord                       0",
            "            private_data              0xf6ab0e1801010303",
            "            remote_invalidation       yes",
            "            send_size                 4096");
    run(
        "--layers",
        "cm",
        "--json",
        "-Y",
        "cm.private_data == f6:ab:0e:18:01:01:03:03",
        NFS_3.toString());
    assertThat(lines())
        .singleElement()
        .asString()
        .contains("\"private_data\":\"0xf6ab0e1801010303\",\"remote_invalidation\":true");
  }

  @Test
  void shouldTellAddressesFromWhatProgramsSayWhenTheyAskForADatagramService() {
    // given SIDR_REQ to UDP port 7174, with addresses before private data that are all zeros
    Path datagrams = Path.of("..", "testdata", "captures", "verbs", "rxe-cm.pcap");

    run("--layers", "cm", "-vv", "-Y", "cm.request_id && cm.service_id", datagrams.toString());

    assertThat(lines())
        .contains(
            "            port                      7174",
            "            ip_src                    192.168.77.2",
            "            ip_dst                    192.168.77.1",
            "            ip_src_port               42108")
        .noneMatch(line -> line.contains("private_data"));
  }

  @Test
  void shouldSayInMillisecondsHowLongARefusedPacketWaits() {
    Path refused = Path.of("..", "testdata", "captures", "verbs", "rxe-cm.pcap");

    assertThat(run("--frames", "-Y", "frame == 20", refused.toString())).isEqualTo(ExitStatus.DONE);

    assertThat(lines())
        .singleElement()
        .asString()
        .endsWith("RNR NAK, wait 655.36 ms  ! aeth.rnr-nak");
  }

  @Test
  void shouldKnowWhatTsharkCallsFieldsOfFrames() {
    run("--frames", "-Y", "ip.addr == 192.168.77.1", CAPTURE.toString());
    int ofHost = lines().size();
    run("--frames", "-Y", "ip.src == 192.168.77.1 || ip.dst == 192.168.77.1", CAPTURE.toString());
    assertThat(lines()).isNotEmpty().hasSize(ofHost);

    run("--frames", "-Y", "udp.port == 4791", CAPTURE.toString());
    assertThat(lines()).isNotEmpty();
    run("--frames", "-T", "fields", "-e", "frame.time", "-e", "rpc.xid", CAPTURE.toString());
    assertThat(lines()).hasSize(FRAMES).anySatisfy(line -> assertThat(line).contains(" UTC\t0x"));
  }

  @Test
  void shouldFindTheFramesOfAMessageByAnyNameOfTheXid() {
    run("--frames", "-Y", "rpcrdma.xid", "-T", "fields", "-e", "rpcrdma.xid", CAPTURE.toString());
    String xid = lines().get(0);
    run("--frames", "-Y", "rpcrdma.xid == " + xid, CAPTURE.toString());
    List<String> ofMessage = lines();
    assertThat(ofMessage).isNotEmpty();
    for (String name : List.of("xid", "rpc.xid", "rpcordma.xid")) {
      assertThat(run("--frames", "-Y", name + " == " + xid, CAPTURE.toString()))
          .as(name)
          .isEqualTo(ExitStatus.DONE);
      assertThat(lines()).as(name).isEqualTo(ofMessage);
    }
  }

  @Test
  void shouldFindFramesByAllThatTheirFindingsSay() {
    String odd = CAPTURE.resolveSibling("rocev2-odd.pcap").toString();
    run(
        "--frames",
        "-Y",
        "findings",
        "-T",
        "fields",
        "-e",
        "frame",
        "-e",
        "findings.severity",
        odd);
    List<String> found = lines();
    List<String> warnings = found.stream().filter(line -> line.contains("warning")).toList();
    assertThat(warnings).isNotEmpty().hasSizeLessThan(found.size());

    run("--frames", "-Y", "findings.severity == warning", "-T", "fields", "-e", "frame", odd);
    assertThat(lines())
        .isEqualTo(warnings.stream().map(line -> line.substring(0, line.indexOf('\t'))).toList());
    run("--frames", "-Y", "findings.message && findings.frame == frame", odd);
    assertThat(lines()).isNotEmpty();
    assertThat(run("--frames", "-Y", "findings.severity == bad", odd)).isEqualTo(ExitStatus.USAGE);
  }

  @Test
  void shouldSayWhereAFieldOfFramesCanBeAskedFor() {
    assertThat(run("-Y", "rpc && bth.psn == 5", CAPTURE.toString())).isEqualTo(ExitStatus.USAGE);
    assertThat(err().lines())
        .containsExactly(
            "rdmadump: filter: bth.psn is a field of frames, not of messages (add --frames)",
            "  rpc && bth.psn == 5",
            "         ^~~~~~~");

    run("-Y", "bth.pns == 5", CAPTURE.toString());
    assertThat(err()).contains("no field bth.pns; did you mean bth.psn, of frames? (add --frames)");
    run("-Y", "call.number == 5", CAPTURE.toString());
    assertThat(err()).contains("is a field of exchanges, not of messages (add --exchanges)");
    run("-Y", "frame == 5", CAPTURE.toString());
    assertThat(err())
        .contains(
            "frame is a field of frames, not of messages (add --frames; for connections without RPC"
                + " add --connections). Messages have findings.frame\n");
    run("export", "-o", "-", "-Y", "infiniband.bth.psn == 5", CAPTURE.toString());
    assertThat(err()).contains("(rdmadump --frames has those)");
    run("--frames", "-Y", "bth.opcode == RC_SEND_ONLY", CAPTURE.toString());
    assertThat(err()).contains("bth.opcode is never RC_SEND_ONLY; did you mean \"RC SEND Only\"?");
    run("--frames", "-Y", "kind == tpc", CAPTURE.toString());
    assertThat(err()).contains("kind is never tpc; did you mean tcp?");
    assertThat(run("--frames", "-Y", "infiniband.bth.psn == 5", CAPTURE.toString()))
        .isEqualTo(ExitStatus.DONE);
  }
}
