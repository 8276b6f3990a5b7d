package org.rdmadump.iwarp.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.iwarp.stream.FortyCalls.sends;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.iwarp.build.DdpSegments;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.rdma.RdmaConnection;

/** FPDUs whose length is wrong in the first copy of a segment, or in the only one. */
class WrongLengthsTest {
  private static final int CLIENT = RdmaConnection.FIRST;
  private static final int SERVER = RdmaConnection.SECOND;
  private static final byte[] ONE = FortyCalls.CALL;
  private static final byte[] TWO = FortyCalls.REPLY;
  private static final int CALLS = FortyCalls.COUNT;

  private final IwarpConversation wire = new IwarpConversation();

  private void calls(boolean crc) {
    FortyCalls.send(wire, crc);
  }

  /** The frame of a call, from 0 on. */
  private int call(int number) {
    return FortyCalls.frame(wire, number);
  }

  /** Overwrites the first bytes of the payload of a frame, and returns what it was. */
  private TcpFrame overwrite(int frame, int bytes) {
    TcpFrame right = wire.capture().frames().get(frame);
    byte[] wrong = right.payload().clone();
    Arrays.fill(wrong, 0, Math.min(bytes, wrong.length), (byte) -1);
    wire.capture().frames().set(frame, right.with(wrong));
    return right;
  }

  /** The second copy comes at once, or after others that the first took in. */
  @ParameterizedTest
  @CsvSource({
    "2, false, 1",
    "2, true, 1",
    "99, false, 1",
    "99, true, 1",
    "2, false, 4",
    "99, false, 9"
  })
  void shouldTakeTheCopyThatFpdusFill(int bytes, boolean crc, int later) {
    // given
    calls(crc);
    int third = call(3);
    TcpFrame right = overwrite(third, bytes);
    wire.capture().frames().add(third + later, right);

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sendsOf(CLIENT)).isEqualTo(sends(CALLS, ONE));
    assertThat(told.sendsOf(SERVER)).isEqualTo(sends(CALLS, TWO));
    assertThat(told.rules()).containsOnly("tcp.overlap-differs", "tcp.retransmission");
  }

  @ParameterizedTest
  @CsvSource({"2, true", "2, false", "99, true", "99, false"})
  void shouldDecodeWhatAnFpduWithoutEndTookIn(int bytes, boolean crc) {
    // given
    calls(crc);
    overwrite(call(3), bytes);

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sendsOf(CLIENT)).isEqualTo(sends(CALLS - 1, ONE));
    assertThat(told.sendsOf(SERVER)).isEqualTo(sends(CALLS, TWO));
    assertThat(told.rules()).contains("mpa.lost-framing");
  }

  /** No CRC tells, but whole FPDUs with the next numbers fill the segments that were taken in. */
  @ParameterizedTest
  @ValueSource(ints = {60, 75, 100, 300, 1500, 19_792, 65_535})
  void shouldNotBelieveALengthAgainstTheNextSegments(int length) {
    // given
    calls(false);
    TcpFrame right = wire.capture().frames().get(call(3));
    byte[] wrong = right.payload().clone();
    ByteBuffer.wrap(wrong).putShort(0, (short) length);
    wire.capture().frames().set(call(3), right.with(wrong));

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sendsOf(CLIENT)).isEqualTo(sends(CALLS - 1, ONE));
    assertThat(told.sendsOf(SERVER)).isEqualTo(sends(CALLS, TWO));
    assertThat(told.rules()).contains("mpa.lost-framing");
  }

  /** Stray bytes in place of a call are read as a length. */
  @Test
  void shouldNotBelieveStrayBytesAgainstTheNextSegments() {
    calls(false);
    TcpFrame right = wire.capture().frames().get(call(3));
    byte[] stray = "MPA ID Req Frame".repeat(9).getBytes(StandardCharsets.US_ASCII);
    wire.capture().frames().set(call(3), right.with(Arrays.copyOf(stray, right.payload().length)));

    Told told = Told.of(wire.capture());

    assertThat(told.sendsOf(CLIENT)).hasSizeGreaterThanOrEqualTo(CALLS - 2);
    assertThat(told.sendsOf(SERVER)).isEqualTo(sends(CALLS, TWO));
  }

  /**
   * Data of a long FPDU that look like FPDUs: too few in a row, or with numbers that are not due.
   */
  @ParameterizedTest
  @CsvSource({"7, 2", "40, 500"})
  void shouldBelieveALongFpduWhoseDataLookLikeFpdus(int count, int number) {
    // given
    byte[] data = new byte[20_000];
    int at = 980;
    int[] lengths = new int[count + 1];
    lengths[0] = 1000;
    for (int i = 0; i < count; i++) {
      byte[] inner = DdpSegments.untagged(DdpSegments.SEND, true, 0, 0, number + i, 0, ONE);
      ByteBuffer.wrap(data).putShort(at, (short) inner.length).put(at + 2, inner);
      lengths[i + 1] = (2 + inner.length + 3 & ~3) + 4;
      at += lengths[i + 1];
    }
    wire.payload(data.length).crc(false).connect();
    wire.client().send(ONE).send(data).send(ONE);
    wire.server().send(TWO);
    wire.capture().split(wire.capture().find("Send") + 1, lengths);

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sendsOf(CLIENT))
        .containsExactly(Told.name(ONE), Told.name(data), Told.name(ONE));
    assertThat(told.sendsOf(SERVER)).containsExactly(Told.name(TWO));
    assertThat(told.rules()).isEmpty();
  }

  /** The sequence numbers of both sides are next to each other, or as far apart as they can be. */
  @ParameterizedTest
  @ValueSource(ints = {0x1000, 0x2000, 0x7000_0000, 0xc000_0000, 0xf000_0000})
  @Timeout(10)
  void shouldDecodeWhatFpdusWithoutEndTookInOfBothSides(int clients) {
    // given
    wire.sequences(clients, 0x1000);
    calls(true);
    overwrite(call(0), 99);
    overwrite(call(5) + 1, 99);

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sendsOf(CLIENT)).isEqualTo(sends(CALLS - 1, ONE));
    assertThat(told.sendsOf(SERVER)).isEqualTo(sends(CALLS - 1, TWO));
  }

  @Test
  void shouldTakeTheCopyThatFpdusFillWhateverTheFirstIs() {
    for (int trial = 0; trial < 200; trial++) {
      // given a first copy of any call, with any length that is longer than the segment
      SplittableRandom random = new SplittableRandom(trial);
      WrongLengthsTest test = new WrongLengthsTest();
      test.calls(random.nextBoolean());
      int frame = test.call(1 + random.nextInt(CALLS - 1));
      TcpFrame right = test.wire.capture().frames().get(frame);
      byte[] wrong = right.payload().clone();
      for (int i = random.nextInt(wrong.length); i > 1; i--) {
        wrong[i] = (byte) random.nextInt();
      }
      ByteBuffer.wrap(wrong).putShort(0, (short) (100 + random.nextInt(65_400)));
      test.wire.capture().frames().add(frame, right.with(wrong));

      // when
      Told told = Told.of(test.wire.capture());

      // then
      assertThat(told.sendsOf(CLIENT)).as("trial %d", trial).isEqualTo(sends(CALLS, ONE));
      assertThat(told.sendsOf(SERVER)).as("trial %d", trial).isEqualTo(sends(CALLS, TWO));
      assertThat(told.findings.get(0).message()).endsWith("uses this copy");
    }
  }

  @Test
  void shouldKeepALongFpduWhoseBytesComeAgainWithOtherValues() {
    for (boolean crc : new boolean[] {false, true}) {
      // given a Send in three segments, the first of which comes again as a whole Send
      IwarpConversation each = new IwarpConversation().payload(3000).crc(crc).connect();
      byte[] data = new byte[3000];
      new SplittableRandom(1).nextBytes(data);
      each.client().send(ONE).send(data).send(ONE);
      int first = each.capture().find("Send") + 1;
      each.capture().split(first, 1000, 1000);
      TcpFrame part = each.capture().frames().get(first);
      byte[] other = part.payload().clone();
      new SplittableRandom(2).nextBytes(other);
      each.capture().frames().add(first + 1, part.with(other));

      // when
      Told told = Told.of(each.capture());

      // then
      assertThat(told.sendsOf(CLIENT))
          .containsExactly(Told.name(ONE), Told.name(data), Told.name(ONE));
    }
  }

  /** The rest of a long FPDU was not captured: what came of it is shown. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldShowWhatCameOfALongFpdu(boolean crc) {
    // given
    wire.payload(60_000).crc(crc).connect();
    byte[] data = new byte[60_000];
    new SplittableRandom(1).nextBytes(data);
    wire.client().send(ONE).send(data);
    wire.capture().split(wire.capture().find("Send") + 1, 20_000);
    wire.capture().drop(wire.capture().frames().size() - 1);

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.sends).hasSize(2);
    assertThat(told.rules()).doesNotContain("mpa.lost-framing");
  }
}
