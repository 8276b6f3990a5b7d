package org.rdmadump.analysis.export;

import java.nio.ByteBuffer;
import org.rdmadump.net.InternetChecksum;
import org.rdmadump.net.IpAddress;

/**
 * The headers of a TCP segment in a packet of its own.
 *
 * <p>IPv4 (RFC 791) where both addresses are, otherwise IPv6 (RFC 8200); TCP (RFC 9293) without
 * options, flags PSH and ACK.
 */
final class IpTcpHeaders {
  /** Bytes of IPv6 and TCP. */
  static final int LONGEST = 60;

  private static final int IPV4_LENGTH = 20;
  private static final int IPV4_VERSION_AND_LENGTH = 0x45;
  private static final short DO_NOT_FRAGMENT = 0x4000;
  private static final int IPV4_TTL = 8;
  private static final int IPV4_CHECKSUM = 10;
  private static final int IPV4_SOURCE = 12;
  private static final int IPV4_DESTINATION = 16;

  private static final int IPV6_LENGTH = 40;
  private static final int IPV6_VERSION = 6 << 28;
  private static final int IPV6_PAYLOAD_LENGTH = 4;
  private static final int IPV6_NEXT_HEADER = 6;
  private static final int IPV6_HOP_LIMIT = 7;
  private static final int IPV6_SOURCE = 8;
  private static final int IPV6_DESTINATION = 24;

  private static final int TCP = 6;
  private static final int TCP_LENGTH = 20;
  private static final int TCP_SEQUENCE = 4;
  private static final int TCP_ACKNOWLEDGED = 8;
  private static final int TCP_OFFSET_AND_FLAGS = 12;
  private static final int TCP_WINDOW = 14;
  private static final int TCP_CHECKSUM = 16;
  private static final int TCP_URGENT = 18;
  private static final short FIVE_WORDS_PSH_ACK = 0x5018;
  private static final short WINDOW = (short) 0xffff;
  private static final byte HOPS = 64;

  private IpTcpHeaders() {}

  /** {@return whether packets between two addresses are of IPv4} */
  static boolean isIpv4(IpAddress source, IpAddress destination) {
    return source.isIpv4() && destination.isIpv4();
  }

  /** {@return bytes of the headers} */
  static int length(boolean ipv4) {
    return (ipv4 ? IPV4_LENGTH : IPV6_LENGTH) + TCP_LENGTH;
  }

  /**
   * Puts them before a payload that is in place behind {@link #length} bytes, with all checksums.
   *
   * @param packet big-endian; begins at index 0
   * @param sequence number of the payload's first byte
   * @param acknowledged number of the next byte that the other side will send
   * @param payload bytes, at most 65,475
   */
  static void put(
      ByteBuffer packet,
      IpAddress source,
      IpAddress destination,
      int sourcePort,
      int destinationPort,
      int sequence,
      int acknowledged,
      int payload) {
    boolean ipv4 = isIpv4(source, destination);
    int tcp = ipv4 ? IPV4_LENGTH : IPV6_LENGTH;
    int length = tcp + TCP_LENGTH + payload;
    if (ipv4) {
      putIpv4(packet, source, destination, length);
    } else {
      putIpv6(packet, source, destination, TCP_LENGTH + payload);
    }
    packet.putShort(tcp, (short) sourcePort).putShort(tcp + Short.BYTES, (short) destinationPort);
    packet.putInt(tcp + TCP_SEQUENCE, sequence).putInt(tcp + TCP_ACKNOWLEDGED, acknowledged);
    packet.putShort(tcp + TCP_OFFSET_AND_FLAGS, FIVE_WORDS_PSH_ACK);
    packet.putShort(tcp + TCP_WINDOW, WINDOW);
    packet.putShort(tcp + TCP_CHECKSUM, (short) 0).putShort(tcp + TCP_URGENT, (short) 0);
    // The pseudo header: addresses, protocol, length of header and payload.
    int addresses = ipv4 ? IPV4_SOURCE : IPV6_SOURCE;
    long sum = InternetChecksum.sum(TCP + TCP_LENGTH + payload, packet, addresses, tcp);
    packet.putShort(
        tcp + TCP_CHECKSUM, InternetChecksum.of(InternetChecksum.sum(sum, packet, tcp, length)));
  }

  private static void putIpv4(
      ByteBuffer packet, IpAddress source, IpAddress destination, int length) {
    packet.putShort(0, (short) (IPV4_VERSION_AND_LENGTH << Byte.SIZE));
    packet.putShort(Short.BYTES, (short) length);
    packet.putInt(Integer.BYTES, DO_NOT_FRAGMENT);
    packet.putShort(IPV4_TTL, (short) (HOPS << Byte.SIZE | TCP)).putShort(IPV4_CHECKSUM, (short) 0);
    packet
        .putInt(IPV4_SOURCE, (int) source.low())
        .putInt(IPV4_DESTINATION, (int) destination.low());
    packet.putShort(
        IPV4_CHECKSUM, InternetChecksum.of(InternetChecksum.sum(0, packet, 0, IPV4_LENGTH)));
  }

  private static void putIpv6(
      ByteBuffer packet, IpAddress source, IpAddress destination, int payload) {
    packet.putInt(0, IPV6_VERSION).putShort(IPV6_PAYLOAD_LENGTH, (short) payload);
    packet.put(IPV6_NEXT_HEADER, (byte) TCP).put(IPV6_HOP_LIMIT, HOPS);
    packet.putLong(IPV6_SOURCE, source.high()).putLong(IPV6_SOURCE + Long.BYTES, source.low());
    packet.putLong(IPV6_DESTINATION, destination.high());
    packet.putLong(IPV6_DESTINATION + Long.BYTES, destination.low());
  }
}
