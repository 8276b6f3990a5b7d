package org.rdmadump.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.tcp.Segments.ACK;
import static org.rdmadump.tcp.Segments.FIN;
import static org.rdmadump.tcp.Segments.RST;
import static org.rdmadump.tcp.Segments.SYN;
import static org.rdmadump.tcp.Segments.part;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Finding;

class TcpStreamTest {
  private static final int ISN = 1000;
  private static final int FIRST = ISN + 1;
  private static final byte[] NOTHING = {};

  private final byte[] sent = random(5, 10_000);
  private final Segments segments = new Segments();

  private static byte[] random(long seed, int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  private void send(int from, int to) {
    segments.send(FIRST + from, ACK, part(sent, from, to));
  }

  private byte[] upTo(int to) {
    return part(sent, 0, to);
  }

  @Test
  void shouldPassOnBytesInOrder() {
    segments.send(ISN, SYN, NOTHING);
    send(0, 100);
    send(100, 1500);

    assertThat(segments.stream()).isEqualTo(upTo(1500));
    assertThat(segments.events).isEmpty();
    assertThat(segments.findings).isEmpty();
  }

  /** Any cut of the stream, any order, repeats and overlaps: the same bytes, each once. */
  @Test
  void shouldGiveTheSameBytesForEverySegmentation() {
    for (int trial = 0; trial < 500; trial++) {
      SplittableRandom random = new SplittableRandom(trial);
      int first = random.nextInt();
      Segments any = new Segments();
      any.send(first - 1, SYN, NOTHING);
      List<int[]> cuts = cut(random);
      for (int i = cuts.size() - 1; i > 0; i--) {
        int other = Math.max(0, i - random.nextInt(8));
        int[] moved = cuts.set(i, cuts.get(other));
        cuts.set(other, moved);
      }
      for (int[] each : cuts) {
        int more = random.nextInt(3) == 0 ? random.nextInt(200) : 0;
        int from = Math.max(0, each[0] - more);
        int to = Math.min(sent.length, each[1] + more);
        any.send(first + from, ACK, part(sent, from, to));
      }

      assertThat(any.stream()).as("trial %d", trial).isEqualTo(sent);
      assertThat(any.rules()).as("trial %d", trial).doesNotContain("tcp.overlap-differs");
      assertThat(any.events).as("trial %d", trial).noneMatch(each -> each.startsWith("missing"));
    }
  }

  private List<int[]> cut(SplittableRandom random) {
    List<int[]> cuts = new ArrayList<>();
    int at = 0;
    while (at < sent.length) {
      int to = Math.min(sent.length, at + 1 + random.nextInt(700));
      cuts.add(new int[] {at, to});
      at = to;
    }
    return cuts;
  }

  @Test
  void shouldWrapAtEveryPosition() {
    for (int before = 0; before <= 300; before++) {
      Segments wrapping = new Segments();
      wrapping.send(-before - 1, SYN, NOTHING);
      wrapping.send(-before + 100, ACK, part(sent, 100, 200));
      wrapping.send(-before, ACK, part(sent, 0, 100));
      wrapping.send(-before + 200, ACK, part(sent, 200, 300));

      assertThat(wrapping.stream()).as("%d before", before).isEqualTo(upTo(300));
    }
  }

  @Test
  void shouldKeepTheFirstCopyOfADeliveredByte() {
    segments.send(ISN, SYN, NOTHING);
    send(0, 100);
    byte[] other = part(sent, 50, 150);
    other[20] ^= 1;
    segments.send(FIRST + 50, ACK, other);

    assertThat(segments.stream()).isEqualTo(upTo(150));
    assertThat(segments.rules()).containsExactly("tcp.overlap-differs");
    Finding finding = segments.findings.get(0);
    assertThat(finding.frame()).isEqualTo(3);
    assertThat(finding.offset()).isEqualTo(54 + 20);
  }

  @Test
  void shouldKeepTheFirstCopyOfAByteThatWaits() {
    segments.send(ISN, SYN, NOTHING);
    send(100, 200);
    byte[] other = part(sent, 150, 250);
    other[10] ^= 1;
    segments.send(FIRST + 150, ACK, other);
    send(0, 100);

    assertThat(segments.stream()).isEqualTo(upTo(250));
    assertThat(segments.rules()).containsExactly("tcp.out-of-order", "tcp.overlap-differs");
  }

  /** What acknowledges a byte may be captured before it. */
  @Test
  void shouldWaitForDataThatWasAcknowledgedBeforeItCame() {
    segments.send(ISN, SYN, NOTHING);
    send(0, 100);
    segments.acknowledge(FIRST + 300);
    send(200, 300);
    waitFor(200);
    send(100, 200);

    assertThat(segments.stream()).isEqualTo(upTo(300));
    assertThat(segments.events).containsExactly("acknowledged", "acknowledged", "acknowledged");
  }

  @Test
  void shouldPassHolesThatWereAcknowledgedAfterAWait() {
    segments.send(ISN, SYN, NOTHING);
    send(0, 100);
    send(200, 300);
    send(350, 400);
    send(500, 600);
    segments.acknowledge(FIRST + 600);
    waitFor(255);
    assertThat(segments.events).containsExactly("acknowledged");

    waitFor(1);

    assertThat(segments.events)
        .filteredOn(each -> each.startsWith("missing"))
        .containsExactly("missing 100", "missing 50", "missing 100");
    assertThat(segments.stream().length).isEqualTo(350);
    assertThat(segments.rules()).filteredOn("tcp.hole"::equals).hasSize(3);
  }

  @Test
  void shouldNotWaitLongForAHoleThatWasAcknowledged() {
    segments.send(ISN, SYN, NOTHING);
    send(100, 200);
    segments.acknowledge(FIRST + 200);
    segments.pause(2_000_000_000L);
    waitFor(1);

    assertThat(segments.events).containsExactly("missing 100", "acknowledged");
  }

  @Test
  void shouldNotPassAHoleOfWhichPartWasAcknowledged() {
    segments.send(ISN, SYN, NOTHING);
    send(100, 200);
    segments.acknowledge(FIRST + 50);
    waitFor(1000);
    send(0, 100);

    assertThat(segments.stream()).isEqualTo(upTo(200));
  }

  /** The other side has nothing to say but that it is there. */
  private void waitFor(int more) {
    for (int i = 0; i < more; i++) {
      segments.acknowledge(FIRST);
    }
  }

  @Test
  void shouldNotBelieveAnAcknowledgementFarBeyondAllThatWasSeen() {
    segments.send(ISN, SYN, NOTHING);
    send(0, 100);
    for (int i = 0; i < 10; i++) {
      segments.acknowledge(Integer.MIN_VALUE + FIRST - 1 - i);
    }
    waitFor(1000);
    send(200, 300);
    waitFor(200);
    send(100, 200);

    assertThat(segments.stream()).isEqualTo(upTo(300));
    assertThat(segments.events).isEmpty();
    assertThat(segments.rules()).containsExactly("tcp.far-acknowledgement", "tcp.out-of-order");
    Finding finding = segments.findings.get(0);
    assertThat(finding.frame()).isEqualTo(3);
    assertThat(finding.offset()).isEqualTo(34 + 8);
  }

  @Test
  void shouldBelieveItOnceDataComesFromThere() {
    segments.send(ISN, SYN, NOTHING);
    send(0, 100);
    int far = 1 << 25;
    segments.acknowledge(FIRST + far + 100);
    segments.send(FIRST + far, ACK, part(sent, 0, 100));
    waitFor(257);

    assertThat(segments.events).contains("missing " + (far - 100));
  }

  /** It spoils nothing: what is captured in disorder later is put in order. */
  @Test
  void shouldBearAForgedAcknowledgementThatMayBeTrue() {
    segments.send(ISN, SYN, NOTHING);
    segments.acknowledge(FIRST + 9_000);
    waitFor(1000);
    for (int at = 0; at < 9_000; at += 300) {
      send(at + 200, at + 300);
      waitFor(10);
      send(at + 100, at + 200);
      send(at, at + 100);
    }

    assertThat(segments.stream()).isEqualTo(upTo(9_000));
  }

  /** A segment that lies in what the stream has not come to yet does not make it lose anything. */
  @Test
  void shouldGoOnBeforeASegmentThatIsFarAhead() {
    segments.send(ISN, SYN, NOTHING);
    segments.send(FIRST + (1 << 24), ACK, new byte[10]);
    for (int at = 0; at < 10_000; at += 100) {
      segments.pause(10_000_000_000L);
      send(at, at + 100);
    }

    assertThat(segments.stream()).isEqualTo(sent);
  }

  @Test
  void shouldWaitForARetransmissionThatNothingAcknowledged() {
    segments.send(ISN, SYN, NOTHING);
    send(100, 200);
    segments.pause(50_000_000_000L);
    send(200, 300);
    send(0, 100);

    assertThat(segments.stream()).isEqualTo(upTo(300));
  }

  @Test
  void shouldNotWaitForAHoleForEver() {
    segments.send(ISN, SYN, NOTHING);
    send(100, 200);
    segments.pause(61_000_000_000L);
    send(200, 300);

    assertThat(segments.events).containsExactly("missing 100");
  }

  @Test
  void shouldNotKeepMoreBehindAHoleThanItsLimit() {
    segments.send(ISN, SYN, NOTHING);
    byte[] block = random(6, 60_000);
    for (int i = 1; i < 200; i++) {
      segments.send(FIRST + i * block.length, ACK, block);
    }

    assertThat(segments.events).containsExactly("missing 60000");
    assertThat(segments.bytes.size()).isEqualTo(199 * block.length);
  }

  @Test
  void shouldGiveUpWhatWaitsIfTheRunKeepsTooMuch() {
    Segments little = new Segments(10_000);
    little.send(ISN, SYN, NOTHING);
    little.send(FIRST + 100, ACK, part(sent, 100, 9_900));
    little.send(FIRST + 9_950, ACK, part(sent, 9_950, 10_000));

    assertThat(little.events).containsExactly("missing 100", "missing 50");
    assertThat(little.memory.evicted()).isEqualTo(1);
  }

  @Test
  void shouldPassOnWhatWaitsAtTheEnd() {
    segments.send(ISN, SYN, NOTHING);
    send(100, 200);
    segments.connection.end(/* goesOn= */ false);

    assertThat(segments.events).containsExactly("missing 100");
    assertThat(segments.stream()).isEqualTo(part(sent, 100, 200));
  }

  @Test
  void shouldBeginWhereTheCaptureDoes() {
    send(5_000, 5_100);
    send(5_100, 5_200);

    assertThat(segments.stream()).isEqualTo(part(sent, 5_000, 5_200));
    assertThat(segments.findings).isEmpty();
  }

  @Test
  void shouldTakeNoNoteOfKeepAlivesAndProbes() {
    segments.send(ISN, SYN, NOTHING);
    send(0, 100);
    // One byte before what comes next, with garbage or without; one byte of what comes next.
    segments.send(FIRST + 99, ACK, NOTHING);
    segments.send(FIRST + 99, ACK, new byte[] {0});
    send(100, 101);
    send(100, 200);

    assertThat(segments.stream()).isEqualTo(upTo(200));
    assertThat(segments.findings).isEmpty();
    assertThat(segments.events).isEmpty();
  }

  @Test
  void shouldSayWhichBytesOfASegmentWereCut() {
    segments.send(ISN, SYN, NOTHING);
    segments.send(FIRST, ACK, part(sent, 0, 100), 40);
    send(100, 200);

    assertThat(segments.events).containsExactly("cut 60");
    assertThat(segments.stream().length).isEqualTo(140);
  }

  @Test
  void shouldEndWithTheFinsOfBothSides() {
    segments.send(ISN, SYN, NOTHING);
    segments.connection.take(segments.segment(6, FIRST, SYN | ACK, NOTHING, 0), 1);
    segments.send(FIRST + 100, FIN | ACK, NOTHING);
    segments.connection.take(segments.segment(7, FIRST, FIN | ACK, NOTHING, 0), 1);
    assertThat(segments.connection.isEnded()).isFalse();

    send(0, 100);

    assertThat(segments.connection.isEnded()).isTrue();
    assertThat(segments.stream()).isEqualTo(upTo(100));
  }

  @Test
  void shouldNotEndWithFinsThatPrecedeWhatWasPassedOn() {
    segments.send(ISN, SYN, NOTHING);
    segments.connection.take(segments.segment(6, FIRST, SYN | ACK, NOTHING, 0), 1);
    send(0, 100);
    segments.send(FIRST - 1000, FIN | ACK, NOTHING);
    segments.connection.take(segments.segment(7 - 1000, FIRST, FIN | ACK, NOTHING, 0), 1);
    assertThat(segments.connection.isEnded()).isFalse();

    send(100, 200);

    assertThat(segments.stream()).isEqualTo(upTo(200));
  }

  @Test
  void shouldEndWithARstThatIsNear() {
    segments.send(ISN, SYN, NOTHING);
    send(0, 100);
    segments.send(FIRST + (1 << 25), RST, NOTHING);
    assertThat(segments.connection.isEnded()).isFalse();

    segments.send(FIRST + 100, RST, NOTHING);

    assertThat(segments.connection.isEnded()).isTrue();
  }

  @Test
  void shouldTakeWhatIsCapturedBehindARstAndPrecedesIt() {
    segments.send(ISN, SYN, NOTHING);
    send(0, 100);
    segments.send(FIRST + 300, RST, NOTHING);
    send(200, 300);
    assertThat(segments.connection.isEnded()).isFalse();

    send(100, 200);

    assertThat(segments.connection.isEnded()).isTrue();
    assertThat(segments.stream()).isEqualTo(upTo(300));
  }

  @Test
  void shouldNotWaitForWhatPrecedesARstForEver() {
    segments.send(ISN, SYN, NOTHING);
    segments.send(FIRST + 300, RST, NOTHING);
    waitFor(256);

    assertThat(segments.connection.isEnded()).isTrue();
  }

  /** RFC 9293 section 3.10.7.4: only the sequence number that is next ends a connection. */
  @ParameterizedTest
  @ValueSource(ints = {1, 50, 100, 5_000, 1_000_000})
  void shouldGoOnAfterARstAheadOfWhatIsNext(int ahead) {
    // given
    segments.send(ISN, SYN, NOTHING);
    send(0, 100);

    // when
    segments.pause(1000);
    segments.send(FIRST + 100 + ahead, RST, NOTHING);
    for (int at = 100; at < 10_000; at += 20) {
      segments.pause(1000);
      send(at, at + 20);
    }

    // then
    assertThat(segments.connection.isEnded()).isFalse();
    assertThat(segments.connection.hasEnds()).isFalse();
    assertThat(segments.stream()).isEqualTo(upTo(10_000));
    segments.send(FIRST + 10_000, RST, NOTHING);
    assertThat(segments.connection.isEnded()).isTrue();
  }

  @Test
  void shouldEndWithTheRstThatIsNextBehindAStrayOne() {
    segments.send(ISN, SYN, NOTHING);
    send(0, 100);
    segments.send(FIRST + 5_000, RST, NOTHING);

    segments.send(FIRST + 100, RST, NOTHING);

    assertThat(segments.connection.isEnded()).isTrue();
  }

  @Test
  void shouldEndWithARstAheadOfAHoleWhenTheCaptureEnds() {
    segments.send(ISN, SYN, NOTHING);
    send(0, 100);
    segments.pause(1000);
    segments.send(FIRST + 5_000, RST, NOTHING);

    assertThat(segments.connection.hasEnds()).isTrue();
    segments.pause(2_000_000_000L);
    segments.acknowledge(FIRST + 100);
    assertThat(segments.connection.isEnded()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 5_000, 1 << 25, Integer.MAX_VALUE - ISN})
  void shouldNotEndWithAStrayFin(int ahead) {
    // given
    segments.send(ISN, SYN, NOTHING);
    segments.connection.take(segments.segment(6, FIRST, SYN | ACK, NOTHING, 0), 1);
    send(0, 100);

    // when
    segments.send(FIRST + 100 + ahead, FIN | ACK, NOTHING);
    send(100, 10_000);
    segments.connection.take(segments.segment(7, FIRST, FIN | ACK, NOTHING, 0), 1);

    // then
    assertThat(segments.connection.isEnded()).isFalse();
    assertThat(segments.stream()).isEqualTo(upTo(10_000));
    segments.send(FIRST + 10_000, FIN | ACK, NOTHING);
    assertThat(segments.connection.isEnded()).isTrue();
    assertThat(segments.rules()).doesNotContain("tcp.hole");
  }

  @Test
  void shouldTellAnotherConnectionOfTheSamePortsByItsSyn() {
    segments.send(ISN, SYN, NOTHING);
    send(0, 100);

    assertThat(segments.connection.isOfAnother(segments.segment(ISN, 0, SYN, NOTHING, 0), 0))
        .as("the same SYN again")
        .isFalse();
    assertThat(segments.connection.isOfAnother(segments.segment(77, 0, SYN, NOTHING, 0), 0))
        .isTrue();
  }

  // ---- what was acknowledged before anything was seen

  private static final long LONG_NANOS = 1_100_000_000L;

  @Test
  void shouldTellOfBytesThatWereAcknowledgedWhileNoneWasCaptured() {
    segments.acknowledge(FIRST);
    segments.pause(LONG_NANOS);
    segments.acknowledge(FIRST + 300);
    send(300, 400);

    assertThat(segments.rules()).containsExactly("tcp.hole");
    assertThat(segments.findings.get(0).frame()).isEqualTo(2);
    assertThat(segments.findings.get(0).message())
        .isEqualTo("300 bytes before any that was captured were acknowledged, but not captured");
  }

  @Test
  void shouldTellOfThemIfNoneIsCapturedAtAll() {
    segments.acknowledge(FIRST);
    segments.pause(LONG_NANOS);
    segments.acknowledge(FIRST + 300);
    segments.connection.end(/* goesOn= */ false);

    assertThat(segments.rules()).containsExactly("tcp.hole");
  }

  /** They were on their way when the capture began. */
  @Test
  void shouldNotTellOfBytesThatWereAcknowledgedSoon() {
    segments.acknowledge(FIRST);
    segments.pause(LONG_NANOS / 2);
    segments.acknowledge(FIRST + 300);
    send(300, 400);

    assertThat(segments.rules()).isEmpty();
  }

  /** The other direction is captured later. */
  @Test
  void shouldNotTellOfAcknowledgedBytesThatComeThen() {
    segments.acknowledge(FIRST);
    segments.pause(LONG_NANOS);
    segments.acknowledge(FIRST + 300);
    send(0, 400);
    segments.connection.end(/* goesOn= */ false);

    assertThat(segments.rules()).isEmpty();
  }
}
