package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of captures in which there is no RPC-over-RDMA. */
class WithoutRpcTest {
  private static final Path VERBS = Path.of("..", "testdata", "captures", "verbs");
  private static final int TCP = 6;
  private static final int UDP = 17;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(byte[] input, String... arguments) {
    out.reset();
    err.reset();
    return Main.run(
        arguments,
        new ByteArrayInputStream(input),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dump", "stats", "check"})
  void shouldSayThatNfsGoesOverTcp(String verb) {
    byte[] capture = capture(packet(TCP, 2049, nfsCall(true)), packet(TCP, 2049, new byte[0]));

    assertThat(run(capture, verb, "-")).isEqualTo(ExitStatus.DONE);
    assertThat(err())
        .isEqualTo(
            "rdmadump: no RDMA packet in 2 frames; 2 segments of NFS over TCP (port 2049),"
                + " without RDMA: mount with proto=rdma"
                + System.lineSeparator());
  }

  @Test
  void shouldKnowNfsByItsCallsOnOtherPorts() {
    byte[] capture = capture(packet(TCP, 3333, nfsCall(true)), packet(TCP, 3333, new byte[100]));
    run(capture, "-");
    assertThat(err()).contains("2 segments of NFS over TCP (port 3333)");

    run(capture(packet(UDP, 2049, nfsCall(false))), "-");
    assertThat(err()).contains("1 datagram of NFS over UDP (port 2049)");

    run(capture(packet(TCP, 443, new byte[100])), "-");
    assertThat(err()).contains("no RDMA packet in 1 frame; 1 tcp; ").doesNotContain("NFS over");
  }

  /** A capture as a snap length would have cut it. */
  private static byte[] cut(int snapLength, byte[] capture) {
    ByteBuffer in = ByteBuffer.wrap(capture).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer out = ByteBuffer.allocate(capture.length).order(ByteOrder.LITTLE_ENDIAN);
    out.put(capture, 0, 24);
    in.position(24);
    while (in.hasRemaining()) {
      out.putInt(in.getInt()).putInt(in.getInt());
      int captured = in.getInt();
      int kept = Math.min(captured, snapLength);
      out.putInt(kept).putInt(in.getInt()).put(capture, in.position(), kept);
      in.position(in.position() + captured);
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  @Test
  void shouldAskForWholeFramesWhereTheyAreCut() throws IOException {
    Path capture = Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-delegation.pcap");

    assertThat(run(cut(92, Files.readAllBytes(capture)), "-q", "-")).isZero();

    assertThat(err())
        .contains(
            "frames are cut, perhaps before what tells NFS: capture them whole (tcpdump -s 0)")
        .doesNotContain("proto=rdma");
  }

  @ParameterizedTest
  @CsvSource({"9, 9 (PPP)", "104, 104 (Cisco HDLC)", "147, 147"})
  void shouldNameALinkTypeThatIsNotDecoded(int linkType, String name) {
    byte[] capture = capture(packet(UDP, 4791, new byte[100]), packet(UDP, 4791, new byte[100]));
    ByteBuffer.wrap(capture).putInt(20, linkType);

    run(capture, "summary", "-");

    assertThat(err())
        .startsWith(
            "rdmadump: no RDMA packet in 2 frames; 2 frames of link type "
                + name
                + ", which is not decoded; capture Ethernet, InfiniBand or Linux cooked frames");
    assertThat(out.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " "))
        .contains("0 RDMA packets in 2 frames; 2 of a link type that is not decoded");
  }

  @ParameterizedTest
  @CsvSource({"1,1 frame without IP", "3,3 frames without IP"})
  void shouldSayHowManyFramesHoldNoIp(int count, String words) {
    byte[] arp = new byte[60];
    arp[12] = 8;
    arp[13] = 6;
    byte[][] frames = new byte[count][];
    Arrays.fill(frames, arp);

    run(capture(frames), "-");

    assertThat(err()).contains("; " + words + "; capture where");
  }

  /** A capture whose last frame is cut short. */
  @ParameterizedTest
  @ValueSource(strings = {"dump", "stats", "check"})
  void shouldSayWhatIsBeforeDamage(String verb) {
    byte[] whole = capture(packet(TCP, 2049, nfsCall(true)), packet(TCP, 2049, new byte[100]));
    byte[] cut = Arrays.copyOf(whole, whole.length - 10);

    assertThat(run(cut, verb, "-")).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err().lines())
        .hasSize(2)
        .first()
        .isEqualTo(
            "rdmadump: no RDMA packet in 1 frame that could be read; 1 segment of NFS over TCP"
                + " (port 2049), without RDMA: mount with proto=rdma");
  }

  /** The message about the damage says enough. */
  @Test
  void shouldSayNothingOfNoFramesBeforeDamage() {
    byte[] cut = Arrays.copyOf(capture(packet(TCP, 2049, nfsCall(true))), 60);

    assertThat(run(cut, "-")).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err()).doesNotContain("no frames").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dump", "stats", "check"})
  void shouldSayThatThereAreNoFrames(String verb) {
    assertThat(run(capture(), verb, "-")).isEqualTo(ExitStatus.DONE);
    assertThat(err()).startsWith("rdmadump: no frames: ").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dump", "stats", "check"})
  void shouldSayWhatPlainVerbsDid(String verb) {
    assertThat(run(new byte[0], verb, VERBS.resolve("rxe-rping.pcap").toString()))
        .isEqualTo(ExitStatus.DONE);
    assertThat(err())
        .startsWith("rdmadump: no RPC-over-RDMA message in ")
        .containsPattern(
            "; \\d+ RDMA packets, [1-9]\\d* connections? with [1-9]\\d* Sends? and "
                + "[1-9]\\d* other RDMA operations?, [1-9]\\d* management datagrams")
        .hasLineCount(1);
    // Who counts what plain verbs did does not look for NFS.
    assertThat(err().contains("is NFS mounted")).isEqualTo(verb.equals("dump"));
  }

  /** Of connections of every service, and of atomic operations. */
  @ParameterizedTest
  @ValueSource(strings = {"rxe-perftest", "rxe-rping", "rxe-cm", "siw-perftest", "siw-rping"})
  void shouldCountTheSameAsTheSummary(String name) throws IOException {
    String capture = VERBS.resolve(name + ".pcap").toString();
    run(new byte[0], "summary", "--json", capture);
    JsonNode found =
        new ObjectMapper()
            .readTree(out.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow());
    long sends = 0;
    long others = 0;
    for (Map.Entry<String, JsonNode> each : found.at("/without_rpc/requests").properties()) {
      long requests = each.getValue().get("requests").asLong();
      sends += each.getKey().startsWith("send") ? requests : 0;
      others += each.getKey().startsWith("send") ? 0 : requests;
    }

    run(new byte[0], capture);

    assertThat(err())
        .contains(
            ", "
                + found.at("/without_rpc/connections").asInt()
                + " connections with "
                + sends
                + " Sends and "
                + others
                + " other RDMA operations");
  }

  @Test
  void shouldPointToWhatTellsMoreOfPlainVerbs() {
    run(new byte[0], VERBS.resolve("rxe-rping.pcap").toString());
    assertThat(err())
        .endsWith(
            "? rdmadump stats FILE counts what the connections carried, --connections lists them,"
                + " --frames shows the packets"
                + System.lineSeparator());

    // given that it runs already
    run(new byte[0], "stats", VERBS.resolve("rxe-rping.pcap").toString());
    assertThat(err())
        .endsWith(
            "; rdmadump FILE --connections lists them, rdmadump FILE --frames shows the packets"
                + System.lineSeparator());
    run(new byte[0], "--frames", VERBS.resolve("rxe-rping.pcap").toString());
    assertThat(err()).contains("--connections lists them").doesNotContain("--frames");

    // given an NFS server that is reached without RDMA: no connection to list
    run(capture(packet(TCP, 2049, nfsCall(true))), "-");
    assertThat(err()).doesNotContain("--connections");
  }

  @Test
  void shouldSayNothingOfFramesThatALimitLeftOut(@TempDir Path folder) {
    String nfs = "../testdata/captures/iwarp/iwarp-nfs41-loss.pcap";
    run(new byte[0], "--frames", "-c", "8", nfs);
    assertThat(err()).isEmpty();

    // given the same frames as all there are
    run(new byte[0], "--frames", "-c", "8", "-w", folder.resolve("a.pcapng").toString(), nfs);
    run(new byte[0], "--frames", folder.resolve("a.pcapng").toString());
    assertThat(err()).endsWith("in use while the capture ran?" + System.lineSeparator());
  }

  @Test
  void shouldNameTheConnectionOfEachFinding() {
    // given refusals on connections whose set-up was captured
    run(new byte[0], "check", VERBS.resolve("rxe-cm.pcap").toString());

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .filteredOn(line -> line.startsWith("    frame"))
        .hasSize(8)
        .allSatisfy(
            line -> assertThat(line).containsPattern("NAK.* \\(client QP \\d+, server QP \\d+\\)"));
    assertThat(out.toString(StandardCharsets.UTF_8))
        .endsWith("8 warnings in 107 frames, 0 connections with RPC-over-RDMA, 0 calls\n");
  }

  @Test
  void shouldFailWithoutTheTrafficThatIsExpected() {
    byte[] tcp = capture(packet(TCP, 2049, nfsCall(true)));
    String odd =
        Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-acl.pcap").toString();

    assertThat(run(tcp, "check", "--expect-traffic", "-")).isEqualTo(ExitStatus.FINDINGS);
    assertThat(run(tcp, "check", "--expect-traffic", odd)).isEqualTo(ExitStatus.DONE);
    assertThat(err()).isEmpty();
  }

  /** NULL of NFS version 4, with a record mark if it goes over TCP. */
  private static byte[] nfsCall(boolean marked) {
    ByteBuffer call = ByteBuffer.allocate(marked ? 44 : 40);
    if (marked) {
      call.putInt(0x80000028);
    }
    call.putInt(0x1234).putInt(0).putInt(2).putInt(100003).putInt(4).putInt(0);
    return call.array();
  }

  private static byte[] packet(int protocol, int port, byte[] payload) {
    int header = protocol == TCP ? 20 : 8;
    ByteBuffer frame = ByteBuffer.allocate(14 + 20 + header + payload.length);
    frame.position(12);
    frame.putShort((short) 0x0800);
    frame.put((byte) 0x45).put((byte) 0).putShort((short) (20 + header + payload.length));
    frame.putInt(0).put((byte) 64).put((byte) protocol).putShort((short) 0);
    frame.putInt(0xc0000201).putInt(0xc0000202);
    frame.putShort((short) 700).putShort((short) port);
    if (protocol == TCP) {
      frame.putInt(1).putInt(1).put((byte) 0x50).put((byte) 0x10).putShort((short) 512).putInt(0);
    } else {
      frame.putShort((short) (8 + payload.length)).putShort((short) 0);
    }
    return frame.put(payload).array();
  }

  private static byte[] capture(byte[]... frames) {
    ByteBuffer file = ByteBuffer.allocate(1 << 12);
    file.putInt(0xa1b23c4d).putShort((short) 2).putShort((short) 4).putInt(0).putInt(0);
    file.putInt(65535).putInt(1);
    for (byte[] frame : frames) {
      file.putInt(1000).putInt(0).putInt(frame.length).putInt(frame.length).put(frame);
    }
    byte[] all = new byte[file.position()];
    file.flip().get(all);
    return all;
  }
}
