package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.CaptureInterface;
import org.rdmadump.capture.PcapngWriter;
import org.rdmadump.ib.forms.Form;
import org.rdmadump.ib.forms.RewrittenCapture;
import org.rdmadump.testing.Needs;

/** {@code -w}: what is cut out of a capture is as it was there. */
class CutTest extends CutCase {
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
    "iwarp/iwarp-nfs41-reorder.pcap, 30",
    "iwarp/iwarp-nfs41-gso-loss.pcap, 23",
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

  @Test
  void shouldTakeTheReplyOfACallAndTheCallOfAReply() throws IOException {
    assertThat(run("-Y", "number == 24", "-w", cut, ACL)).isZero();
    List<Copy> ofReply = frames(Path.of(cut));
    assertThat(run("-Y", "nfs.op == WRITE", "-c", "1", "-w", cut, "--force", ACL)).isZero();

    assertThat(err.toString(UTF_8)).isEqualTo("rdmadump: 10 frames of 1 message written\n");
    assertThat(frames(Path.of(cut))).isEqualTo(ofReply).hasSize(10);
  }

  @Test
  void shouldTakeAllRdmaWritesOfACallWithoutReply() throws IOException {
    String chosen = "xid == 0x1485c64e";
    String part = folder.resolve("part.pcapng").toString();
    // Without the Send of the reply.
    assertThat(run("--frames", "-Y", "frame != 153", "-w", part, ACL)).isZero();
    ObjectNode unanswered = records("--exchanges", "--json", "-Y", chosen, part).get(0);
    assertThat(unanswered.has("reply")).isFalse();
    assertThat(unanswered.at("/transfers")).anyMatch(each -> each.path("packets").asInt() > 2);

    assertThat(run("--exchanges", "-Y", chosen, "-w", cut, part)).isZero();

    JsonNode again = records("--exchanges", "--json", "-Y", chosen, cut).get(0);
    assertThat(again.at("/transfers").findValuesAsText("packets"))
        .isEqualTo(unanswered.at("/transfers").findValuesAsText("packets"));
    int packets = 0;
    for (JsonNode each : again.at("/transfers")) {
      packets += each.path("packets").asInt();
    }
    assertThat(records("--frames", "--json", "-Y", chosen, cut))
        .as("the Send of the call, and its RDMA Writes")
        .hasSize(1 + packets);
  }

  @ParameterizedTest
  @EnumSource(names = {"IPV4_FRAGMENTS_REVERSED", "IPV6_FRAGMENTS", "VXLAN_FRAGMENTED"})
  void shouldTakeAllFragmentsOfPackets(Form form) throws IOException {
    Path file = folder.resolve(form.fileName());
    RewrittenCapture.of(Path.of(ACL)).write(form, file);
    String chosen = "nfs.op == WRITE";
    List<ObjectNode> all = records("--exchanges", "--json", "--digest", "-Y", chosen, "" + file);
    assertThat(run("-Y", chosen, "-w", cut, "" + file)).isZero();

    List<ObjectNode> again = records("--exchanges", "--json", "--digest", "-Y", chosen, cut);
    assertThat(again).isEqualTo(all).isNotEmpty();
    assertThat(run("-q", cut)).isZero();
    assertThat(out.toString(UTF_8)).doesNotContain("ip fragment");
  }

  @Test
  void shouldSayThatAFileIsPcapngWhoseNameSaysPcap() throws IOException {
    String misnamed = folder.resolve("cut.PCAP").toString();

    assertThat(run("-Y", "number == 24", "-w", misnamed, ACL)).isZero();

    assertThat(err.toString(UTF_8))
        .isEqualTo("rdmadump: 10 frames of 1 message written; the format is pcapng, not pcap\n");
    assertThat(Files.readAllBytes(Path.of(misnamed))).startsWith(0x0a, 0x0d, 0x0d, 0x0a);
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
  @ValueSource(
      strings = {
        "-v",
        "-V",
        "--json",
        "-T csv",
        "-q",
        "--tree",
        "--follow",
        "--layers ib",
        "--columns number",
        "-t e",
        "-tttt",
        "--utc",
        "--tz UTC",
        "--strsize 9",
        "--color always"
      })
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
