package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.BOOLEAN;
import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.HEX64;
import static org.rdmadump.analysis.field.FieldType.NAMED;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.ArrayList;
import java.util.List;
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

/** The fields of InfiniBand's transport headers, which RoCE has too. */
final class IbFields {
  private IbFields() {}

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
}
