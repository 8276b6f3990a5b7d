package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Severity;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;

/** Connections that carry something else: told by name, and otherwise left alone. */
@SuppressWarnings("ByteBufferBackingArray") // all are allocated here
class OtherProtocolsTest {
  private static final byte[] NO_DATA = {};

  private final SplittableRandom random = new SplittableRandom(445);

  @ParameterizedTest
  @CsvSource({"445, SMB Direct", "5445, SMB Direct", "3260, iSER", "987, LNet"})
  void shouldNameThemByThePortOfTheService(int port, String name) {
    // given a client that says nothing
    Conversation wire = conversation().port(port).connect();
    wire.server().send(bytes(100));
    wire.client().write(0x100, 0x1000, bytes(5000));

    // then
    Decoded seen = Decoded.of(wire.capture());
    assertThat(seen.summary().otherProtocols()).isEqualTo(Map.of(name, 1));
    nothingElse(seen);
  }

  @ParameterizedTest
  @ValueSource(ints = {445, 3260, 987, 4420})
  void shouldBelieveHeadersMoreThanThePort(int port) {
    // given calls to a service on the port of another protocol
    Conversation wire = conversation().port(port).connect();
    wire.client().send(RpcRdmaBuilder.inline(1, Nfs3.nullCall(1)).bytes());
    wire.server().send(RpcRdmaBuilder.inline(1, Nfs3.nullReply(1)).bytes());

    // then
    Decoded seen = Decoded.of(wire.capture());
    assertThat(seen.summary().otherProtocols()).isEmpty();
    assertThat(seen.summary().calls()).isEqualTo(1);
    assertThat(seen.summary().replies()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("firstSends")
  void shouldBelieveSendsMoreThanThePort(String name, byte[] first) {
    // given another protocol on the port of SMB Direct
    Conversation wire = conversation().port(445).connect();
    wire.client().send(first);

    assertThat(Decoded.of(wire.capture()).summary().otherProtocols()).isEqualTo(Map.of(name, 1));
  }

  @Test
  void shouldBelieveAConnectCommandMoreThanThePortOfNfs() {
    Conversation wire = conversation().port(20049).connect();
    wire.client().send(nvmeConnect());

    assertThat(Decoded.of(wire.capture()).summary().otherProtocols())
        .isEqualTo(Map.of("NVMe over RDMA", 1));
  }

  static Stream<Arguments> firstSends() {
    return Stream.of(
        Arguments.of("SMB Direct", smbRequest()),
        Arguments.of("SMB Direct", smbResponse()),
        Arguments.of("NVMe over RDMA", nvmeConnect()),
        Arguments.of("SMB Direct", ProtocolMessageBytes.smbMessage()),
        Arguments.of("NVMe over RDMA", ProtocolMessageBytes.nvmeRead()),
        Arguments.of("NVMe over RDMA", ProtocolMessageBytes.nvmeWrite()),
        Arguments.of("iSER", iserLogin(0x43)),
        Arguments.of("iSER", iserLogin(0x23)),
        Arguments.of("iSER", ProtocolMessageBytes.iserHello()),
        Arguments.of("iSER", ProtocolMessageBytes.scsiCommand()),
        Arguments.of("iSER", ProtocolMessageBytes.scsiResponse()),
        Arguments.of("LNet", lnet(ByteOrder.LITTLE_ENDIAN)),
        Arguments.of("LNet", lnet(ByteOrder.BIG_ENDIAN)),
        Arguments.of("RPC-over-RDMA version 2", rpcRdma2()));
  }

  @ParameterizedTest
  @MethodSource("firstSends")
  void shouldNameThemByWhatTheySayFirst(String name, byte[] first) {
    // given a connection on a port that means nothing
    Conversation wire = conversation().port(7777).connect();
    wire.client().send(first);
    wire.server().send(bytes(64));

    // then
    Decoded seen = Decoded.of(wire.capture());
    assertThat(seen.summary().otherProtocols()).isEqualTo(Map.of(name, 1));
    nothingElse(seen);
  }

  @ParameterizedTest
  @MethodSource("firstSends")
  void shouldNameThemWithoutTheConnectionManager(String name, byte[] first) {
    // given a capture that begins in the middle, of which both directions tell
    Conversation wire = conversation();
    wire.client().send(first);
    wire.server().send(first);
    wire.client().send(first);

    // then
    Decoded seen = Decoded.of(wire.capture());
    assertThat(seen.summary().otherProtocols()).isEqualTo(Map.of(name, 1));
    nothingElse(seen);
  }

  @ParameterizedTest
  @MethodSource("firstSends")
  void shouldNotNameThemWhereSomethingDiffers(String name, byte[] first) {
    // given the first 8 bytes changed in any way, which all signatures have in common
    for (int i = 0; i < 200; i++) {
      byte[] other = first.clone();
      other[random.nextInt(8)] ^= (byte) (1 << random.nextInt(8));
      Conversation wire = conversation().port(7777).connect();
      wire.client().send(other);
      Map<String, Integer> seen = Decoded.of(wire.capture()).summary().otherProtocols();

      // then it is that no more, but for what means nothing to the signature
      if (!seen.isEmpty()) {
        assertThat(seen).isEqualTo(Map.of(name, 1));
        // XIDs and credits are any; iSER's Hello has a version.
        boolean isFree = name.equals("RPC-over-RDMA version 2") || other[4] == first[4];
        assertThat(other[0] == first[0] || isFree).isTrue();
      }
    }
  }

  @Test
  void shouldKnowLnetByWhatItSaysToConnect() {
    Conversation wire = conversation().port(7777);
    wire.connect(Arrays.copyOf(lnet(ByteOrder.LITTLE_ENDIAN), 40), NO_DATA);

    assertThat(Decoded.of(wire.capture()).summary().otherProtocols()).isEqualTo(Map.of("LNet", 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0x0be91b91, 0x911be90b})
  void shouldTakeACallForOneWhateverItsXid(int xid) {
    // given the magic number of LNet, in a connection whose beginning was not captured
    Conversation wire = conversation();
    wire.client().send(RpcRdmaBuilder.inline(xid, Nfs3.nullCall(xid)).bytes());

    // then
    Decoded seen = Decoded.of(wire.capture());
    assertThat(seen.messages()).hasSize(1);
    assertThat(seen.summary().otherProtocols()).isEmpty();
  }

  @Test
  void shouldFindNoneOfThemAmongRandomSends() {
    Conversation wire = conversation().port(7777).connect();
    for (int i = 0; i < 500; i++) {
      wire.client().send(bytes(1 + random.nextInt(1500)));
    }

    Decoded seen = Decoded.of(wire.capture());
    assertThat(seen.summary().otherProtocols()).isEmpty();
    nothingElse(seen);
  }

  @Test
  void shouldTellConnectionsOfOneCaptureApart() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(RpcRdmaBuilder.inline(1, Nfs3.nullCall(1)));
    rpc.reply(RpcRdmaBuilder.inline(1, Nfs3.nullReply(1)));
    Conversation wire =
        Conversation.between("192.0.2.7", "192.0.2.8")
            .on(rpc.capture())
            .communicationIds(3, 4)
            .port(4420)
            .connect();
    wire.client().send(nvmeConnect());

    Decoded seen = rpc.decode();
    assertThat(seen.summary().connections()).isEqualTo(1);
    assertThat(seen.summary().otherProtocols()).isEqualTo(Map.of("NVMe over RDMA", 1));
    assertThat(seen.messages()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rxe-perftest.pcap", "rxe-rping.pcap", "rxe-cm.pcap"})
  void shouldFindNoneOfThemInOtherTraffic(String capture) throws IOException {
    Path file = Path.of("..", "testdata", "captures", "verbs", capture);
    try (FrameSource source = CaptureFile.open(file)) {
      Decoded seen = Decoded.of(source, Decoded.EVERYTHING);
      assertThat(seen.summary().otherProtocols()).isEmpty();
      assertThat(seen.messages()).isEmpty();
    }
  }

  private static void nothingElse(Decoded seen) {
    assertThat(seen.messages()).isEmpty();
    assertThat(seen.summary().connections()).isZero();
    boolean isNvme = seen.summary().otherProtocols().containsKey("NVMe over RDMA");
    // The Connect command that is sent again and again has no response.
    assertThat(seen.summary().findings())
        .doesNotContainKeys(isNvme ? Severity.ERROR : Severity.WARNING, Severity.ERROR);
    assertThat(seen.summary().notDecoded()).isEmpty();
  }

  private static Conversation conversation() {
    return Conversation.between("192.0.2.1", "192.0.2.2");
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static ByteBuffer little(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** [MS-SMBD] 2.2.1. */
  private static byte[] smbRequest() {
    ByteBuffer request = little(20).putShort((short) 0x100).putShort((short) 0x100);
    request.putShort((short) 0).putShort((short) 255);
    return request.putInt(1364).putInt(8192).putInt(1 << 20).array();
  }

  /** [MS-SMBD] 2.2.2. */
  private static byte[] smbResponse() {
    ByteBuffer response = little(32).putShort((short) 0x100).putShort((short) 0x100);
    response.putShort((short) 0x100).putShort((short) 0).putShort((short) 255).putShort((short) 1);
    return response.putInt(0).putInt(8 << 20).putInt(1364).putInt(8192).putInt(1 << 20).array();
  }

  /** A Connect command and its data, as in NVMe over Fabrics. */
  private static byte[] nvmeConnect() {
    ByteBuffer command = little(64 + 1024).put((byte) 0x7f).put((byte) 0x40).putShort((short) 5);
    command.put((byte) 1).position(24);
    return command.putLong(0).putInt(1024).put(new byte[] {0, 0, 0, 1}).array();
  }

  /** An iSCSI Login in iSER, RFC 7145. */
  private static byte[] iserLogin(int opcode) {
    ByteBuffer login = ByteBuffer.allocate(28 + 48 + 100).put((byte) 0x10);
    return login.put(28, (byte) opcode).put(29, (byte) 0x87).putInt(32, 100).array();
  }

  private static byte[] lnet(ByteOrder order) {
    ByteBuffer message = ByteBuffer.allocate(72).order(order).putInt(0x0be91b91);
    return message.putShort((short) 0x12).put((byte) 0xc0).put((byte) 0).putInt(72).array();
  }

  private static byte[] rpcRdma2() {
    ByteBuffer message = ByteBuffer.allocate(28 + 40).putInt(0x4711).putInt(2).putInt(32).putInt(0);
    message.position(28);
    return message.putInt(0x4711).putInt(0).putInt(2).putInt(100003).putInt(3).array();
  }
}
