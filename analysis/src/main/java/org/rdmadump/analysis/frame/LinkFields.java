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
        .number("type", ErfHeader::type)
        .number("flags", ErfHeader::flags)
        .number("record_length", ErfHeader::recordLength)
        .number("lost", ErfHeader::lossCounter)
        .number("wire_length", ErfHeader::wireLength);
  }

  static void ethernet(FieldTable<EthernetHeader> fields) {
    fields
        .text("dst", h -> EthernetHeader.text(h.destination()))
        .text("src", h -> EthernetHeader.text(h.source()))
        .etherType(EthernetHeader::etherType);
  }

  static void sll(FieldTable<SllHeader> fields) {
    fields
        .number("packet_type", SllHeader::packetType)
        .number("hardware_type", SllHeader::hardwareType)
        .number("address_length", SllHeader::addressLength)
        .number("address", SllHeader::address)
        .etherType(SllHeader::etherType);
  }

  static void sll2(FieldTable<Sll2Header> fields) {
    fields
        .etherType(Sll2Header::etherType)
        .unsigned("interface", Sll2Header::interfaceIndex)
        .number("hardware_type", Sll2Header::hardwareType)
        .number("packet_type", Sll2Header::packetType)
        .number("address_length", Sll2Header::addressLength)
        .number("address", Sll2Header::address);
  }

  static void loopback(FieldTable<LoopbackHeader> fields) {
    fields.unsigned("family", LoopbackHeader::family);
  }

  static void vlan(FieldTable<VlanTag> fields) {
    fields
        .number("priority", VlanTag::priority)
        .flag("drop_eligible", VlanTag::dropEligible)
        .number("id", VlanTag::vlanId)
        .etherType(VlanTag::etherType);
  }
}
