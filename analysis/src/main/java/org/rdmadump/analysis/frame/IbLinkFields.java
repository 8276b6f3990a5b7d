package org.rdmadump.analysis.frame;

import java.util.List;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.link.Lrh;
import org.rdmadump.link.Lrh.NextHeader;
import org.rdmadump.link.RawHeader;
import org.rdmadump.net.Grh;
import org.rdmadump.net.IpAddress;

/** The fields of headers and trailers of InfiniBand's link and network layers. */
final class IbLinkFields {
  /** By their codes. */
  private static final List<NextHeader> NEXT_HEADERS = List.of(NextHeader.values());

  private IbLinkFields() {}

  private static String nextHeader(long code) {
    return NEXT_HEADERS.get((int) code).name();
  }

  static void lrh(FieldTable<Lrh> fields) {
    fields
        .number("vl", "virtual lane, 0 to 15", Lrh::virtualLane)
        .also("infiniband.lrh.vl")
        .number("version", "link version, 0", Lrh::version)
        .also("infiniband.lrh.lver")
        .number("sl", "service level, 0 to 15", Lrh::serviceLevel)
        .also("infiniband.lrh.sl")
        .named(
            "next_header",
            "what follows: RAW_ETHER_TYPE, RAW_IPV6, TRANSPORT, GLOBAL_TRANSPORT",
            h -> NEXT_HEADERS.indexOf(h.nextHeader()),
            IbLinkFields::nextHeader)
        .also("infiniband.lrh.lnh")
        .values(NameLists.of(NextHeader.values(), NextHeader::name))
        .number("dst_lid", "local identifier of the receiver", Lrh::destination)
        .also("infiniband.lrh.dlid")
        .number("length", "bytes of the packet without variant CRC", Lrh::length)
        .number("src_lid", "local identifier of the sender", Lrh::source)
        .also("infiniband.lrh.slid");
  }

  static void raw(FieldTable<RawHeader> fields) {
    fields.etherType(RawHeader::etherType);
  }

  static void grh(FieldTable<Grh> fields) {
    fields
        .number("version", "6", Grh::version)
        .also("infiniband.grh.ipver")
        .number("traffic_class", "traffic class", Grh::trafficClass)
        .also("infiniband.grh.tclass")
        .number("flow_label", "flow label", Grh::flowLabel)
        .also("infiniband.grh.flowlabel")
        .number("length", "bytes behind this header", Grh::payloadLength)
        .also("infiniband.grh.paylen")
        .number("next_header", "what follows: 27 a transport header", Grh::nextHeader)
        .also("infiniband.grh.nxthdr")
        .number("hop_limit", "hops left", Grh::hopLimit)
        .also("infiniband.grh.hoplmt")
        .address("src", "GID of the sender", h -> new IpAddress(h.sourceHigh(), h.sourceLow()))
        .also("infiniband.grh.sgid")
        .address(
            "dst",
            "GID of the receiver",
            h -> new IpAddress(h.destinationHigh(), h.destinationLow()))
        .also("infiniband.grh.dgid");
  }

  static void variantCrc(FieldTable<VariantCrc> fields) {
    fields
        .hex16("value", "the two bytes as sent", VariantCrc::value)
        .also("infiniband.variant.crc");
  }
}
