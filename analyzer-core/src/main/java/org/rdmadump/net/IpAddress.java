package org.rdmadump.net;

import org.jspecify.annotations.Nullable;
import org.rdmadump.order.KeyedHash;

/**
 * An IPv4 or IPv6 address, or an InfiniBand identifier in this form. IPv4 addresses are kept as
 * IPv4-mapped IPv6 addresses, {@code ::ffff:a.b.c.d} (RFC 4291 section 2.5.5.2). A global
 * identifier (GID) has the form of an IPv6 address. A local identifier (LID), of 16 bits, is kept
 * as an address of the prefix {@code 100::/64}, which no packet has (RFC 6666).
 *
 * @param high first 64 bits of the IPv6 address
 * @param low last 64 bits
 */
public record IpAddress(long high, long low) {
  private static final long MAPPED = 0xffffL << 32;
  private static final long LID_PREFIX = 0x0100L << 48;
  private static final int MOST_LID = 0xffff;
  private static final int GROUPS = 8;

  /** {@return the address with the given 32 bits, in network order} */
  public static IpAddress ofIpv4(int bits) {
    return new IpAddress(0, mapped(bits));
  }

  /** {@return the address form of a local identifier of InfiniBand, 0 to 65535} */
  public static IpAddress ofLid(int lid) {
    return new IpAddress(LID_PREFIX, lid);
  }

  /** {@return the high half of what stands for any local identifier; the low half is itself} */
  static long lidHigh() {
    return LID_PREFIX;
  }

  /** {@return whether this is the address form of a local identifier} */
  public boolean isLid() {
    return high == LID_PREFIX && low >= 0 && low <= MOST_LID;
  }

  /** {@return the low half of the IPv4-mapped form} */
  static long mapped(int ipv4Bits) {
    return MAPPED | Integer.toUnsignedLong(ipv4Bits);
  }

  /** {@return whether this is an IPv4 address, or an IPv4-mapped one} */
  public boolean isIpv4() {
    return high == 0 && low >>> 32 == 0xffff;
  }

  // Written out, because what records do by themselves boots method handles: 10 ms of every start.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof IpAddress that && high == that.high && low == that.low;
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(high, low);
  }

  /**
   * {@return {@code 192.0.2.1}, {@code lid:3}, or the text that RFC 5952 section 4 recommends for
   * IPv6}
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(39);
    if (isIpv4()) {
      appendIpv4(text);
    } else if (isLid()) {
      text.append("lid:").append(low);
    } else {
      appendIpv6(text);
    }
    return text.toString();
  }

  private void appendIpv4(StringBuilder text) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      text.append((low >>> shift) & 0xff);
      if (shift > 0) {
        text.append('.');
      }
    }
  }

  private void appendIpv6(StringBuilder text) {
    int zeros = -1;
    int zerosEnd = -1;
    // A single group of zeros is written out (section 4.2.2), of equal runs the first is shortened.
    int longest = 1;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && group(end) == 0) {
        end++;
      }
      if (end - i > longest) {
        zeros = i;
        zerosEnd = end;
        longest = end - i;
      }
    }
    int i = 0;
    while (i < GROUPS) {
      if (i == zeros) {
        text.append("::");
        i = zerosEnd;
      } else {
        if (i > 0 && i != zerosEnd) {
          text.append(':');
        }
        text.append(Integer.toHexString(group(i)));
        i++;
      }
    }
  }

  private int group(int index) {
    long half = index < 4 ? high : low;
    return (int) (half >>> (48 - 16 * (index & 3))) & 0xffff;
  }
}
