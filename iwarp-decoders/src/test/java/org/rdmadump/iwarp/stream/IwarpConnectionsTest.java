package org.rdmadump.iwarp.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.iwarp.build.DdpSegments;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpCapture;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.rdma.ConnectionEvents.Ending;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Recognition;

/** Which TCP connections are followed, where they begin and end, and what TCP does to them. */
class IwarpConnectionsTest {
  private static final int CLIENT = RdmaConnection.FIRST;
  private static final int SERVER = RdmaConnection.SECOND;
  private static final byte[] NOTHING = {};
  private static final byte[] ONE = {1, 1, 1, 1, 1};
  private static final byte[] TWO = {2, 2, 2, 2, 2, 2};

  private static final byte[] TLS_RECORD = {0x17, 3, 3, 1, 0};
  private static final byte[] SMB_HEADER = {0, 0, 0, (byte) 128, (byte) 0xfe, 'S', 'M', 'B'};
  private static final byte[] NVME_HEADER = {4, 0, 72, 0, 72, 0, 0, 0};

  private final IwarpConversation wire = new IwarpConversation();

  private static String name(byte[] bytes) {
    return Told.name(bytes);
  }

  // ---- ports used again

  @Test
  void shouldBeginAnewWithASynOnThePortsOfAnEndedConnection() {
    wire.connect().client().send(ONE);
    wire.disconnect();
    IwarpConversation again = new IwarpConversation().into(wire.capture()).sequences(777, 888);
    again.connect().client().send(TWO);

    Told told = Told.of(wire.capture());

    assertThat(told.connections).hasSize(2);
    assertThat(told.sends)
        .extracting(Told.Message::connection, Told.Message::text)
        .containsExactly(tuple(0, ONE), tuple(1, TWO));
    assertThat(told.endings).containsExactly(Ending.DISCONNECTED, Ending.CAPTURE_ENDED);
    assertThat(told.rules()).isEmpty();
  }

  private static Tuple tuple(int connection, byte[] bytes) {
    return Tuple.tuple(connection, name(bytes));
  }

  @Test
  void shouldBeginAnewWithASynThoughNobodyEndedTheOldConnection() {
    wire.connect().client().send(ONE);
    IwarpConversation again = new IwarpConversation().into(wire.capture()).sequences(777, 888);
    again.connect().client().send(TWO);

    Told told = Told.of(wire.capture());

    assertThat(told.sends)
        .extracting(Told.Message::connection, Told.Message::text)
        .containsExactly(tuple(0, ONE), tuple(1, TWO));
    assertThat(told.rules()).isEmpty();
  }

  @Test
  void shouldTakeALateRepeatOfAnEndedConnectionForNothingNew() {
    wire.connect().client().send(ONE);
    wire.disconnect();
    TcpCapture capture = wire.capture();
    capture.repeat(capture.find("Send"), capture.frames().size());
    capture.repeat(capture.find("ACK"), capture.frames().size());

    Told told = Told.of(capture);

    assertThat(told.connections).hasSize(1);
    assertThat(told.sendsOf(CLIENT)).containsExactly(name(ONE));
    assertThat(told.rules()).containsExactly("tcp.retransmission");
    assertThat(told.findings.get(0).message())
        .endsWith("bytes of the stream were retransmitted after the connection was over");
    assertThat(told.connections.get(0).traffic(CLIENT).retransmitted()).isOne();
  }

  @Test
  void shouldTakeNewBytesBehindTheEndForNoRepeat() {
    wire.connect().client().send(ONE);
    wire.server().segment("RST", TcpFrame.RST, NOTHING);
    wire.client().send(TWO);

    Told told = Told.of(wire.capture());

    assertThat(told.rules()).isEmpty();
    assertThat(told.connections.get(0).traffic(CLIENT).retransmitted()).isZero();
  }

  @Test
  void shouldSayThatAConnectionIsInTheCaptureTwice() {
    wire.connect().client().send(ONE);
    wire.server().send(TWO);
    wire.disconnect();
    List<TcpFrame> frames = wire.capture().frames();
    frames.addAll(List.copyOf(frames));

    Told told = Told.of(wire.capture());

    assertThat(told.sends).hasSize(2);
    assertThat(told.rules())
        .as("one event, whatever the connection carried")
        .containsExactly("tcp.repeated-connection");
    assertThat(told.connections.get(0).traffic(CLIENT).retransmitted()).isZero();
    assertThat(told.findings.get(0).frame()).isEqualTo(1 + frames.size() / 2);
  }

  // ---- how a connection ends

  @Test
  void shouldEndWithAReset() {
    wire.connect().client().send(ONE);
    wire.server().segment("RST", TcpFrame.RST, NOTHING);
    wire.client().send(TWO);

    Told told = Told.of(wire.capture());

    assertThat(told.endings).containsExactly(Ending.DISCONNECTED);
    assertThat(told.sends).extracting(Told.Message::text).containsExactly(name(ONE));
  }

  @Test
  void shouldNotEndWithOneFin() {
    wire.connect().client().send(ONE);
    wire.client().segment("FIN", TcpFrame.FIN | TcpFrame.ACK, NOTHING);
    wire.server().send(TWO);

    Told told = Told.of(wire.capture());

    assertThat(told.endings).containsExactly(Ending.CAPTURE_ENDED);
    assertThat(told.sendsOf(SERVER)).containsExactly(name(TWO));
  }

  // ---- what TCP does

  @Test
  void shouldTakeNoNoteOfKeepAlivesAndZeroWindowProbes() {
    wire.connect().client().send(ONE);
    wire.server().send(TWO);
    int sequence = wire.capture().frames().get(wire.capture().find("Send")).sequence();
    TcpFrame last = wire.capture().frames().get(wire.capture().find("Send"));
    int next = sequence + last.payload().length;
    for (byte[] probe : new byte[][] {NOTHING, {0}}) {
      wire.capture()
          .add(
              new TcpFrame(
                  "keep-alive",
                  last.source(),
                  last.destination(),
                  next - 1,
                  last.acknowledgement(),
                  TcpFrame.ACK,
                  probe));
    }
    wire.client().send(TWO);
    // The probe brings the first byte of the Send, which then comes whole.
    int whole = wire.capture().frames().size() - 1;
    TcpFrame send = wire.capture().frames().get(whole);
    wire.capture().frames().add(whole, send.part(0, 1));

    Told told = Told.of(wire.capture());

    assertThat(told.sendsOf(CLIENT)).containsExactly(name(ONE), name(TWO));
    assertThat(told.rules()).isEmpty();
  }

  /** What segmentation by the device leaves in a capture: lengths beyond the MTU, and beyond IP. */
  @ParameterizedTest
  @ValueSource(ints = {3000, 60_000, 65_495, 65_496, 130_000})
  void shouldReadSegmentsLargerThanTheMtu(int size) {
    wire.payload(1000).crc(true).connect();
    byte[] data = new byte[size - 40];
    new SplittableRandom(size).nextBytes(data);
    wire.server().write(1, 0, data).send(ONE);
    TcpCapture capture = wire.capture();
    capture.join(capture.find("Write"), capture.frames().size());

    Told told = Told.of(capture);

    assertThat(told.memory()).containsExactly("0 WRITE 00000001 @0 " + name(data));
    assertThat(told.sendsOf(SERVER)).containsExactly(name(ONE));
    assertThat(told.rules()).isEmpty();
  }

  @Test
  void shouldPassAHoleThatTheOtherSideAcknowledgedAtOnce() {
    for (boolean crc : new boolean[] {false, true}) {
      IwarpConversation each = new IwarpConversation().crc(crc).connect();
      for (int i = 0; i < 12; i++) {
        each.client().send(new byte[100 + i]);
        each.server().acknowledge();
      }
      TcpCapture capture = each.capture();
      capture.drop(capture.find("Send", capture.find("Send") + 8));

      Told told = Told.of(capture);

      assertThat(told.sendsOf(CLIENT)).as("CRC %s", crc).hasSize(11);
      assertThat(told.rules()).contains("tcp.hole", "ddp.msn-gap");
    }
  }

  @Test
  void shouldKeepTheFirstCopyWhereCopiesDiffer() {
    wire.connect().client().send(ONE);
    int first = wire.capture().find("Send");
    byte[] other = wire.capture().frames().get(first).payload().clone();
    other[22] ^= 1;
    wire.capture().add(wire.capture().frames().get(first).with(other));

    Told told = Told.of(wire.capture());

    assertThat(told.sendsOf(CLIENT)).containsExactly(name(ONE));
    assertThat(told.rules()).contains("tcp.overlap-differs");
  }

  @Test
  void shouldSayThatARetransmissionIsWhatDeliveredTheSend() {
    wire.connect().client().send(ONE);
    TcpCapture capture = wire.capture();
    capture.repeat(capture.find("Send"), capture.frames().size());
    wire.server().acknowledge();

    Told told = Told.of(capture);

    assertThat(told.sendsOf(CLIENT)).containsExactly(name(ONE));
    assertThat(told.rules()).containsExactly("tcp.retransmission");
    assertThat(told.findings.get(0).frame()).isEqualTo(capture.frames().size() - 1L);
  }

  @Test
  void shouldNotRememberEveryRetransmissionOfASendThatNobodyAcknowledges() {
    wire.connect().client().send(ONE);
    TcpCapture capture = wire.capture();
    int send = capture.find("Send");
    for (int i = 0; i < 1000; i++) {
      capture.repeat(send, capture.frames().size());
    }

    Told told = Told.of(capture);

    assertThat(told.sendsOf(CLIENT)).containsExactly(name(ONE));
    assertThat(told.rules()).hasSize(64).containsOnly("tcp.retransmission");
    assertThat(told.findings.get(0).frame()).isEqualTo(send + 2L);
  }

  // ---- which are followed

  @Test
  void shouldKnowMpaOnAnyPort() {
    wire.ports(51000, 3260).connect().client().send(ONE);

    Told told = Told.of(wire.capture());

    assertThat(told.sendsOf(CLIENT)).containsExactly(name(ONE));
    RdmaConnection connection = told.connections.get(0);
    assertThat(connection.recognition()).isEqualTo(Recognition.MPA);
  }

  @Test
  void shouldFollowNoConnectionThatIsNotMpa() {
    for (int port : new int[] {443, 20049, 4791}) {
      IwarpConversation other = new IwarpConversation().ports(50123, port);
      other.connect();
      TcpCapture capture = other.capture();
      capture.drop(capture.find("MPA Reply")).drop(capture.find("MPA Request"));
      byte[] noise = new byte[1000];
      for (int i = 0; i < 2000; i++) {
        new SplittableRandom(i).nextBytes(noise);
        other.client().segment("noise", TcpFrame.ACK, noise.clone());
        other.server().segment("noise", TcpFrame.ACK, noise.clone());
      }

      Told told = Told.of(capture, 4791);

      assertThat(told.connections).as("port %d", port).isEmpty();
      assertThat(told.decoder().counted(IwarpCount.PACKETS)).as("port %d", port).isZero();
      assertThat(told.rules()).as("port %d", port).isEmpty();
    }
  }

  static Stream<Arguments> otherProtocols() {
    return Stream.of(
        Arguments.of("zeros", ByteBuffer.allocate(700)),
        Arguments.of("ones", bytes(700, each -> -1)),
        Arguments.of("text", ByteBuffer.wrap("GET /index HTTP/1.1\r\n\r\n".getBytes(US_ASCII))),
        Arguments.of("numbers of 16 bits", bytes(512, each -> each % 2 == 0 ? 0 : each / 2)),
        // Record marks, which have bit 31 set, and small numbers of 32 bits.
        Arguments.of("RPC over TCP", bytes(204, each -> each == 0 ? 0x80 : each == 3 ? 200 : 0)),
        Arguments.of("TLS", bytes(261, each -> each < 5 ? TLS_RECORD[each] : each * 167)),
        Arguments.of("SMB", bytes(132, each -> each < 8 ? SMB_HEADER[each] : 0)),
        Arguments.of("DNS over TCP", bytes(46, each -> each == 1 ? 44 : each == 4 ? 1 : each)),
        Arguments.of("NVMe over TCP", bytes(72, each -> each < 8 ? NVME_HEADER[each] : 0)),
        // The length is that of an FPDU and stands where the next one is due.
        Arguments.of("lengths as MPA has them", bytes(256, each -> each == 1 ? 250 : 0x80)));
  }

  private static ByteBuffer bytes(int length, IntUnaryOperator value) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) value.applyAsInt(i);
    }
    return ByteBuffer.wrap(bytes);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("otherProtocols")
  void shouldTakeNoOtherProtocolForMpa(String protocol, ByteBuffer unit) {
    byte[] stream = new byte[unit.capacity() * 400];
    for (int at = 0; at < stream.length; at++) {
      stream[at] = unit.get(at % unit.capacity());
    }
    for (int port : new int[] {443, 20049, 4791}) {
      for (boolean fromTheMiddle : new boolean[] {false, true}) {
        IwarpConversation other = new IwarpConversation().ports(50123, port);
        if (!fromTheMiddle) {
          other.client().segment("SYN", TcpFrame.SYN, NOTHING);
          other.server().segment("SYN ACK", TcpFrame.SYN | TcpFrame.ACK, NOTHING);
        }
        int half = stream.length / 2;
        other.client().segment("data", TcpFrame.ACK, Arrays.copyOf(stream, half));
        other.server().segment("data", TcpFrame.ACK, stream);
        other.client().segment("data", TcpFrame.ACK, Arrays.copyOfRange(stream, half, 2 * half));
        other.capture().resegment(new SplittableRandom(port), 1460);

        Told told = Told.of(other.capture(), 4791);

        assertThat(told.connections).as("%s on port %d", protocol, port).isEmpty();
        assertThat(told.decoder().counted(IwarpCount.PACKETS)).isZero();
        assertThat(told.rules()).isEmpty();
      }
    }
  }

  /**
   * Its port is what the system gave the client; that it is not MPA is known from its beginning.
   */
  @Test
  void shouldNotTryAConnectionAgainWhoseClientHasThePortOfNfs() {
    IwarpConversation other = new IwarpConversation().ports(20049, 443);
    other.client().segment("SYN", TcpFrame.SYN, NOTHING);
    other.server().segment("SYN ACK", TcpFrame.SYN | TcpFrame.ACK, NOTHING);
    other.client().segment("hello", TcpFrame.ACK, "GET / HTTP/1.1".getBytes(US_ASCII));
    // Another protocol may well carry a whole conversation of ours.
    other.framed();
    for (int i = 0; i < 10; i++) {
      other.client().send(ONE);
      other.server().send(TWO);
    }

    assertThat(Told.of(other.capture()).connections).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {20049, 3260})
  void shouldFollowAConnectionFromItsMiddleOn(int port) {
    wire.ports(51000, port).framed();
    for (int i = 1; i < 12; i++) {
      wire.client().send(new byte[100 * i]);
      wire.server().write(i, 0, new byte[10]).send(new byte[10 * i]);
    }

    Told told = Told.of(wire.capture());

    assertThat(told.sendsOf(CLIENT)).hasSize(11);
    assertThat(told.sendsOf(SERVER)).hasSize(11);
    assertThat(told.operations).hasSize(11);
    assertThat(told.connections.get(0).recognition()).isEqualTo(Recognition.INFERRED);
  }

  /** Each is known to carry MPA only when it is given up, while the table is full of such. */
  @Test
  @Timeout(60)
  void shouldGiveUpConnectionsThatShowWhatTheyAreAtTheirEnd() {
    int many = 20_000;
    for (int i = 0; i < many; i++) {
      wire.ports(1024 + i, 20049).framed();
      wire.client().send(ONE);
    }

    Told told = Told.of(wire.capture());

    assertThat(told.connections).hasSize(many);
  }

  @Test
  void shouldFollowAConnectionOfWhichOnlyTheReplyOfTheStartUpWasCaptured() {
    wire.connect().client().send(ONE);
    wire.server().send(TWO);
    wire.capture().keep(wire.capture().find("MPA Reply"), wire.capture().frames().size());
    for (int i = 0; i < 8; i++) {
      wire.client().send(new byte[200]);
    }

    Told told = Told.of(wire.capture());

    assertThat(told.sendsOf(SERVER)).containsExactly(name(TWO));
    assertThat(told.sendsOf(CLIENT)).hasSize(9);
    assertThat(told.connections.get(0).recognition()).isEqualTo(Recognition.MPA);
  }

  /** Neither CRCs nor a second header tell that the client's first bytes are an FPDU. */
  @Test
  void shouldTellASendThatIsFollowedByMoreThanMayWait() {
    wire.crc(false).framed();
    wire.server().send(ONE).send(ONE);
    wire.client().send(TWO);
    wire.server().write(1, 0, new byte[500_000]).send(ONE);
    wire.client().send(TWO);

    Told told = Told.of(wire.capture());

    assertThat(told.sendsOf(SERVER)).containsExactly(name(ONE), name(ONE), name(ONE));
    assertThat(told.sendsOf(CLIENT)).containsExactly(name(TWO), name(TWO));
    assertThat(told.memory()).hasSize(1);
    assertThat(told.rules()).isEmpty();
  }

  /** What answers a Read Request of which too little was captured is no answer to nothing. */
  @Test
  void shouldNotWonderAtTheResponseToARequestThatWasCut() {
    wire.connect();
    wire.server().send(ONE).read(1, 0, new byte[2500]);
    wire.capture().snapLength(90);

    Told told = Told.of(wire.capture());

    assertThat(told.sendsOf(SERVER)).containsExactly(name(ONE));
    assertThat(told.decoder().counted(IwarpCount.TRUNCATED)).isEqualTo(1);
    assertThat(told.rules()).isEmpty();
  }

  /** A snap length that leaves the headers leaves every message. */
  @Test
  void shouldTellEveryMessageOfCutFrames() {
    wire.payload(1000).connect();
    for (int i = 0; i < 20; i++) {
      wire.client().send(new byte[300]);
      wire.server().write(i, 0, new byte[2500]).send(new byte[200]);
    }
    wire.capture().snapLength(128);

    Told told = Told.of(wire.capture());

    // 128 less 54 of Ethernet, IP and TCP, 2 of MPA, 18 or 14 of DDP.
    assertThat(told.sendsOf(CLIENT)).hasSize(20).allMatch(each -> each.startsWith("54:"));
    assertThat(told.sendsOf(SERVER)).hasSize(20);
    assertThat(told.memory()).hasSize(20).allMatch(each -> each.endsWith("cut 2326"));
    assertThat(told.decoder().counted(IwarpCount.TRUNCATED)).isZero();
    assertThat(told.rules()).isEmpty();
  }

  @Test
  void shouldCutALongSendIntoTheMessageThatItIs() {
    wire.payload(70).connect();
    wire.client().send(DdpSegments.SEND_SE_INVALIDATE, 0x77, new byte[5000]);

    assertThat(Told.of(wire.capture()).sendsOf(CLIENT)).containsExactly(name(new byte[5000]));
  }
}
