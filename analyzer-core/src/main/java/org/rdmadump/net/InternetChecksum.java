package org.rdmadump.net;

import java.nio.ByteBuffer;

/** The checksum of IP and TCP: the ones' complement sum of 16-bit words (RFC 1071). */
public final class InternetChecksum {
  private InternetChecksum() {}

  /**
   * {@return the sum of {@code [from, to)} of a big-endian buffer, added to {@code sum}; an odd
   * last byte counts as the upper half of a word}
   */
  public static long sum(long sum, ByteBuffer bytes, int from, int to) {
    long total = sum;
    int at = from;
    // Longer words give the same in the end, once their parts are added.
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      total = sum(total, bytes.getLong(at));
    }
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

  /** {@return the sum of the four words of a long, added to {@code sum}} */
  public static long sum(long sum, long words) {
    return sum + (words >>> Integer.SIZE) + (words & 0xffff_ffffL);
  }

  /** {@return what the checksum field holds, for a sum below 2^63} */
  public static short of(long sum) {
    return (short) ~folded(sum);
  }

  /** {@return the ones' complement sum of the 16-bit words of a sum below 2^63: 0 to 65535} */
  public static int folded(long sum) {
    long folded = sum;
    while (folded >>> Short.SIZE != 0) {
      folded = (folded & 0xffff) + (folded >>> Short.SIZE);
    }
    return (int) folded;
  }
}
