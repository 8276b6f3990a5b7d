package org.rdmadump.ib.forms;

import static org.rdmadump.ib.forms.IpPackets.ROCE_PORT;
import static org.rdmadump.ib.forms.IpPackets.roceIpv4;
import static org.rdmadump.ib.forms.IpPackets.roceIpv6;
import static org.rdmadump.ib.forms.LinkFrames.ethernet;
import static org.rdmadump.ib.forms.Packets.header;
import static org.rdmadump.ib.forms.Packets.join;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.rdmadump.link.LinkType;
import org.rdmadump.rdma.Transport;

/** A form in which RDMA reaches a capture file: what carries the transport packets. */
@SuppressWarnings("ImmutableEnumChecker") // carriers have no state
public enum Form {
  /** RoCEv2 in IPv4, as the decoder knows it best. */
  ROCE_V2(LinkType.ETHERNET, packet -> one(plain(packet))),
  /** RoCEv2 in IPv6. */
  ROCE_V2_IPV6(LinkType.ETHERNET, packet -> one(plainIpv6(packet))),
  /** RoCEv2 to port 4792. */
  ROCE_V2_OTHER_PORT(
      LinkType.ETHERNET,
      packet -> one(ethernet(packet, LinkFrames.IPV4, roceIpv4(packet, Form.OTHER_PORT)))),
  /** RoCEv2 to a port that usually has VXLAN. */
  ROCE_V2_TUNNEL_PORT(
      LinkType.ETHERNET,
      packet -> one(ethernet(packet, LinkFrames.IPV4, roceIpv4(packet, Form.VXLAN)))),
  /** RoCE version 1. */
  ROCE_V1(LinkType.ETHERNET, packet -> one(roceV1(packet))),
  /** RoCE version 1 with a VLAN tag. */
  ROCE_V1_VLAN(
      LinkType.ETHERNET,
      packet ->
          one(
              ethernet(
                  packet,
                  LinkFrames.VLAN,
                  join(
                      LinkFrames.tag(0x6064, LinkFrames.ROCE_V1),
                      InfinibandPackets.roce(packet))))),
  /** Native InfiniBand without global route headers. */
  INFINIBAND(LinkType.INFINIBAND, packet -> one(InfinibandPackets.local(packet))),
  /** Native InfiniBand from a device that takes both CRCs off. */
  INFINIBAND_WITHOUT_CRCS(
      LinkType.INFINIBAND, packet -> one(InfinibandPackets.withoutCrcs(packet))),
  /** Native InfiniBand with global route headers in one subnet, but in management packets. */
  INFINIBAND_GLOBAL(LinkType.INFINIBAND, packet -> one(InfinibandPackets.sameSubnet(packet))),
  /** Native InfiniBand with global route headers between subnets. */
  INFINIBAND_ROUTED(LinkType.INFINIBAND, packet -> one(InfinibandPackets.routed(packet))),
  /** ERF records of type InfiniBand. */
  ERF_INFINIBAND(
      LinkType.ERF,
      packet -> one(LinkFrames.erfInfiniband(packet, 0, InfinibandPackets.local(packet)))),
  /** ERF records of type InfiniBand with extension headers, the packets with global ones. */
  ERF_INFINIBAND_EXTENSIONS(
      LinkType.ERF,
      packet -> one(LinkFrames.erfInfiniband(packet, 2, InfinibandPackets.routed(packet)))),
  /** ERF records of type Ethernet. */
  ERF_ETHERNET(LinkType.ERF, packet -> one(LinkFrames.erfEthernet(packet, 0, plain(packet)))),
  /** ERF records of type Ethernet with extension headers, of RoCE version 1. */
  ERF_ETHERNET_EXTENSIONS(
      LinkType.ERF, packet -> one(LinkFrames.erfEthernet(packet, 3, roceV1(packet)))),
  /** A VLAN tag. */
  VLAN_TAG(
      LinkType.ETHERNET,
      packet ->
          one(
              ethernet(
                  packet,
                  LinkFrames.VLAN,
                  join(LinkFrames.tag(0x6064, LinkFrames.IPV4), roceIpv4(packet, ROCE_PORT))))),
  /** A VLAN tag, behind a router: Ethernet addresses and hop limit are others. */
  VLAN_ROUTED(LinkType.ETHERNET, packet -> one(routed(VLAN_TAG.frames(packet).get(0)))),
  /** Two VLAN tags. */
  QINQ(
      LinkType.ETHERNET,
      packet ->
          one(
              ethernet(
                  packet,
                  LinkFrames.SERVICE_VLAN,
                  join(
                      LinkFrames.tag(7, LinkFrames.VLAN),
                      LinkFrames.tag(100, LinkFrames.IPV4),
                      roceIpv4(packet, ROCE_PORT))))),
  /** Two MPLS labels, IPv4 behind them. */
  MPLS(
      LinkType.ETHERNET,
      packet ->
          one(
              ethernet(
                  packet,
                  LinkFrames.MPLS,
                  join(LinkFrames.labels(100, 200), roceIpv4(packet, ROCE_PORT))))),
  /** One MPLS label, IPv6 behind it. */
  MPLS_IPV6(
      LinkType.ETHERNET,
      packet ->
          one(ethernet(packet, LinkFrames.MPLS, join(LinkFrames.labels(100), roceIpv6(packet))))),
  /** An Ethernet pseudowire with its control word over MPLS. */
  MPLS_ETHERNET(
      LinkType.ETHERNET,
      packet ->
          one(
              ethernet(
                  packet,
                  LinkFrames.MPLS,
                  join(LinkFrames.labels(100, 200), new byte[4], plain(packet))))),
  /** VXLAN. */
  VXLAN_TUNNEL(LinkType.ETHERNET, packet -> one(outer(packet, vxlan(packet, Form.VXLAN)))),
  /** VXLAN to the port that Linux has by itself, RoCE version 1 with a VLAN tag inside. */
  VXLAN_LINUX_PORT(
      LinkType.ETHERNET, packet -> one(outer(packet, vxlan(packet, Form.VXLAN_LINUX)))),
  /** VXLAN whose own packets are fragmented. */
  VXLAN_FRAGMENTED(
      LinkType.ETHERNET,
      packet -> each(packet, LinkFrames.IPV4, IpPackets.fragmentsIpv4(vxlan(packet, Form.VXLAN)))),
  /** Geneve with options, Ethernet inside. */
  GENEVE(LinkType.ETHERNET, packet -> one(outer(packet, geneve(packet, 0x6558, plain(packet))))),
  /** Geneve with options, IPv4 inside. */
  GENEVE_IPV4(
      LinkType.ETHERNET,
      packet -> one(outer(packet, geneve(packet, LinkFrames.IPV4, roceIpv4(packet, ROCE_PORT))))),
  /** GRE without options. */
  GRE(
      LinkType.ETHERNET,
      packet ->
          one(
              outer(
                  packet,
                  IpPackets.outerIpv4(
                      packet,
                      Form.GRE_PROTOCOL,
                      join(
                          header(4).putShort(2, (short) LinkFrames.IPV4).array(),
                          roceIpv4(packet, ROCE_PORT)))))),
  /** GRE with key and sequence number, Ethernet inside. */
  GRE_ETHERNET(
      LinkType.ETHERNET,
      packet ->
          one(
              outer(
                  packet,
                  IpPackets.outerIpv4(
                      packet,
                      Form.GRE_PROTOCOL,
                      join(
                          header(12)
                              .putShort((short) 0x3000)
                              .putShort((short) 0x6558)
                              .putInt(77)
                              .putInt(packet.number())
                              .array(),
                          plain(packet)))))),
  /** A frame that a switch mirrors, ERSPAN of type II. */
  ERSPAN_II(
      LinkType.ETHERNET,
      packet ->
          one(
              outer(
                  packet,
                  IpPackets.outerIpv4(
                      packet,
                      Form.GRE_PROTOCOL,
                      join(
                          header(16)
                              .putShort((short) 0x1000)
                              .putShort((short) 0x88be)
                              .putInt(packet.number())
                              .putInt(0x10640001)
                              .putInt(7)
                              .array(),
                          plain(packet)))))),
  /** ERSPAN of type III with a platform header, RoCE version 1 inside. */
  ERSPAN_III(
      LinkType.ETHERNET,
      packet ->
          one(
              outer(
                  packet,
                  IpPackets.outerIpv4(
                      packet,
                      Form.GRE_PROTOCOL,
                      join(
                          header(28)
                              .putShort((short) 0x1000)
                              .putShort((short) 0x22eb)
                              .putInt(packet.number())
                              .putInt(0x20640001)
                              .putInt(0x12345678)
                              .putInt(1)
                              .putLong(0x0011223344556677L)
                              .array(),
                          roceV1(packet)))))),
  /** IPv4 in IPv4. */
  IP_IN_IP(
      LinkType.ETHERNET,
      packet -> one(outer(packet, IpPackets.outerIpv4(packet, 4, roceIpv4(packet, ROCE_PORT))))),
  /** IPv6 in IPv4. */
  IPV6_IN_IPV4(
      LinkType.ETHERNET,
      packet -> one(outer(packet, IpPackets.outerIpv4(packet, 41, roceIpv6(packet))))),
  /** IPv4 in IPv6. */
  IPV4_IN_IPV6(
      LinkType.ETHERNET,
      packet ->
          one(
              ethernet(
                  packet, LinkFrames.IPV6, IpPackets.outerIpv6(4, roceIpv4(packet, ROCE_PORT))))),
  /** Linux cooked. */
  SLL(LinkType.LINUX_SLL, packet -> one(LinkFrames.sll(roceIpv4(packet, ROCE_PORT)))),
  /** Linux cooked, version 2. */
  SLL2(LinkType.LINUX_SLL2, packet -> one(LinkFrames.sll2(roceIpv4(packet, ROCE_PORT)))),
  /** BSD loopback of a machine with the least significant byte first. */
  NULL(
      LinkType.NULL,
      packet -> one(LinkFrames.loopback(ByteOrder.LITTLE_ENDIAN, roceIpv4(packet, ROCE_PORT)))),
  /** OpenBSD loopback. */
  LOOP(
      LinkType.LOOP,
      packet -> one(LinkFrames.loopback(ByteOrder.BIG_ENDIAN, roceIpv4(packet, ROCE_PORT)))),
  /** IP without a link layer. */
  RAW(LinkType.RAW, packet -> one(roceIpv6(packet))),
  /** IPv4 without a link layer. */
  RAW_IPV4(LinkType.IPV4, packet -> one(roceIpv4(packet, ROCE_PORT))),
  /** IPv6 without a link layer. */
  RAW_IPV6(LinkType.IPV6, packet -> one(roceIpv6(packet))),
  /** The pcap format with longer record headers, as a Linux kernel patch of 1999 brought it. */
  MODIFIED_PCAP(LinkType.ETHERNET, packet -> one(plain(packet))),
  /** Fragments of IPv4. */
  IPV4_FRAGMENTS(
      LinkType.ETHERNET, packet -> each(packet, LinkFrames.IPV4, IpPackets.fragmentsIpv4(packet))),
  /** Fragments of IPv4, the last one first. */
  IPV4_FRAGMENTS_REVERSED(
      LinkType.ETHERNET,
      packet -> each(packet, LinkFrames.IPV4, reversed(IpPackets.fragmentsIpv4(packet)))),
  /** Fragments of IPv6. */
  IPV6_FRAGMENTS(
      LinkType.ETHERNET, packet -> each(packet, LinkFrames.IPV6, IpPackets.fragmentsIpv6(packet)));

  /** The destination port of {@link #ROCE_V2_OTHER_PORT}. */
  public static final int OTHER_PORT = 4792;

  /** The destination port of {@link #ROCE_V2_TUNNEL_PORT}. */
  public static final int VXLAN = 4789;

  private static final int VXLAN_LINUX = 8472;
  private static final int GENEVE_PORT = 6081;
  private static final int GRE_PROTOCOL = 47;
  private static final int TAGGED = 18;
  private static final int IPV4_LENGTH = 20;
  private static final int HOP_LIMIT = 8;
  private static final int CHECKSUM = 10;

  private final int linkType;
  private final Carrier carrier;

  /** Puts a transport packet into frames. */
  private interface Carrier {
    List<byte[]> frames(CarriedPacket packet);
  }

  Form(int linkType, Carrier carrier) {
    this.linkType = linkType;
    this.carrier = carrier;
  }

  /** {@return LINKTYPE_ value of the frames} */
  public int linkType() {
    return linkType;
  }

  /** {@return the name for a file with a capture in this form} */
  public String fileName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-') + ".pcap";
  }

  /** {@return the frames that a packet takes} */
  List<byte[]> frames(CarriedPacket packet) {
    return carrier.frames(packet);
  }

  private static List<byte[]> one(byte[] frame) {
    return List.of(frame);
  }

  private static List<byte[]> each(CarriedPacket packet, int type, List<byte[]> payloads) {
    return payloads.stream().map(payload -> ethernet(packet, type, payload)).toList();
  }

  /** {@return the forms that tshark finds the transport packets in without being told how} */
  public static Set<Form> readByTshark() {
    return EnumSet.complementOf(
        EnumSet.of(
            ROCE_V2_OTHER_PORT,
            ROCE_V2_TUNNEL_PORT,
            VXLAN_LINUX_PORT,
            MPLS_ETHERNET,
            INFINIBAND,
            INFINIBAND_WITHOUT_CRCS,
            INFINIBAND_GLOBAL,
            INFINIBAND_ROUTED));
  }

  /** {@return the wire protocol of what it carries} */
  public Transport transport() {
    return switch (this) {
      case ROCE_V1, ROCE_V1_VLAN, VXLAN_LINUX_PORT, ERSPAN_III, ERF_ETHERNET_EXTENSIONS ->
          Transport.ROCEV1;
      case INFINIBAND,
          INFINIBAND_WITHOUT_CRCS,
          INFINIBAND_GLOBAL,
          INFINIBAND_ROUTED,
          ERF_INFINIBAND,
          ERF_INFINIBAND_EXTENSIONS ->
          Transport.INFINIBAND;
      default -> Transport.ROCEV2;
    };
  }

  private static List<byte[]> reversed(List<byte[]> frames) {
    List<byte[]> reversed = new ArrayList<>(frames);
    Collections.reverse(reversed);
    return reversed;
  }

  /** What a router makes of a tagged frame with IPv4. */
  private static byte[] routed(byte[] frame) {
    byte[] ip = Arrays.copyOfRange(frame, TAGGED, TAGGED + IPV4_LENGTH);
    ByteBuffer fields = ByteBuffer.wrap(ip).put(HOP_LIMIT, (byte) 3).putShort(CHECKSUM, (short) 0);
    fields.putShort(CHECKSUM, Packets.checksum(ip));
    byte[] ends = Arrays.copyOfRange(frame, 12, TAGGED);
    return join(
        header(12).putInt(0x02000000).putInt(0x5a020000).putInt(0x5b).array(),
        ends,
        ip,
        Arrays.copyOfRange(frame, TAGGED + IPV4_LENGTH, frame.length));
  }

  private static byte[] plain(CarriedPacket packet) {
    return ethernet(packet, LinkFrames.IPV4, roceIpv4(packet, ROCE_PORT));
  }

  private static byte[] plainIpv6(CarriedPacket packet) {
    return ethernet(packet, LinkFrames.IPV6, roceIpv6(packet));
  }

  private static byte[] roceV1(CarriedPacket packet) {
    return ethernet(packet, LinkFrames.ROCE_V1, InfinibandPackets.roce(packet));
  }

  private static byte[] outer(CarriedPacket packet, byte[] ip) {
    return ethernet(packet, LinkFrames.IPV4, ip);
  }

  /** VXLAN in IPv4, with RoCE of one version or the other inside. */
  private static byte[] vxlan(CarriedPacket packet, int port) {
    byte[] inner = port == VXLAN ? plain(packet) : Form.ROCE_V1_VLAN.frames(packet).get(0);
    byte[] vxlan = join(header(8).putInt(0x08000000).putInt(42 << 8).array(), inner);
    return IpPackets.outerIpv4(
        packet, IpPackets.UDP, IpPackets.udp(packet.udpSourcePort(), port, vxlan, 0));
  }

  private static byte[] geneve(CarriedPacket packet, int type, byte[] inner) {
    byte[] geneve =
        join(
            header(16)
                .put((byte) 2)
                .put((byte) 0)
                .putShort((short) type)
                .putInt(42 << 8)
                .putInt(0x01020301)
                .putInt(-1)
                .array(),
            inner);
    return IpPackets.outerIpv4(
        packet, IpPackets.UDP, IpPackets.udp(packet.udpSourcePort(), GENEVE_PORT, geneve, 0));
  }
}
