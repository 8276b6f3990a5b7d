package org.rdmadump.analysis.frame;

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

  static void mpls(FieldTable<MplsLabel> fields) {
    fields
        .number("label", "label", MplsLabel::label)
        .also("mpls.label")
        .number("traffic_class", "traffic class, 0 to 7", MplsLabel::trafficClass)
        .also("mpls.exp")
        .flag("bottom", "last label of the stack", MplsLabel::isBottom)
        .also("mpls.bottom")
        .number("ttl", "hops left", MplsLabel::timeToLive)
        .also("mpls.ttl");
  }

  static void gre(FieldTable<GreHeader> fields) {
    fields
        .number("version", "0", GreHeader::version)
        .also("gre.flags.version")
        .flag("checksum_present", "there is a checksum", GreHeader::hasChecksum)
        .also("gre.flags.checksum")
        .flag("key_present", "there is a key", GreHeader::hasKey)
        .also("gre.flags.key")
        .flag("sequence_present", "there is a sequence number", GreHeader::hasSequence)
        .also("gre.flags.sequence_number")
        .etherType(GreHeader::etherType)
        .also("gre.proto");
  }

  static void erspan(FieldTable<ErspanHeader> fields) {
    fields
        .number("version", "1 of type II, 2 of type III", ErspanHeader::version)
        .also("erspan.version");
  }

  static void vxlan(FieldTable<VxlanHeader> fields) {
    fields.number("vni", "network", VxlanHeader::networkId).also("vxlan.vni");
  }

  static void geneve(FieldTable<GeneveHeader> fields) {
    fields
        .number("version", "0", GeneveHeader::version)
        .also("geneve.version")
        .etherType(GeneveHeader::etherType)
        .also("geneve.proto_type")
        .number("vni", "network", GeneveHeader::networkId)
        .also("geneve.vni");
  }

  static void ipv4(FieldTable<Ipv4Header> fields) {
    fields
        .number("version", "4 or 6", Ipv4Header::version)
        .also("ip.version")
        .number("header_length", "bytes of the header of version 4", Ipv4Header::headerLength)
        .also("ip.hdr_len")
        .number("dscp", "differentiated services code point", h -> h.typeOfService() >> 2)
        .also("ip.dsfield.dscp")
        .number(
            "ecn",
            "congestion: 0 cannot be told, 1 and 2 none, 3 there was some",
            h -> h.typeOfService() & ECN)
        .also("ip.dsfield.ecn")
        .number(
            "length",
            "bytes of the packet of version 4, of the payload of version 6",
            Ipv4Header::totalLength)
        .also("ip.len")
        .number("id", "identification of the packet of version 4", Ipv4Header::identification)
        .also("ip.id")
        .flag("dont_fragment", "DF flag", Ipv4Header::dontFragment)
        .also("ip.flags.df")
        .flag("more_fragments", "MF flag", Ipv4Header::moreFragments)
        .also("ip.flags.mf")
        .number(
            "fragment_offset",
            "where in the packet the fragment belongs, in bytes",
            Ipv4Header::fragmentOffset)
        .also("ip.frag_offset")
        .number("ttl", "hops left", Ipv4Header::timeToLive)
        .also("ip.ttl")
        .number("protocol", "IANA protocol number of what follows", Ipv4Header::protocol)
        .also("ip.proto")
        .address("src", "sender", h -> IpAddress.ofIpv4(h.source()))
        .also("ip.src")
        .address("dst", "receiver", h -> IpAddress.ofIpv4(h.destination()))
        .also("ip.dst");
  }

  static void ipv6(FieldTable<Ipv6Header> fields) {
    fields
        .number("version", "4 or 6", Ipv6Header::version)
        .also("ipv6.version")
        .number("dscp", "differentiated services code point", h -> h.trafficClass() >> 2)
        .also("ipv6.tclass.dscp")
        .number(
            "ecn",
            "congestion: 0 cannot be told, 1 and 2 none, 3 there was some",
            h -> h.trafficClass() & ECN)
        .also("ipv6.tclass.ecn")
        .number("flow_label", "flow label of version 6", Ipv6Header::flowLabel)
        .also("ipv6.flow")
        .number(
            "length",
            "bytes of the packet of version 4, of the payload of version 6",
            Ipv6Header::payloadLength)
        .also("ipv6.plen")
        .number("protocol", "IANA protocol number of what follows", Ipv6Header::nextHeader)
        .also("ipv6.nxt")
        .number("ttl", "hops left", Ipv6Header::hopLimit)
        .also("ipv6.hlim")
        .address("src", "sender", h -> new IpAddress(h.sourceHigh(), h.sourceLow()))
        .also("ipv6.src")
        .address("dst", "receiver", h -> new IpAddress(h.destinationHigh(), h.destinationLow()))
        .also("ipv6.dst");
  }

  static void ipv6Extension(FieldTable<Ipv6Extension> fields) {
    fields.number("protocol", "IANA protocol number of what follows", Ipv6Extension::nextHeader);
  }

  static void ipv6Fragment(FieldTable<Ipv6Fragment> fields) {
    fields
        .number("protocol", "IANA protocol number of what follows", Ipv6Fragment::nextHeader)
        .also("ipv6.fraghdr.nxt")
        .number(
            "fragment_offset",
            "where in the packet the fragment belongs, in bytes",
            Ipv6Fragment::fragmentOffset)
        .flag("more_fragments", "M flag", Ipv6Fragment::moreFragments)
        .also("ipv6.fraghdr.more")
        .hex32("id", "which packet the fragment belongs to", Ipv6Fragment::identification)
        .also("ipv6.fraghdr.ident");
  }

  static void udp(FieldTable<UdpHeader> fields) {
    fields
        .number("src_port", "source port", UdpHeader::sourcePort)
        .also("udp.srcport")
        .number("dst_port", "destination port", UdpHeader::destinationPort)
        .also("udp.dstport")
        .number("length", "bytes of header and payload", UdpHeader::length)
        .also("udp.length")
        .hex16("checksum", "checksum, not verified", UdpHeader::checksum)
        .also("udp.checksum");
  }

  static void tcp(FieldTable<TcpHeader> fields) {
    fields
        .number("src_port", "source port", TcpHeader::sourcePort)
        .also("tcp.srcport")
        .number("dst_port", "destination port", TcpHeader::destinationPort)
        .also("tcp.dstport")
        .uint32("seq", "sequence number as on the wire", TcpHeader::sequence)
        .also("tcp.seq_raw")
        .add(
            "ack",
            UNSIGNED,
            "acknowledgement number as on the wire",
            (h, to) -> h.isAck() && to.number(Integer.toUnsignedLong(h.acknowledgement())))
        .also("tcp.ack_raw")
        .number("header_length", "bytes of the header with its options", TcpHeader::headerLength)
        .also("tcp.hdr_len")
        .named(
            "flags",
            "control bits: SYN, FIN, RST, PSH, ACK, URG, ECE, CWR",
            TcpHeader::flags,
            NetFields::flags)
        .also("tcp.flags")
        .flag("syn", "SYN", TcpHeader::isSyn)
        .also("tcp.flags.syn")
        .flag("fin", "FIN", TcpHeader::isFin)
        .also("tcp.flags.fin")
        .flag("rst", "RST", TcpHeader::isRst)
        .also("tcp.flags.reset");
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
