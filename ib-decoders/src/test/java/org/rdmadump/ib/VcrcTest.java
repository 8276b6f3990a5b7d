package org.rdmadump.ib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.ib.build.Hex;

class VcrcTest {
  /** The sample packet of IBTA volume 1, 7.8.3 without a global route header, with its ICRC. */
  private static final byte[] SAMPLE =
      Hex.bytes(
          "70 12 37 5c 00 0e 17 d2 0a 20 24 87 00 87 b1 b3"
              + "00 0d ec 2a 01 71 0a 1c 01 5d 40 02 38 f2 7a 05"
              + "00 00 00 0e bb 88 4d 85 fd 5c fb a4 72 8b c0 69"
              + "0e d4 00 00 96 25 b7 5a");

  @Test
  void shouldComputeTheCrcOfASample() {
    assertThat(Vcrc.compute(SAMPLE, 0, SAMPLE.length)).isEqualTo(0xfa45);
  }

  @Test
  void shouldReadWhatIsStoredAsTheInvariantCrcIs() {
    assertThat(Vcrc.stored(Hex.bytes("00 45 fa"), 1)).isEqualTo(0xfa45);
  }

  @Test
  void shouldChangeTheOrderOfItsBytes() {
    assertThat(Vcrc.swapped(0xfa45)).isEqualTo(0x45fa);
  }

  @Test
  void shouldBeTheRemainderOfTheSpecifiedPolynomial() {
    // What the inverted CRC leaves of any packet.
    int constant = remainder(new byte[2]);
    byte[] packet = Hex.bytes("01 02 03 04 00 00");
    int crc = Vcrc.compute(packet, 0, 4);
    packet[4] = (byte) crc;
    packet[5] = (byte) (crc >> 8);
    assertThat(Vcrc.compute(packet, 0, 0)).isZero();
    assertThat(remainder(packet)).isEqualTo(constant);
  }

  /** Divides bit by bit, least significant bit of each byte first. */
  private static int remainder(byte[] bytes) {
    int remainder = 0xffff;
    for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
      int next = (bytes[bit / 8] >> (bit % 8)) & 1;
      int out = (remainder >> 15) & 1;
      remainder = ((remainder << 1) & 0xffff) ^ (out == next ? 0 : 0x100b);
    }
    return remainder;
  }

  @Test
  void shouldNoticeEveryChangedBit() {
    int crc = Vcrc.compute(SAMPLE, 0, SAMPLE.length);
    for (int bit = 0; bit < SAMPLE.length * Byte.SIZE; bit++) {
      byte[] changed = SAMPLE.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(Vcrc.compute(changed, 0, changed.length)).as("bit %d", bit).isNotEqualTo(crc);
    }
  }
}
