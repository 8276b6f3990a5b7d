package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users get of commands of NVMe over RDMA. */
class NvmeCommandsTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final String NVME = CAPTURES.resolve("verbs/rxe-nvme.pcap").toString();
  private static final String NFS = CAPTURES.resolve("rocev2/rocev2-nfs3-acl.pcap").toString();

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final int FILE_HEADER = 24;
  private static final int RECORD_HEADER = 16;
  private static final int CAPTURED_AT = 8;

  @TempDir Path folder;

  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  private List<String> lines(String... arguments) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        arguments,
        InputStream.nullInputStream(),
        out,
        new PrintStream(errors, true, StandardCharsets.UTF_8));
    return new ArrayList<>(out.toString(StandardCharsets.UTF_8).lines().toList());
  }

  @Test
  void shouldPrintALineForEachCommand() throws IOException {
    // given 72 commands that the host's kernel traced, and one request for events
    assertThat(lines(NVME)).hasSize(73).allSatisfy(line -> assertThat(line).contains("NVMe q"));
    assertThat(lines("--exchanges", NVME)).hasSize(73);
    assertThat(errors.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  /** The field counts blocks from 1, the parameter is that of the specification, from 0. */
  @ParameterizedTest
  @ValueSource(strings = {"verbs/rxe-nvme.pcap", "verbs/siw-nvme.pcap"})
  void shouldCountBlocksFromOneAndParametersFromZero(String capture) throws IOException {
    String file = CAPTURES.resolve(capture).toString();

    List<String> lines = lines("-Y", "nvme.cmd.nlb and nvme.data", "--json", file);

    assertThat(lines).isNotEmpty();
    for (String line : lines) {
      JsonNode command = JSON.readTree(line);
      long blocks = command.at("/nvme/cmd/nlb").asLong();
      assertThat(command.at("/parameters/1/name").asText()).isEqualTo("NLB");
      assertThat(command.at("/parameters/1/value").asLong()).isEqualTo(blocks - 1);
      assertThat(command.at("/nvme/data/length").asLong()).isEqualTo(blocks * 512);
    }
  }

  /** Codes in messages of the connection manager are as Wireshark has them; MTUs are bytes. */
  @Test
  void shouldTellThePathMtuOfAFrameByItsCodeAndThatOfAConnectionInBytes() throws IOException {
    String[] ofFrames = {"cm.path_mtu", "infiniband.cm.req.pppmtu"};
    String[] ofConnections = {"connection.path_mtu", "connection.cm.path_mtu"};

    assertThat(
            lines(
                "--frames",
                "-T",
                "fields",
                "-e",
                ofFrames[0],
                "-e",
                ofFrames[1],
                "-Y",
                "cm.path_mtu",
                NVME))
        .hasSize(3)
        .containsOnly("3\t0x03");
    assertThat(
            lines(
                "--connections",
                "-T",
                "fields",
                "-e",
                ofConnections[0],
                "-e",
                ofConnections[1],
                NVME))
        .hasSize(3)
        .containsOnly("1024\t1024");
  }

  @ParameterizedTest
  @CsvSource({
    "nvme, 73",
    "nvme.cmd.opc == 2 and nvme.set == io, 34",
    "nvme.status == \"Connect Invalid Parameters\", 1",
    "nvme.cqe.connect.parameter contains SUBNQN, 1",
    "nvme.cqe.connect.cntlid == 1, 2",
    "nvme.cqe.connect, 3",
    "nvme.cmd.slba == 255 || rpc.type == call, 2",
    "nvme.fabrics.cmd.fctype == 1, 3",
    "not nvme, 0",
    "rpc, 0",
    "transfers.kind == read, 5",
    "nvme.data.length > 4096, 8"
  })
  void shouldFilterThem(String expression, int count) throws IOException {
    assertThat(lines("-Y", expression, NVME)).hasSize(count);
  }

  @Test
  void shouldKnowTheirFieldsWhereThereAreNone() throws IOException {
    int messages = lines(NFS).size();

    assertThat(lines("-Y", "nvme", NFS)).isEmpty();
    assertThat(lines("-Y", "not nvme", NFS)).hasSize(messages);
    assertThat(lines("-T", "fields", "-e", "number", "-e", "nvme.cmd.opc", NFS))
        .hasSize(messages)
        .startsWith("1\t");
    assertThat(errors.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvme.cmd.opc == Read", "nvme.cmd.nothing", "nvme.data.length == Read"})
  void shouldRefuseAWrongExpressionBeforeTheRun(String expression) throws IOException {
    // given a capture whose NVMe commands would need the filter, if it had some
    assertThat(lines("-Y", expression, NFS)).isEmpty();
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains("nvme.").contains("^");
  }

  @Test
  void shouldPrintMessagesAndCommandsOfOneRun() throws IOException {
    List<String> both = lines("-T", "csv", "-e", "rpc.type", "-e", "nvme.operation", NVME, NFS);

    assertThat(both).hasSize(1 + 73 + lines(NFS).size()).contains("call,", ",Flush");
  }

  @Test
  void shouldCountThemByName() throws IOException {
    assertThat(lines("stats", NVME))
        .anyMatch(line -> line.matches(" +io +Read +34 +0 +4.10 ms .*"));
    assertThat(lines("stats", "-T", "csv", "-Y", "nvme.set == fabrics", NVME))
        .filteredOn(line -> line.startsWith("nvme_operation,"))
        .hasSize(3)
        .anyMatch(line -> line.startsWith("nvme_operation,fabrics,Connect,3,1,0,3072,"));
  }

  @Test
  void shouldShowTheEntriesOfACommand() throws IOException {
    // given a write of 16 blocks from block 64 on, whose host buffer the controller reads
    List<String> write = lines("-V", "-Y", "nvme.cmd.slba == 64 and nvme.cmd.opc == 1", NVME);

    assertThat(write)
        .anyMatch(line -> line.matches(" +command in frame \\d+, opcode 0x01, CID 0x.*, NSID 1"))
        .anyMatch(line -> line.matches(" +SGL keyed, invalidated: 8192 bytes at 0x.*, key 0x.*"))
        .anyMatch(line -> line.matches(" +SLBA 64 \\(0x40\\), NLB 15 \\(0xf\\).*"))
        .anyMatch(line -> line.matches(" +SCT 0, SC 0x00, CRD 0, M 0, DNR 0, P 0"));
  }

  @ParameterizedTest
  @CsvSource({
    "nvme.cmd.fuse_op == 0, 73",
    "nvme.cmd.psdt == 1, 73",
    "nvme.cmd.sgl.type == 4, 69",
    "nvme.cqe.dword1 == 0 and nvme.set == io, 46",
    "nvme.cmd.dword10 == 255 and nvme.set == io, 2",
    "any(parameters: name == SLBA and value == 255), 2",
    "ip.addr == 192.168.77.2, 73"
  })
  void shouldKnowWiresharksNames(String expression, int count) throws IOException {
    assertThat(lines("-Y", expression, NVME)).hasSize(count);
  }

  @Test
  void shouldCountThemInTheSummaryAndAtTheEndOfACheck() throws IOException {
    assertThat(String.join(" ", lines("summary", NVME)).replaceAll(" +", " "))
        .contains("NVMe 73 commands: 34 Read,")
        .contains("1 failed");
    assertThat(lines("check", NVME)).last().asString().endsWith("0 calls, 73 NVMe commands");
    assertThat(lines("summary", "--json", NVME)).anyMatch(line -> line.contains("nvme_operations"));
  }

  @ParameterizedTest
  @CsvSource({"nvme, 2", "connection == 3 and nvme.cmd.opc == 2, 2", "nvme.set == admin, 0"})
  void shouldTellFindingsOfChosenCommandsInTheSummary(String expression, int count)
      throws IOException {
    // given two reads whose data is missing, as a packet of each was not captured
    String broken = withoutData().toString();

    JsonNode summary = JSON.readTree(lines("summary", "--json", "-Y", expression, broken).get(0));
    assertThat(summary.get("findings"))
        .filteredOn(each -> each.get("rule").asText().equals("nvme.missing-data"))
        .hasSize(count > 0 ? 1 : 0)
        .allSatisfy(each -> assertThat(each.get("count").asInt()).isEqualTo(count));
  }

  @ParameterizedTest
  @CsvSource({
    "nvme.set == io, 2",
    "nvme.set == admin, 0",
    "connection == 3 and nvme.cmd.opc == 2, 2",
    "nvme.cmd.cid == 0xffff, 0",
    "rpc, 0"
  })
  void shouldChooseFindingsByTheirCommands(String expression, int count) throws IOException {
    // given two reads whose data is missing, as a packet of each was not captured
    Path broken = withoutData();

    assertThat(lines("check", "--rules", "nvme.missing-data", "-Y", expression, broken.toString()))
        .filteredOn(line -> line.contains("of data"))
        .hasSize(count);
  }

  private Path withoutData() throws IOException {
    List<String> writes =
        lines(
            "-T",
            "fields",
            "-e",
            "transfers.first_frame",
            "-Y",
            "nvme.cmd.opc == 2 and nvme.set == io and transfers",
            NVME);
    List<String> lost = writes.subList(0, 2);
    ByteBuffer from = ByteBuffer.wrap(Files.readAllBytes(Path.of(NVME)));
    from.order(
        from.get(0) == (byte) 0xd4 || from.get(0) == 0x4d
            ? ByteOrder.LITTLE_ENDIAN
            : ByteOrder.BIG_ENDIAN);
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    kept.write(from.array(), 0, FILE_HEADER);
    int at = FILE_HEADER;
    for (int frame = 1; at < from.capacity(); frame++) {
      int length = RECORD_HEADER + from.getInt(at + CAPTURED_AT);
      if (!lost.contains(String.valueOf(frame))) {
        kept.write(from.array(), at, length);
      }
      at += length;
    }
    return Files.write(folder.resolve("broken.pcap"), kept.toByteArray());
  }

  @Test
  void shouldSayWhatBothEndsSaidOfAQueue() throws IOException {
    assertThat(lines("stats", NVME))
        .anyMatch(line -> line.matches(" +queue 1; host queues: receive.*"));
    assertThat(lines("stats", "--json", NVME))
        .anyMatch(line -> line.matches(".*\"nvme\":\\{\"queue\":1,.*controller_receive_size.*"));
  }

  /** Of a capture that begins in the middle: without set-up and Connect commands. */
  @Test
  void shouldKnowHostAndCommandsOfConnectionsThatBeganBefore() throws IOException {
    Path cut = folder.resolve("middle.pcapng");
    assertThat(lines("--frames", "-Y", "frame > 560", "-w", cut.toString(), NVME)).isEmpty();

    assertThat(lines("-T", "fields", "-e", "src", "-e", "connection.client", cut.toString()))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).matches("(\\S+)\t\\1"));
    assertThat(lines("-T", "fields", "-e", "nvme.operation", cut.toString()))
        .contains("Read", "Write Zeroes", "Dataset Management")
        .noneMatch(name -> name.startsWith("opcode"));
  }

  @Test
  void shouldSayWhatTheConnectionsCarryInPlaceOfNfs() throws IOException {
    // given Sends of commands whose port was not seen: only what they carry is not decoded
    lines(CAPTURES.resolve("verbs/rxe-rping.pcap").toString());

    assertThat(errors.toString(StandardCharsets.UTF_8)).contains("is NFS mounted");
  }
}
