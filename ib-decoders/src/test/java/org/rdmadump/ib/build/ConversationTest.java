package org.rdmadump.ib.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.AckKind;
import org.rdmadump.ib.Aeth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Icrc;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.PathMtu;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.Reth;
import org.rdmadump.ib.cm.CmField;
import org.rdmadump.ib.cm.CmMessage;
import org.rdmadump.ib.cm.IpCmPrivateData;
import org.rdmadump.ib.cm.RejectReason;

class ConversationTest {
  private static final int BTH = 42;

  private Conversation c;

  @BeforeEach
  void begin() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024);
    c.client().nextPsn(10);
    c.server().nextPsn(20);
  }

  @Test
  void shouldSplitASendOverThePathMtu() {
    int first = c.client().send(new byte[2500]);

    assertThat(first).isEqualTo(10);
    assertThat(c.capture().labels())
        .containsExactly(
            "client RC SEND First psn 10",
            "client RC SEND Middle psn 11",
            "client RC SEND Last psn 12",
            "server RC Acknowledge psn 12");
    assertThat(c.capture().get(0).bth().ackRequest()).isFalse();
    assertThat(c.capture().get(2).bth().ackRequest()).isTrue();
  }

  @Test
  void shouldSendAnExactMultipleInFullPackets() {
    c.client().send(new byte[2048]);

    assertThat(c.capture().labels())
        .containsExactly(
            "client RC SEND First psn 10",
            "client RC SEND Last psn 11",
            "server RC Acknowledge psn 11");
  }

  @Test
  void shouldSendNothingInOnePacket() {
    c.acks(false).client().send(new byte[0]);

    assertThat(c.capture().labels()).containsExactly("client RC SEND Only psn 10");
  }

  @Test
  void shouldPadToFourBytes() {
    c.acks(false).client().send(Hex.bytes("01 02 03 04 05"));

    Packet packet = c.capture().get(0);
    assertThat(packet.bth().padCount()).isEqualTo(3);
    assertThat(packet.bytes()).hasSize(BTH + 12 + 5 + 3 + 4);
  }

  @Test
  void shouldSendWithImmediateAndInvalidate() {
    c.acks(false);
    c.client().sendWithImmediate(new byte[4], 1);
    c.client().sendWithImmediate(new byte[1025], 2);
    c.server().sendInvalidating(new byte[4], 3);
    c.server().sendInvalidating(new byte[1025], 4);
    c.server().writeWithImmediate(5, 6, new byte[4], 7);
    c.server().writeWithImmediate(5, 6, new byte[1025], 7);

    assertThat(c.capture().labels())
        .containsExactly(
            "client RC SEND Only with Immediate psn 10",
            "client RC SEND First psn 11",
            "client RC SEND Last with Immediate psn 12",
            "server RC SEND Only with Invalidate psn 20",
            "server RC SEND First psn 21",
            "server RC SEND Last with Invalidate psn 22",
            "server RC RDMA WRITE Only with Immediate psn 23",
            "server RC RDMA WRITE First psn 24",
            "server RC RDMA WRITE Last with Immediate psn 25");
  }

  @Test
  void shouldNameTheWholeLengthInTheFirstWrite() {
    c.server().write(0x977, 0x1234_5678_9abc_def0L, new byte[3000]);

    Packet first = c.capture().get(0);
    int at = BTH + first.opcode().offsetOf(ExtensionHeader.RETH);
    assertThat(Reth.read(Hex.buffer(first.bytes()), at))
        .isEqualTo(new Reth(0x1234_5678_9abc_def0L, 0x977, 3000));
    assertThat(c.capture().labels())
        .containsExactly(
            "server RC RDMA WRITE First psn 20",
            "server RC RDMA WRITE Middle psn 21",
            "server RC RDMA WRITE Last psn 22",
            "client RC Acknowledge psn 22");
  }

  @Test
  void shouldAnswerAReadWithThePsnsOfTheRequest() {
    c.server().read(0x977, 0x1000, new byte[2500]);
    c.server().read(0x977, 0x1000, new byte[100]);

    assertThat(c.capture().labels())
        .containsExactly(
            "server RC RDMA READ Request psn 20",
            "client RC RDMA READ response First psn 20",
            "client RC RDMA READ response Middle psn 21",
            "client RC RDMA READ response Last psn 22",
            "server RC RDMA READ Request psn 23",
            "client RC RDMA READ response Only psn 23");
    assertThat(c.client().nextPsn()).as("responses take none of its own").isEqualTo(10);
  }

  @Test
  void shouldAnswerReadsInAnyOrderAndAgain() {
    byte[] data = new byte[3000];
    ReadRequest first = c.server().readRequest(1, 0x1000, 3000);
    c.server().readRequest(2, 0x2000, 10);
    c.client().readResponse(first, data, 0);
    c.client().readResponse(first, data, 2);
    ReadRequest rest = c.server().readRequest(first.from(1));
    c.client().readResponse(rest, new byte[1976]);

    assertThat(rest).isEqualTo(new ReadRequest(21, 1, 0x1400, 1976, 1024));
    assertThat(c.capture().labels())
        .containsExactly(
            "server RC RDMA READ Request psn 20",
            "server RC RDMA READ Request psn 23",
            "client RC RDMA READ response First psn 20",
            "client RC RDMA READ response Last psn 22",
            "server RC RDMA READ Request psn 21",
            "client RC RDMA READ response First psn 21",
            "client RC RDMA READ response Last psn 22");
  }

  @Test
  void shouldWrapThePsn() {
    c.client().nextPsn(Psn.MASK);
    c.client().send(new byte[2048]);

    assertThat(c.capture().labels())
        .containsExactly(
            "client RC SEND First psn 16777215",
            "client RC SEND Last psn 0",
            "server RC Acknowledge psn 0");
    assertThat(c.client().nextPsn()).isEqualTo(1);
  }

  @Test
  void shouldRefuse() {
    c.server().nak(11, NakCode.PSN_SEQUENCE_ERROR);
    c.server().rnrNak(12, 14);

    Aeth nak = aeth(c.capture().get(0));
    assertThat(nak.kind()).isEqualTo(AckKind.NAK);
    assertThat(nak.nakCode()).isEqualTo(NakCode.PSN_SEQUENCE_ERROR);
    Aeth rnr = aeth(c.capture().get(1));
    assertThat(rnr.kind()).isEqualTo(AckKind.RNR_NAK);
    assertThat(rnr.value()).isEqualTo(14);
  }

  @Test
  void shouldCountTheMessagesThatTheResponderFinished() {
    c.client().send(new byte[2000]);
    c.client().write(1, 2, new byte[10]);
    c.client().fetchAdd(1, 2, 3, 4);

    assertThat(aeth(c.capture().get(2)).msn()).isEqualTo(1);
    assertThat(aeth(c.capture().get(4)).msn()).isEqualTo(2);
    assertThat(aeth(c.capture().get(6)).msn()).isEqualTo(3);
  }

  @Test
  void shouldConnectWithWhatTheEndsAreSetTo() {
    c.port(2050).clientPort(700).client().qpn(0x21);
    c.server().qpn(0x22);
    c.connect(Hex.bytes("aa bb"), Hex.bytes("cc"));
    c.client().send(new byte[4]);

    ByteBuffer frame = Hex.buffer(c.capture().get(0).bytes());
    CmMessage req = cm(0);
    CmMessage rep = cm(1);
    assertThat(req.number(CmField.LOCAL_QPN)).isEqualTo(0x21);
    assertThat(req.number(CmField.STARTING_PSN)).isEqualTo(20);
    assertThat(req.serviceId().port()).isEqualTo(2050);
    assertThat(PathMtu.of(req.number(CmField.PATH_MTU)).bytes()).isEqualTo(1024);
    assertThat(req.gid(CmField.LOCAL_GID)).hasToString("192.168.77.2");
    assertThat(req.gid(CmField.REMOTE_GID)).hasToString("192.168.77.1");
    int data = BTH + 20 + req.privateData().offset();
    IpCmPrivateData ip = IpCmPrivateData.read(frame, data, 92).orElseThrow();
    assertThat(ip.sourcePort()).isEqualTo(700);
    assertThat(ip.source()).isEqualTo(req.gid(CmField.LOCAL_GID));
    assertThat(frame.getShort(data + IpCmPrivateData.LENGTH)).isEqualTo((short) 0xaabb);
    assertThat(rep.number(CmField.LOCAL_QPN)).isEqualTo(0x22);
    assertThat(rep.number(CmField.STARTING_PSN)).isEqualTo(10);
    assertThat(rep.value(CmField.REMOTE_COMMUNICATION_ID))
        .isEqualTo(req.value(CmField.LOCAL_COMMUNICATION_ID));
    assertThat(c.capture().get(3).bth().destinationQp()).isEqualTo(0x22);
  }

  @Test
  void shouldDisconnectAndReject() {
    c.request(new byte[0]).reject(RejectReason.INVALID_SERVICE_ID, new byte[0]).disconnect();

    assertThat(c.capture().labels())
        .containsExactly("client CM REQ", "server CM REJ", "client CM DREQ", "server CM DREP");
  }

  @Test
  void shouldWriteARightIcrcOnEveryPacket() {
    c.connect();
    c.client().send(new byte[3001]);
    c.server().read(1, 2, new byte[3001]);
    c.server().congestion();
    Icrc icrc = new Icrc();

    for (Packet packet : c.capture().packets()) {
      byte[] frame = packet.bytes();
      int end = frame.length - Icrc.LENGTH;
      assertThat(icrc.compute(frame, 14, 34, BTH, end, true)).isEqualTo(Icrc.stored(frame, end));
    }
  }

  @Test
  void shouldInterleaveOnOneTimeline() {
    Capture shared = new Capture();
    Conversation one = Conversation.between("10.0.0.1", "10.0.0.9").on(shared);
    Conversation other = Conversation.between("fd00::2", "fd00::9").on(shared);
    one.client().send(new byte[1]);
    other.client().send(new byte[1]);
    one.server().send(new byte[1]);

    assertThat(shared.packets())
        .extracting(Packet::epochNanos)
        .containsExactly(
            Capture.START,
            Capture.START + 1_000,
            Capture.START + 2_000,
            Capture.START + 3_000,
            Capture.START + 4_000,
            Capture.START + 5_000);
  }

  @Test
  void shouldChangePlacesButNotTimes() {
    c.acks(false).client().send(new byte[3000]);
    c.capture().move(0, 2);

    assertThat(c.capture().labels())
        .containsExactly(
            "client RC SEND Middle psn 11",
            "client RC SEND Last psn 12",
            "client RC SEND First psn 10");
    assertThat(c.capture().packets()).extracting(Packet::epochNanos).isSorted();
  }

  @Test
  void shouldDropAndRepeat() {
    c.acks(false).client().send(new byte[3000]);
    Capture capture = c.capture();
    capture.duplicate(0, 3).drop(capture.find("Middle"));

    assertThat(capture.labels())
        .containsExactly(
            "client RC SEND First psn 10",
            "client RC SEND Last psn 12",
            "client RC SEND First psn 10");
  }

  @Test
  void shouldGiveFramesAsAReaderDoes() throws IOException {
    c.client().send(new byte[3000]);
    c.capture().snapLength(128);
    Frame frame = new Frame();
    List<String> seen = new ArrayList<>();
    try (FrameSource source = c.capture().source()) {
      while (source.next(frame)) {
        seen.add(frame.number() + " " + frame.captured() + " of " + frame.original());
      }
    }

    assertThat(seen)
        .containsExactly("1 128 of 1082", "2 128 of 1082", "3 128 of 1010", "4 62 of 62");
  }

  @Test
  void shouldWriteAPcapFile(@TempDir Path directory) throws IOException {
    c.acks(false).client().send(new byte[4]);
    byte[] file = Files.readAllBytes(c.capture().toPcap(directory.resolve("one.pcap")));

    // pcap with nanoseconds, version 2.4, Ethernet; 2026-01-01T00:00:00Z; 62 bytes of 62
    assertThat(file)
        .startsWith(
            Hex.bytes(
                "a1b23c4d 0002 0004 00000000 00000000 00040000 00000001"
                    + "6955b900 00000000 0000003e 0000003e"))
        .hasSize(24 + 16 + 62);
  }

  private Aeth aeth(Packet packet) {
    int at = BTH + packet.opcode().offsetOf(ExtensionHeader.AETH);
    return Aeth.read(Hex.buffer(packet.bytes()), at);
  }

  private CmMessage cm(int index) {
    ByteBuffer frame = Hex.buffer(c.capture().get(index).bytes());
    return CmMessage.read(frame, BTH + 20, frame.limit() - BTH - 20).orElseThrow();
  }
}
