package org.rdmadump.ib;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CRCs put together from parts are those of the whole. */
class Crc32PartsTest {
  private static final int LONGEST = 5000;

  @RepeatedTest(100)
  void shouldCombineTheCrcsOfTwoPartsToThatOfBoth(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    byte[] whole = new byte[random.nextInt(LONGEST)];
    random.nextBytes(whole);
    int cut = random.nextInt(whole.length + 1);

    int combined =
        Crc32Parts.combine(crc(whole, 0, cut), crc(whole, cut, whole.length), whole.length - cut);

    assertThat(combined).isEqualTo(crc(whole, 0, whole.length));
  }

  @ParameterizedTest(name = "{0} bytes behind")
  @ValueSource(ints = {0, 1, 7, 255, 1024, 1033, 4100})
  void shouldSayByHowMuchEachValueOfAByteChangesTheCrc(int behind) {
    byte[] bytes = new byte[behind + 10];
    new Random(behind).nextBytes(bytes);
    int at = bytes.length - 1 - behind;
    byte[] zero = Arrays.copyOf(bytes, bytes.length);
    zero[at] = 0;

    int[] shares = Crc32Parts.shares(behind);

    for (int value = 0; value < shares.length; value++) {
      bytes[at] = (byte) value;
      assertThat(shares[value] ^ crc(zero, 0, zero.length)).isEqualTo(crc(bytes, 0, bytes.length));
    }
    assertThat(shares).hasSize(256);
  }

  private static int crc(byte[] bytes, int from, int to) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }
}
