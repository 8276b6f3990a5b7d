package org.rdmadump.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever packets say, their places in a table are spread as random ones are: of so many, hardly
 * ever are 16 in one of as many places.
 */
class KeyedHashTest {
  private static final int MANY = 1 << 12;
  private static final int MOST_IN_PLACE = 16;

  private static void assertSpread(IntUnaryOperator hash) {
    int[] low = new int[MANY];
    int[] high = new int[MANY];
    for (int i = 0; i < MANY; i++) {
      int number = hash.applyAsInt(i);
      low[number & (MANY - 1)]++;
      high[number >>> (Integer.SIZE - 12)]++;
    }
    assertThat(Arrays.stream(low).max().orElseThrow()).isLessThan(MOST_IN_PLACE);
    assertThat(Arrays.stream(high).max().orElseThrow()).isLessThan(MOST_IN_PLACE);
  }

  @ParameterizedTest(name = "next {0}")
  @ValueSource(ints = {1, 1 << 8, 1 << 16, 1 << 20})
  void shouldSpreadCounters(int step) {
    assertSpread(i -> KeyedHash.of(0xfa292fa9 + i * step));
    assertSpread(i -> KeyedHash.of(1, (long) i * step));
    assertSpread(i -> KeyedHash.of(1, 2, i * step));
  }

  @Test
  void shouldSpreadWhatDiffersInTheFirstBitsOfSeveralWords() {
    assertSpread(i -> KeyedHash.of((long) (i & 63) << 58, (long) (i >> 6) << 58));
    assertSpread(
        i ->
            KeyedHash.of(
                (long) (i & 7) << 61,
                (long) (i >> 3 & 7) << 61,
                (long) (i >> 6 & 7) << 61,
                (long) (i >> 9) << 61,
                17));
  }

  @Test
  void shouldSpreadAddressesMadeToCancelEachOther() {
    // given sources whose halves give the same number by XOR
    SplittableRandom random = new SplittableRandom(1);
    assertSpread(
        i -> {
          long low = random.nextLong();
          return KeyedHash.of(Long.rotateLeft(low, 17) ^ 0x1234, low, 5, 6, 17);
        });
  }

  @Test
  void shouldSpreadNamesThatDifferAnywhere() {
    for (int length = 2; length < 64; length++) {
      ByteBuffer name = ByteBuffer.allocate(length);
      int at = length - 2;
      assertSpread(i -> (int) KeyedHash.of(name.putShort(at, (short) i), name.limit()));
      assertSpread(i -> (int) (KeyedHash.of(name.putShort(0, (short) i), at + 2) >>> 32));
    }
  }

  @Test
  void shouldTellNamesApartThatEndInZeros() {
    ByteBuffer zeros = ByteBuffer.allocate(255);
    assertThat(KeyedHash.of(zeros, 3)).isEqualTo(KeyedHash.of(zeros, 3));
    assertThat(IntStream.range(0, 255).mapToLong(length -> KeyedHash.of(zeros, length)))
        .doesNotHaveDuplicates();
  }
}
