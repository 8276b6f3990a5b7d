package org.rdmadump.ib.forms;

import static org.rdmadump.ib.forms.Packets.header;
import static org.rdmadump.ib.forms.Packets.join;

import java.util.Arrays;
import org.rdmadump.net.IpAddress;

/** Local and global route headers around transport packets. */
final class InfinibandPackets {
  private static final int TRANSPORT = 0x1b;
  private static final int FLOW_LABEL = 0x12345;
  private static final int VIRTUAL_LANE = 1;
  private static final int SERVICE_LEVEL = 3;
  private static final int LOCAL = 2;
  private static final int GLOBAL = 3;
  private static final int LRH_LENGTH = 8;
  private static final int GRH_LENGTH = 40;
  private static final int ICRC_LENGTH = 4;
  private static final int VCRC_LENGTH = 2;
  private static final long LINK_LOCAL = 0xfe80L << 48;

  private InfinibandPackets() {}

  /** A global route header and a packet of RoCE version 1, whose hosts have IP addresses. */
  static byte[] roce(CarriedPacket packet) {
    return global(packet, packet.source(), packet.destination());
  }

  /** Native InfiniBand without a global route header. */
  static byte[] local(CarriedPacket packet) {
    byte[] lrh = lrh(packet, LOCAL, 0);
    byte[] masked = join(lrh, packet.transport());
    masked = Packets.ones(masked, 0, 0, 0xf0, LRH_LENGTH + 4);
    return withVcrc(join(lrh, packet.transport(), Packets.crc32(masked)));
  }

  /** The same as some devices hand it out, whose CRCs are gone. */
  static byte[] withoutCrcs(CarriedPacket packet) {
    byte[] whole = local(packet);
    return Arrays.copyOf(whole, whole.length - ICRC_LENGTH - VCRC_LENGTH);
  }

  /** Native InfiniBand in which all but the connection manager use a global route header. */
  static byte[] sameSubnet(CarriedPacket packet) {
    return packet.isManagement()
        ? local(packet)
        : withGlobal(packet, gid(packet.source(), 0), gid(packet.destination(), 0));
  }

  /** Native InfiniBand between hosts in subnets of their own, behind the same two routers. */
  static byte[] routed(CarriedPacket packet) {
    return withGlobal(
        packet,
        gid(packet.source(), lid(packet.source())),
        gid(packet.destination(), lid(packet.destination())));
  }

  private static byte[] withGlobal(CarriedPacket packet, IpAddress from, IpAddress to) {
    return withVcrc(join(lrh(packet, GLOBAL, GRH_LENGTH), global(packet, from, to)));
  }

  private static byte[] withVcrc(byte[] packet) {
    return join(packet, Packets.crc16(packet));
  }

  private static byte[] lrh(CarriedPacket packet, int next, int more) {
    int words = (LRH_LENGTH + more + packet.transport().length + ICRC_LENGTH) / 4;
    return header(LRH_LENGTH)
        .put((byte) (VIRTUAL_LANE << 4))
        .put((byte) (SERVICE_LEVEL << 4 | next))
        .putShort((short) lid(packet.destination()))
        .putShort((short) words)
        .putShort((short) lid(packet.source()))
        .array();
  }

  private static byte[] global(CarriedPacket packet, IpAddress from, IpAddress to) {
    byte[] grh =
        header(GRH_LENGTH)
            .putInt(6 << 28 | packet.trafficClass() << 20 | FLOW_LABEL)
            .putShort((short) (packet.transport().length + ICRC_LENGTH))
            .put((byte) TRANSPORT)
            .put((byte) 1)
            .putLong(from.high())
            .putLong(from.low())
            .putLong(to.high())
            .putLong(to.low())
            .array();
    byte[] route = new byte[LRH_LENGTH];
    Arrays.fill(route, (byte) 0xff);
    byte[] masked =
        Packets.ones(join(grh, packet.transport()), 0, 0, 0x0f, 1, 2, 3, 7, GRH_LENGTH + 4);
    return join(grh, packet.transport(), Packets.crc32(route, masked));
  }

  /** A local identifier for a host, by the end of its IP address. */
  private static int lid(IpAddress host) {
    return (int) (host.low() & 0xff);
  }

  private static IpAddress gid(IpAddress host, int subnet) {
    return new IpAddress(LINK_LOCAL | subnet, 0x0002_c903_0000_0000L | lid(host));
  }
}
