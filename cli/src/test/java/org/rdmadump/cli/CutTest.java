package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.CaptureInterface;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.PcapngWriter;
import org.rdmadump.testing.Needs;

/** {@code -w}: what is cut out of a capture is as it was there. */
class CutTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final String ACL = CAPTURES.resolve("rocev2/rocev2-nfs3-acl.pcap").toString();
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What depends on the place in a capture, and on what is before it. */
  private static final List<String> OF_THE_PLACE =
      List.of(
          "number",
          "connection",
          "commands_connection",
          "protocol_evidence",
          "first_frame",
          "last_frame",
          "send_frame",
          "frame",
          "call_number",
          "findings",
          "recognised",
          "path",
          "filename",
          "new_path");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;
  private String cut;

  private record Copy(long nanos, int original, int linkType, String on, String bytes) {}

  @BeforeEach
  void nameTheCut() {
    cut = folder.resolve("cut.pcapng").toString();
  }

  private int run(String... arguments) {
    return run(new byte[0], arguments);
  }

  private int run(byte[] in, String... arguments) {
    out.reset();
    err.reset();
    return Main.run(
        arguments, new ByteArrayInputStream(in), out, new PrintStream(err, true, UTF_8));
  }

  private static List<Copy> frames(Path file) throws IOException {
    List<Copy> frames = new ArrayList<>();
    Frame frame = new Frame();
    try (FrameSource source = CaptureFile.open(file)) {
      while (source.next(frame)) {
        int end = frame.end() + frame.checkCaptured();
        byte[] bytes = Arrays.copyOfRange(frame.array(), frame.offset(), end);
        CaptureInterface on = source.origin();
        frames.add(
            new Copy(
                frame.epochNanos(),
                frame.original() + frame.checkLength(),
                frame.linkType(),
                on.name() + "/" + on.description() + "/" + on.snapLength(),
                Arrays.toString(bytes)));
      }
      assertThat(source.damage()).isEmpty();
    }
    return frames;
  }

  private List<ObjectNode> records(String... arguments) throws IOException {
    assertThat(run(arguments)).isZero();
    List<ObjectNode> records = new ArrayList<>();
    for (String line : out.toString(UTF_8).lines().toList()) {
      ObjectNode record = (ObjectNode) JSON.readTree(line);
      strip(record);
      records.add(record);
    }
    return records;
  }

  private static void strip(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove(OF_THE_PLACE);
      for (JsonNode each : object) {
        strip(each);
      }
    } else if (node instanceof ArrayNode array) {
      for (JsonNode each : array) {
        strip(each);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs3-acl.pcap, 9",
    "rocev2/rocev2-nfs41-loss.pcap, 17",
    "rocev2/rocev2-nfs41-krb5i.pcap, 11",
    "rocev2/rocev2-nfs41-pcapng.pcapng, 30",
    "rocev2/rocev2-nfs41-midstream.pcap, 4",
    "rocev2/rocev2-nfs41-snap128.pcap, 20",
    "rocev2/rocev2-nfs3-dropped-late.pcap, 12",
    "iwarp/iwarp-nfs41-crc.pcap, 16",
    "iwarp/iwarp-nfs41-loss.pcap, 17",
    "iwarp/iwarp-nfs41-reorder.pcap, 15",
    "iwarp/iwarp-nfs41-ipv6.pcap, 15"
  })
  void shouldGiveTheSameExchangeAndHash(String capture, int count) throws IOException {
    String file = CAPTURES.resolve(capture).toString();
    List<ObjectNode> all =
        records("--exchanges", "--json", "--digest", "-c", String.valueOf(count), file);
    ObjectNode last = all.get(count - 1);
    String chosen = "xid == " + last.get("xid").asText();
    assertThat(run("--exchanges", "-Y", chosen, "-c", "1", "-w", cut, file)).isZero();

    assertThat(err.toString(UTF_8)).matches("rdmadump: \\d+ frames of 1 exchange written\n");
    List<ObjectNode> again = records("--exchanges", "--json", "--digest", cut);
    // An acknowledgement may come with another call, which is unanswered then.
    assertThat(again).hasSizeLessThanOrEqualTo(2);
    assertThat(again.get(0)).isEqualTo(last);
    assertThat(frames(Path.of(file))).containsSubsequence(frames(Path.of(cut)));
  }

  @ParameterizedTest
  @CsvSource({
    "rxe-nvme.pcap, nvme.operation == Connect",
    "rxe-nvme.pcap, nvme.operation == Identify",
    "rxe-nvme.pcap, nvme.operation == Read",
    "rxe-nvme.pcap, nvme.operation == Write",
    "rxe-nvme.pcap, nvme.operation == Flush",
    "rxe-nvme.pcap, not nvme.cqe",
    "siw-nvme.pcap, nvme.operation == Connect",
    "siw-nvme.pcap, nvme.cmd.slba == 512 and nvme.data.length == 131072 and nvme.cmd.opc == 2",
    "siw-nvme.pcap, nvme.cmd.slba == 64 and nvme.operation == Write"
  })
  void shouldGiveTheSameNvmeCommandsAndHashes(String capture, String chosen) throws IOException {
    String file = CAPTURES.resolve("verbs").resolve(capture).toString();
    List<ObjectNode> all = records("-Y", chosen, "--json", "--digest", file);
    assertThat(run("-Y", chosen, "--with-setup", "-w", cut, file)).isZero();

    assertThat(err.toString(UTF_8))
        .matches("rdmadump: \\d+ frames of " + all.size() + " NVMe commands? written\n");
    // A frame over iWARP may begin another command, which is unanswered then.
    assertThat(records("-Y", chosen, "--json", "--digest", cut)).isEqualTo(all).isNotEmpty();
    assertThat(frames(Path.of(file))).containsSubsequence(frames(Path.of(cut)));
  }

  @ParameterizedTest
  @CsvSource({
    "rxe-perftest.pcap, connection == 4",
    "rxe-perftest.pcap, connection.service == ud",
    "rxe-cm.pcap, connection == 3",
    "rxe-nvme.pcap, connection == 1 and connection.protocol == \"nvme over rdma\"",
    "rxe-nvme.pcap, connection.operations > 100",
    "siw-rping.pcap, connection == 2",
    "siw-perftest.pcap, connection.ended.how == fin",
    "siw-nvme.pcap, connection == 2"
  })
  void shouldGiveTheSameConnectionsWithSetUpAndEnd(String capture, String chosen)
      throws IOException {
    String file = CAPTURES.resolve("verbs").resolve(capture).toString();
    List<ObjectNode> all = records("--connections", "--json", "-Y", chosen, file);
    assertThat(run("--connections", "-Y", chosen, "-w", cut, file)).isZero();

    assertThat(err.toString(UTF_8)).matches("(?s).*rdmadump: \\d+ frames of \\d+ connections?.*");
    assertThat(records("--connections", "--json", cut)).isEqualTo(all).isNotEmpty();
    assertThat(frames(Path.of(file))).containsSubsequence(frames(Path.of(cut)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-mixed-versions.pcap",
        "rocev2/rocev2-nfs41-midstream.pcap",
        "iwarp/iwarp-mixed-versions.pcap",
        "iwarp/iwarp-nfs41-loss.pcap"
      })
  void shouldGiveTheSameConnectionOfNfs(String capture) throws IOException {
    String file = CAPTURES.resolve(capture).toString();
    String chosen = "connection.commands_connection == 1";
    assertThat(run("--connections", "-Y", chosen, "-w", cut, file)).isZero();

    ObjectNode first = records("stats", "--json", file).get(0);
    assertThat(first.get("record").asText()).isEqualTo("connection");
    assertThat(records("stats", "--json", cut))
        .filteredOn(each -> each.get("record").equals(first.get("record")))
        .containsExactly(first);
    assertThat(frames(Path.of(file))).containsSubsequence(frames(Path.of(cut)));
  }

  @Test
  void shouldTakeWhatTheConnectionManagerSaidOfAConnectionAndNoMore() throws IOException {
    String file = CAPTURES.resolve("verbs/rxe-cm.pcap").toString();
    assertThat(run("--connections", "-Y", "connection == 3", "-w", cut, file)).isZero();

    assertThat(run("--frames", "-Y", "cm", "-T", "fields", "-e", "cm.message", cut)).isZero();
    assertThat(out.toString(UTF_8).lines())
        .containsExactly(
            "ConnectRequest", "ConnectReply", "ReadyToUse", "DisconnectRequest", "DisconnectReply");
  }

  @Test
  void shouldTakeTheHandshakeOfTcpFromItsFirstFrameToItsLast() throws IOException {
    String file = CAPTURES.resolve("verbs/siw-rping.pcap").toString();
    assertThat(run("--connections", "-Y", "connection == 2", "-w", cut, file)).isZero();

    assertThat(run("--frames", "-T", "fields", "-e", "tcp.flags", cut)).isZero();
    List<String> flags = out.toString(UTF_8).lines().toList();
    assertThat(flags).startsWith("SYN", "SYN|ACK", "ACK").endsWith("ACK");
    assertThat(flags.subList(flags.size() - 4, flags.size())).anyMatch(all -> all.contains("FIN"));
  }

  @Test
  void shouldSayHowConnectionsWithRpcAreChosenIfNoneIs() {
    assertThat(run("--connections", "-Y", "connection == 1", "--expect-match", "-w", cut, ACL))
        .isEqualTo(ExitStatus.NO_MATCH);
    assertThat(err.toString(UTF_8))
        .startsWith("rdmadump: 0 frames of 0 connections written\n")
        .contains("-Y 'connection.commands_connection == 1'");
  }

  @Test
  void shouldTakeTheReplyOfACallAndTheCallOfAReply() throws IOException {
    assertThat(run("-Y", "number == 24", "-w", cut, ACL)).isZero();
    List<Copy> ofReply = frames(Path.of(cut));
    assertThat(run("-Y", "nfs.op == WRITE", "-c", "1", "-w", cut, "--force", ACL)).isZero();

    assertThat(err.toString(UTF_8)).isEqualTo("rdmadump: 10 frames of 1 message written\n");
    assertThat(frames(Path.of(cut))).isEqualTo(ofReply).hasSize(10);
  }

  @Test
  void shouldTakeConnectionSetUpOnRequest() throws IOException {
    assertThat(run("-Y", "number == 23", "--with-setup", "-w", cut, ACL)).isZero();
    assertThat(run("--json", cut)).isZero();
    assertThat(out.toString(UTF_8)).contains("\"recognised\":\"cm\"").hasLineCount(2);
    String iwarp = CAPTURES.resolve("iwarp/iwarp-nfs41-large-gso.pcap").toString();
    assertThat(run("-Y", "number == 42", "--with-setup", "-w", cut, "--force", iwarp)).isZero();
    assertThat(run("--json", cut)).isZero();
    assertThat(out.toString(UTF_8)).contains("\"recognised\":\"mpa\"").hasLineCount(2);
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepBytesTimesLinkTypesAndInterfaces(Order order) throws IOException {
    Path file = folder.resolve("in.pcapng");
    try (PcapngWriter writer =
        new PcapngWriter(
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            order.order)) {
      int ethernet = writer.addInterface(1, new CaptureInterface(1000, "eth0", "left"), 4);
      int raw = writer.addInterface(101, new CaptureInterface(0, "tun", ""), 0);
      for (int i = 1; i <= 6; i++) {
        byte[] bytes = new byte[60 + i];
        Arrays.fill(bytes, (byte) i);
        writer.write(
            i % 2 == 0 ? raw : ethernet,
            1_795_217_186_000_000_001L + i,
            i == 5 ? 1500 : bytes.length,
            ByteBuffer.wrap(bytes),
            0,
            bytes.length);
      }
    }
    List<Copy> before = frames(file);
    assertThat(run("--frames", "-Y", "frame in {2, 3, 5}", "-w", cut, file.toString())).isZero();

    assertThat(err.toString(UTF_8)).endsWith("rdmadump: 3 frames written\n");
    assertThat(frames(Path.of(cut))).containsExactly(before.get(1), before.get(2), before.get(4));
  }

  /** Of pcapng. */
  enum Order {
    BIG(ByteOrder.BIG_ENDIAN),
    LITTLE(ByteOrder.LITTLE_ENDIAN);

    private final ByteOrder order;

    Order(ByteOrder order) {
      this.order = order;
    }
  }

  @Test
  void shouldCutOutOfPartsAndOfCompressedCapturesAlike() throws IOException {
    CopiedFrames copies = CopiedFrames.of(Path.of(ACL));
    int half = 75;
    Path first = Files.write(folder.resolve("a.pcap"), copies.pcap(0, half));
    Path second = Files.write(folder.resolve("b.pcap"), copies.pcap(half, copies.count()));
    Path packed = folder.resolve("c.pcap.gz");
    try (GZIPOutputStream to = new GZIPOutputStream(Files.newOutputStream(packed))) {
      to.write(copies.pcap(0, copies.count()));
    }
    List<List<String>> bytes = new ArrayList<>();
    for (List<String> inputs :
        List.of(
            List.of(ACL),
            List.of(first.toString(), second.toString()),
            List.of(packed.toString()))) {
      List<String> words =
          new ArrayList<>(
              List.of(
                  "-Y", "rpcrdma.xid == 0x0a85c64e", "-w", cut, "--force", "--max-memory", "1M"));
      words.addAll(inputs);
      assertThat(run(words.toArray(new String[0]))).isZero();
      bytes.add(frames(Path.of(cut)).stream().map(Copy::bytes).toList());
    }
    assertThat(bytes.get(0)).hasSize(10);
    assertThat(bytes).containsOnly(bytes.get(0));
  }

  @Test
  void shouldCountFramesAsTheyAreNumberedBehindACaptureFilter() throws IOException {
    Needs.libpcap();
    assertThat(run("-f", "udp port 4791", "--frames", "-Y", "frame == 69", "-w", cut, ACL))
        .isZero();
    assertThat(frames(Path.of(cut))).containsExactly(frames(Path.of(ACL)).get(68));
    assertThat(run("-f", "udp port 4791", "--frames", "-Y", "frame == 65", "-w", "-", ACL))
        .isZero();
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-v", "--json", "-T csv", "-q", "--tree", "--follow", "--layers ib"})
  void shouldRefuseWhatOnlyPrintingNeeds(String option) {
    List<String> words = new ArrayList<>(List.of("-w", cut, ACL));
    words.addAll(List.of(option.split(" ", -1)));
    assertThat(run(words.toArray(new String[0]))).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8))
        .startsWith("rdmadump: -w writes frames and prints no records, so leave out ");
    assertThat(Path.of(cut)).doesNotExist();
  }

  @Test
  void shouldSayThatStandardInputCannotBeReadAgain() throws IOException {
    assertThat(run(Files.readAllBytes(Path.of(ACL)), "-w", cut, "-")).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "rdmadump: -w reads its input several times, and standard input can be read only once:"
                + " save it to a file first\n");
    assertThat(Path.of(cut)).doesNotExist();
  }

  @Test
  void shouldNeitherOverwriteUnlessToldNorEverAnInput() throws IOException {
    Path input = Files.copy(Path.of(ACL), folder.resolve("in.pcap"));
    Files.writeString(Path.of(cut), "mine");
    assertThat(run("-w", cut, ACL)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8))
        .isEqualTo("rdmadump: " + cut + " exists; --force overwrites it\n");
    assertThat(Path.of(cut)).hasContent("mine");
    assertThat(run("-w", input.toString(), "--force", input.toString()))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8))
        .isEqualTo("rdmadump: " + input + " is also an input; it would overwrite itself\n");
    assertThat(input).hasSameBinaryContentAs(Path.of(ACL));
  }

  @Test
  void shouldWriteWhatIsWholeOfADamagedCapture() throws IOException {
    byte[] whole = Files.readAllBytes(Path.of(ACL));
    Path damaged = Files.write(folder.resolve("in.pcap"), Arrays.copyOf(whole, whole.length - 5));
    assertThat(run("-w", cut, "-Y", "number == 23", damaged.toString()))
        .isEqualTo(ExitStatus.UNREADABLE);
    assertThat(frames(Path.of(cut))).hasSize(10);
  }

  @Test
  void shouldEndWithStatusOneIfNothingMatchesWhereThatIsExpected() throws IOException {
    assertThat(run("-w", cut, "-Y", "rpcrdma.xid == 1", "--expect-match", ACL))
        .isEqualTo(ExitStatus.NO_MATCH);
    assertThat(err.toString(UTF_8)).isEqualTo("rdmadump: 0 frames of 0 messages written\n");
    assertThat(frames(Path.of(cut))).isEmpty();
  }
}
