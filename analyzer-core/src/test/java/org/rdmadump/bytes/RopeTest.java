package org.rdmadump.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class RopeTest {
  private static final byte[] LETTERS = "abcdefghijklmnop".getBytes(StandardCharsets.US_ASCII);

  @Test
  void shouldReadAcrossPieces() {
    Rope rope = Rope.builder().add(LETTERS, 0, 3).add(LETTERS, 4, 2).add(LETTERS, 8, 8).build();
    assertThat(rope.length()).isEqualTo(13);
    assertThat(text(rope)).isEqualTo("abcefijklmnop");
    assertThat(rope.byteAt(3)).isEqualTo((byte) 'e');
    assertThat(rope.getInt(1)).isEqualTo(0x62636566);
    assertThat(rope.getInt(5)).isEqualTo(0x696a6b6c);
    assertThat(rope.getLong(0)).isEqualTo(0x6162636566696a6bL);
    assertThat(rope.getLong(5)).isEqualTo(0x696a6b6c6d6e6f70L);
  }

  @Test
  void shouldReadBytesUnsigned() {
    assertThat(Rope.of(new byte[] {(byte) 0xff}).unsignedByteAt(0)).isEqualTo(255);
  }

  @Test
  void shouldSayWhichBytesAreAbsentAndWhy() {
    Rope rope =
        Rope.builder()
            .add(LETTERS, 0, 4)
            .addHole(2, Absence.LOST)
            .addHole(3, Absence.LOST)
            .addHole(1, Absence.TRUNCATED)
            .add(LETTERS, 0, 4)
            .build();
    assertThat(rope.length()).isEqualTo(14);
    assertThat(rope.present()).isEqualTo(8);
    assertThat(rope.isComplete()).isFalse();
    assertThat(rope.holes())
        .containsExactly(new Hole(4, 5, Absence.LOST), new Hole(9, 1, Absence.TRUNCATED));
    assertThat(rope.has(0, 4)).isTrue();
    assertThat(rope.has(0, 5)).isFalse();
    assertThat(rope.has(4, 0)).isTrue();
    assertThat(rope.has(10, 4)).isTrue();
    assertThat(rope.has(10, 5)).isFalse();
    assertThat(rope.has(Long.MAX_VALUE, 1)).isFalse();
    assertThat(rope).hasToString("Rope[14 bytes, 6 absent]");
  }

  @Test
  void shouldNeverInventTheBytesOfAHole() {
    Rope rope = Rope.builder().add(LETTERS, 0, 2).addHole(4, Absence.EVICTED).build();
    assertThatThrownBy(() -> rope.byteAt(2)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> rope.getInt(0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> rope.toArray(0, 3)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> rope.update(sha256())).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldRefusePositionsOutside() {
    Rope rope = Rope.of(LETTERS);
    assertThatThrownBy(() -> rope.byteAt(16)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> rope.byteAt(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> rope.getInt(13)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> rope.getLong(9)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> rope.slice(3, 17)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> rope.toArray(-1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void shouldBeNothingWhenEmpty() {
    Rope rope = Rope.empty();
    assertThat(rope.length()).isZero();
    assertThat(rope.isComplete()).isTrue();
    assertThat(rope.has(0, 0)).isTrue();
    assertThat(rope.toArray(0, 0)).isEmpty();
    assertThat(rope.slice(0, 0).length()).isZero();
    assertThatThrownBy(() -> rope.byteAt(0)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void shouldHoldAHoleLongerThanAnArray() {
    Rope rope = Rope.builder().addHole(1L << 40, Absence.NOT_CAPTURED).add(LETTERS, 0, 4).build();
    assertThat(rope.getInt(1L << 40)).isEqualTo(0x61626364);
    assertThat(rope.slice(1, (1L << 40) + 1).present()).isEqualTo(1);
  }

  @Test
  void shouldShareOnePieceOfSlicesThatContinueEachOther() {
    List<String> pieces = new ArrayList<>();
    Rope rope = Rope.builder().add(LETTERS, 0, 4).add(LETTERS, 4, 4).build();
    rope.forEachPiece(
        new PieceVisitor() {
          @Override
          public void bytes(byte[] array, int offset, int length) {
            pieces.add(offset + "+" + length);
          }

          @Override
          public void hole(long length, Absence why) {
            pieces.add(why + " " + length);
          }
        });
    assertThat(pieces).containsExactly("0+8");
  }

  @Test
  void shouldNotChangeWhenTheBuilderGoesOn() {
    Rope.Builder builder = Rope.builder().add(LETTERS, 0, 4);
    Rope first = builder.build();
    builder.add(LETTERS, 4, 4);
    assertThat(text(first)).isEqualTo("abcd");
    assertThat(text(builder.build())).isEqualTo("abcdefgh");
  }

  @Test
  void shouldBuildOneRopeAfterTheOther() {
    Rope.Builder builder = Rope.builder().add(LETTERS, 0, 2).addHole(3, Absence.LOST);
    Rope first = builder.build();

    builder.clear();

    assertThat(builder.build().length()).isZero();
    assertThat(text(builder.add(LETTERS, 4, 2).build())).isEqualTo("ef");
    assertThat(first).hasToString("Rope[5 bytes, 3 absent]");
  }

  @Test
  void shouldFeedADigestPieceByPiece() {
    Rope rope = Rope.builder().add(LETTERS, 0, 1).add(LETTERS, 1, 1).add(LETTERS, 2, 1).build();
    MessageDigest digest = sha256();
    rope.update(digest);
    // FIPS 180-2, appendix B.1: SHA-256 of "abc".
    assertThat(HexFormat.of().formatHex(digest.digest()))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void shouldHaveTheCrcOfItsBytesHoweverTheyAreSplit() {
    byte[] bytes = "a123456789b".getBytes(StandardCharsets.US_ASCII);
    Rope pieces =
        Rope.builder()
            .add(Rope.of(bytes, 0, 5))
            .add("56789b".getBytes(StandardCharsets.US_ASCII))
            .build();

    // The check value of CRC-32, which is that of "123456789".
    assertThat(Rope.of(bytes).crc(1, 10)).isEqualTo(0xcbf43926);
    assertThat(pieces.crc(1, 10)).isEqualTo(0xcbf43926);
    assertThat(pieces.crc(1, 11)).isNotEqualTo(0xcbf43926);
    Rope hole = Rope.builder().addHole(9, Absence.LOST).build();
    assertThatThrownBy(() -> hole.crc(0, 9)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldSayWhetherOneReasonExplainsWhatIsAbsentUpToAPosition() {
    Rope rope =
        Rope.builder()
            .add(LETTERS, 0, 3)
            .addHole(4, Absence.TRUNCATED)
            .addHole(2, Absence.LOST)
            .build();
    assertThat(rope.lacksOnly(Absence.TRUNCATED, 7)).isTrue();
    assertThat(rope.lacksOnly(Absence.TRUNCATED, 8)).isFalse();
    assertThat(rope.lacksOnly(Absence.LOST, 3)).isTrue();
    assertThat(rope.lacksOnly(Absence.LOST, 4)).isFalse();
    assertThat(Rope.of(LETTERS).lacksOnly(Absence.LOST, LETTERS.length)).isTrue();
  }

  @Test
  void shouldBeAsLongWithoutItsBytes() {
    Rope rope =
        Rope.builder().add(LETTERS, 0, 3).addHole(4, Absence.LOST).add(LETTERS, 5, 2).build();
    assertThat(rope.withoutBytes(Absence.NOT_KEPT).holes())
        .containsExactly(
            new Hole(0, 3, Absence.NOT_KEPT),
            new Hole(3, 4, Absence.LOST),
            new Hole(7, 2, Absence.NOT_KEPT));
  }

  private static String text(Rope rope) {
    return new String(rope.toArray(0, rope.length()), StandardCharsets.US_ASCII);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
