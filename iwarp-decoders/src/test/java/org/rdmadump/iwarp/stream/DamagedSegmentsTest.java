package org.rdmadump.iwarp.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.iwarp.stream.FortyCalls.sends;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.rdma.RdmaConnection;

/** Segments with a wrong checksum, of which the receiver gets another copy. */
class DamagedSegmentsTest {
  private static final int CLIENT = RdmaConnection.FIRST;
  private static final int SERVER = RdmaConnection.SECOND;
  private static final byte[] ONE = FortyCalls.CALL;
  private static final byte[] TWO = FortyCalls.REPLY;
  private static final int CALLS = FortyCalls.COUNT;
  private static final int BITS = 0x40;

  private final IwarpConversation wire = new IwarpConversation();

  private DamagedSegmentsTest calls(boolean crc) {
    FortyCalls.send(wire, crc);
    return this;
  }

  /** The frame of a call, from 0 on. */
  private int call(int number) {
    return FortyCalls.frame(wire, number);
  }

  /** Has a segment of other bytes by {@code random}, with a wrong checksum. */
  private static TcpFrame damage(TcpFrame right, SplittableRandom random) {
    byte[] wrong = right.payload().clone();
    if (wrong.length > 0) {
      wrong[random.nextInt(wrong.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
    }
    return right.with(wrong).damaged(BITS);
  }

  private static String rulesBut(Told told, String... rules) {
    List<String> left = new ArrayList<>(told.rules());
    left.removeAll(List.of(rules));
    return String.join(" ", left);
  }

  /** The copy comes at once, or after more was sent. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 6})
  void shouldTakeTheCopyThatIsNotDamaged(int later) {
    // given
    calls(true);
    int frame = call(20);
    TcpFrame right = wire.capture().frames().get(frame);
    wire.capture().frames().set(frame, damage(right, new SplittableRandom(1)));
    wire.capture().frames().add(frame + later, right);

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sendsOf(CLIENT)).isEqualTo(sends(CALLS, ONE));
    assertThat(told.sendsOf(SERVER)).isEqualTo(sends(CALLS, TWO));
    assertThat(told.rules()).contains("tcp.checksum", "tcp.retransmission");
    assertThat(rulesBut(told, "tcp.checksum", "tcp.retransmission", "tcp.out-of-order")).isEmpty();
  }

  /** Without CRCs only the first copy that differs tells of damage; from then on, checksums do. */
  @Test
  void shouldVerifyChecksumsOnceACopyDiffers() {
    // given
    calls(false);
    List<TcpFrame> frames = wire.capture().frames();
    for (int number : new int[] {30, 20, 10}) {
      TcpFrame right = frames.get(call(number));
      byte[] wrong = right.payload().clone();
      wrong[wrong.length - Integer.BYTES - 1 - (4 - ONE.length % 4) % 4] ^= 1;
      frames.set(call(number), right.with(wrong).damaged(BITS));
      frames.add(call(number) + 2, right);
    }

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(Collections.frequency(told.rules(), "tcp.overlap-differs")).isEqualTo(1);
    assertThat(Collections.frequency(told.rules(), "tcp.checksum")).isEqualTo(2);
    assertThat(Collections.frequency(told.sendsOf(CLIENT), Told.name(ONE))).isEqualTo(CALLS - 1);
  }

  /** Bytes that come in no other segment are shown for what they are. */
  @ParameterizedTest
  @ValueSource(ints = {20, CALLS - 1})
  void shouldTakeDamagedBytesThatDoNotComeAgain(int number) {
    // given
    calls(true);
    int frame = call(number);
    List<TcpFrame> frames = wire.capture().frames();
    frames.set(frame, damage(frames.get(frame), new SplittableRandom(1)));

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sendsOf(SERVER)).isEqualTo(sends(CALLS, TWO));
    assertThat(Collections.frequency(told.sendsOf(CLIENT), Told.name(ONE))).isEqualTo(CALLS - 1);
    assertThat(told.rules()).contains("mpa.crc-mismatch");
    assertThat(rulesBut(told, "mpa.crc-mismatch", "tcp.out-of-order")).isEmpty();
  }

  /** Three segments were damaged at once, and what was sent again was not captured. */
  @Test
  void shouldSeeDamageBehindARecoveryThatWasNotCaptured() {
    // given
    calls(true);
    List<TcpFrame> frames = wire.capture().frames();
    for (int number : new int[] {12, 13, 14}) {
      frames.set(call(number), damage(frames.get(call(number)), new SplittableRandom(number)));
    }
    TcpFrame right = frames.get(call(CALLS - 2));
    frames.set(call(CALLS - 2), damage(right, new SplittableRandom(1)));
    frames.add(call(CALLS - 2) + 1, right);

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(Collections.frequency(told.sendsOf(CLIENT), Told.name(ONE))).isEqualTo(CALLS - 3);
    assertThat(Collections.frequency(told.rules(), "tcp.checksum")).isEqualTo(1);
  }

  @Test
  void shouldTellADamagedCopyOfWhatWaits() {
    // given
    calls(true);
    List<TcpFrame> frames = wire.capture().frames();
    TcpFrame early = frames.remove(call(20));
    int later = call(21) - 1;
    frames.add(later + 1, damage(frames.get(later), new SplittableRandom(1)));
    frames.add(later + 2, early);
    TcpFrame right = frames.get(call(10));
    frames.set(call(10), damage(right, new SplittableRandom(2)));
    frames.add(call(10) + 1, right);

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sendsOf(CLIENT)).isEqualTo(sends(CALLS, ONE));
    assertThat(Collections.frequency(told.rules(), "tcp.checksum")).isEqualTo(2);
  }

  /** More than half of what is sent in a window is right. */
  @Test
  void shouldTakeTheCopiesOfManyThatAreDamagedAtOnce() {
    // given
    wire.crc(true).connect();
    int first = wire.capture().frames().size();
    int count = 150;
    for (int i = 0; i < count; i++) {
      wire.client().send(ONE);
    }
    List<TcpFrame> frames = wire.capture().frames();
    for (int i = 20; i < count; i += 5) {
      TcpFrame right = frames.get(first + i);
      frames.set(first + i, damage(right, new SplittableRandom(i)));
      frames.add(right);
    }

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sendsOf(CLIENT)).isEqualTo(sends(count, ONE));
  }

  @Test
  void shouldFollowTheReceiverWhateverIsDamaged() {
    for (int trial = 0; trial < 300; trial++) {
      // given any number of damaged segments, behind enough that are not, each sent again
      SplittableRandom random = new SplittableRandom(trial);
      DamagedSegmentsTest test = new DamagedSegmentsTest().calls(true);
      List<TcpFrame> frames = test.wire.capture().frames();
      // Most checksums are right.
      for (int i = frames.size() - 1; i > test.call(15); i -= 6 + random.nextInt(6)) {
        TcpFrame right = frames.get(i);
        frames.set(i, damage(right, random));
        frames.add(Math.min(frames.size(), i + 1 + random.nextInt(4)), right);
      }

      // when
      Told told = Told.of(test.wire.capture());

      // then
      assertThat(told.sendsOf(CLIENT)).as("trial %d", trial).isEqualTo(sends(CALLS, ONE));
      assertThat(told.sendsOf(SERVER)).as("trial %d", trial).isEqualTo(sends(CALLS, TWO));
      assertThat(rulesBut(told, "tcp.checksum", "tcp.retransmission", "tcp.out-of-order"))
          .as("trial %d", trial)
          .isEmpty();
    }
  }

  /** Of several in a row some do not come again, and one before them was not captured. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldUseWhatDoesNotComeAgainBehindAHole(boolean hole) {
    // given
    calls(true);
    List<TcpFrame> frames = wire.capture().frames();
    int first = call(20);
    damageAndRepeat(frames, call(12));
    for (int i = 1; i <= 3; i++) {
      frames.set(first + 1 + 2 * i, frames.get(first + 1 + 2 * i).damaged(BITS));
    }
    if (hole) {
      frames.remove(first + 1);
    }

    // when
    Told told = Told.of(wire.capture());

    // then
    int calls = hole ? CALLS - 1 : CALLS;
    assertThat(Collections.frequency(told.sendsOf(CLIENT), Told.name(ONE))).isEqualTo(calls);
    assertThat(told.sendsOf(SERVER)).isEqualTo(sends(CALLS, TWO));
    assertThat(Collections.frequency(told.rules(), "tcp.checksum")).isEqualTo(1);
    assertThat(told.rules().contains("tcp.hole")).isEqualTo(hole);
  }

  private static void damageAndRepeat(List<TcpFrame> frames, int number) {
    TcpFrame right = frames.get(number);
    frames.set(number, damage(right, new SplittableRandom(1)));
    frames.add(number + 1, right);
  }

  /** Where software rewrote the capture, or adapters joined segments, checksums tell nothing. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldNotGoByChecksumsThatAreOftenWrong(int every) {
    // given a damaged segment, and others with a wrong checksum of what is right
    calls(true);
    List<TcpFrame> frames = wire.capture().frames();
    int first = call(10);
    damageAndRepeat(frames, first);
    for (int i = first + 2; i < frames.size(); i += every) {
      frames.set(i, frames.get(i).damaged(BITS));
    }

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sendsOf(CLIENT)).isEqualTo(sends(CALLS, ONE));
    assertThat(told.sendsOf(SERVER)).isEqualTo(sends(CALLS, TWO));
    assertThat(told.rules()).doesNotContain("tcp.hole");
    assertThat(Collections.frequency(told.rules(), "tcp.checksum")).isBetween(1, 20);
  }

  // ---- segments that the receiver joined

  /** The checksum is that of the first; later flags, acknowledgements may have been added. */
  @ParameterizedTest
  @CsvSource({"true, 0, 0", "false, 0, 0", "true, 8, 0", "false, 8, 0", "true, 0, 24"})
  void shouldTakeWhatTheReceiverJoined(boolean crc, int flags, int acknowledged) {
    // given
    calls(crc);
    for (int i = 0; i < 30; i++) {
      int first = wire.capture().frames().size();
      wire.client().send(ONE).send(ONE).send(ONE);
      wire.server().send(TWO);
      TcpFrame alone = wire.capture().frames().get(first);
      wire.capture().join(first, first + 3);
      TcpFrame joined = wire.capture().frames().get(first);
      wire.capture()
          .frames()
          .set(
              first,
              joined
                  .acknowledging(joined.acknowledgement() - acknowledged)
                  .flagged(joined.flags() | flags)
                  .withChecksumOf(alone));
    }

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sendsOf(CLIENT)).isEqualTo(sends(CALLS + 90, ONE));
    assertThat(told.sendsOf(SERVER)).isEqualTo(sends(CALLS + 30, TWO));
    assertThat(rulesBut(told, "tcp.out-of-order")).isEmpty();
  }

  /** No segment on the wire is longer than its receiver said. */
  @Test
  void shouldNotGoByTheChecksumOfASegmentThatIsTooLong() {
    // given
    calls(true);
    List<TcpFrame> frames = wire.capture().frames();
    int most = frames.get(call(0)).payload().length;
    for (int syn = 0; syn < 2; syn++) {
      byte[] option = {2, 4, 0, (byte) most};
      frames.set(syn, frames.get(syn).withOptions(option));
    }
    int first = frames.size();
    wire.client().send(ONE).send(ONE);
    wire.capture().join(first, first + 2);
    frames.set(first, frames.get(first).damaged(BITS));
    wire.server().send(TWO);

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sendsOf(CLIENT)).isEqualTo(sends(CALLS + 2, ONE));
    assertThat(told.rules()).isEmpty();
  }

  /** A beginning has the same checksum: its length differs by what the wrong bit adds. */
  @Test
  void shouldNotTakeDamagedZerosForJoinedSegments() {
    // given
    byte[] zeros = new byte[400];
    wire.crc(false).connect();
    for (int i = 0; i < CALLS; i++) {
      wire.client().send(zeros);
      wire.server().send(TWO);
    }
    List<TcpFrame> frames = wire.capture().frames();
    for (int number : new int[] {35, 25, 15}) {
      TcpFrame right = frames.get(call(number));
      byte[] wrong = right.payload().clone();
      wrong[101] ^= BITS;
      frames.set(call(number), right.with(wrong).withChecksumOf(right));
      frames.add(call(number) + 1, right);
    }
    damageAndRepeat(frames, call(5));

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sendsOf(CLIENT)).isEqualTo(sends(CALLS, zeros));
    assertThat(Collections.frequency(told.rules(), "tcp.checksum")).isEqualTo(4);
  }

  /** Of many that nobody acknowledges no byte is missing. */
  @Test
  void shouldLoseNothingHoweverManyAreKept() {
    // given
    calls(true);
    List<TcpFrame> frames = wire.capture().frames();
    for (int i = 0; i < 300; i++) {
      wire.client().send(ONE);
      if (i % 5 == 0) {
        frames.set(frames.size() - 1, frames.get(frames.size() - 1).damaged(BITS));
      }
    }

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sendsOf(CLIENT)).isEqualTo(sends(CALLS + 300, ONE));
    assertThat(told.rules()).doesNotContain("tcp.hole");
  }
}
