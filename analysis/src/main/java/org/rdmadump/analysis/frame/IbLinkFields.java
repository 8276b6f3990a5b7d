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
        .number("vl", Lrh::virtualLane)
        .number("version", Lrh::version)
        .number("sl", Lrh::serviceLevel)
        .named("next_header", h -> NEXT_HEADERS.indexOf(h.nextHeader()), IbLinkFields::nextHeader)
        .values(NameLists.of(NextHeader.values(), NextHeader::name))
        .number("dst_lid", Lrh::destination)
        .number("length", Lrh::length)
        .number("src_lid", Lrh::source);
  }

  static void raw(FieldTable<RawHeader> fields) {
    fields.etherType(RawHeader::etherType);
  }

  static void grh(FieldTable<Grh> fields) {
    fields
        .number("version", Grh::version)
        .number("traffic_class", Grh::trafficClass)
        .number("flow_label", Grh::flowLabel)
        .number("length", Grh::payloadLength)
        .number("next_header", Grh::nextHeader)
        .number("hop_limit", Grh::hopLimit)
        .address("src", h -> new IpAddress(h.sourceHigh(), h.sourceLow()))
        .address("dst", h -> new IpAddress(h.destinationHigh(), h.destinationLow()));
  }

  static void variantCrc(FieldTable<VariantCrc> fields) {
    fields.hex16("value", VariantCrc::value);
  }
}
