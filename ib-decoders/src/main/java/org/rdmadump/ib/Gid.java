package org.rdmadump.ib;

/**
 * A port's global identifier: 128 bits in the form of an IPv6 address; in RoCEv2 an IPv4 address
 * stands in it as {@code ::ffff:a.b.c.d}.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 4.1; annex A17 for IPv4.
 *
 * @param high first eight bytes
 * @param low last eight bytes
 */
public record Gid(long high, long low) {
  /** Bytes on the wire. */
  public static final int LENGTH = 16;

  private static final long IPV4_PREFIX = 0x0000_ffff_0000_0000L;
  private static final int IPV4_BITS = 32;
  private static final int GROUP_BITS = 16;
  private static final int GROUP_MASK = 0xffff;

  /** {@return the identifier that stands for an IPv4 address, given in network order} */
  public static Gid ofIpv4(int address) {
    return new Gid(0, IPV4_PREFIX | Integer.toUnsignedLong(address));
  }

  /** {@return whether an IPv4 address stands in it} */
  public boolean isIpv4() {
    return high == 0 && low >>> IPV4_BITS == IPV4_PREFIX >>> IPV4_BITS;
  }

  /** {@return the IPv4 address in network order; meaningless unless {@link #isIpv4()}} */
  public int ipv4() {
    return (int) low;
  }

  /**
   * {@return an IPv4 address with dots, anything else as eight groups in hex without shortening}
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (isIpv4()) {
      for (int shift = IPV4_BITS - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
        text.append(text.length() == 0 ? "" : ".").append((ipv4() >>> shift) & 0xff);
      }
      return text.toString();
    }
    appendGroups(text, high);
    text.append(':');
    appendGroups(text, low);
    return text.toString();
  }

  private static void appendGroups(StringBuilder text, long half) {
    for (int shift = Long.SIZE - GROUP_BITS; shift >= 0; shift -= GROUP_BITS) {
      text.append(Long.toHexString((half >>> shift) & GROUP_MASK)).append(shift == 0 ? "" : ":");
    }
  }
}
