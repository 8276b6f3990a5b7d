package org.rdmadump.analysis.export;

import java.nio.ByteBuffer;

/** The checksum of IP and TCP: the ones' complement sum of 16-bit words (RFC 1071). */
final class InternetChecksum {
  private InternetChecksum() {}

  /**
   * {@return the sum of {@code [from, to)} of a big-endian buffer, added to {@code sum}; an odd
   * last byte counts as the upper half of a word}
   */
  static long sum(long sum, ByteBuffer bytes, int from, int to) {
    long total = sum;
    int at = from;
    // Words of 32 bits give the same in the end, once the halves are added.
    for (; at + Integer.BYTES <= to; at += Integer.BYTES) {
      total += Integer.toUnsignedLong(bytes.getInt(at));
    }
    for (; at + Short.BYTES <= to; at += Short.BYTES) {
      total += Short.toUnsignedInt(bytes.getShort(at));
    }
    if (at < to) {
      total += Byte.toUnsignedInt(bytes.get(at)) << Byte.SIZE;
    }
    return total;
  }

  /** {@return what the checksum field holds, for a sum below 2^63} */
  static short of(long sum) {
    long folded = sum;
    while (folded >>> Short.SIZE != 0) {
      folded = (folded & 0xffff) + (folded >>> Short.SIZE);
    }
    return (short) ~folded;
  }
}
