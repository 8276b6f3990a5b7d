package org.rdmadump.net;

import java.nio.ByteBuffer;
import org.rdmadump.testing.Hex;

/** IP packets for tests, put around each other. Checksums are 0: nobody looks at them. */
final class IpBytes {
  /** Ethernet addresses and the type of IPv4. */
  static final byte[] ETHERNET = Hex.bytes("021122334455 f2778899aabb 0800");

  /** A datagram to the port of RoCEv2, from 10.0.0.1 to 10.0.0.2, with 6 bytes. */
  static final byte[] INNER =
      ipv4(0x0a000001, 0x0a000002, IpProtocol.UDP, udp(UdpPort.ROCE_V2, Hex.bytes("010203040506")));

  private IpBytes() {}

  static byte[] join(byte[]... parts) {
    ByteBuffer joined = ByteBuffer.allocate(1 << 17);
    for (byte[] part : parts) {
      joined.put(part);
    }
    byte[] bytes = new byte[joined.position()];
    joined.get(0, bytes);
    return bytes;
  }

  static byte[] udp(int port, byte[] payload) {
    ByteBuffer header = ByteBuffer.allocate(8).putShort((short) 0xc001).putShort((short) port);
    return join(header.putShort((short) (8 + payload.length)).array(), payload);
  }

  /** A packet from 192.0.2.1 to 192.0.2.2. */
  static byte[] ipv4(int protocol, byte[] payload) {
    return ipv4(0xc0000201, 0xc0000202, protocol, payload);
  }

  static byte[] ipv4(int from, int to, int protocol, byte[] payload) {
    return ipv4Fragment(from, to, 7, 0, protocol, payload);
  }

  /** A packet of which {@code place} has the flags and the offset in units of 8 bytes. */
  static byte[] ipv4Fragment(
      int from, int to, int identification, int place, int protocol, byte[] payload) {
    ByteBuffer header =
        ByteBuffer.allocate(Ipv4Header.LENGTH)
            .putShort((short) 0x4500)
            .putShort((short) (Ipv4Header.LENGTH + payload.length))
            .putShort((short) identification)
            .putShort((short) place)
            .put((byte) 64)
            .put((byte) protocol)
            .putShort((short) 0)
            .putInt(from)
            .putInt(to);
    return join(header.array(), payload);
  }

  /** A packet from 2001:db8::1 to 2001:db8::2. */
  static byte[] ipv6(int nextHeader, byte[] payload) {
    ByteBuffer header =
        ByteBuffer.allocate(Ipv6Header.LENGTH)
            .putInt(6 << 28)
            .putShort((short) payload.length)
            .put((byte) nextHeader)
            .put((byte) 64)
            .putLong(0x2001_0db8L << 32)
            .putLong(1)
            .putLong(0x2001_0db8L << 32)
            .putLong(2);
    return join(header.array(), payload);
  }
}
