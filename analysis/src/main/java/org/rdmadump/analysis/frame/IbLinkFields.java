package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.ADDRESS;
import static org.rdmadump.analysis.field.FieldType.NAMED;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.link.Lrh;
import org.rdmadump.link.Lrh.NextHeader;
import org.rdmadump.link.RawHeader;
import org.rdmadump.net.Grh;
import org.rdmadump.net.IpAddress;

/** The fields of headers and trailers of InfiniBand's link and network layers. */
final class IbLinkFields {
  private static final NextHeader[] NEXT_HEADERS = NextHeader.values();

  private IbLinkFields() {}

  private static int code(NextHeader next) {
    return switch (next) {
      case RAW_ETHER_TYPE -> 0;
      case RAW_IPV6 -> 1;
      case TRANSPORT -> 2;
      case GLOBAL_TRANSPORT -> 3;
    };
  }

  private static String nextHeader(long code) {
    return NEXT_HEADERS[(int) code].name();
  }

  static HeaderFields<Lrh> lrh() {
    return new HeaderFields<>(LayerName.LRH, Lrh.class)
        .add(
            "vl",
            UNSIGNED,
            "virtual lane, 0 to 15",
            (h, to) -> to.number(h.virtualLane()),
            "infiniband.lrh.vl")
        .add(
            "version",
            UNSIGNED,
            "link version, 0",
            (h, to) -> to.number(h.version()),
            "infiniband.lrh.lver")
        .add(
            "sl",
            UNSIGNED,
            "service level, 0 to 15",
            (h, to) -> to.number(h.serviceLevel()),
            "infiniband.lrh.sl")
        .add(
            "next_header",
            NAMED,
            "what follows: RAW_ETHER_TYPE, RAW_IPV6, TRANSPORT, GLOBAL_TRANSPORT",
            (h, to) -> to.named(code(h.nextHeader()), IbLinkFields::nextHeader),
            "infiniband.lrh.lnh")
        .named(NameLists.of(NEXT_HEADERS, NextHeader::name))
        .add(
            "dst_lid",
            UNSIGNED,
            "local identifier of the receiver",
            (h, to) -> to.number(h.destination()),
            "infiniband.lrh.dlid")
        .add(
            "length",
            UNSIGNED,
            "bytes of the packet without variant CRC",
            (h, to) -> to.number(h.length()))
        .add(
            "src_lid",
            UNSIGNED,
            "local identifier of the sender",
            (h, to) -> to.number(h.source()),
            "infiniband.lrh.slid");
  }

  static HeaderFields<RawHeader> raw() {
    return new HeaderFields<>(LayerName.RWH, RawHeader.class)
        .add(
            "type",
            NAMED,
            "EtherType of what follows",
            (h, to) -> to.named(h.etherType(), HeaderFields.HEX16));
  }

  static HeaderFields<Grh> grh() {
    return new HeaderFields<>(LayerName.GRH, Grh.class)
        .add("version", UNSIGNED, "6", (h, to) -> to.number(h.version()), "infiniband.grh.ipver")
        .add(
            "traffic_class",
            UNSIGNED,
            "traffic class",
            (h, to) -> to.number(h.trafficClass()),
            "infiniband.grh.tclass")
        .add(
            "flow_label",
            UNSIGNED,
            "flow label",
            (h, to) -> to.number(h.flowLabel()),
            "infiniband.grh.flowlabel")
        .add(
            "length",
            UNSIGNED,
            "bytes behind this header",
            (h, to) -> to.number(h.payloadLength()),
            "infiniband.grh.paylen")
        .add(
            "next_header",
            UNSIGNED,
            "what follows: 27 a transport header",
            (h, to) -> to.number(h.nextHeader()),
            "infiniband.grh.nxthdr")
        .add(
            "hop_limit",
            UNSIGNED,
            "hops left",
            (h, to) -> to.number(h.hopLimit()),
            "infiniband.grh.hoplmt")
        .add(
            "src",
            ADDRESS,
            "GID of the sender",
            (h, to) -> to.address(new IpAddress(h.sourceHigh(), h.sourceLow())),
            "infiniband.grh.sgid")
        .add(
            "dst",
            ADDRESS,
            "GID of the receiver",
            (h, to) -> to.address(new IpAddress(h.destinationHigh(), h.destinationLow())),
            "infiniband.grh.dgid");
  }

  static HeaderFields<VariantCrc> variantCrc() {
    return new HeaderFields<>(LayerName.VCRC, VariantCrc.class)
        .add(
            "value",
            NAMED,
            "the two bytes as sent",
            (h, to) -> to.named(h.value(), HeaderFields.HEX16),
            "infiniband.variant.crc");
  }
}
