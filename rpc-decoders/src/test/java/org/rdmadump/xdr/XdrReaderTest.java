package org.rdmadump.xdr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;

class XdrReaderTest {
  @Test
  void shouldReadUnsignedIntegersAsSuch() {
    XdrReader in = new XdrReader(Hex.rope("00000000 7fffffff 80000000 ffffffff"));

    assertThat(in.u32()).isEqualTo(0);
    assertThat(in.u32()).isEqualTo(0x7fffffffL);
    assertThat(in.u32()).isEqualTo(0x80000000L);
    assertThat(in.u32()).isEqualTo(0xffffffffL);
    assertThat(in.ok()).isTrue();
    assertThat(in.remaining()).isZero();
  }

  @Test
  void shouldReadIntegersAndHypers() {
    XdrReader in = new XdrReader(Hex.rope("fffffffe 0123456789abcdef ffffffffffffffff"));

    assertThat(in.i32()).isEqualTo(-2);
    assertThat(in.u64()).isEqualTo(0x0123456789abcdefL);
    assertThat(in.u64()).isEqualTo(-1);
    assertThat(in.stop()).isEqualTo(XdrStop.NONE);
    assertThat(in.position()).isEqualTo(20);
  }

  @Test
  void shouldReadValuesThatCrossPieces() {
    byte[] bytes = Hex.bytes("01020304 05060708 090a0b0c");
    Rope rope = Rope.builder().add(bytes, 0, 3).add(bytes.clone(), 3, 6).add(bytes, 9, 3).build();
    XdrReader in = new XdrReader(rope);

    assertThat(in.u32()).isEqualTo(0x01020304);
    assertThat(in.u64()).isEqualTo(0x05060708090a0b0cL);
    assertThat(in.ok()).isTrue();
  }

  @Test
  void shouldKnowOnlyTwoBools() {
    XdrReader in = new XdrReader(Hex.rope("00000000 00000001 00000002"));

    assertThat(in.bool()).isFalse();
    assertThat(in.bool()).isTrue();
    assertThat(in.bool()).isFalse();
    assertThat(in.stop()).isEqualTo(XdrStop.BAD_VALUE);
    assertThat(in.position()).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource({"0, 4, 4", "1, 4, 8", "3, 4, 8", "4, 4, 8"})
  void shouldStepOverTheRoundUpOfAnOpaque(int length, int start, int next) {
    XdrReader in = new XdrReader(Hex.rope("0000000" + length + " aabbccdd eeeeeeee"));

    assertThat(in.opaque()).isEqualTo(new XdrOpaque(start, length));
    assertThat(in.position()).isEqualTo(next);
    assertThat(in.ok()).isTrue();
  }

  @Test
  void shouldNotReadAnOpaqueThatIsLongerThanTheBytesLeft() {
    XdrReader in = new XdrReader(Hex.rope("00000005 aabbccdd"));

    assertThat(in.opaque()).isEqualTo(new XdrOpaque(0, 0));
    assertThat(in.stop()).isEqualTo(XdrStop.BEYOND_END);
    assertThat(in.position()).isZero();
  }

  @Test
  void shouldNotReadAnOpaqueWithoutItsRoundUp() {
    XdrReader in = new XdrReader(Hex.rope("00000003 aabbcc"));

    in.opaque();

    assertThat(in.stop()).isEqualTo(XdrStop.BEYOND_END);
  }

  @Test
  void shouldSurviveTheLongestLength() {
    XdrReader in = new XdrReader(Hex.rope("ffffffff aabbccdd"));

    in.opaque();

    assertThat(in.stop()).isEqualTo(XdrStop.BEYOND_END);
  }

  @Test
  void shouldHoldAnOpaqueToItsBound() {
    String five = "00000005 aabbccdd ee000000";

    assertThat(new XdrReader(Hex.rope(five)).opaque(5).length()).isEqualTo(5);
    XdrReader in = new XdrReader(Hex.rope(five));
    in.opaque(4);
    assertThat(in.stop()).isEqualTo(XdrStop.BAD_VALUE);
    assertThat(in.position()).isZero();
  }

  @Test
  void shouldReadOnBehindAnOpaqueThatIsInAHole() {
    Rope rope =
        Rope.builder()
            .add(Hex.bytes("00000006"))
            .addHole(8, Absence.NOT_CAPTURED)
            .add(Hex.bytes("00000007"))
            .build();
    XdrReader in = new XdrReader(rope);

    assertThat(in.opaque()).isEqualTo(new XdrOpaque(4, 6));
    assertThat(in.u32()).isEqualTo(7);
    assertThat(in.ok()).isTrue();
  }

  @Test
  void shouldReadAFixedOpaque() {
    XdrReader in = new XdrReader(Hex.rope("aabbcc00 00000007"));

    assertThat(in.fixedOpaque(3)).isEqualTo(new XdrOpaque(0, 3));
    assertThat(in.u32()).isEqualTo(7);
    assertThat(in.fixedOpaque(1)).isEqualTo(new XdrOpaque(8, 0));
    assertThat(in.stop()).isEqualTo(XdrStop.BEYOND_END);
  }

  @Test
  void shouldReadAString() {
    // 0000000b "rdma-client" 00
    XdrReader in = new XdrReader(Hex.rope("0000000b 72646d61 2d636c69 656e7400 00000007"));

    assertThat(in.string(255)).isEqualTo("rdma-client");
    assertThat(in.u32()).isEqualTo(7);
  }

  @Test
  void shouldNotReadAStringThatIsPartlyInAHole() {
    XdrReader in = new XdrReader(Hex.snapped("0000000b 72646d61 2d636c69 656e7400 00000007", 14));

    assertThat(in.string(255)).isEmpty();
    assertThat(in.stop()).isEqualTo(XdrStop.NOT_AVAILABLE);
    assertThat(in.position()).isZero();
  }

  @Test
  void shouldHoldAStringToItsBound() {
    XdrReader in = new XdrReader(Hex.rope("00000003 61626300"));

    assertThat(in.string(2)).isEmpty();
    assertThat(in.stop()).isEqualTo(XdrStop.BAD_VALUE);
  }

  @ParameterizedTest
  @CsvSource({"00000002, true", "00000003, false", "ffffffff, false"})
  void shouldAcceptOnlyCountsThatFitTheBytesLeft(String count, boolean fits) {
    XdrReader in = new XdrReader(Hex.rope(count + "0000000000000000 0000000000000000 000000"));

    long read = in.count(8);

    assertThat(in.ok()).isEqualTo(fits);
    assertThat(read).isEqualTo(fits ? 2 : 0);
    assertThat(in.stop()).isEqualTo(fits ? XdrStop.NONE : XdrStop.BEYOND_END);
  }

  @Test
  void shouldTellBytesThatWereNotCapturedFromBytesThatAreNotThere() {
    XdrReader cut = new XdrReader(Hex.snapped("00000001 00000002", 6));
    XdrReader ended = new XdrReader(Hex.ended("00000001 00000002", 6));

    cut.u64();
    ended.u64();

    assertThat(cut.stop()).isEqualTo(XdrStop.NOT_AVAILABLE);
    assertThat(ended.stop()).isEqualTo(XdrStop.BEYOND_END);
  }

  @Test
  void shouldReturnNothingOnceStopped() {
    XdrReader in = new XdrReader(Hex.rope("00000009 00000001 00000001 00000001 00000001"));
    in.u32();
    in.reject();

    assertThat(in.u32()).isZero();
    assertThat(in.i32()).isZero();
    assertThat(in.u64()).isZero();
    assertThat(in.bool()).isFalse();
    assertThat(in.count(1)).isZero();
    assertThat(in.opaque()).isEqualTo(new XdrOpaque(4, 0));
    assertThat(in.fixedOpaque(4)).isEqualTo(new XdrOpaque(4, 0));
    assertThat(in.string(9)).isEmpty();
    assertThat(in.skip(1)).isFalse();
    assertThat(in.position()).isEqualTo(4);
    assertThat(in.stop()).isEqualTo(XdrStop.BAD_VALUE);
  }

  @Test
  void shouldKeepTheFirstReasonToStop() {
    XdrReader in = new XdrReader(Hex.rope("000000"));
    in.u32();
    in.reject();

    assertThat(in.stop()).isEqualTo(XdrStop.BEYOND_END);
  }

  @Test
  void shouldStayInsideOfItsLimits() {
    XdrReader in = new XdrReader(Hex.rope("00000001 00000002 00000003"), 4, 8);

    assertThat(in.remaining()).isEqualTo(4);
    assertThat(in.u32()).isEqualTo(2);
    in.u32();
    assertThat(in.stop()).isEqualTo(XdrStop.BEYOND_END);
  }

  @Test
  void shouldReadWithinAnOpaque() {
    XdrReader in = new XdrReader(Hex.rope("00000004 00000007 00000008"));

    XdrReader inner = in.within(in.opaque());

    assertThat(inner.u32()).isEqualTo(7);
    inner.u32();
    assertThat(inner.stop()).isEqualTo(XdrStop.BEYOND_END);
    assertThat(in.u32()).isEqualTo(8);
  }

  @Test
  void shouldRefuseLimitsOutsideOfTheRope() {
    assertThatThrownBy(() -> new XdrReader(Rope.empty(), 0, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void shouldReadEachValueOnlyIfAllOfItIsThere() {
    assertNeeds(4, XdrReader::u32);
    assertNeeds(4, XdrReader::i32);
    assertNeeds(8, XdrReader::u64);
    assertNeeds(4, XdrReader::bool);
    assertNeeds(4, XdrReader::opaque);
    assertNeeds(4, in -> in.count(4));
    assertNeeds(4, in -> in.string(4));
  }

  private static void assertNeeds(int length, Consumer<XdrReader> read) {
    String zeros = "00".repeat(length);
    for (int cut = 0; cut <= length; cut++) {
      XdrReader ended = new XdrReader(Hex.ended(zeros, cut));
      XdrReader snapped = new XdrReader(Hex.snapped(zeros, cut));
      read.accept(ended);
      read.accept(snapped);
      boolean whole = cut == length;
      assertThat(ended.stop()).isEqualTo(whole ? XdrStop.NONE : XdrStop.BEYOND_END);
      assertThat(snapped.stop()).isEqualTo(whole ? XdrStop.NONE : XdrStop.NOT_AVAILABLE);
      assertThat(ended.position()).isEqualTo(whole ? length : 0);
    }
  }
}
