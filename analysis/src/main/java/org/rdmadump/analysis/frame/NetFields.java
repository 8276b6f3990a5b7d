package org.rdmadump.analysis.frame;

import java.util.List;
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
        .number("label", MplsLabel::label)
        .number("traffic_class", MplsLabel::trafficClass)
        .flag("bottom", MplsLabel::isBottom)
        .number("ttl", MplsLabel::timeToLive);
  }

  static void gre(FieldTable<GreHeader> fields) {
    fields
        .number("version", GreHeader::version)
        .flag("checksum_present", GreHeader::hasChecksum)
        .flag("key_present", GreHeader::hasKey)
        .flag("sequence_present", GreHeader::hasSequence)
        .etherType(GreHeader::etherType);
  }

  static void erspan(FieldTable<ErspanHeader> fields) {
    fields.number("version", ErspanHeader::version);
  }

  static void vxlan(FieldTable<VxlanHeader> fields) {
    fields.number("vni", VxlanHeader::networkId);
  }

  static void geneve(FieldTable<GeneveHeader> fields) {
    fields
        .number("version", GeneveHeader::version)
        .etherType(GeneveHeader::etherType)
        .number("vni", GeneveHeader::networkId);
  }

  static void ipv4(FieldTable<Ipv4Header> fields) {
    fields
        .number("version", Ipv4Header::version)
        .number("header_length", Ipv4Header::headerLength)
        .number("dscp", h -> h.typeOfService() >> 2)
        .number("ecn", h -> h.typeOfService() & ECN)
        .number("length", Ipv4Header::totalLength)
        .number("id", Ipv4Header::identification)
        .flag("dont_fragment", Ipv4Header::dontFragment)
        .flag("more_fragments", Ipv4Header::moreFragments)
        .number("fragment_offset", Ipv4Header::fragmentOffset)
        .number("ttl", Ipv4Header::timeToLive)
        .number("protocol", Ipv4Header::protocol)
        .address("src", h -> IpAddress.ofIpv4(h.source()))
        .address("dst", h -> IpAddress.ofIpv4(h.destination()));
  }

  static void ipv6(FieldTable<Ipv6Header> fields) {
    fields
        .number("version", Ipv6Header::version)
        .number("dscp", h -> h.trafficClass() >> 2)
        .number("ecn", h -> h.trafficClass() & ECN)
        .number("flow_label", Ipv6Header::flowLabel)
        .number("length", Ipv6Header::payloadLength)
        .number("protocol", Ipv6Header::nextHeader)
        .number("ttl", Ipv6Header::hopLimit)
        .address("src", h -> new IpAddress(h.sourceHigh(), h.sourceLow()))
        .address("dst", h -> new IpAddress(h.destinationHigh(), h.destinationLow()));
  }

  static void ipv6Extension(FieldTable<Ipv6Extension> fields) {
    fields.number("protocol", Ipv6Extension::nextHeader);
  }

  static void ipv6Fragment(FieldTable<Ipv6Fragment> fields) {
    fields
        .number("protocol", Ipv6Fragment::nextHeader)
        .number("fragment_offset", Ipv6Fragment::fragmentOffset)
        .flag("more_fragments", Ipv6Fragment::moreFragments)
        .unsigned("id", Ipv6Fragment::identification);
  }

  static void udp(FieldTable<UdpHeader> fields) {
    fields
        .number("src_port", UdpHeader::sourcePort)
        .number("dst_port", UdpHeader::destinationPort)
        .number("length", UdpHeader::length)
        .hex16("checksum", UdpHeader::checksum);
  }

  static void tcp(FieldTable<TcpHeader> fields) {
    fields
        .number("src_port", TcpHeader::sourcePort)
        .number("dst_port", TcpHeader::destinationPort)
        .unsigned("seq", TcpHeader::sequence)
        .add("ack", (h, to) -> h.isAck() && to.number(Integer.toUnsignedLong(h.acknowledgement())))
        .number("header_length", TcpHeader::headerLength)
        .named("flags", TcpHeader::flags, NetFields::flags)
        .values(List.of(FLAG_NAMES))
        .flag("syn", TcpHeader::isSyn)
        .flag("fin", TcpHeader::isFin)
        .flag("rst", TcpHeader::isRst)
        .number("window", TcpHeader::window);
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
