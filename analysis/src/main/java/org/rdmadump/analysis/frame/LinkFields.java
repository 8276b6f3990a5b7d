package org.rdmadump.analysis.frame;

import org.rdmadump.link.ErfHeader;
import org.rdmadump.link.EthernetHeader;
import org.rdmadump.link.LoopbackHeader;
import org.rdmadump.link.Sll2Header;
import org.rdmadump.link.SllHeader;
import org.rdmadump.link.VlanTag;

/** The fields of link-layer headers. */
final class LinkFields {
  private LinkFields() {}

  static void erf(FieldTable<ErfHeader> fields) {
    fields
        .number("type", "type of record", ErfHeader::type)
        .also("erf.types.type")
        .number("flags", "flags of the card", ErfHeader::flags)
        .also("erf.flags")
        .number("record_length", "bytes of the record", ErfHeader::recordLength)
        .also("erf.rlen")
        .number("lost", "records lost before this one", ErfHeader::lossCounter)
        .also("erf.lctr")
        .number("wire_length", "bytes of the packet on the wire", ErfHeader::wireLength)
        .also("erf.wlen");
  }

  static void ethernet(FieldTable<EthernetHeader> fields) {
    fields
        .text("dst", "receiver", h -> EthernetHeader.text(h.destination()))
        .also("eth.dst")
        .text("src", "sender", h -> EthernetHeader.text(h.source()))
        .also("eth.src")
        .etherType(EthernetHeader::etherType)
        .also("eth.type");
  }

  static void sll(FieldTable<SllHeader> fields) {
    fields
        .number(
            "packet_type",
            "0 to us, 1 broadcast, 2 multicast, 3 to another host, 4 from us",
            SllHeader::packetType)
        .also("sll.pkttype")
        .number("hardware_type", "ARPHRD_ number of the device", SllHeader::hardwareType)
        .also("sll.hatype")
        .number("address_length", "bytes of the link-layer address", SllHeader::addressLength)
        .also("sll.halen")
        .hex64("address", "first 8 bytes of the link-layer address", SllHeader::address)
        .etherType(SllHeader::etherType)
        .also("sll.etype");
  }

  static void sll2(FieldTable<Sll2Header> fields) {
    fields
        .etherType(Sll2Header::etherType)
        .also("sll.etype")
        .uint32("interface", "index of the interface", Sll2Header::interfaceIndex)
        .also("sll.ifindex")
        .number("hardware_type", "ARPHRD_ number of the device", Sll2Header::hardwareType)
        .also("sll.hatype")
        .number(
            "packet_type",
            "0 to us, 1 broadcast, 2 multicast, 3 to another host, 4 from us",
            Sll2Header::packetType)
        .also("sll.pkttype")
        .number("address_length", "bytes of the link-layer address", Sll2Header::addressLength)
        .also("sll.halen")
        .hex64("address", "first 8 bytes of the link-layer address", Sll2Header::address);
  }

  static void loopback(FieldTable<LoopbackHeader> fields) {
    fields
        .uint32(
            "family",
            "address family, as the capturing machine numbers them",
            LoopbackHeader::family)
        .also("null.family");
  }

  static void vlan(FieldTable<VlanTag> fields) {
    fields
        .number("priority", "priority code point, 0 to 7", VlanTag::priority)
        .also("vlan.priority")
        .flag("drop_eligible", "may be dropped first", VlanTag::dropEligible)
        .also("vlan.dei")
        .number("id", "VLAN, 0 to 4095", VlanTag::vlanId)
        .also("vlan.id")
        .etherType(VlanTag::etherType)
        .also("vlan.etype");
  }
}
