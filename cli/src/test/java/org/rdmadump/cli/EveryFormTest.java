package org.rdmadump.cli;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.PcapWriter;
import org.rdmadump.ib.forms.Form;
import org.rdmadump.ib.forms.RewrittenCapture;
import org.rdmadump.ib.forms.SplitForm;
import org.rdmadump.link.LinkType;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;

/**
 * The same conversation gives the same records whatever carries it, but for addresses, the name of
 * the transport, and where in the capture its packets are.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryFormTest {
  private static final Path ROCE = Path.of("..", "testdata", "captures", "rocev2");

  private static final List<String> CAPTURES =
      List.of(
          "rocev2-nfs3-acl.pcap",
          "rocev2-nfs41-ipv6.pcap",
          "rocev2-nfs41-delegation.pcap",
          "rocev2-nfs41-acl.pcap",
          "rocev2-odd.pcap");

  /** What may differ, wherever it stands. */
  private static final Set<String> APART =
      Set.of(
          "transport",
          "src",
          "dst",
          "sl",
          "vl",
          "first_frame",
          "last_frame",
          "send_frame",
          "frame");

  /** Of a finding, where in its frame it is; elsewhere an address. */
  private static final String OFFSET = "offset";

  private static final String MESSAGE = "message";

  private static final int SNAP_LENGTH = 262_144;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<Original> originals = new ArrayList<>();

  /** A capture, and what it gives as it is. */
  private record Original(String name, RewrittenCapture capture, List<JsonNode> records) {}

  @TempDir Path folder;

  @BeforeAll
  void readCaptures(@TempDir Path folder) throws IOException {
    for (String name : CAPTURES) {
      Path file = ROCE.resolve(name);
      List<JsonNode> records = records(withoutTcp(file, folder));
      originals.add(new Original(name, RewrittenCapture.of(file), records));
    }
  }

  /** Forms are of packets of RDMA: what MOUNT over TCP says is in none. */
  private static Path withoutTcp(Path capture, Path folder) throws IOException {
    Path left = folder.resolve("left.pcap");
    PacketDecoder decoder = new PacketDecoder();
    Datagram datagram = new Datagram();
    Frame frame = new Frame();
    try (FrameSource source = CaptureFile.open(capture);
        PcapWriter writer =
            new PcapWriter(
                FileChannel.open(left, CREATE, TRUNCATE_EXISTING, WRITE),
                ByteOrder.LITTLE_ENDIAN,
                PcapWriter.Precision.NANOSECONDS,
                SNAP_LENGTH,
                LinkType.ETHERNET)) {
      while (source.next(frame)) {
        if (decoder.decode(frame, datagram, finding -> {}) != PacketKind.TCP) {
          writer.write(frame);
        }
      }
    }
    return left;
  }

  @ParameterizedTest
  @EnumSource
  void shouldGiveTheSameRecords(Form form) throws IOException {
    for (Original original : originals) {
      Path file = original.capture.write(form, folder.resolve(form.fileName()));
      List<JsonNode> actual = records(file, "--decode-as", ruleFor(form));
      List<JsonNode> wanted = original.records;
      assertThat(actual).as(original.name).hasSameSizeAs(wanted);
      for (int i = 0; i < wanted.size(); i++) {
        assertThat(same(actual.get(i)))
            .as("%s %d", original.name, i)
            .isEqualTo(same(wanted.get(i)));
      }
      assertThat(actual)
          .extracting(record -> record.get("transport").asText())
          .containsOnly(form.transport().label());
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldTakeEveryFrame(Form form) throws IOException {
    Path file = originals.get(0).capture.write(form, folder.resolve(form.fileName()));
    JsonNode summary = records(file, "-q", "--decode-as", ruleFor(form)).get(0);

    assertThat(summary.get("not_decoded")).as("%s", summary).isEmpty();
    assertThat(summary.get("rdma_packets").asLong()).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void shouldGiveTheSameRecordsOfSeveralFiles(SplitForm form) throws IOException {
    for (Original original : originals) {
      // given
      Path captures = form.writeTo(folder.resolve(original.name), original.capture);

      // when
      List<JsonNode> actual = records(captures);

      // then
      List<JsonNode> wanted = original.records;
      assertThat(actual).as(original.name).hasSameSizeAs(wanted);
      for (int i = 0; i < wanted.size(); i++) {
        assertThat(same(actual.get(i)))
            .as("%s %d", original.name, i)
            .isEqualTo(same(wanted.get(i)));
      }
      JsonNode summary = records(captures, "-q").get(0);
      int packets = original.capture.packets();
      assertThat(summary.get("rdma_packets").asInt()).isEqualTo(packets);
      assertThat(summary.get("duplicates").asInt()).isEqualTo(form.isTwice() ? packets : 0);
    }
  }

  private static String ruleFor(Form form) {
    int port = form == Form.ROCE_V2_TUNNEL_PORT ? Form.VXLAN : Form.OTHER_PORT;
    return "udp:" + port + "=roce";
  }

  private static List<JsonNode> records(Path file, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--json", "--digest"));
    arguments.addAll(List.of(more));
    arguments.add(file.toString());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(
            arguments.toArray(new String[0]),
            InputStream.nullInputStream(),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8));
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(status).isEqualTo(ExitStatus.DONE);
    List<JsonNode> records = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      records.add(JSON.readTree(line));
    }
    return records;
  }

  /** A record without what may differ. */
  private static JsonNode same(JsonNode record) {
    JsonNode copy = record.deepCopy();
    ((ObjectNode) copy).remove(APART);
    for (JsonNode finding : copy.get("findings")) {
      ((ObjectNode) finding).remove(APART);
      ((ObjectNode) finding).remove(OFFSET);
      String message = finding.get(MESSAGE).asText();
      ((ObjectNode) finding).put(MESSAGE, message.replaceAll("frame \\d+", "frame"));
    }
    return copy;
  }
}
