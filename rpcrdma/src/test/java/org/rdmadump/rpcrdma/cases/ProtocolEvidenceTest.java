package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.bytes.Rope;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.NvmeQueue;
import org.rdmadump.rpcrdma.UpperProtocol;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.NvmeDecoded;
import org.rdmadump.rpcrdma.build.RealCaptures;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Unrelated;
import org.rdmadump.rpcrdma.call.ProtocolSign;

/** What says which protocol a connection carries: each piece of evidence, and which one wins. */
class ProtocolEvidenceTest {
  private static final int UNUSUAL_PORT = 7777;
  private static final byte[] NO_DATA = {};

  private static Conversation to(int port) {
    return Conversation.between("192.0.2.1", "192.0.2.2").port(port);
  }

  private static ConnectionRecord only(Conversation wire) {
    return Unrelated.of(wire.capture().source()).connections().get(0);
  }

  private static Optional<String> protocol(Conversation wire) {
    return only(wire).protocol().map(UpperProtocol::name);
  }

  private static Optional<String> evidence(Conversation wire) {
    return only(wire).protocol().map(UpperProtocol::evidence);
  }

  // ---- confirmed

  static Stream<Arguments> first() {
    return Stream.of(
        Arguments.of(445, ProtocolMessageBytes.smbRequest(), "negotiate request"),
        Arguments.of(4420, ProtocolMessageBytes.nvmeConnect(), "Connect command"),
        Arguments.of(3260, ProtocolMessageBytes.iserHello(), "Hello"),
        Arguments.of(3260, ProtocolMessageBytes.iserLogin(), "Login request"));
  }

  @ParameterizedTest
  @MethodSource("first")
  void shouldConfirmAPortByTheFirstMessage(int port, byte[] message, String what) {
    Conversation wire = to(port).connect();
    wire.client().send(message);

    assertThat(evidence(wire)).hasValue("service port " + port + ", " + what + " in frame 4");
  }

  static Stream<Arguments> later() {
    return Stream.of(
        Arguments.of("SMB Direct", ProtocolMessageBytes.smbMessage(), "SMB header"),
        Arguments.of("NVMe over RDMA", ProtocolMessageBytes.nvmeRead(), "Read command"),
        Arguments.of("NVMe over RDMA", ProtocolMessageBytes.nvmeWrite(), "Write command"),
        Arguments.of("iSER", ProtocolMessageBytes.scsiCommand(), "SCSI command"),
        Arguments.of("iSER", ProtocolMessageBytes.scsiResponse(), "SCSI response"));
  }

  @ParameterizedTest
  @MethodSource("later")
  void shouldKnowThemInACaptureThatBeginsLater(String name, byte[] message, String what) {
    // given neither set-up nor port, and something else before
    Conversation wire = to(UNUSUAL_PORT);
    wire.client().send(new byte[200]);
    wire.client().send(message);

    assertThat(protocol(wire)).hasValue(name);
    assertThat(evidence(wire)).hasValue(what + " in frame 3");
  }

  // ---- revised

  @Test
  void shouldReplaceWhatThePortSaysByWhatTheFirstMessageSays() {
    Conversation wire = to(4420).connect();
    wire.client().send(ProtocolMessageBytes.smbRequest());

    assertThat(protocol(wire)).hasValue("SMB Direct");
    assertThat(evidence(wire))
        .hasValue("negotiate request in frame 4, in spite of service port 4420");
    assertThat(Decoded.of(wire.capture()).summary().otherProtocols())
        .containsOnlyKeys("SMB Direct");
  }

  @Test
  void shouldFindRpcOnAPortOfAnotherProtocol() {
    Conversation wire = to(445).connect();
    wire.client().send(RpcRdmaBuilder.inline(1, Nfs3.nullCall(1)).bytes());
    wire.server().send(RpcRdmaBuilder.inline(1, Nfs3.nullReply(1)).bytes());

    Decoded seen = Decoded.of(wire.capture());

    assertThat(seen.messages()).hasSize(2);
    assertThat(seen.summary().otherProtocols()).isEmpty();
  }

  @Test
  void shouldFindAnotherProtocolOnThePortOfNfs() {
    Conversation wire = to(Conversation.NFS_RDMA_PORT).connect();
    wire.client().send(ProtocolMessageBytes.smbRequest());

    assertThat(protocol(wire)).hasValue("SMB Direct");
    assertThat(evidence(wire))
        .hasValue("negotiate request in frame 4, in spite of service port 20049");
    assertThat(Decoded.of(wire.capture()).messages()).isEmpty();
    // Its requests are counted from the first on.
    assertThat(Unrelated.of(wire.capture().source()).requests())
        .singleElement()
        .satisfies(sends -> assertThat(sends.tally().count()).isEqualTo(1));
  }

  @ParameterizedTest
  @MethodSource("first")
  void shouldSayThatThePortMisleadsIfTheFirstMessageIsOfNoProtocol(int port) {
    Conversation wire = to(port).connect();
    wire.client().send(new byte[100]);

    assertThat(protocol(wire)).isEmpty();
    assertThat(only(wire).protocolDoubt())
        .startsWith("not ")
        .endsWith(" (service port " + port + ") by the Send in frame 4");
    assertThat(Decoded.of(wire.capture()).summary().otherProtocols()).isEmpty();
  }

  @Test
  void shouldBelieveThePortIfTheFirstMessageWasNotCaptured() {
    Conversation wire = to(4420).connect();
    wire.client().send(ProtocolMessageBytes.nvmeConnect());
    wire.client().send(new byte[64]);
    wire.capture().drop(4);

    assertThat(evidence(wire)).hasValue("service port 4420");
  }

  // ---- private data

  @Test
  void shouldKnowNvmeByItsPrivateDataOnAnyPort() {
    Conversation wire = to(UNUSUAL_PORT);
    wire.connect(ProtocolMessageBytes.nvmePrivateData(0, 3), NO_DATA);
    wire.client().send(ProtocolMessageBytes.nvmeConnect());

    assertThat(protocol(wire)).hasValue("NVMe over RDMA");
    assertThat(evidence(wire)).hasValue("private data of queue 3, Connect command in frame 4");
  }

  @Test
  void shouldNotKnowNvmeByAnotherRecordFormat() {
    Conversation wire = to(UNUSUAL_PORT);
    wire.connect(ProtocolMessageBytes.nvmePrivateData(1, 3), NO_DATA);

    assertThat(protocol(wire)).isEmpty();
    assertThat(only(wire).protocolDoubt()).isEmpty();
  }

  @Test
  void shouldDropWhatPrivateDataSuggestsIfTheFirstMessageContradicts() {
    Conversation wire = to(UNUSUAL_PORT);
    wire.connect(ProtocolMessageBytes.nvmePrivateData(0, 3), NO_DATA);
    wire.client().send(new byte[64]);

    assertThat(protocol(wire)).isEmpty();
    assertThat(only(wire).protocolDoubt())
        .isEqualTo("not NVMe over RDMA (private data of queue 3) by the Send in frame 4");
  }

  @Test
  void shouldNotKnowNvmeByMessagesThatAreShorterThanItsCommands() {
    // given an address as private data, which may look like a queue, as anything short may
    Conversation wire = to(UNUSUAL_PORT);
    wire.connect(HexFormat.of().parseHex("00007f1234567000"), NO_DATA);
    wire.client().send(new byte[16]);
    wire.server().send(new byte[16]);

    assertThat(protocol(wire)).isEmpty();
    assertThat(NvmeDecoded.of(wire.capture().source()).commands()).isEmpty();
    assertThat(NvmeQueue.of(only(wire))).isEmpty();
  }

  @Test
  void shouldForgetThePortOnceItIsKnownToMislead() {
    Conversation wire = to(3260).connect();
    wire.client().send(new byte[100]);
    wire.client().send(ProtocolMessageBytes.iserLogin());

    assertThat(evidence(wire)).hasValue("Login request in frame 6");
  }

  @Test
  void shouldKnowWhyAQueueWasRefused() {
    // given a controller on an unusual port, and its answer: record format 0, status 3
    Conversation wire = to(UNUSUAL_PORT);
    wire.request(ProtocolMessageBytes.nvmePrivateData(0, 9))
        .reject(RejectReason.CONSUMER_REJECT, new byte[] {0, 0, 3, 0});

    ConnectionRecord refused = only(wire);

    assertThat(refused.protocol().map(UpperProtocol::evidence)).hasValue("private data of queue 9");
    assertThat(NvmeQueue.of(refused).orElseThrow().refusal()).hasValue("Invalid QID");
  }

  @Test
  void shouldNotTakeAnErrorOfRpcForAnotherProtocol() {
    // given RDMA_ERROR with ERR_CHUNK, whose XID and version look like versions of SMB Direct
    byte[] error = HexFormat.of().parseHex("0001000100000001000000200000000400000002");

    assertThat(ProtocolSign.ofSend(Rope.of(error))).isEmpty();
  }

  @Test
  void shouldPrintTheEvidenceOfRealConnections() {
    for (String name : new String[] {"verbs/rxe-nvme.pcap", "verbs/siw-nvme.pcap"}) {
      assertThat(Unrelated.of(RealCaptures.open(name)).connections())
          .hasSize(3)
          .allSatisfy(
              each ->
                  assertThat(each.protocol().orElseThrow().evidence())
                      .as(name)
                      .matches(
                          "service port 4420, private data of queue \\d,"
                              + " Connect command in frame \\d+"));
    }
  }

  // ---- near misses

  static Stream<Arguments> signs() {
    return Stream.concat(
        first().map(each -> Arguments.of(each.get()[1])),
        later().map(each -> Arguments.of(each.get()[1])));
  }

  @ParameterizedTest
  @MethodSource("signs")
  void shouldNotKnowAMessageThatIsShorter(byte[] message) {
    byte[] shorter = Arrays.copyOf(message, Math.min(message.length, 64) / 2);

    assertThat(ProtocolSign.ofSend(Rope.of(message))).isPresent();
    assertThat(ProtocolSign.ofSend(Rope.of(shorter))).isEmpty();
  }

  @Test
  void shouldNotKnowMessagesThatAreNearlyRight() {
    byte[] command = ProtocolMessageBytes.scsiCommand();
    command[5] = 1; // memory to be read by the target, which the flags do not announce
    byte[] read = ProtocolMessageBytes.nvmeRead();
    read[48] = 6; // one block less than the descriptor has room for
    byte[] message = ProtocolMessageBytes.smbMessage();
    message[16]++; // more data than there is
    byte[] hello = ProtocolMessageBytes.iserHello();
    hello[20] = 1; // a reserved byte
    byte[] request = ProtocolMessageBytes.smbRequest();
    request[18] = 0; // a greatest message below 128 KiB

    for (byte[] each : new byte[][] {command, read, message, hello, request}) {
      assertThat(ProtocolSign.ofSend(Rope.of(each))).isEmpty();
    }
  }

  @Test
  void shouldKnowNothingByChance() {
    SplittableRandom random = new SplittableRandom(7145);
    int[] lengths = {16, 20, 28, 32, 64, 76, 124, 1088};
    for (int trial = 0; trial < 200_000; trial++) {
      // Small bytes, many of them 0, are the hardest.
      byte[] bytes = new byte[lengths[random.nextInt(lengths.length)]];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : 0);
      }
      assertThat(ProtocolSign.ofSend(Rope.of(bytes))).isEmpty();
    }
  }

  @Test
  void shouldNotKnowConstantBytes() {
    for (int value = 0; value < 256; value++) {
      for (int length : new int[] {16, 20, 28, 32, 64, 76, 124, 1088}) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        assertThat(ProtocolSign.ofSend(Rope.of(bytes))).isEmpty();
      }
    }
  }
}
