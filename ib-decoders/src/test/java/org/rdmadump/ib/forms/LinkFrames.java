package org.rdmadump.ib.forms;

import static org.rdmadump.ib.forms.Packets.header;
import static org.rdmadump.ib.forms.Packets.join;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Link-layer headers, those of capture formats among them. */
@SuppressWarnings("ByteBufferBackingArray") // all are of Packets.header
final class LinkFrames {
  static final int IPV4 = 0x0800;
  static final int IPV6 = 0x86dd;
  static final int VLAN = 0x8100;
  static final int SERVICE_VLAN = 0x88a8;
  static final int MPLS = 0x8847;
  static final int ROCE_V1 = 0x8915;

  static final int ERF_ETHERNET = 2;
  static final int ERF_INFINIBAND = 21;

  private static final long MAC_PREFIX = 0x0200_0000_0000L;
  private static final int SHORTEST = 60;
  private static final int FCS_LENGTH = 4;
  private static final int ERF_LENGTH = 16;
  private static final int EXTENSIONS_FOLLOW = 0x80;
  private static final long NANOS = 1_000_000_000L;

  private LinkFrames() {}

  /** An Ethernet frame, padded to the least length. */
  static byte[] ethernet(CarriedPacket packet, int type, byte[] payload) {
    byte[] frame =
        join(mac(packet.destination().low()), mac(packet.source().low()), twoBytes(type), payload);
    return frame.length < SHORTEST ? Arrays.copyOf(frame, SHORTEST) : frame;
  }

  private static byte[] mac(long host) {
    byte[] eight = header(Long.BYTES).putLong(MAC_PREFIX | (host & 0xffff)).array();
    return Arrays.copyOfRange(eight, 2, 8);
  }

  /** Two bytes, most significant first. */
  static byte[] twoBytes(int value) {
    return header(Short.BYTES).putShort((short) value).array();
  }

  /** A VLAN tag behind its own type, and the type of what follows. */
  static byte[] tag(int vlan, int type) {
    return join(twoBytes(vlan), twoBytes(type));
  }

  /** Entries of an MPLS label stack. */
  static byte[] labels(int... labels) {
    ByteBuffer stack = header(labels.length * Integer.BYTES);
    for (int i = 0; i < labels.length; i++) {
      stack.putInt(labels[i] << 12 | (i == labels.length - 1 ? 1 << 8 : 0) | 64);
    }
    return stack.array();
  }

  /** Linux cooked. */
  static byte[] sll(byte[] ip) {
    return join(
        header(16)
            .putShort((short) 4)
            .putShort((short) 1)
            .putShort((short) 6)
            .putLong(MAC_PREFIX << 16)
            .putShort((short) IPV4)
            .array(),
        ip);
  }

  /** Linux cooked, version 2. */
  static byte[] sll2(byte[] ip) {
    return join(
        header(20)
            .putShort((short) IPV4)
            .putShort((short) 0)
            .putInt(2)
            .putShort((short) 1)
            .put((byte) 4)
            .put((byte) 6)
            .putLong(MAC_PREFIX << 16)
            .array(),
        ip);
  }

  /** An address family in front of IPv4. */
  static byte[] loopback(ByteOrder order, byte[] ip) {
    return join(header(Integer.BYTES).order(order).putInt(2).array(), ip);
  }

  /** An ERF record with that many extension headers around a packet of native InfiniBand. */
  static byte[] erfInfiniband(CarriedPacket packet, int extensions, byte[] frame) {
    return erf(packet, ERF_INFINIBAND, extensions, frame.length, new byte[0], frame);
  }

  /** The same around an Ethernet frame, whose frame check sequence is added. */
  static byte[] erfEthernet(CarriedPacket packet, int extensions, byte[] frame) {
    byte[] whole = join(frame, Packets.crc32(frame));
    return erf(packet, ERF_ETHERNET, extensions, frame.length + FCS_LENGTH, new byte[2], whole);
  }

  private static byte[] erf(
      CarriedPacket packet, int type, int extensions, int wire, byte[] padding, byte[] frame) {
    int used = ERF_LENGTH + extensions * Long.BYTES + padding.length + frame.length;
    int record = (used + 7) / 8 * 8;
    long seconds = packet.epochNanos() / NANOS;
    long fraction = ((packet.epochNanos() % NANOS) << 32) / NANOS;
    ByteBuffer bytes = header(record);
    bytes.putLong(Long.reverseBytes(seconds << 32 | fraction));
    bytes.put((byte) (extensions > 0 ? type | EXTENSIONS_FOLLOW : type));
    bytes.put((byte) 4).putShort((short) record).putShort((short) 0).putShort((short) wire);
    for (int left = extensions; left > 0; left--) {
      bytes.put((byte) (left > 1 ? 5 | EXTENSIONS_FOLLOW : 5)).put(new byte[7]);
    }
    return bytes.put(padding).put(frame).array();
  }
}
