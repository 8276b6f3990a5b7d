package org.rdmadump.ib.qp;

/**
 * Whether one flipped bit explains a wrong ICRC. That is what damage in the memory of a switch
 * looks like. An ICRC that was not computed yet looks so for one packet in a hundred thousand at
 * most.
 */
final class FlippedBit {
  /** Polynomial of the CRC-32, its lowest power in the most significant bit. */
  private static final int POLYNOMIAL = 0xedb88320;

  private FlippedBit() {}

  /**
   * Whether it does. The difference that a flipped bit makes depends on nothing but its distance
   * from the end.
   *
   * @param difference between the CRC that stands there and that of the bytes in front of it
   * @param length of these bytes
   */
  static boolean explains(int difference, int length) {
    if (Integer.bitCount(difference) == 1) {
      return true;
    }
    int ofOne = POLYNOMIAL;
    for (long bits = (long) length * Byte.SIZE; bits > 0; bits--) {
      if (ofOne == difference) {
        return true;
      }
      ofOne = (ofOne >>> 1) ^ (POLYNOMIAL & -(ofOne & 1));
    }
    return false;
  }
}
