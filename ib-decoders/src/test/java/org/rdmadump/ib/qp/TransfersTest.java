package org.rdmadump.ib.qp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.rdmadump.ib.build.RandomBytes.bytes;
import static org.rdmadump.rdma.RdmaConnection.FIRST;
import static org.rdmadump.rdma.RdmaConnection.SECOND;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Hole;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Opcodes;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.ib.qp.Recording.Connection;
import org.rdmadump.ib.qp.Recording.Operation;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.Transport;

/** Sends, RDMA Writes and RDMA Reads of one connection, in all their parts. */
class TransfersTest {
  private static final int HANDLE = 0x977;
  private static final long ADDRESS = 0x7f00_0000_1234L;

  private final byte[] data = bytes(3000);
  private Conversation c;

  @BeforeEach
  void connect() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024).connect();
  }

  // ---- Sends

  @Test
  void shouldTellOfASendInOnePacket() {
    c.client().send(text("hello"));

    Connection seen = decode();
    Send send = only(seen.sends);
    assertThat(send.side()).isEqualTo(FIRST);
    assertThat(seen.texts(FIRST)).containsExactly("hello");
    assertThat(send.packets()).isEqualTo(1);
    assertThat(send.firstPsn()).isEqualTo(1000);
    assertThat(send.firstFrame()).isEqualTo(4);
    assertThat(send.lastFrame()).isEqualTo(4);
    assertThat(send.acknowledged()).isTrue();
    assertThat(send.delivered()).isTrue();
    assertThat(send.invalidates()).isEmpty();
    assertThat(send.findings()).isEmpty();
    assertThat(seen.settled).containsExactly(send);
  }

  @Test
  void shouldTellOfAnEmptySend() {
    c.client().send(new byte[0]);

    assertThat(decode().texts(FIRST)).containsExactly("");
  }

  @Test
  void shouldJoinTheSendsOfBothSides() {
    c.client().send(data);
    c.server().send(text("answer"));

    Connection seen = decode();
    assertThat(seen.texts(FIRST)).containsExactly(new String(data, ISO_8859_1));
    assertThat(seen.texts(SECOND)).containsExactly("answer");
    Send send = seen.sends(FIRST).get(0);
    assertThat(send.packets()).isEqualTo(3);
    assertThat(send.lastFrame()).isEqualTo(send.firstFrame() + 2);
  }

  @Test
  void shouldTakeImmediateDataForNoPartOfTheMessage() {
    c.client().sendWithImmediate(text("one"), 7);
    c.client().sendWithImmediate(data, 8);

    assertThat(decode().texts(FIRST)).containsExactly("one", new String(data, ISO_8859_1));
  }

  @Test
  void shouldTellWhichHandleASendInvalidates() {
    c.server().sendInvalidating(text("one"), 0x1234);
    c.server().sendInvalidating(data, 0x5678);

    Connection seen = decode();
    assertThat(seen.sends)
        .extracting(Send::invalidates)
        .containsExactly(OptionalInt.of(0x1234), OptionalInt.of(0x5678));
    assertThat(seen.texts(SECOND)).containsExactly("one", new String(data, ISO_8859_1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void shouldJoinASendWhosePsnsWrapAtAnyPlace(int before) {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024);
    c.client().nextPsn(Psn.add(0, -before));
    c.connect();
    c.client().send(data);
    c.client().send(text("next"));

    assertThat(decode().texts(FIRST)).containsExactly(new String(data, ISO_8859_1), "next");
  }

  @ParameterizedTest
  @ValueSource(strings = {"021", "102", "120", "201", "210"})
  void shouldJoinASendWhosePacketsCameInAnyOrder(String order) {
    int first = c.capture().size();
    c.client().send(data);
    reorder(first, order);

    assertThat(decode().texts(FIRST)).containsExactly(new String(data, ISO_8859_1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"021", "102", "120", "201", "210"})
  void shouldSayWhichFramesOfASendAreFirstAndLast(String order) {
    int first = c.capture().size();
    c.client().send(data);
    reorder(first, order);

    Send send = only(decode().sends);
    assertThat(send.firstFrame()).isEqualTo(first + 1);
    assertThat(send.lastFrame()).isEqualTo(first + 3);
    assertThat(send.lastNanos() - send.firstNanos())
        .isEqualTo(c.capture().get(first + 2).epochNanos() - c.capture().get(first).epochNanos());
  }

  @Test
  void shouldSayWhatIsMissingOfASendOnceItIsAcknowledged() {
    c.client().send(data);
    c.capture().drop(c.capture().find("SEND Middle"));

    Send send = only(decode().sends);
    assertThat(send.payload().length()).isEqualTo(3000);
    assertThat(send.payload().holes()).containsExactly(new Hole(1024, 1024, Absence.NOT_CAPTURED));
    assertThat(send.packets()).isEqualTo(3);
  }

  @Test
  void shouldSayThatTheFirstPacketOfASendIsMissing() {
    c.client().send(data);
    c.capture().drop(c.capture().find("SEND First"));

    Send send = only(decode().sends);
    assertThat(send.payload().holes().get(0).offset()).isZero();
    assertThat(send.payload().has(0, 4)).isFalse();
  }

  @Test
  void shouldSayThatTheLastPacketOfASendIsMissing() {
    c.client().send(data);
    c.client().send(text("next"));
    c.capture().drop(c.capture().find("SEND Last"));

    Connection seen = decode();
    assertThat(seen.settled).hasSize(2);
    assertThat(seen.settled.get(0).payload().has(0, 2048)).isTrue();
    assertThat(seen.settled.get(0).payload().holes())
        .containsExactly(new Hole(2048, 1024, Absence.NOT_CAPTURED));
  }

  @Test
  void shouldWaitForTheLastPacketOfASendWhereRequestsAreCapturedAfterAcknowledgements() {
    c.connect();
    c.client().send(text("first"));
    c.client().send(data);
    int first = c.capture().find("SEND Only");
    c.capture().swap(first, first + 1);
    int last = c.capture().find("SEND Last");
    c.capture().swap(last, last + 1);

    Connection seen = decode();
    assertThat(seen.texts(FIRST)).containsExactly("first", new String(data, ISO_8859_1));
    assertThat(Recording.of(c.capture()).rules()).isEmpty();
  }

  @Test
  void shouldNotTellTwiceOfASendThatIsRepeated() {
    c.client().send(data);
    int last = c.capture().find("SEND Last");
    c.capture().duplicate(last);
    c.capture().duplicate(last - 2, c.capture().size());

    Connection seen = decode();
    assertThat(seen.texts(FIRST)).containsExactly(new String(data, ISO_8859_1));
    assertThat(only(seen.sends).findings())
        .extracting(finding -> finding.rule().name())
        .contains("bth.psn-repeat");
  }

  @Test
  void shouldCountTheRepeatAfterANakAsTheDelivery() {
    c.acks(false);
    int psn = c.client().send(text("call"));
    c.server().nak(psn, NakCode.PSN_SEQUENCE_ERROR);
    c.client().nextPsn(psn).send(text("call"));
    c.server().acknowledge(psn);

    Connection seen = decode();
    Send send = only(seen.sends);
    assertThat(send.delivered()).isTrue();
    assertThat(send.acknowledged()).isTrue();
    assertThat(send.firstFrame()).isEqualTo(4);
    assertThat(send.lastFrame()).isEqualTo(6);
    assertThat(send.findings()).extracting(finding -> finding.rule().name()).contains("aeth.nak");
    assertThat(seen.findings).isEmpty();
  }

  @Test
  void shouldSayThatASendWasRefusedForGood() {
    c.acks(false);
    int psn = c.client().send(text("call"));
    c.server().nak(psn, NakCode.REMOTE_OPERATIONAL_ERROR);

    Send send = only(decode().sends);
    assertThat(send.delivered()).isFalse();
    assertThat(send.acknowledged()).isFalse();
  }

  @Test
  void shouldDeliverWhatIsBeforeTheNak() {
    c.acks(false);
    c.client().send(text("one"));
    int two = c.client().send(text("two"));
    c.client().send(text("three"));
    c.server().nak(two, NakCode.PSN_SEQUENCE_ERROR);

    Connection seen = decode();
    assertThat(seen.sends).extracting(Send::delivered).containsExactly(true, false, false);
  }

  /** Sends three messages, and repeats the first two after a NAK of the first. */
  private int repeatTwoOfThree() {
    c.connect();
    c.acks(false);
    int one = c.client().send(text("one"));
    int two = c.client().send(text("two"));
    c.client().send(text("three"));
    c.server().nak(one, NakCode.PSN_SEQUENCE_ERROR);
    int after = c.client().nextPsn();
    c.client().nextPsn(one).send(text("one"));
    c.client().nextPsn(two).send(text("two"));
    c.client().nextPsn(after);
    return one;
  }

  @Test
  void shouldSayThatASendBehindAGapWasNotDeliveredIfItsConnectionEndsWithoutARepeat() {
    int one = repeatTwoOfThree();
    c.server().acknowledge(one + 1);
    c.disconnect();

    assertThat(decode().sends).extracting(Send::delivered).containsExactly(true, true, false);
  }

  /** The repeat may come behind the end of the capture. */
  @Test
  void shouldNotSayThatASendBehindAGapIsLostWhereOnlyTheCaptureEnds() {
    repeatTwoOfThree();

    assertThat(decode().sends).extracting(Send::delivered).containsExactly(true, true, true);
  }

  /** What is sent behind it shows that the sender went on: its repeat is not in the capture. */
  @Test
  void shouldNotSayThatASendBehindAGapIsLostWhereALaterOneIsThere() {
    repeatTwoOfThree();
    c.client().send(text("four"));
    c.disconnect();

    assertThat(decode().sends).extracting(Send::delivered).containsExactly(true, true, true, true);
  }

  /** As in a capture of both ends. */
  @Test
  void shouldNotTakeTheCopyOfANakForAnotherOne() {
    c.connect();
    c.acks(false);
    int one = c.client().send(text("one"));
    c.client().send(text("two"));
    c.server().nak(one, NakCode.PSN_SEQUENCE_ERROR);
    c.client().nextPsn(one).send(text("one"));
    c.client().send(text("two"));
    c.server().nak(one, NakCode.PSN_SEQUENCE_ERROR);
    c.server().acknowledge(one);
    c.disconnect();

    assertThat(decode().sends).extracting(Send::delivered).containsExactly(true, true);
  }

  /** It waits, however long, as its repeat delivers it. */
  @Test
  void shouldDeliverASendBehindAGapThatIsRepeatedLate() {
    int one = repeatTwoOfThree();
    c.capture().pause(20_000_000_000L);
    c.client().nextPsn(one + 2).send(text("three"));
    c.server().acknowledge(one + 2);
    c.disconnect();

    List<Send> sends = decode().sends;
    assertThat(sends).extracting(Send::delivered).containsExactly(true, true, true);
    assertThat(sends.get(2).acknowledged()).isTrue();
  }

  @Test
  void shouldTakeAReceiverNotReadyForARefusal() {
    c.acks(false);
    int psn = c.client().send(text("call"));
    c.server().rnrNak(psn, 14);
    c.client().nextPsn(psn).send(text("call"));
    c.server().acknowledge(psn);

    Recording seen = Recording.of(c.capture());
    assertThat(only(seen.connection().sends).delivered()).isTrue();
    assertThat(seen.rules()).contains("aeth.rnr-nak");
  }

  @Test
  void shouldLetOneAcknowledgementSettleManySends() {
    c.acks(false);
    c.client().send(text("one"));
    c.client().send(text("two"));
    int last = c.client().send(text("three"));
    c.server().acknowledge(last);

    Connection seen = decode();
    assertThat(seen.settled).hasSize(3).allMatch(Send::acknowledged);
  }

  @Test
  void shouldSettleASendOfAConnectionThatWentIdle() {
    // given a Send without an acknowledgement, and nothing behind it
    c.acks(false);
    c.client().send(text("one"));
    Recording recording = new Recording();
    recording.decode(c.capture().source());
    assertThat(recording.connection().settled).isEmpty();
    long sent = recording.connection().sends.get(0).lastNanos();

    // when the capture has gone on for five seconds
    recording.decoder.settleOverdue(sent + 5_000_000_000L);
    assertThat(recording.connection().settled).isEmpty();
    recording.decoder.settleOverdue(sent + 5_000_000_001L);

    // then it counts as delivered, although nobody said so
    assertThat(only(recording.connection().settled).delivered()).isTrue();
    assertThat(only(recording.connection().settled).acknowledged()).isFalse();
  }

  @Test
  void shouldLetAReadResponseAcknowledgeTheSendsBeforeIt() {
    c.acks(false);
    c.server().send(text("before"));
    c.server().read(HANDLE, ADDRESS, data);

    Recording recording = new Recording();
    recording.decode(c.capture().source());
    assertThat(recording.connection().settled).hasSize(1).allMatch(Send::acknowledged);
  }

  @Test
  void shouldNotWaitForeverForAnAcknowledgement() {
    c.acks(false);
    c.client().send(text("one"));
    c.capture().pause(6_000_000_000L);
    c.client().send(text("two"));

    Recording recording = new Recording();
    recording.decode(c.capture().source());
    assertThat(recording.connection().settled).hasSize(1);
    assertThat(recording.connection().settled.get(0).delivered()).isTrue();
    assertThat(recording.connection().settled.get(0).acknowledged()).isFalse();
  }

  @Test
  void shouldTellOfASendThatWasCapturedBehindItsAcknowledgement() {
    c.client().send(text("one"));
    int two = c.capture().size();
    c.client().send(text("two"));
    c.client().send(text("three"));
    c.capture().swap(two, two + 1);

    Connection seen = decode();
    assertThat(seen.texts(FIRST)).containsExactly("one", "two", "three");
    assertThat(seen.settled).hasSize(3).allMatch(Send::acknowledged);
  }

  @Test
  void shouldTellOfASendInPartsThatWasCapturedBehindItsAcknowledgement() {
    int first = c.capture().size();
    c.client().send(data);
    c.capture().move(first + 3, first);
    c.client().send(text("next"));

    assertThat(decode().texts(FIRST)).containsExactly(new String(data, ISO_8859_1), "next");
  }

  @Test
  void shouldTellOfSendsThatAreRepeatedAsTheCaptureBegins() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").acks(false);
    int one = c.client().send(text("one"));
    c.client().send(text("two"));
    c.capture().drop(0);
    c.client().nextPsn(one).send(text("one"));
    c.client().send(text("two"));
    c.client().send(text("three"));

    assertThat(decode().texts(FIRST)).containsExactlyInAnyOrder("one", "two", "three");
  }

  // ---- RDMA Writes

  @Test
  void shouldTellOfAWriteInOnePacket() {
    c.server().write(HANDLE, ADDRESS, text("data"));

    Operation write = decode().operation();
    assertThat(write.operation)
        .isEqualTo(
            new RdmaOperation(
                Transport.ROCEV2,
                RdmaOperation.Kind.WRITE,
                SECOND,
                HANDLE,
                ADDRESS,
                4,
                2000,
                4,
                write.operation.epochNanos(),
                Optional.empty(),
                // Extended PSNs start at 2^32.
                (1L << 32) + 2000));
    assertThat(write.memory()).isEqualTo(text("data"));
  }

  @Test
  void shouldPlaceTheParts() {
    c.server().write(HANDLE, ADDRESS, data);

    Operation write = decode().operation();
    assertThat(write.fragments)
        .extracting(Recording.Fragment::address)
        .containsExactly(ADDRESS, ADDRESS + 1024, ADDRESS + 2048);
    assertThat(write.memory()).isEqualTo(data);
    assertThat(write.findings).isEmpty();
  }

  @Test
  void shouldPlaceTheLastPartWithImmediateData() {
    c.server().writeWithImmediate(HANDLE, ADDRESS, data, 5);

    assertThat(decode().operation().memory()).isEqualTo(data);
  }

  @Test
  void shouldTellOfAWriteOfNothing() {
    c.server().write(0, 0, new byte[0]);

    assertThat(decode().operation().moved()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void shouldPlaceAWriteWhosePsnsWrapAtAnyPlace(int before) {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024);
    c.server().nextPsn(Psn.add(0, -before));
    c.connect();
    c.server().write(HANDLE, ADDRESS, data);

    assertThat(decode().operation().memory()).isEqualTo(data);
  }

  @ParameterizedTest
  @ValueSource(strings = {"021", "102", "120", "201", "210"})
  void shouldPlaceAWriteWhosePacketsCameInAnyOrder(String order) {
    int first = c.capture().size();
    c.server().write(HANDLE, ADDRESS, data);
    reorder(first, order);

    Operation write = decode().operation();
    assertThat(write.memory()).isEqualTo(data);
    assertThat(write.fragments).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"021", "102", "120", "201", "210"})
  void shouldPlaceThemWithoutKnowingThePathMtuToo(String order) {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024);
    c.server().write(HANDLE, ADDRESS - 1000, bytes(1000));
    int first = c.capture().size();
    c.server().write(HANDLE, ADDRESS, data);
    reorder(first, order);

    Recording seen = Recording.of(c.capture());
    assertThat(seen.connection().operations).hasSize(2);
    assertThat(seen.connection().operations.get(1).memory()).isEqualTo(data);
    assertThat(seen.rules()).doesNotContain("reth.beyond-dma-length");
  }

  @Test
  void shouldKeepThePlaceOfWhatFollowsALostPart() {
    c.server().write(HANDLE, ADDRESS, data);
    c.capture().drop(c.capture().find("WRITE Middle"));

    assertThat(decode().operation().fragments)
        .extracting(Recording.Fragment::address)
        .containsExactly(ADDRESS, ADDRESS + 2048);
  }

  @Test
  void shouldNotOpenARepeatedWriteAgain() {
    int psn = c.server().write(HANDLE, ADDRESS, data);
    c.server().nextPsn(psn).write(HANDLE, ADDRESS, data);

    Operation write = decode().operation();
    assertThat(write.memory()).isEqualTo(data);
    assertThat(write.moved()).isGreaterThanOrEqualTo(3000);
  }

  @Test
  void shouldCutWhatIsBeyondTheDmaLength() {
    c.server()
        .emit(
            c.server().packet(Opcodes.RC_WRITE_ONLY).reth(ADDRESS, HANDLE, 10).payload(bytes(16)));

    Operation write = decode().operation();
    assertThat(write.moved()).isEqualTo(10);
    assertThat(write.findings)
        .extracting(finding -> finding.rule().name())
        .containsExactly("reth.beyond-dma-length");
  }

  @Test
  void shouldTellOfAWriteThatWasCapturedBehindItsAcknowledgement() {
    c.server().write(HANDLE, ADDRESS, text("one"));
    int two = c.capture().size();
    c.server().write(HANDLE, ADDRESS + 8, text("two"));
    c.server().write(HANDLE, ADDRESS + 16, text("three"));
    c.capture().swap(two, two + 1);

    assertThat(decode().operations).hasSize(3);
  }

  // ---- RDMA Reads

  @Test
  void shouldTellOfARead() {
    c.server().read(HANDLE, ADDRESS, data);

    Operation read = decode().operation();
    assertThat(read.operation.kind()).isEqualTo(RdmaOperation.Kind.READ);
    assertThat(read.initiator).isEqualTo(SECOND);
    assertThat(read.operation.length()).isEqualTo(3000);
    assertThat(read.memory()).isEqualTo(data);
    assertThat(read.fragments)
        .extracting(Recording.Fragment::psn)
        .containsExactly(2000, 2001, 2002);
  }

  @Test
  void shouldTellOfAReadInOnePacket() {
    c.server().read(HANDLE, ADDRESS, text("data"));

    assertThat(decode().operation().memory()).isEqualTo(text("data"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void shouldPlaceResponsesWhosePsnsWrapAtAnyPlace(int before) {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024);
    c.server().nextPsn(Psn.add(0, -before));
    c.connect();
    c.server().read(HANDLE, ADDRESS, data);

    assertThat(decode().operation().memory()).isEqualTo(data);
  }

  @ParameterizedTest
  @ValueSource(strings = {"021", "102", "120", "201", "210"})
  void shouldPlaceResponsesInAnyOrder(String order) {
    int request = c.capture().size();
    c.server().read(HANDLE, ADDRESS, data);
    reorder(request + 1, order);

    Operation read = decode().operation();
    assertThat(read.memory()).isEqualTo(data);
    assertThat(read.findings)
        .isNotEmpty()
        .allMatch(finding -> finding.rule().name().equals("bth.out-of-order"));
  }

  @Test
  void shouldPlaceTheResponsesOfTwoReadsUnderWay() {
    ReadRequest one = c.server().readRequest(HANDLE, ADDRESS, 3000);
    ReadRequest two = c.server().readRequest(HANDLE + 1, ADDRESS, 1500);
    c.client().readResponse(one, data);
    c.client().readResponse(two, bytes(1500));

    Connection seen = decode();
    assertThat(seen.operations.get(0).memory()).isEqualTo(data);
    assertThat(seen.operations.get(1).memory()).isEqualTo(bytes(1500));
  }

  @Test
  void shouldPlaceAReadThatIsRetriedFromItsMiddle() {
    ReadRequest request = c.server().readRequest(HANDLE, ADDRESS, 3000);
    c.client().readResponse(request, data, 0);
    c.client().readResponse(request, data, 2);
    ReadRequest rest = c.server().readRequest(request.from(1));
    c.client().readResponse(rest, Arrays.copyOfRange(data, 1024, 3000));

    Connection seen = decode();
    byte[] joined = new byte[3000];
    for (Operation each : seen.operations) {
      for (Recording.Fragment fragment : each.fragments) {
        int at = (int) (fragment.address() - ADDRESS);
        int inside = (int) (fragment.address() - each.operation.address());
        System.arraycopy(each.memory(), inside, joined, at, fragment.length());
      }
    }
    assertThat(joined).isEqualTo(data);
  }

  @Test
  void shouldSayThatARetryFromTheMiddleRepeatsARead() {
    ReadRequest request = c.server().readRequest(HANDLE, ADDRESS, 3000);
    c.client().readResponse(request, data, 0);
    ReadRequest rest = c.server().readRequest(request.from(1));
    c.client().readResponse(rest, Arrays.copyOfRange(data, 1024, 3000));

    List<Operation> reads = decode().operations;
    assertThat(reads.get(0).findings).isEmpty();
    assertThat(reads.get(1).findings)
        .extracting(finding -> finding.rule().name(), finding -> finding.message())
        .containsExactly(
            tuple(
                "bth.psn-repeat",
                "RDMA READ Request repeated for the last 1976 bytes, PSN " + rest.psn()));
  }

  @ParameterizedTest(name = "responses {0}, then {1} of the rest from 1 on")
  @CsvSource({
    "0 1 2 3 4, '', 0",
    "0 2 3, 0 1 2 3, 2",
    "0 3, 0 2 3, 1",
    "0, 0 1 2 3, 0",
    "0 2 3 2 3, 0 1 2 2 3, 5",
    "0 3 1 2, 0, 1",
    "0 4, 3 2 1 0 0, 2",
  })
  void shouldCountTheResponsesThatWereThereBefore(String first, String second, int again) {
    byte[] more = bytes(5000);
    ReadRequest request = c.server().readRequest(HANDLE, ADDRESS, more.length);
    for (String each : first.split(" ", -1)) {
      c.client().readResponse(request, more, Integer.parseInt(each));
    }
    if (!second.isEmpty()) {
      ReadRequest rest = c.server().readRequest(request.from(1));
      for (String each : second.split(" ", -1)) {
        c.client()
            .readResponse(
                rest, Arrays.copyOfRange(more, 1024, more.length), Integer.parseInt(each));
      }
    }

    assertThat(decode().connection.traffic(FIRST).retransmitted()).isEqualTo(again);
  }

  @Test
  void shouldTellOfARepeatedReadOnce() {
    ReadRequest request = c.server().readRequest(HANDLE, ADDRESS, 3000);
    c.server().readRequest(request);
    c.client().readResponse(request, data);

    Operation read = decode().operation();
    assertThat(read.memory()).isEqualTo(data);
    assertThat(read.findings)
        .extracting(finding -> finding.rule().name())
        .containsExactly("bth.psn-repeat");
  }

  @Test
  void shouldTakeResponsesThatWereCapturedBeforeTheirRequest() {
    c.server().write(HANDLE, ADDRESS, text("x"));
    int request = c.capture().size();
    c.server().read(HANDLE, ADDRESS, data);
    c.capture().move(request, request + 3);

    assertThat(decode().operations.get(1).memory()).isEqualTo(data);
  }

  @Test
  void shouldFollowTheReadsOfBothSides() {
    c.server().read(HANDLE, ADDRESS, data);
    c.client().read(HANDLE, ADDRESS, text("other"));

    Connection seen = decode();
    assertThat(seen.operations).extracting(each -> each.initiator).containsExactly(SECOND, FIRST);
    assertThat(seen.operations.get(1).memory()).isEqualTo(text("other"));
  }

  @Test
  void shouldLearnThePathMtuFromTheFirstFullPacket() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(512);
    c.server().read(HANDLE, ADDRESS, text("x"));
    c.server().read(HANDLE, ADDRESS, data);

    Connection seen = decode();
    assertThat(seen.operations.get(1).memory()).isEqualTo(data);
    assertThat(seen.connection.pathMtu()).hasValue(512);
  }

  @Test
  void shouldGoOnWithSendsBehindAReadOfUnknownPathMtu() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(4096);
    c.server().send(text("one"));
    c.server().read(HANDLE, ADDRESS, text("x"));
    c.server().readRequest(HANDLE, ADDRESS, 100_000);
    c.server().send(text("two"));

    Connection seen = decode();
    assertThat(seen.sends).hasSize(2).allMatch(Send::delivered);
    assertThat(seen.findings).isEmpty();
  }

  @Test
  void shouldCountAtomicOperationsAsRequests() {
    c.client().compareSwap(HANDLE, ADDRESS, 1, 2, 3);
    c.client().fetchAdd(HANDLE, ADDRESS, 1, 3);
    c.client().send(text("call"));

    Recording seen = Recording.of(c.capture());
    assertThat(seen.connection().texts(FIRST)).containsExactly("call");
    assertThat(seen.connection().operations).isEmpty();
    assertThat(seen.rules()).containsOnly(IbRules.ATOMIC.name());
  }

  // ----

  private Connection decode() {
    return Recording.of(c.capture()).connection();
  }

  private void reorder(int first, String order) {
    List<Packet> packets = c.capture().packets();
    List<Packet> before = List.copyOf(packets);
    for (int i = 0; i < order.length(); i++) {
      packets.set(
          first + i,
          before.get(first + order.charAt(i) - '0').at(before.get(first + i).epochNanos()));
    }
  }

  private static <T> T only(List<T> list) {
    assertThat(list).hasSize(1);
    return list.get(0);
  }

  private static byte[] text(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
