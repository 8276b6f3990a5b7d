package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class FlippedBitTest {
  private final Random random = new Random(1);
  private final byte[] bytes = new byte[300];

  FlippedBitTest() {
    random.nextBytes(bytes);
  }

  private int crc() {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  private void flip(int bit) {
    bytes[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
  }

  @Test
  void shouldExplainEachFlippedBit() {
    int right = crc();
    for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
      flip(bit);
      assertThat(FlippedBit.explains(crc() ^ right, bytes.length)).isTrue();
      flip(bit);
    }
  }

  @Test
  void shouldExplainAFlippedBitOfTheCrc() {
    for (int bit = 0; bit < Integer.SIZE; bit++) {
      assertThat(FlippedBit.explains(1 << bit, bytes.length)).isTrue();
    }
  }

  @Test
  void shouldNotExplainABitInFrontOfTheBytes() {
    int right = crc();
    flip(7);
    assertThat(FlippedBit.explains(crc() ^ right, bytes.length - 1)).isFalse();
  }

  @Test
  void shouldNotExplainOtherDamage() {
    int right = crc();
    for (int i = 0; i < 2000; i++) {
      int bit = random.nextInt(bytes.length * Byte.SIZE);
      flip(bit);
      flip((bit + 1 + random.nextInt(100)) % (bytes.length * Byte.SIZE));
      assertThat(FlippedBit.explains(crc() ^ right, bytes.length)).isFalse();
      random.nextBytes(bytes);
      right = crc();
    }
  }
}
