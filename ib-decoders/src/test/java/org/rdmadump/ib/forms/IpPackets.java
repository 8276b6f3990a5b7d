package org.rdmadump.ib.forms;

import static org.rdmadump.ib.forms.Packets.header;
import static org.rdmadump.ib.forms.Packets.join;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmadump.net.IpAddress;

/** IP and UDP around transport packets, and around other IP packets. */
@SuppressWarnings("ByteBufferBackingArray") // all are of Packets.header
final class IpPackets {
  static final int UDP = 17;
  static final int ROCE_PORT = 4791;

  private static final int IPV4_LENGTH = 20;
  private static final int IPV6_LENGTH = 40;
  private static final int IPV6_FRAGMENT = 44;
  private static final int HOPS = 64;
  private static final int DO_NOT_FRAGMENT = 0x4000;
  private static final int MORE_FRAGMENTS = 0x2000;

  /** Data in a fragment, a multiple of 8. */
  private static final int FRAGMENT_DATA = 576;

  private static final long PRIVATE_PREFIX = 0xfd00_0077L << 32;
  private static final int PRIVATE_NETWORK = 10 << 24;

  /** Ends of tunnels, in the addresses for documentation. */
  private static final int TUNNEL_FROM = 0xc0000201;

  private static final int TUNNEL_TO = 0xc0000202;

  private IpPackets() {}

  /** RoCEv2 in IPv4. */
  static byte[] roceIpv4(CarriedPacket packet, int port) {
    return roceIpv4(packet, port, DO_NOT_FRAGMENT);
  }

  private static byte[] roceIpv4(CarriedPacket packet, int port, int flags) {
    byte[] udp = udp(packet.udpSourcePort(), port, packet.transport(), 4);
    byte[] ip =
        ipv4(
            ipv4(packet.source()),
            ipv4(packet.destination()),
            packet.number(),
            flags,
            packet.trafficClass(),
            UDP,
            udp,
            4);
    byte[] masked = Packets.ones(ip, 0, 0, 0, 1, 8, 10, 11, 20 + 6, 20 + 7, 28 + 4);
    return join(ip, icrc(masked));
  }

  /** RoCEv2 in IPv6. */
  static byte[] roceIpv6(CarriedPacket packet) {
    byte[] udp = udp(packet.udpSourcePort(), ROCE_PORT, packet.transport(), 4);
    ByteBuffer ip =
        ipv6Header(
            ipv6(packet.source()),
            ipv6(packet.destination()),
            packet.trafficClass(),
            UDP,
            udp.length + 4);
    byte[] masked =
        Packets.ones(join(ip.array(), udp), 0, 0, 0x0f, 1, 2, 3, 7, 40 + 6, 40 + 7, 48 + 4);
    byte[] icrc = icrc(masked);
    byte[] pseudo =
        header(36)
            .put(ip.array(), 8, 32)
            .putShort((short) (udp.length + icrc.length))
            .putShort((short) UDP)
            .array();
    short checksum = Packets.checksum(pseudo, udp, icrc);
    ByteBuffer.wrap(udp).putShort(6, checksum == 0 ? -1 : checksum);
    return join(ip.array(), udp, icrc);
  }

  /** The invariant CRC of a packet without a local route header, its variant bytes already ones. */
  private static byte[] icrc(byte[] masked) {
    byte[] route = new byte[8];
    Arrays.fill(route, (byte) 0xff);
    return Packets.crc32(route, masked);
  }

  /** A datagram, with {@code more} bytes to come behind its payload and no checksum. */
  static byte[] udp(int from, int to, byte[] payload, int more) {
    int length = 8 + payload.length + more;
    return join(
        header(8).putShort((short) from).putShort((short) to).putShort((short) length).array(),
        payload);
  }

  /** An IPv4 packet between the ends of a tunnel. */
  static byte[] outerIpv4(CarriedPacket inner, int protocol, byte[] payload) {
    return ipv4(TUNNEL_FROM, TUNNEL_TO, inner.number(), 0, 0, protocol, payload, 0);
  }

  /** An IPv6 packet between the ends of a tunnel. */
  static byte[] outerIpv6(int protocol, byte[] payload) {
    IpAddress from = new IpAddress(0x2001_0db8L << 32, 1);
    IpAddress to = new IpAddress(0x2001_0db8L << 32, 2);
    return join(ipv6Header(from, to, 0, protocol, payload.length).array(), payload);
  }

  private static byte[] ipv4(
      int from,
      int to,
      int identification,
      int flags,
      int typeOfService,
      int protocol,
      byte[] payload,
      int more) {
    ByteBuffer ip =
        header(IPV4_LENGTH)
            .put((byte) 0x45)
            .put((byte) typeOfService)
            .putShort((short) (IPV4_LENGTH + payload.length + more))
            .putShort((short) identification)
            .putShort((short) flags)
            .put((byte) HOPS)
            .put((byte) protocol)
            .putShort((short) 0)
            .putInt(from)
            .putInt(to);
    ip.putShort(10, Packets.checksum(ip.array()));
    return join(ip.array(), payload);
  }

  private static ByteBuffer ipv6Header(
      IpAddress from, IpAddress to, int trafficClass, int protocol, int length) {
    return header(IPV6_LENGTH)
        .putInt(6 << 28 | trafficClass << 20)
        .putShort((short) length)
        .put((byte) protocol)
        .put((byte) HOPS)
        .putLong(from.high())
        .putLong(from.low())
        .putLong(to.high())
        .putLong(to.low());
  }

  /** RoCEv2 in IPv4, in as many fragments as it takes. */
  static List<byte[]> fragmentsIpv4(CarriedPacket packet) {
    return fragmentsIpv4(roceIpv4(packet, ROCE_PORT, 0));
  }

  /** The fragments of an IPv4 packet without options. */
  static List<byte[]> fragmentsIpv4(byte[] ip) {
    List<byte[]> fragments = new ArrayList<>();
    for (int at = IPV4_LENGTH; at < ip.length; at += FRAGMENT_DATA) {
      int end = Math.min(ip.length, at + FRAGMENT_DATA);
      ByteBuffer header = header(IPV4_LENGTH).put(ip, 0, IPV4_LENGTH);
      int place = (at - IPV4_LENGTH) / 8 | (end < ip.length ? MORE_FRAGMENTS : 0);
      header.putShort(2, (short) (IPV4_LENGTH + end - at)).putShort(6, (short) place);
      header.putShort(10, (short) 0);
      header.putShort(10, Packets.checksum(header.array()));
      fragments.add(join(header.array(), Arrays.copyOfRange(ip, at, end)));
    }
    return fragments;
  }

  /** RoCEv2 in IPv6, in as many fragments as it takes. */
  static List<byte[]> fragmentsIpv6(CarriedPacket packet) {
    byte[] ip = roceIpv6(packet);
    if (ip.length <= IPV6_LENGTH + FRAGMENT_DATA) {
      return List.of(ip);
    }
    List<byte[]> fragments = new ArrayList<>();
    for (int at = IPV6_LENGTH; at < ip.length; at += FRAGMENT_DATA) {
      int end = Math.min(ip.length, at + FRAGMENT_DATA);
      ByteBuffer header = header(IPV6_LENGTH).put(ip, 0, IPV6_LENGTH);
      header.putShort(4, (short) (8 + end - at)).put(6, (byte) IPV6_FRAGMENT);
      int place = (at - IPV6_LENGTH) | (end < ip.length ? 1 : 0);
      byte[] extension =
          header(8)
              .put((byte) UDP)
              .put((byte) 0)
              .putShort((short) place)
              .putInt(packet.number())
              .array();
      fragments.add(join(header.array(), extension, Arrays.copyOfRange(ip, at, end)));
    }
    return fragments;
  }

  /** An IPv4 address for a host: its own, or one of a private network. */
  private static int ipv4(IpAddress host) {
    return host.isIpv4() ? (int) host.low() : PRIVATE_NETWORK | (int) (host.low() & 0xffff);
  }

  /** An IPv6 address for a host: its own, or one of a private network. */
  private static IpAddress ipv6(IpAddress host) {
    return host.isIpv4() ? new IpAddress(PRIVATE_PREFIX, host.low() & 0xffff) : host;
  }
}
