package org.rdmadump.iwarp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.build.DdpSegments;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.IwarpEnd;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.rdma.MpaEnd;
import org.rdmadump.rdma.MpaSetup;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;

/** What RDMAP carries besides Sends, Writes and Reads, and what begins a connection. */
class OtherMessagesTest {
  private static final int IMMEDIATE = 8;
  private static final int IMMEDIATE_SE = 9;
  private static final int ATOMIC_REQUEST = 10;
  private static final int ATOMIC_RESPONSE = 11;
  private static final int ENHANCED = 0x10;
  private static final int GAPS = 20_000;
  private static final byte[] NOTHING = {};
  private static final byte[] FRAME = {1, 2, 3};

  // What RFC 8797 puts into private data: 4096 bytes each way, Remote Invalidation.
  private static final byte[] RPC_RDMA = {(byte) 0xf6, (byte) 0xab, 0x0e, 0x18, 1, 1, 3, 3};

  private final IwarpConversation wire = new IwarpConversation();

  private static void untagged(IwarpEnd end, int opcode, int queue, int sequence, byte[] payload) {
    end.fpdu("other", DdpSegments.untagged(opcode, true, 0, queue, sequence, 0, payload));
  }

  private Finding only(Told told) {
    assertThat(told.findings).hasSize(1);
    return told.findings.get(0);
  }

  @Test
  void shouldTellImmediateData() {
    wire.connect().client().send(FRAME);
    byte[] value = {1, 2, 3, 4, 5, 6, 7, 8};
    untagged(wire.client(), IMMEDIATE, 0, 2, value);
    untagged(wire.client(), IMMEDIATE_SE, 0, 3, value);
    wire.client().fpdu("Send", DdpSegments.untagged(3, true, 0, 0, 4, 0, FRAME));

    Told told = Told.of(wire.capture());

    assertThat(told.sendsOf(RdmaConnection.FIRST))
        .as("it takes numbers of the queue of Sends, so that none is missing")
        .hasSize(2);
    assertThat(told.rules()).containsOnly(IwarpRules.IMMEDIATE_DATA.name()).hasSize(2);
    assertThat(told.findings.get(0).message()).isEqualTo("Immediate Data 0x0102030405060708");
    assertThat(told.findings.get(0).frame()).isEqualTo(1 + wire.capture().find("other"));
  }

  /** While it is not sure that CRCs are right at all, what has a wrong one is taken. */
  @Test
  void shouldTellAWrongCrcOfWhatIsNeitherSendNorData() {
    wire.crc(true).connect();
    untagged(wire.client(), IMMEDIATE, 0, 1, new byte[8]);
    List<TcpFrame> frames = wire.capture().frames();
    TcpFrame frame = frames.get(frames.size() - 1);
    byte[] hurt = frame.payload().clone();
    hurt[hurt.length - 1] ^= 1;
    frames.set(frames.size() - 1, frame.with(hurt));

    Told told = Told.of(wire.capture());

    assertThat(told.rules()).containsExactly("rdmap.immediate-data", "mpa.crc-mismatch");
    assertThat(told.findings).allMatch(each -> each.frame() == frames.size());
  }

  @Test
  void shouldTellAtomicOperationsAndTheirResponses() {
    wire.connect().client().send(FRAME);
    untagged(wire.client(), ATOMIC_REQUEST, 1, 1, atomic(0, 7, 1, -1, 0, -1));
    untagged(wire.client(), ATOMIC_REQUEST, 1, 2, atomic(2, 8, 5, -1, 4, 0xff));
    untagged(wire.server(), ATOMIC_RESPONSE, 3, 1, response(7, 9));
    untagged(wire.server(), ATOMIC_RESPONSE, 3, 2, response(8, 4));

    Told told = Told.of(wire.capture());

    assertThat(told.rules()).containsOnly(IwarpRules.ATOMIC.name());
    assertThat(told.findings)
        .extracting(Finding::message)
        .containsExactly(
            "Atomic Request 0x00000007, FetchAdd of 0x0000000000000001 at 0x0000000000000100 of"
                + " STag 0x0a0b0c0d",
            "Atomic Request 0x00000008, CmpSwap of 0x0000000000000005 if 0x0000000000000004 masked"
                + " 0x00000000000000ff at 0x0000000000000100 of STag 0x0a0b0c0d",
            "Atomic Response 0x00000007, 0x0000000000000009 was there",
            "Atomic Response 0x00000008, 0x0000000000000004 was there");
    assertThat(told.memory()).as("nothing of it is memory that RPC advertises").isEmpty();
  }

  @Test
  void shouldTellAnAtomicResponseToNothing() {
    wire.connect().client().send(FRAME);
    untagged(wire.server(), ATOMIC_RESPONSE, 3, 1, response(7, 9));

    Finding finding = only(Told.of(wire.capture()));

    assertThat(finding.rule()).isEqualTo(IwarpRules.STRAY_ATOMIC_RESPONSE);
    assertThat(finding.message())
        .isEqualTo(
            "Atomic Response 0x00000007, 0x0000000000000009 was there, answers no captured Atomic"
                + " Request");
  }

  /** Every header is cut at every length: too short is malformed, cut by the snap length is not. */
  @Test
  void shouldTellWhatIsTooShortForItsHeader() {
    int[][] shapes = {
      {DdpSegments.SEND, 0, 0},
      {DdpSegments.READ_REQUEST, 1, 28},
      {DdpSegments.TERMINATE, 2, 4},
      {IMMEDIATE, 0, 8},
      {ATOMIC_REQUEST, 1, 52},
      {ATOMIC_RESPONSE, 3, 12},
    };
    for (int[] shape : shapes) {
      byte[] whole = DdpSegments.untagged(shape[0], true, 0, shape[1], 1, 0, new byte[shape[2]]);
      shouldTellWhatIsTooShort(whole);
    }
    shouldTellWhatIsTooShort(DdpSegments.tagged(DdpSegments.WRITE, true, 1, 2, NOTHING));
    shouldTellWhatIsTooShort(DdpSegments.tagged(DdpSegments.READ_RESPONSE, true, 1, 2, NOTHING));
  }

  private static void shouldTellWhatIsTooShort(byte[] whole) {
    for (int length = 0; length < whole.length; length++) {
      // With right CRCs, so that nobody doubts that it is an FPDU.
      IwarpConversation each = new IwarpConversation().crc(true).connect();
      each.client().send(FRAME);
      each.client().fpdu("short", Arrays.copyOf(whole, length));

      Told told = Told.of(each.capture());

      assertThat(told.rules()).as("%d bytes", length).containsExactly("ddp.too-short");
      assertThat(told.decoder().counted(IwarpCount.MALFORMED)).isEqualTo(1);
      assertThat(told.decoder().counted(IwarpCount.TRUNCATED)).isZero();
    }
    for (int captured = 4; captured < 2 + whole.length; captured++) {
      IwarpConversation each = new IwarpConversation().crc(true).connect();
      each.client().send(FRAME);
      each.client().fpdu("cut", whole);
      each.capture().snapLength(54 + Math.max(captured, 32));
      if (captured < 32) {
        continue;
      }

      Told told = Told.of(each.capture());

      assertThat(told.decoder().counted(IwarpCount.MALFORMED)).as("cut at %d", captured).isZero();
      assertThat(told.decoder().counted(IwarpCount.TRUNCATED)).isEqualTo(1);
    }
  }

  /** No CRC proves the FPDU. What follows it does, or the end of its segment. */
  @ParameterizedTest
  @CsvSource({"0, true", "0, false", "1, true", "1, false", "2, true", "2, false"})
  void shouldTellWhatIsTooShortWithoutCrc(int length, boolean alone) {
    wire.crc(false).connect().client().send(FRAME);
    wire.client().fpdu("short", Arrays.copyOf(new byte[] {0x41, 0x43}, length));
    wire.client().send(FRAME);
    if (!alone) {
      int last = wire.capture().frames().size();
      wire.capture().join(last - 2, last);
    }

    Told told = Told.of(wire.capture());

    assertThat(told.rules()).containsExactly("ddp.too-short");
    assertThat(told.sends).hasSize(2);
  }

  @Test
  void shouldTellWhyASideGaveUpAndAboutWhat() {
    wire.connect().client().send(FRAME);
    byte[] segment = DdpSegments.tagged(DdpSegments.WRITE, true, 0xdeadbeef, 0x1234, NOTHING);
    byte[] control =
        ByteBuffer.allocate(6 + segment.length)
            .putInt(0x1101c000)
            .putShort((short) segment.length)
            .put(segment)
            .array();
    wire.client().terminate(control);

    Finding finding = only(Told.of(wire.capture()));

    assertThat(finding.rule()).isEqualTo(IwarpRules.TERMINATE);
    assertThat(finding.message())
        .isEqualTo(
            "Terminate, DDP: base or bounds violation; about RDMA Write at 0x0000000000001234 of"
                + " STag 0xdeadbeef");
  }

  @Test
  void shouldTellAnRdmapOpcodeThatNobodyDefined() {
    wire.crc(true).connect().client().send(FRAME);
    untagged(wire.client(), 13, 0, 2, FRAME);

    assertThat(only(Told.of(wire.capture())).rule()).isEqualTo(IwarpRules.UNKNOWN_OPCODE);
  }

  @Test
  void shouldTellAMessageOnAQueueThatIsNotForIt() {
    wire.crc(true).connect().client().send(FRAME);
    wire.client().fpdu("Send", DdpSegments.untagged(DdpSegments.SEND, true, 0, 2, 2, 0, FRAME));

    Finding finding = only(Told.of(wire.capture()));

    assertThat(finding.rule()).isEqualTo(IwarpRules.BAD_QUEUE);
    assertThat(finding.message()).isEqualTo("Send on queue 2");
  }

  // ---- what begins a connection

  @Test
  void shouldReadPrivateDataBehindTheWordsOfRevisionTwo() {
    byte[] words = {(byte) 0x80, (byte) 0x80, (byte) 0xc0, 1};
    byte[] both = ByteBuffer.allocate(12).put(words).put(RPC_RDMA).array();
    wire.startUp(2, ENHANCED, both, both).connect().client().send(FRAME);

    RdmaConnection connection = Told.of(wire.capture()).connections.get(0);

    assertThat(bytes(connection.privateData(RdmaConnection.FIRST))).isEqualTo(RPC_RDMA);
    assertThat(bytes(connection.privateData(RdmaConnection.SECOND))).isEqualTo(RPC_RDMA);
  }

  @Test
  void shouldReadPrivateDataOfRevisionOneFromItsFirstByte() {
    wire.startUp(1, 0, RPC_RDMA, NOTHING).connect().client().send(FRAME);

    RdmaConnection connection = Told.of(wire.capture()).connections.get(0);

    assertThat(bytes(connection.privateData(RdmaConnection.FIRST))).isEqualTo(RPC_RDMA);
    assertThat(bytes(connection.privateData(RdmaConnection.SECOND))).isEmpty();
  }

  private static byte[] bytes(ByteBuffer data) {
    byte[] bytes = new byte[data.capacity()];
    data.get(0, bytes);
    return bytes;
  }

  /** RFC 6581 section 9: all ones leave it to the programs to agree on IRD and ORD. */
  @Test
  void shouldTellNoDepthsThatAreNotNegotiated() {
    byte[] ones = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff};
    byte[] depths = {(byte) 0x80, 4, (byte) 0x80, 0};
    wire.startUp(2, ENHANCED, ones, depths).connect().client().send(FRAME);

    MpaSetup setup = (MpaSetup) Told.of(wire.capture()).connections.get(0).setup().orElseThrow();
    MpaEnd request = setup.request().orElseThrow();
    MpaEnd reply = setup.reply().orElseThrow();

    assertThat(request.peerToPeer()).isTrue();
    assertThat(request.inboundReads()).isEmpty();
    assertThat(request.outboundReads()).isEmpty();
    assertThat(reply.inboundReads()).hasValue(4);
    assertThat(reply.outboundReads()).hasValue(0);
  }

  /** RFC 6581 section 9: what the initiator sends to say that it is ready is no message. */
  @Test
  void shouldNotTakeTheReadyToReceiveMessageOfPeersForTraffic() {
    byte[] words = {(byte) 0xc0, 1, (byte) 0xc0, 1};
    for (String kind : new String[] {"Send", "Write", "Read"}) {
      IwarpConversation peers = new IwarpConversation().startUp(2, ENHANCED, words, words);
      peers.connect();
      switch (kind) {
        case "Send" -> peers.client().send(NOTHING);
        case "Write" -> peers.client().write(0, 0, NOTHING);
        default -> peers.client().read(0, 0, NOTHING);
      }
      peers.server().send(FRAME);

      Told told = Told.of(peers.capture());

      assertThat(told.sends).as(kind).hasSize(1);
      assertThat(told.operations).as(kind).isEmpty();
      assertThat(told.findings).as(kind).isEmpty();
    }
  }

  @Test
  void shouldTellThatAConnectionWasRejected() {
    wire.ports(51000, 3260).connect();
    int reply = wire.capture().find("MPA Reply");
    byte[] frame = wire.capture().frames().get(reply).payload().clone();
    frame[16] |= 0x20;
    wire.capture().frames().set(reply, wire.capture().frames().get(reply).with(frame));

    Finding finding = only(Told.of(wire.capture()));

    assertThat(finding.rule()).isEqualTo(IwarpRules.REJECTED);
    assertThat(finding.frame()).isEqualTo(reply + 1L);
  }

  /** What is waited for is compared once with what else is, not at every gap. */
  @Test
  @Timeout(60)
  void shouldNotCompareOutstandingReadsAgainAtEachGap() {
    wire.connect().client().send(FRAME);
    for (int read = 0; read < 256; read++) {
      wire.server().readRequest(read, 0, 3, 0xa, 0x1000 + 3 * read);
    }
    for (int gap = 0; gap < GAPS; gap++) {
      wire.client().send(FRAME);
      wire.capture().drop(wire.capture().frames().size() - 1);
      wire.client().send(FRAME);
      wire.server().acknowledge();
    }
    wire.server().respond(0, 0, FRAME);

    Told told = Told.of(wire.capture());

    assertThat(told.memory()).contains("0 READ 0000000a @1000 " + Told.name(FRAME));
  }

  @Test
  void shouldTellReadsToOneSinkApartByTaggedOffset() {
    wire.connect().client().send(FRAME);
    wire.server().readRequest(0x51, 0, 3, 0xa, 0x1000).readRequest(0x51, 3, 3, 0xb, 0x2000);
    wire.server().respond(0x51, 3, new byte[] {4, 5, 6}).respond(0x51, 0, FRAME);

    Told told = Told.of(wire.capture());

    assertThat(told.memory())
        .containsExactly(
            "0 READ 0000000a @1000 " + Told.name(FRAME),
            "0 READ 0000000b @2000 " + Told.name(new byte[] {4, 5, 6}));
    assertThat(told.operations)
        .allMatch(each -> each.announced.kind() == RdmaOperation.Kind.READ)
        .allMatch(each -> each.announced.initiator() == RdmaConnection.SECOND);
  }

  @Test
  void shouldNotAccuseResponsesIntoOneMemoryWhereOneOfThemIsMissing() {
    wire.connect().client().send(FRAME);
    for (int read = 0; read < 4; read++) {
      wire.server().readRequest(0x51, 0, 3, 0xa, 0x1000);
    }
    wire.server().respond(0x51, 0, FRAME).respond(0x51, 0, FRAME);
    wire.capture().drop(wire.capture().frames().size() - 1);
    wire.server().respond(0x51, 0, FRAME).respond(0x51, 0, FRAME);
    wire.server().acknowledge();

    assertThat(Told.of(wire.capture()).rules())
        .contains("tcp.hole")
        .doesNotContain("rdmap.stray-response");

    wire.server().readRequest(0x52, 0, 3, 0xa, 0x1000).respond(0x52, 0, FRAME);
    wire.server().respond(0x51, 0, FRAME);

    assertThat(Told.of(wire.capture()).rules()).containsOnlyOnce("rdmap.stray-response");
  }

  private static byte[] atomic(
      int operation, int identifier, long data, long mask, long compare, long compareMask) {
    return ByteBuffer.allocate(52)
        .putInt(operation)
        .putInt(identifier)
        .putInt(0x0a0b0c0d)
        .putLong(0x100)
        .putLong(data)
        .putLong(mask)
        .putLong(compare)
        .putLong(compareMask)
        .array();
  }

  private static byte[] response(int identifier, long value) {
    return ByteBuffer.allocate(12).putInt(identifier).putLong(value).array();
  }
}
