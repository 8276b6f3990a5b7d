package org.rdmadump.ib;

/**
 * What single parts of a packet have to do with its CRC-32. A CRC is linear: the parts of two
 * strings of bytes that differ change it by an amount that depends on nothing but themselves and on
 * how many bytes follow. So the CRC of many packets that differ little in their headers comes of
 * that of their payloads, and a few numbers.
 *
 * <p>Polynomials modulo two are ints whose highest bit is the constant term, as everywhere where
 * the CRC of Ethernet is computed least significant bit first.
 */
public final class Crc32Parts {
  /** The CRC-32 of Ethernet, without its highest term. IEEE 802.3, 3.2.9. */
  private static final int POLYNOMIAL = 0xedb88320;

  private static final int ONE = 1 << 31;
  private static final int VALUES = 1 << Byte.SIZE;

  private Crc32Parts() {}

  /**
   * The CRC-32 of a string of bytes that is made of two.
   *
   * @param first CRC-32 of the first part
   * @param second CRC-32 of the second part
   * @param length bytes of the second part, at least 0
   */
  public static int combine(int first, int second, int length) {
    return multiply(power(length), first) ^ second;
  }

  /**
   * What each value of a byte adds to a CRC-32, by exclusive or, beyond what zero in its place
   * would: 256 numbers, by the value as an unsigned one.
   *
   * @param behind how many bytes follow it, at least 0
   */
  public static int[] shares(int behind) {
    int[] shares = new int[VALUES];
    int power = power(behind + 1);
    for (int bit = 0; bit < Byte.SIZE; bit++) {
      int share = multiply(power, 1 << bit);
      int value = 1 << bit;
      for (int low = 0; low < value; low++) {
        shares[value + low] = shares[low] ^ share;
      }
    }
    return shares;
  }

  /** What a byte is multiplied with when so many follow it. */
  private static int power(int bytes) {
    int power = ONE;
    int square = ONE >>> Byte.SIZE;
    for (int rest = bytes; rest != 0; rest >>>= 1) {
      if ((rest & 1) != 0) {
        power = multiply(power, square);
      }
      square = multiply(square, square);
    }
    return power;
  }

  private static int multiply(int one, int other) {
    int product = 0;
    int shifted = other;
    for (int term = ONE; term != 0; term >>>= 1) {
      if ((one & term) != 0) {
        product ^= shifted;
      }
      shifted = shifted >>> 1 ^ ((shifted & 1) != 0 ? POLYNOMIAL : 0);
    }
    return product;
  }
}
