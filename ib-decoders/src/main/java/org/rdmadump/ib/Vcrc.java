package org.rdmadump.ib;

/**
 * The variant CRC that ends every packet on an InfiniBand link: a CRC of 16 bits over all of it
 * from the local route header on, the invariant CRC included. Each link has its own, as switches
 * change the headers.
 *
 * <p>Its polynomial is x^16 + x^12 + x^3 + x + 1, the least significant bit of each byte first; it
 * begins with ones, and ends inverted.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 7.8.2.
 */
public final class Vcrc {
  /** Bytes on the wire. */
  public static final int LENGTH = 2;

  /** The polynomial 0x100b with its bits in the order in which they are sent. */
  private static final int POLYNOMIAL = 0xd008;

  private static final int ONES = 0xffff;

  private static final int[] TABLE = table();

  private Vcrc() {}

  /** {@return the CRC of the bytes in {@code [from, to)}, to be compared with {@link #stored}} */
  public static int compute(byte[] frame, int from, int to) {
    int crc = ONES;
    for (int at = from; at < to; at++) {
      crc = crc >>> Byte.SIZE ^ TABLE[(crc ^ frame[at]) & 0xff];
    }
    return crc ^ ONES;
  }

  /** {@return the CRC that stands at {@code at}, where the caller has checked for two bytes} */
  public static int stored(byte[] frame, int at) {
    return (frame[at + 1] & 0xff) << Byte.SIZE | (frame[at] & 0xff);
  }

  /** {@return a CRC with its two bytes in the other order} */
  public static int swapped(int crc) {
    return ((crc & 0xff) << Byte.SIZE) | ((crc >> Byte.SIZE) & 0xff);
  }

  private static int[] table() {
    int[] table = new int[1 << Byte.SIZE];
    for (int value = 0; value < table.length; value++) {
      int crc = value;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        crc = (crc & 1) == 0 ? crc >>> 1 : crc >>> 1 ^ POLYNOMIAL;
      }
      table[value] = crc;
    }
    return table;
  }
}
