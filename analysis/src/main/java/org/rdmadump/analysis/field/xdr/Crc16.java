package org.rdmadump.analysis.field.xdr;

/** CRC-16 of CCITT, as in X.25 (ITU-T X.25 section 2.2.7): the hash of a state ID in Wireshark. */
final class Crc16 {
  private static final int POLYNOMIAL = 0x8408;
  private static final int ONES = 0xffff;

  private Crc16() {}

  static int of(byte[] bytes) {
    int crc = ONES;
    for (byte each : bytes) {
      crc ^= each & 0xff;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        crc = (crc >>> 1) ^ ((crc & 1) == 0 ? 0 : POLYNOMIAL);
      }
    }
    return crc ^ ONES;
  }
}
