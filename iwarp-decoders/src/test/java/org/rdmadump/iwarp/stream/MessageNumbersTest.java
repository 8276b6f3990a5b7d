package org.rdmadump.iwarp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.build.DdpSegments;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.IwarpEnd;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.rdma.RdmaConnection;

/** The numbers of untagged messages, queue by queue (RFC 5041 section 5.1.2). */
class MessageNumbersTest {
  private static final int IMMEDIATE = 8;
  private static final int ATOMIC_REQUEST = 10;
  private static final int ATOMIC_RESPONSE = 11;
  private static final byte[] FRAME = {1, 2, 3};

  private final IwarpConversation wire = new IwarpConversation().crc(true);

  /** Sends what belongs on a queue, under a number. */
  private static void on(IwarpEnd end, int queue, int number) {
    switch (queue) {
      case 0 -> untagged(end, DdpSegments.SEND, 0, number, FRAME);
      case 1 ->
          untagged(
              end,
              DdpSegments.READ_REQUEST,
              1,
              number,
              DdpSegments.readRequest(0x51, 0, 0, 0x52, 0));
      case 2 -> untagged(end, DdpSegments.TERMINATE, 2, number, new byte[4]);
      default -> untagged(end, ATOMIC_RESPONSE, 3, number, new byte[12]);
    }
  }

  private static void untagged(IwarpEnd end, int opcode, int queue, int number, byte[] payload) {
    end.fpdu(
        "queue " + queue + " message " + number,
        DdpSegments.untagged(opcode, true, 0, queue, number, 0, payload));
  }

  /** What is said of numbers. */
  private static String[] said(Told told) {
    return told.findings.stream()
        .filter(each -> each.rule().name().startsWith("ddp.msn"))
        .map(each -> each.rule().name() + " " + each.message())
        .toArray(String[]::new);
  }

  /** What is said of anything. */
  private static String[] told(Told told) {
    return told.findings.stream()
        .map(each -> each.rule().name() + " " + each.message())
        .toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void shouldSayNothingWhereEachIsOneMoreThanTheOneBefore(int queue) {
    wire.connect();
    on(wire.client(), queue, 1);
    on(wire.client(), queue, 2);
    on(wire.server(), queue, 1);

    assertThat(said(Told.of(wire.capture()))).isEmpty();
  }

  @Test
  void shouldTellMessagesWhoseHeadersTheSnapLengthCut() {
    // Given a segment of three messages, of which only the first one's header was captured,
    wire.connect();
    int first = wire.capture().frames().size();
    for (int number = 1; number <= 4; number++) {
      on(wire.client(), 0, number);
    }
    wire.capture().join(first, first + 3);
    byte[] joined = wire.capture().frames().get(first).bytes();
    int ofMessage = wire.capture().frames().get(first + 1).bytes().length - TcpFrame.HEADERS;
    wire.capture().snapLength(joined.length - 2 * ofMessage);
    // when it is decoded, then it is a note, and framing was not lost.
    Told told = Told.of(wire.capture());
    assertThat(told.findings.stream().map(each -> each.rule().name()))
        .containsExactly("ddp.messages-cut");
    assertThat(told.findings.get(0).message())
        .isEqualTo("2 messages before it: the snap length cut their headers");
  }

  /** The first messages of a queue are behind one of another queue. */
  @Test
  void shouldTellMessagesOfAQueueThatTheSnapLengthCutFromItsBeginning() {
    wire.connect();
    int first = wire.capture().frames().size();
    untagged(wire.client(), DdpSegments.SEND, 0, 1, new byte[60]);
    int ofFirst = wire.capture().frames().get(first).bytes().length;
    on(wire.client(), 1, 1);
    on(wire.client(), 1, 2);
    on(wire.client(), 1, 3);
    wire.capture().join(first, first + 3);
    wire.capture().snapLength(ofFirst);

    assertThat(told(Told.of(wire.capture())))
        .containsExactly(
            "ddp.messages-cut 2 messages before it: the snap length cut their headers");
  }

  @Test
  void shouldNotTakeAFirstMessageThatWasNotCapturedForCut() {
    wire.connect();
    on(wire.client(), 0, 1);
    int first = wire.capture().frames().size() - 1;
    on(wire.client(), 0, 2);
    wire.capture().drop(first);

    assertThat(said(Told.of(wire.capture())))
        .containsExactly("ddp.msn-gap 1 message before it was not captured");
  }

  /** Its length was captured, or some of what is behind that. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 10, 19})
  void shouldTellAMessageOfWhoseHeaderTheSnapLengthCutAPart(int captured) {
    wire.connect();
    int first = wire.capture().frames().size();
    on(wire.client(), 0, 1);
    int ofFirst = wire.capture().frames().get(first).bytes().length;
    on(wire.client(), 0, 2);
    on(wire.client(), 0, 3);
    wire.capture().join(first, first + 2);
    wire.capture().snapLength(ofFirst + captured);

    assertThat(told(Told.of(wire.capture())))
        .containsExactly("ddp.messages-cut 1 message before it: the snap length cut its header");
  }

  @Test
  void shouldTellSegmentsOfAMessageWhoseHeadersTheSnapLengthCut() {
    // given a message of five segments of DDP in one of TCP
    wire.payload(2).connect();
    int first = wire.capture().frames().size();
    wire.client().send(new byte[9]);
    int ofFirst = wire.capture().frames().get(first).bytes().length;
    wire.client().send(new byte[2]);
    wire.capture().join(first, first + 5);
    wire.capture().snapLength(ofFirst);

    assertThat(told(Told.of(wire.capture())))
        .containsExactly(
            "ddp.messages-cut 1 segment of Send 1 captured, its end not among them:"
                + " the snap length cut the headers of the others");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void shouldTellNumbersThatTheSenderPassedOver(int queue) {
    wire.connect();
    on(wire.client(), queue, 1);
    on(wire.client(), queue, 4);
    on(wire.client(), queue, 5);

    Told told = Told.of(wire.capture());
    assertThat(said(told))
        .containsExactly(
            "ddp.msn-gap 2 messages before it were never sent: no byte of the stream is missing");
    Finding gap =
        told.findings.stream()
            .filter(each -> each.rule().equals(IwarpRules.MSN_GAP))
            .findFirst()
            .orElseThrow();
    assertThat(gap.frame()).isEqualTo(1L + wire.capture().find("queue " + queue + " message 4"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void shouldTellAFirstMessageThatIsNotNumberOne(int queue) {
    wire.connect();
    on(wire.client(), queue, 2);
    on(wire.server(), queue, 0);

    assertThat(said(Told.of(wire.capture())))
        .containsExactlyInAnyOrder(
            "ddp.msn-gap 1 message before it was never sent: no byte of the stream is missing",
            "ddp.msn-back message 0 of queue " + queue + " where message 1 is expected");
  }

  @ParameterizedTest
  @CsvSource({"0,77", "1,77", "2,77", "3,77", "0,-1", "1,-1", "2,-1", "3,-1"})
  void shouldTakeAnyFirstNumberInTheMiddleOfAConnection(int queue, int first) {
    wire.framed();
    wire.client().send(FRAME).send(FRAME).send(FRAME);
    on(wire.server(), queue, first);
    on(wire.server(), queue, first + 1);
    on(wire.server(), queue, first + 2);

    assertThat(said(Told.of(wire.capture()))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void shouldTellMessagesThatWereNotCaptured(int queue) {
    wire.connect();
    on(wire.client(), queue, 1);
    on(wire.client(), queue, 2);
    on(wire.client(), queue, 3);
    on(wire.client(), queue, 4);
    wire.server().acknowledge();
    wire.capture().drop(wire.capture().find("queue " + queue + " message 2"));

    assertThat(said(Told.of(wire.capture())))
        .containsExactly("ddp.msn-gap 1 message before it was not captured");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void shouldTellANumberThatGoesBackOnce(int queue) {
    wire.connect();
    for (int number : new int[] {1, 2, 3, 1, 2, 3, 4, 5}) {
      on(wire.client(), queue, number);
    }

    assertThat(said(Told.of(wire.capture())))
        .as("those behind it go on from there")
        .containsExactly(
            "ddp.msn-back message 1 of queue " + queue + " where message 4 is expected");
  }

  @Test
  void shouldGoOnBehindASingleNumberThatWentBack() {
    wire.connect();
    for (int number : new int[] {1, 2, 3, 2, 4, 5}) {
      on(wire.client(), 0, number);
    }

    assertThat(said(Told.of(wire.capture())))
        .containsExactly("ddp.msn-back message 2 of queue 0 where message 4 is expected");
  }

  @Test
  void shouldTellASegmentBehindTheLastOfItsMessage() {
    wire.connect();
    untagged(wire.client(), DdpSegments.SEND, 0, 1, FRAME);
    wire.client().fpdu("again", DdpSegments.untagged(DdpSegments.SEND, true, 0, 0, 1, 3, FRAME));
    untagged(wire.client(), DdpSegments.SEND, 0, 2, FRAME);

    Told told = Told.of(wire.capture());
    assertThat(said(told))
        .containsExactly("ddp.msn-back message 1 of queue 0 where message 2 is expected");
    assertThat(told.sendsOf(RdmaConnection.FIRST)).hasSize(3);
  }

  @Test
  void shouldCountAllThatIsOnAQueue() {
    wire.connect();
    untagged(wire.client(), DdpSegments.SEND, 0, 1, FRAME);
    untagged(wire.client(), IMMEDIATE, 0, 2, new byte[8]);
    untagged(wire.client(), DdpSegments.SEND, 0, 3, FRAME);
    untagged(wire.client(), ATOMIC_REQUEST, 1, 1, new byte[52]);
    on(wire.client(), 1, 2);

    assertThat(said(Told.of(wire.capture()))).isEmpty();
  }

  @Test
  void shouldTakeAMessageOfSeveralSegmentsForOne() {
    wire.payload(2).connect();
    wire.client().send(new byte[9]).send(new byte[9]);

    assertThat(Told.of(wire.capture()).findings).isEmpty();
  }
}
