package org.rdmadump.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.testing.Hex;

class InternetChecksumTest {
  /** The example of RFC 1071 section 3, whose sum is ddf2, and its beginnings. */
  @ParameterizedTest
  @CsvSource({
    "'', ffff",
    "00, ffff",
    "01, feff",
    "0001, fffe",
    "0001 f2, 0dfe",
    "0001 f203, 0dfb",
    "0001 f203 f4f5 f6f7, 220d",
    "ffff ffff ffff ffff ffff, 0000"
  })
  void shouldComplementTheSumOfWords(String bytes, String checksum) {
    ByteBuffer buffer = ByteBuffer.wrap(Hex.bytes(bytes));
    short actual = InternetChecksum.of(InternetChecksum.sum(0, buffer, 0, buffer.limit()));
    assertThat(actual).isEqualTo((short) Integer.parseInt(checksum, 16));
  }

  @Test
  void shouldBeWhatAddingWordByWordGives() {
    Random random = new Random(7);
    for (int length = 0; length < 200; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      long start = random.nextInt(1 << 16);
      int sum = (int) start;
      for (int i = 0; i < length; i++) {
        sum += (bytes[i] & 0xff) << (i % 2 == 0 ? 8 : 0);
        sum = (sum & 0xffff) + (sum >>> 16);
      }
      long actual = InternetChecksum.sum(start, ByteBuffer.wrap(bytes), 0, length);
      assertThat(InternetChecksum.of(actual)).as("%d bytes", length).isEqualTo((short) ~sum);
    }
  }
}
