package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.ADDRESS;
import static org.rdmadump.analysis.field.FieldType.BOOLEAN;
import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.NAMED;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import org.rdmadump.net.ErspanHeader;
import org.rdmadump.net.GeneveHeader;
import org.rdmadump.net.GreHeader;
import org.rdmadump.net.IpAddress;
import org.rdmadump.net.Ipv4Header;
import org.rdmadump.net.Ipv6Extension;
import org.rdmadump.net.Ipv6Fragment;
import org.rdmadump.net.Ipv6Header;
import org.rdmadump.net.MplsLabel;
import org.rdmadump.net.UdpHeader;
import org.rdmadump.net.VxlanHeader;
import org.rdmadump.tcp.TcpHeader;

/** The fields of tunnels, IP, UDP and TCP. */
final class NetFields {
  private static final int ECN = 3;

  private static final int[] FLAGS = {0x02, 0x01, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80};
  private static final String[] FLAG_NAMES = {
    "SYN", "FIN", "RST", "PSH", "ACK", "URG", "ECE", "CWR"
  };

  private NetFields() {}

  static HeaderFields<MplsLabel> mpls() {
    return new HeaderFields<>(LayerName.MPLS, MplsLabel.class)
        .add("label", UNSIGNED, "label", (h, to) -> to.number(h.label()), "mpls.label")
        .add(
            "traffic_class",
            UNSIGNED,
            "traffic class, 0 to 7",
            (h, to) -> to.number(h.trafficClass()),
            "mpls.exp")
        .add(
            "bottom",
            BOOLEAN,
            "last label of the stack",
            (h, to) -> to.number(h.isBottom() ? 1 : 0),
            "mpls.bottom")
        .add("ttl", UNSIGNED, "hops left", (h, to) -> to.number(h.timeToLive()), "mpls.ttl");
  }

  static HeaderFields<GreHeader> gre() {
    return new HeaderFields<>(LayerName.GRE, GreHeader.class)
        .add("version", UNSIGNED, "0", (h, to) -> to.number(h.version()), "gre.flags.version")
        .add(
            "checksum_present",
            BOOLEAN,
            "there is a checksum",
            (h, to) -> to.number(h.hasChecksum() ? 1 : 0),
            "gre.flags.checksum")
        .add(
            "key_present",
            BOOLEAN,
            "there is a key",
            (h, to) -> to.number(h.hasKey() ? 1 : 0),
            "gre.flags.key")
        .add(
            "sequence_present",
            BOOLEAN,
            "there is a sequence number",
            (h, to) -> to.number(h.hasSequence() ? 1 : 0),
            "gre.flags.sequence_number")
        .add(
            "type",
            NAMED,
            "EtherType of what follows",
            (h, to) -> to.named(h.etherType(), HeaderFields.HEX16),
            "gre.proto");
  }

  static HeaderFields<ErspanHeader> erspan() {
    return new HeaderFields<>(LayerName.ERSPAN, ErspanHeader.class)
        .add(
            "version",
            UNSIGNED,
            "1 of type II, 2 of type III",
            (h, to) -> to.number(h.version()),
            "erspan.version");
  }

  static HeaderFields<VxlanHeader> vxlan() {
    return new HeaderFields<>(LayerName.VXLAN, VxlanHeader.class)
        .add("vni", UNSIGNED, "network", (h, to) -> to.number(h.networkId()), "vxlan.vni");
  }

  static HeaderFields<GeneveHeader> geneve() {
    return new HeaderFields<>(LayerName.GENEVE, GeneveHeader.class)
        .add("version", UNSIGNED, "0", (h, to) -> to.number(h.version()), "geneve.version")
        .add(
            "type",
            NAMED,
            "EtherType of what follows",
            (h, to) -> to.named(h.etherType(), HeaderFields.HEX16),
            "geneve.proto_type")
        .add("vni", UNSIGNED, "network", (h, to) -> to.number(h.networkId()), "geneve.vni");
  }

  static HeaderFields<Ipv4Header> ipv4() {
    return new HeaderFields<>(LayerName.IP, Ipv4Header.class)
        .add("version", UNSIGNED, "4 or 6", (h, to) -> to.number(h.version()), "ip.version")
        .add(
            "header_length",
            UNSIGNED,
            "bytes of the header of version 4",
            (h, to) -> to.number(h.headerLength()),
            "ip.hdr_len")
        .add(
            "dscp",
            UNSIGNED,
            "differentiated services code point",
            (h, to) -> to.number(h.typeOfService() >> 2),
            "ip.dsfield.dscp")
        .add(
            "ecn",
            UNSIGNED,
            "congestion: 0 cannot be told, 1 and 2 none, 3 there was some",
            (h, to) -> to.number(h.typeOfService() & ECN),
            "ip.dsfield.ecn")
        .add(
            "length",
            UNSIGNED,
            "bytes of the packet of version 4, of the payload of version 6",
            (h, to) -> to.number(h.totalLength()),
            "ip.len")
        .add(
            "id",
            UNSIGNED,
            "identification of the packet of version 4",
            (h, to) -> to.number(h.identification()),
            "ip.id")
        .add(
            "dont_fragment",
            BOOLEAN,
            "DF flag",
            (h, to) -> to.number(h.dontFragment() ? 1 : 0),
            "ip.flags.df")
        .add(
            "more_fragments",
            BOOLEAN,
            "MF flag",
            (h, to) -> to.number(h.moreFragments() ? 1 : 0),
            "ip.flags.mf")
        .add(
            "fragment_offset",
            UNSIGNED,
            "where in the packet the fragment belongs, in bytes",
            (h, to) -> to.number(h.fragmentOffset()),
            "ip.frag_offset")
        .add("ttl", UNSIGNED, "hops left", (h, to) -> to.number(h.timeToLive()), "ip.ttl")
        .add(
            "protocol",
            UNSIGNED,
            "IANA protocol number of what follows",
            (h, to) -> to.number(h.protocol()),
            "ip.proto")
        .add(
            "src", ADDRESS, "sender", (h, to) -> to.address(IpAddress.ofIpv4(h.source())), "ip.src")
        .add(
            "dst",
            ADDRESS,
            "receiver",
            (h, to) -> to.address(IpAddress.ofIpv4(h.destination())),
            "ip.dst");
  }

  static HeaderFields<Ipv6Header> ipv6() {
    return new HeaderFields<>(LayerName.IP, Ipv6Header.class)
        .add("version", UNSIGNED, "4 or 6", (h, to) -> to.number(h.version()), "ipv6.version")
        .add(
            "dscp",
            UNSIGNED,
            "differentiated services code point",
            (h, to) -> to.number(h.trafficClass() >> 2),
            "ipv6.tclass.dscp")
        .add(
            "ecn",
            UNSIGNED,
            "congestion: 0 cannot be told, 1 and 2 none, 3 there was some",
            (h, to) -> to.number(h.trafficClass() & ECN),
            "ipv6.tclass.ecn")
        .add(
            "flow_label",
            UNSIGNED,
            "flow label of version 6",
            (h, to) -> to.number(h.flowLabel()),
            "ipv6.flow")
        .add(
            "length",
            UNSIGNED,
            "bytes of the packet of version 4, of the payload of version 6",
            (h, to) -> to.number(h.payloadLength()),
            "ipv6.plen")
        .add(
            "protocol",
            UNSIGNED,
            "IANA protocol number of what follows",
            (h, to) -> to.number(h.nextHeader()),
            "ipv6.nxt")
        .add("ttl", UNSIGNED, "hops left", (h, to) -> to.number(h.hopLimit()), "ipv6.hlim")
        .add(
            "src",
            ADDRESS,
            "sender",
            (h, to) -> to.address(new IpAddress(h.sourceHigh(), h.sourceLow())),
            "ipv6.src")
        .add(
            "dst",
            ADDRESS,
            "receiver",
            (h, to) -> to.address(new IpAddress(h.destinationHigh(), h.destinationLow())),
            "ipv6.dst");
  }

  static HeaderFields<Ipv6Extension> ipv6Extension() {
    return new HeaderFields<>(LayerName.IPV6_EXTENSION, Ipv6Extension.class)
        .add(
            "protocol",
            UNSIGNED,
            "IANA protocol number of what follows",
            (h, to) -> to.number(h.nextHeader()));
  }

  static HeaderFields<Ipv6Fragment> ipv6Fragment() {
    return new HeaderFields<>(LayerName.IPV6_EXTENSION, Ipv6Fragment.class)
        .add(
            "protocol",
            UNSIGNED,
            "IANA protocol number of what follows",
            (h, to) -> to.number(h.nextHeader()),
            "ipv6.fraghdr.nxt")
        .add(
            "fragment_offset",
            UNSIGNED,
            "where in the packet the fragment belongs, in bytes",
            (h, to) -> to.number(h.fragmentOffset()))
        .add(
            "more_fragments",
            BOOLEAN,
            "M flag",
            (h, to) -> to.number(h.moreFragments() ? 1 : 0),
            "ipv6.fraghdr.more")
        .add(
            "id",
            HEX32,
            "which packet the fragment belongs to",
            (h, to) -> to.number(Integer.toUnsignedLong(h.identification())),
            "ipv6.fraghdr.ident");
  }

  static HeaderFields<UdpHeader> udp() {
    return new HeaderFields<>(LayerName.UDP, UdpHeader.class)
        .add(
            "src_port",
            UNSIGNED,
            "source port",
            (h, to) -> to.number(h.sourcePort()),
            "udp.srcport")
        .add(
            "dst_port",
            UNSIGNED,
            "destination port",
            (h, to) -> to.number(h.destinationPort()),
            "udp.dstport")
        .add(
            "length",
            UNSIGNED,
            "bytes of header and payload",
            (h, to) -> to.number(h.length()),
            "udp.length")
        .add(
            "checksum",
            NAMED,
            "checksum, not verified",
            (h, to) -> to.named(h.checksum(), HeaderFields.HEX16),
            "udp.checksum");
  }

  static HeaderFields<TcpHeader> tcp() {
    return new HeaderFields<>(LayerName.TCP, TcpHeader.class)
        .add(
            "src_port",
            UNSIGNED,
            "source port",
            (h, to) -> to.number(h.sourcePort()),
            "tcp.srcport")
        .add(
            "dst_port",
            UNSIGNED,
            "destination port",
            (h, to) -> to.number(h.destinationPort()),
            "tcp.dstport")
        .add(
            "seq",
            UNSIGNED,
            "sequence number as on the wire",
            (h, to) -> to.number(Integer.toUnsignedLong(h.sequence())),
            "tcp.seq_raw")
        .add(
            "ack",
            UNSIGNED,
            "acknowledgement number as on the wire",
            (h, to) -> h.isAck() && to.number(Integer.toUnsignedLong(h.acknowledgement())),
            "tcp.ack_raw")
        .add(
            "header_length",
            UNSIGNED,
            "bytes of the header with its options",
            (h, to) -> to.number(h.headerLength()),
            "tcp.hdr_len")
        .add(
            "flags",
            NAMED,
            "control bits: SYN, FIN, RST, PSH, ACK, URG, ECE, CWR",
            (h, to) -> to.named(h.flags(), NetFields::flags),
            "tcp.flags")
        .add("syn", BOOLEAN, "SYN", (h, to) -> to.number(h.isSyn() ? 1 : 0), "tcp.flags.syn")
        .add("fin", BOOLEAN, "FIN", (h, to) -> to.number(h.isFin() ? 1 : 0), "tcp.flags.fin")
        .add("rst", BOOLEAN, "RST", (h, to) -> to.number(h.isRst() ? 1 : 0), "tcp.flags.reset");
  }

  /** {@return names of control bits, with {@code |} between them; 0 if none is set} */
  static String flags(long bits) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < FLAGS.length; i++) {
      if ((bits & FLAGS[i]) != 0) {
        text.append(text.isEmpty() ? "" : "|").append(FLAG_NAMES[i]);
      }
    }
    return text.isEmpty() ? "0" : text.toString();
  }
}
