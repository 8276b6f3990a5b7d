package org.rdmadump.link;

import java.nio.ByteBuffer;

/**
 * The address family that stands in front of IP on the loopback devices of BSD systems, and in what
 * programs write that have no link layer to show.
 *
 * <p>tcpdump.org, LINKTYPE_NULL (byte order of the capturing machine) and LINKTYPE_LOOP (network
 * byte order).
 *
 * @param family AF_ value of the capturing machine; 2 is IPv4 everywhere, IPv6 has several
 */
public record LoopbackHeader(int family) {
  /** Bytes in the capture. */
  public static final int LENGTH = 4;

  private static final int FAMILY = 0;

  /** Families are small: with one of these bits set, the bytes stand the other way round. */
  private static final int UNLIKELY = 0xffff_0000;

  private static final int IPV4 = 2;
  private static final int IPV6_LINUX = 10;
  private static final int IPV6_WINDOWS = 23;
  private static final int IPV6_NETBSD = 24;
  private static final int IPV6_FREEBSD = 28;
  private static final int IPV6_DARWIN = 30;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static LoopbackHeader read(ByteBuffer frame, int at) {
    int family = frame.getInt(at + FAMILY);
    return new LoopbackHeader((family & UNLIKELY) == 0 ? family : Integer.reverseBytes(family));
  }

  /** {@return what follows, as an EtherType; 0 if it is not IP} */
  public int etherType() {
    return switch (family) {
      case IPV4 -> EtherType.IPV4;
      case IPV6_LINUX, IPV6_WINDOWS, IPV6_NETBSD, IPV6_FREEBSD, IPV6_DARWIN -> EtherType.IPV6;
      default -> 0;
    };
  }
}
