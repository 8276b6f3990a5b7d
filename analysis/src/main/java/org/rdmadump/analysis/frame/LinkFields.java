package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.BOOLEAN;
import static org.rdmadump.analysis.field.FieldType.HEX64;
import static org.rdmadump.analysis.field.FieldType.NAMED;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.Locale;
import org.rdmadump.link.ErfHeader;
import org.rdmadump.link.EthernetHeader;
import org.rdmadump.link.LoopbackHeader;
import org.rdmadump.link.Sll2Header;
import org.rdmadump.link.SllHeader;
import org.rdmadump.link.VlanTag;

/** The fields of link-layer headers. */
final class LinkFields {
  private LinkFields() {}

  static HeaderFields<ErfHeader> erf() {
    return new HeaderFields<>(LayerName.ERF, ErfHeader.class)
        .add("type", UNSIGNED, "type of record", (h, to) -> to.number(h.type()), "erf.types.type")
        .add("flags", UNSIGNED, "flags of the card", (h, to) -> to.number(h.flags()), "erf.flags")
        .add(
            "record_length",
            UNSIGNED,
            "bytes of the record",
            (h, to) -> to.number(h.recordLength()),
            "erf.rlen")
        .add(
            "lost",
            UNSIGNED,
            "records lost before this one",
            (h, to) -> to.number(h.lossCounter()),
            "erf.lctr")
        .add(
            "wire_length",
            UNSIGNED,
            "bytes of the packet on the wire",
            (h, to) -> to.number(h.wireLength()),
            "erf.wlen");
  }

  static HeaderFields<EthernetHeader> ethernet() {
    return new HeaderFields<>(LayerName.ETH, EthernetHeader.class)
        .add("dst", TEXT, "receiver", (h, to) -> to.text(mac(h.destination())), "eth.dst")
        .add("src", TEXT, "sender", (h, to) -> to.text(mac(h.source())), "eth.src")
        .add(
            "type",
            NAMED,
            "EtherType of what follows",
            (h, to) -> to.named(h.etherType(), HeaderFields.HEX16),
            "eth.type");
  }

  /** {@return a 48-bit address as people write it} */
  static String mac(long address) {
    return String.format(
        Locale.ROOT,
        "%02x:%02x:%02x:%02x:%02x:%02x",
        address >>> 40 & 0xff,
        address >>> 32 & 0xff,
        address >>> 24 & 0xff,
        address >>> 16 & 0xff,
        address >>> 8 & 0xff,
        address & 0xff);
  }

  static HeaderFields<SllHeader> sll() {
    return new HeaderFields<>(LayerName.SLL, SllHeader.class)
        .add(
            "packet_type",
            UNSIGNED,
            "0 to us, 1 broadcast, 2 multicast, 3 to another host, 4 from us",
            (h, to) -> to.number(h.packetType()),
            "sll.pkttype")
        .add(
            "hardware_type",
            UNSIGNED,
            "ARPHRD_ number of the device",
            (h, to) -> to.number(h.hardwareType()),
            "sll.hatype")
        .add(
            "address_length",
            UNSIGNED,
            "bytes of the link-layer address",
            (h, to) -> to.number(h.addressLength()),
            "sll.halen")
        .add(
            "address",
            HEX64,
            "first 8 bytes of the link-layer address",
            (h, to) -> to.number(h.address()))
        .add(
            "type",
            NAMED,
            "EtherType of what follows",
            (h, to) -> to.named(h.etherType(), HeaderFields.HEX16),
            "sll.etype");
  }

  static HeaderFields<Sll2Header> sll2() {
    return new HeaderFields<>(LayerName.SLL, Sll2Header.class)
        .add(
            "type",
            NAMED,
            "EtherType of what follows",
            (h, to) -> to.named(h.etherType(), HeaderFields.HEX16),
            "sll.etype")
        .add(
            "interface",
            UNSIGNED,
            "index of the interface",
            (h, to) -> to.number(Integer.toUnsignedLong(h.interfaceIndex())),
            "sll.ifindex")
        .add(
            "hardware_type",
            UNSIGNED,
            "ARPHRD_ number of the device",
            (h, to) -> to.number(h.hardwareType()),
            "sll.hatype")
        .add(
            "packet_type",
            UNSIGNED,
            "0 to us, 1 broadcast, 2 multicast, 3 to another host, 4 from us",
            (h, to) -> to.number(h.packetType()),
            "sll.pkttype")
        .add(
            "address_length",
            UNSIGNED,
            "bytes of the link-layer address",
            (h, to) -> to.number(h.addressLength()),
            "sll.halen")
        .add(
            "address",
            HEX64,
            "first 8 bytes of the link-layer address",
            (h, to) -> to.number(h.address()));
  }

  static HeaderFields<LoopbackHeader> loopback() {
    return new HeaderFields<>(LayerName.NULL, LoopbackHeader.class)
        .add(
            "family",
            UNSIGNED,
            "address family, as the capturing machine numbers them",
            (h, to) -> to.number(Integer.toUnsignedLong(h.family())),
            "null.family");
  }

  static HeaderFields<VlanTag> vlan() {
    return new HeaderFields<>(LayerName.VLAN, VlanTag.class)
        .add(
            "priority",
            UNSIGNED,
            "priority code point, 0 to 7",
            (h, to) -> to.number(h.priority()),
            "vlan.priority")
        .add(
            "drop_eligible",
            BOOLEAN,
            "may be dropped first",
            (h, to) -> to.number(h.dropEligible() ? 1 : 0),
            "vlan.dei")
        .add("id", UNSIGNED, "VLAN, 0 to 4095", (h, to) -> to.number(h.vlanId()), "vlan.id")
        .add(
            "type",
            NAMED,
            "EtherType of what follows",
            (h, to) -> to.named(h.etherType(), HeaderFields.HEX16),
            "vlan.etype");
  }
}
