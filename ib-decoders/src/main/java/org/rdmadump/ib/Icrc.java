package org.rdmadump.ib;

import java.util.Arrays;
import java.util.zip.CRC32;
import org.rdmadump.bytes.LittleEndian;
import org.rdmadump.link.Lrh;
import org.rdmadump.net.Grh;

/**
 * The invariant CRC that ends a transport packet.
 *
 * <p>The CRC-32 of Ethernet over the packet to the byte before the ICRC, with all that routers may
 * change taken as ones. In native InfiniBand it begins with the local route header. That may change
 * as a whole where a global route header follows; 64 one bits stand for it there, and also in RoCE,
 * which has none. Taken as ones:
 *
 * <ul>
 *   <li>local route header without a global one: virtual lane
 *   <li>global route header: traffic class, flow label, hop limit
 *   <li>IPv4: type of service, time to live, header checksum
 *   <li>IPv6: traffic class, flow label, hop limit
 *   <li>UDP: checksum
 *   <li>BTH: the byte with FECN, BECN and reserved bits
 * </ul>
 *
 * <p>IPv4 options and IPv6 extension headers are taken as they are.
 *
 * <p>An instance belongs to one thread. It allocates nothing.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 7.8.1, annexes A16 (RoCE) and A17 (RoCEv2).
 */
public final class Icrc {
  /** Bytes on the wire. */
  public static final int LENGTH = 4;

  /** What is {@link #stored} in frames whose adapter computes the ICRC behind the sniffer. */
  public static final int ABSENT = 0;

  private static final int ROUTE_HEADER_ONES = 8;

  private static final int IPV4_LENGTH = 20;
  private static final int IPV4_TYPE_OF_SERVICE = 1;
  private static final int IPV4_TIME_TO_LIVE = 8;
  private static final int IPV4_CHECKSUM = 10;

  private static final int IPV6_LENGTH = 40;
  private static final int IPV6_TRAFFIC_CLASS = 0;
  private static final int IPV6_HOP_LIMIT = 7;

  private static final int UDP_LENGTH = 8;
  private static final int UDP_CHECKSUM = 6;

  private static final byte VIRTUAL_LANE = (byte) 0xf0;

  private static final byte ONES = (byte) 0xff;
  private static final byte LOW_ONES = 0x0f;

  /**
   * Bytes behind the headers that are copied behind them at most: one call for all costs less than
   * two, unless much has to be copied for it.
   */
  private static final int MOST_COPIED = 512;

  private final CRC32 crc = new CRC32();
  private final byte[] masked =
      new byte[ROUTE_HEADER_ONES + IPV6_LENGTH + UDP_LENGTH + Bth.LENGTH + MOST_COPIED];

  /** Makes a calculator for one thread. */
  public Icrc() {
    Arrays.fill(masked, 0, ROUTE_HEADER_ONES, ONES);
  }

  /**
   * Computes the ICRC of a whole RoCEv2 packet. The caller has checked that all of it was captured,
   * that the headers are as long as their formats want, and that the offsets rise in this order.
   *
   * @param frame array that holds the packet
   * @param ipOffset first byte of the IPv4 or IPv6 header
   * @param udpOffset first byte of the UDP header
   * @param bthOffset first byte of the base transport header, right behind the UDP header
   * @param icrcOffset first byte of the ICRC
   * @param ipv4 whether the IP header is IPv4, else it is IPv6
   * @return the ICRC, to be compared with {@link #stored}
   */
  public int compute(
      byte[] frame, int ipOffset, int udpOffset, int bthOffset, int icrcOffset, boolean ipv4) {
    crc.reset();
    int ipLength = ipv4 ? IPV4_LENGTH : IPV6_LENGTH;
    if (ipOffset + ipLength != udpOffset) {
      return computeWithExtras(frame, ipOffset, udpOffset, icrcOffset, ipv4);
    }
    int copied = copied(icrcOffset - ipOffset, bthOffset + Bth.LENGTH - ipOffset);
    System.arraycopy(frame, ipOffset, masked, ROUTE_HEADER_ONES, copied);
    maskIp(ipv4);
    maskTransport(ROUTE_HEADER_ONES + ipLength);
    crc.update(masked, 0, ROUTE_HEADER_ONES + copied);
    return rest(frame, ipOffset + copied, icrcOffset);
  }

  /** As {@link #compute}, with options or extension headers. */
  private int computeWithExtras(
      byte[] frame, int ipOffset, int udpOffset, int icrcOffset, boolean ipv4) {
    int ipLength = ipv4 ? IPV4_LENGTH : IPV6_LENGTH;
    int extras = ipOffset + ipLength;
    int transport = ROUTE_HEADER_ONES + ipLength;
    System.arraycopy(frame, ipOffset, masked, ROUTE_HEADER_ONES, ipLength);
    maskIp(ipv4);
    crc.update(masked, 0, transport);
    crc.update(frame, extras, udpOffset - extras);
    int copied = copied(icrcOffset - udpOffset, UDP_LENGTH + Bth.LENGTH);
    System.arraycopy(frame, udpOffset, masked, transport, copied);
    maskTransport(transport);
    crc.update(masked, transport, copied);
    return rest(frame, udpOffset + copied, icrcOffset);
  }

  /** How many bytes are copied of {@code all}, which begin with that many of headers. */
  private static int copied(int all, int headers) {
    return all - headers <= MOST_COPIED ? all : headers;
  }

  /**
   * Computes the ICRC of a whole packet with a global route header, of RoCE or native InfiniBand.
   * The caller has checked that all of it was captured, and that the offsets are in this order.
   *
   * @param frame array that holds the packet
   * @param grhOffset first byte of the global route header; the base transport header is behind it
   * @param icrcOffset first byte of the ICRC
   * @return the ICRC, to be compared with {@link #stored}
   */
  public int computeGlobal(byte[] frame, int grhOffset, int icrcOffset) {
    crc.reset();
    int copied = copied(icrcOffset - grhOffset, Grh.LENGTH + Bth.LENGTH);
    System.arraycopy(frame, grhOffset, masked, ROUTE_HEADER_ONES, copied);
    maskIpv6();
    masked[ROUTE_HEADER_ONES + Grh.LENGTH + Bth.CONGESTION] = ONES;
    crc.update(masked, 0, ROUTE_HEADER_ONES + copied);
    return rest(frame, grhOffset + copied, icrcOffset);
  }

  /**
   * Computes the ICRC of a whole packet of native InfiniBand without a global route header. The
   * caller has checked that all of it was captured, and that the offsets are in this order.
   *
   * @param frame array that holds the packet
   * @param lrhOffset first byte of the local route header; the base transport header is behind it
   * @param icrcOffset first byte of the ICRC
   * @return the ICRC, to be compared with {@link #stored}
   */
  public int computeLocal(byte[] frame, int lrhOffset, int icrcOffset) {
    crc.reset();
    int from = ROUTE_HEADER_ONES;
    int copied = copied(icrcOffset - lrhOffset, Lrh.LENGTH + Bth.LENGTH);
    System.arraycopy(frame, lrhOffset, masked, from, copied);
    masked[from] |= VIRTUAL_LANE;
    masked[from + Lrh.LENGTH + Bth.CONGESTION] = ONES;
    crc.update(masked, from, copied);
    return rest(frame, lrhOffset + copied, icrcOffset);
  }

  /** Bytes that {@link #maskedIpv4} gives: ones for the route header, IPv4, UDP, BTH. */
  public static final int MASKED_IPV4_LENGTH =
      ROUTE_HEADER_ONES + IPV4_LENGTH + UDP_LENGTH + Bth.LENGTH;

  /**
   * Copies what the last {@link #compute} took for the headers, which was of a packet over IPv4
   * without options.
   *
   * @param into takes {@link #MASKED_IPV4_LENGTH} bytes
   */
  public void maskedIpv4(byte[] into) {
    System.arraycopy(masked, 0, into, 0, MASKED_IPV4_LENGTH);
  }

  /**
   * Computes the CRC of a part of a packet as if it were all, for {@link Crc32Parts}.
   *
   * @param bytes array that holds it
   * @param from its first byte
   * @param to the one behind its last
   */
  public int ofPart(byte[] bytes, int from, int to) {
    crc.reset();
    return rest(bytes, from, to);
  }

  private int rest(byte[] frame, int at, int icrcOffset) {
    if (at < icrcOffset) {
      crc.update(frame, at, icrcOffset - at);
    }
    return (int) crc.getValue();
  }

  /** {@return the ICRC that stands at {@code at}, where the caller has checked for four bytes} */
  public static int stored(byte[] frame, int at) {
    return LittleEndian.intAt(frame, at);
  }

  /**
   * {@return whether zeros stand in front of {@code end}} An adapter that computes the ICRC behind
   * the sniffer leaves them there. The caller has checked for four bytes.
   */
  public static boolean isAbsent(byte[] frame, int end) {
    return stored(frame, end - LENGTH) == ABSENT;
  }

  private void maskIp(boolean ipv4) {
    if (ipv4) {
      maskIpv4();
    } else {
      maskIpv6();
    }
  }

  private void maskIpv4() {
    byte[] bytes = masked;
    bytes[ROUTE_HEADER_ONES + IPV4_TYPE_OF_SERVICE] = ONES;
    bytes[ROUTE_HEADER_ONES + IPV4_TIME_TO_LIVE] = ONES;
    bytes[ROUTE_HEADER_ONES + IPV4_CHECKSUM] = ONES;
    bytes[ROUTE_HEADER_ONES + IPV4_CHECKSUM + 1] = ONES;
  }

  private void maskIpv6() {
    masked[ROUTE_HEADER_ONES + IPV6_TRAFFIC_CLASS] |= LOW_ONES;
    masked[ROUTE_HEADER_ONES + IPV6_TRAFFIC_CLASS + 1] = ONES;
    masked[ROUTE_HEADER_ONES + IPV6_TRAFFIC_CLASS + 2] = ONES;
    masked[ROUTE_HEADER_ONES + IPV6_TRAFFIC_CLASS + 3] = ONES;
    masked[ROUTE_HEADER_ONES + IPV6_HOP_LIMIT] = ONES;
  }

  private void maskTransport(int at) {
    masked[at + UDP_CHECKSUM] = ONES;
    masked[at + UDP_CHECKSUM + 1] = ONES;
    masked[at + UDP_LENGTH + Bth.CONGESTION] = ONES;
  }
}
