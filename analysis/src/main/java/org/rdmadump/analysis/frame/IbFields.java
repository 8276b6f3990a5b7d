package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.ADDRESS;
import static org.rdmadump.analysis.field.FieldType.BOOLEAN;
import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.HEX64;
import static org.rdmadump.analysis.field.FieldType.NAMED;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rdmadump.analysis.field.LateNames;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.ib.AckKind;
import org.rdmadump.ib.Aeth;
import org.rdmadump.ib.AtomicAckEth;
import org.rdmadump.ib.AtomicEth;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Deth;
import org.rdmadump.ib.Feth;
import org.rdmadump.ib.Ieth;
import org.rdmadump.ib.ImmDt;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Rdeth;
import org.rdmadump.ib.Reth;
import org.rdmadump.ib.XrcEth;
import org.rdmadump.ib.mad.MadAttribute;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.ib.mad.MadMethod;
import org.rdmadump.ib.mad.ManagementClass;
import org.rdmadump.link.Lrh;
import org.rdmadump.link.Lrh.NextHeader;
import org.rdmadump.link.RawHeader;
import org.rdmadump.net.Grh;
import org.rdmadump.net.IpAddress;

/** The fields of InfiniBand's headers, connection management apart. */
final class IbFields {
  private static final NextHeader[] NEXT_HEADERS = NextHeader.values();

  private IbFields() {}

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

  private static String opcode(long code) {
    return Opcode.of((int) code).text();
  }

  private static List<String> opcodes() {
    List<String> opcodes = new ArrayList<>();
    for (int code = 0; code < 1 << Byte.SIZE; code++) {
      if (Opcode.of(code).isKnown()) {
        opcodes.add(opcode(code));
      }
    }
    return opcodes;
  }

  private static String managementClass(long code) {
    return ManagementClass.of((int) code).text();
  }

  private static String method(long code) {
    MadMethod known = MadMethod.of((int) code);
    return known == MadMethod.UNKNOWN ? String.format(Locale.ROOT, "0x%02x", code) : known.text();
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
            (h, to) -> to.named(code(h.nextHeader()), IbFields::nextHeader),
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

  static HeaderFields<Bth> bth() {
    return new HeaderFields<>(LayerName.BTH, Bth.class)
        .add(
            "opcode",
            NAMED,
            "service, operation and part, such as RC RDMA WRITE First",
            (h, to) -> to.named(h.opcode().code(), IbFields::opcode),
            "infiniband.bth.opcode")
        .named(opcodes())
        .add(
            "solicited",
            BOOLEAN,
            "the receiver is to raise an event",
            (h, to) -> to.number(h.solicitedEvent() ? 1 : 0),
            "infiniband.bth.se")
        .add(
            "migrated",
            BOOLEAN,
            "the path is migrated",
            (h, to) -> to.number(h.migReq() ? 1 : 0),
            "infiniband.bth.m")
        .add(
            "pad_count",
            UNSIGNED,
            "bytes that fill the payload up to a multiple of four",
            (h, to) -> to.number(h.padCount()),
            "infiniband.bth.padcnt")
        .add(
            "version",
            UNSIGNED,
            "transport version, 0",
            (h, to) -> to.number(h.transportVersion()),
            "infiniband.bth.tver")
        .add(
            "p_key",
            UNSIGNED,
            "partition key",
            (h, to) -> to.number(h.pKey()),
            "infiniband.bth.p_key")
        .add(
            "fecn",
            BOOLEAN,
            "forward congestion notification",
            (h, to) -> to.number(h.fecn() ? 1 : 0))
        .add(
            "becn",
            BOOLEAN,
            "backward congestion notification",
            (h, to) -> to.number(h.becn() ? 1 : 0))
        .add(
            "dest_qp",
            UNSIGNED,
            "queue pair of the receiver",
            (h, to) -> to.number(h.destinationQp()),
            "infiniband.bth.destqp")
        .add(
            "ack_request",
            BOOLEAN,
            "an acknowledgement is asked for",
            (h, to) -> to.number(h.ackRequest() ? 1 : 0),
            "infiniband.bth.a")
        .add(
            "psn",
            UNSIGNED,
            "packet sequence number",
            (h, to) -> to.number(h.psn()),
            "infiniband.bth.psn");
  }

  static HeaderFields<Rdeth> rdeth() {
    return new HeaderFields<>(LayerName.RDETH, Rdeth.class)
        .add(
            "ee_context",
            UNSIGNED,
            "end-to-end context",
            (h, to) -> to.number(h.eeContext()),
            "infiniband.rdeth.eecnxt");
  }

  static HeaderFields<Deth> deth() {
    return new HeaderFields<>(LayerName.DETH, Deth.class)
        .add(
            "q_key",
            HEX32,
            "queue key",
            (h, to) -> to.number(Integer.toUnsignedLong(h.queueKey())),
            "infiniband.deth.q_key")
        .add(
            "src_qp",
            UNSIGNED,
            "queue pair of the sender",
            (h, to) -> to.number(h.sourceQp()),
            "infiniband.deth.srcqp");
  }

  static HeaderFields<XrcEth> xrceth() {
    return new HeaderFields<>(LayerName.XRCETH, XrcEth.class)
        .add(
            "srq",
            UNSIGNED,
            "shared receive queue of the receiver",
            (h, to) -> to.number(h.sharedReceiveQueue()));
  }

  static HeaderFields<Feth> feth() {
    return new HeaderFields<>(LayerName.FETH, Feth.class)
        .add(
            "selectivity",
            UNSIGNED,
            "0 a range, 1 all of a memory region",
            (h, to) -> to.number(h.selectivity()))
        .add(
            "placement",
            UNSIGNED,
            "1 global visibility, 2 persistence",
            (h, to) -> to.number(h.placementType()));
  }

  static HeaderFields<Reth> reth() {
    return new HeaderFields<>(LayerName.RETH, Reth.class)
        .add(
            "va",
            HEX64,
            "virtual address",
            (h, to) -> to.number(h.virtualAddress()),
            "infiniband.reth.va")
        .add(
            "r_key",
            HEX32,
            "handle of the remote memory",
            (h, to) -> to.number(Integer.toUnsignedLong(h.rKey())),
            "infiniband.reth.r_key")
        .add(
            "dma_length",
            UNSIGNED,
            "bytes of the whole operation",
            (h, to) -> to.number(h.dmaLength()),
            "infiniband.reth.dmalen");
  }

  static HeaderFields<AtomicEth> atomicEth() {
    return new HeaderFields<>(LayerName.ATOMICETH, AtomicEth.class)
        .add("va", HEX64, "virtual address", (h, to) -> to.number(h.virtualAddress()))
        .add(
            "r_key",
            HEX32,
            "handle of the remote memory",
            (h, to) -> to.number(Integer.toUnsignedLong(h.rKey())))
        .add(
            "swap_or_add",
            HEX64,
            "new value or addend",
            (h, to) -> to.number(h.swapOrAddData()),
            "infiniband.atomiceth.swapdt")
        .add(
            "compare",
            HEX64,
            "what is compared with",
            (h, to) -> to.number(h.compareData()),
            "infiniband.atomiceth.cmpdt");
  }

  static HeaderFields<Aeth> aeth() {
    return new HeaderFields<>(LayerName.AETH, Aeth.class)
        .add(
            "syndrome",
            UNSIGNED,
            "the byte that says how it went",
            (h, to) -> to.number(h.syndrome()),
            "infiniband.aeth.syndrome")
        .add(
            "kind",
            TEXT,
            "what the syndrome says: ACK, RNR_NAK, NAK, RESERVED",
            (h, to) -> to.text(h.kind().name()))
        .named(NameLists.of(AckKind.values(), AckKind::name))
        .add(
            "credits",
            UNSIGNED,
            "messages that an ACK grants, where flow control is on",
            (h, to) -> h.creditCount() != Aeth.NO_CREDIT_COUNT && to.number(h.creditCount()))
        .add(
            "nak",
            TEXT,
            "why a NAK was sent",
            (h, to) -> h.kind() == AckKind.NAK && to.text(h.nakCode().text()))
        .named(NameLists.of(NakCode.values(), NakCode::text, NakCode.NONE))
        .add(
            "rnr_microseconds",
            UNSIGNED,
            "how long an RNR NAK asks to wait",
            (h, to) -> h.kind() == AckKind.RNR_NAK && to.number(h.rnrMicroseconds()))
        .add(
            "msn",
            UNSIGNED,
            "message sequence number",
            (h, to) -> to.number(h.msn()),
            "infiniband.aeth.msn");
  }

  static HeaderFields<AtomicAckEth> atomicAckEth() {
    return new HeaderFields<>(LayerName.ATOMICACKETH, AtomicAckEth.class)
        .add(
            "original",
            HEX64,
            "what was there before",
            (h, to) -> to.number(h.originalRemoteData()),
            "infiniband.atomicacketh.origremdt");
  }

  static HeaderFields<ImmDt> immDt() {
    return new HeaderFields<>(LayerName.IMMDT, ImmDt.class)
        .add(
            "value",
            HEX32,
            "what the program sent",
            (h, to) -> to.number(Integer.toUnsignedLong(h.immediate())));
  }

  static HeaderFields<Ieth> ieth() {
    return new HeaderFields<>(LayerName.IETH, Ieth.class)
        .add(
            "r_key",
            HEX32,
            "handle that ends",
            (h, to) -> to.number(Integer.toUnsignedLong(h.rKey())));
  }

  static HeaderFields<InvariantCrc> invariantCrc() {
    return new HeaderFields<>(LayerName.ICRC, InvariantCrc.class)
        .add(
            "value",
            HEX32,
            "the four bytes as sent",
            (h, to) -> to.number(Integer.toUnsignedLong(h.value())),
            "infiniband.invariant.crc");
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

  static HeaderFields<MadHeader> mad() {
    return new HeaderFields<>(LayerName.MAD, MadHeader.class)
        .add(
            "base_version",
            UNSIGNED,
            "1",
            (h, to) -> to.number(h.baseVersion()),
            "infiniband.mad.baseversion")
        .add(
            "class",
            NAMED,
            "what is managed, such as ComMgt",
            (h, to) -> to.named(h.managementClass(), IbFields::managementClass),
            "infiniband.mad.mgmtclass")
        .named(NameLists.of(ManagementClass.values(), ManagementClass::text))
        .add(
            "class_version",
            UNSIGNED,
            "version of the class",
            (h, to) -> to.number(h.classVersion()),
            "infiniband.mad.classversion")
        .add(
            "method",
            NAMED,
            "Get, Set, Send and so on",
            (h, to) -> to.named(h.method(), IbFields::method),
            "infiniband.mad.method")
        .named(NameLists.of(MadMethod.values(), MadMethod::text, MadMethod.UNKNOWN))
        .add(
            "status",
            UNSIGNED,
            "how it went, 0 if well",
            (h, to) -> to.number(h.status()),
            "infiniband.mad.status")
        .add(
            "class_specific",
            UNSIGNED,
            "of directed routes hop pointer and count",
            (h, to) -> to.number(h.classSpecific()),
            "infiniband.mad.classspecific")
        .add(
            "transaction_id",
            HEX64,
            "the same in all datagrams that a request brings about",
            (h, to) -> to.number(h.transactionId()),
            "infiniband.mad.transactionid")
        .add(
            "attribute",
            NAMED,
            "what the method is applied to",
            (h, to) -> to.named(h.attributeId(), id -> MadAttribute.text(h.kind(), (int) id)),
            "infiniband.mad.attributeid")
        .named(new LateNames(MadAttribute::names))
        .add(
            "attribute_modifier",
            HEX32,
            "which part of it",
            (h, to) -> to.number(Integer.toUnsignedLong(h.attributeModifier())),
            "infiniband.mad.attributemodifier");
  }
}
