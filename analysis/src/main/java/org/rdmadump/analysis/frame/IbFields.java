package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.List;
import java.util.stream.IntStream;
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
    return IntStream.range(0, 1 << Byte.SIZE)
        .mapToObj(Opcode::of)
        .filter(Opcode::isKnown)
        .map(Opcode::text)
        .toList();
  }

  static void bth(FieldTable<Bth> fields) {
    fields
        .named(
            "opcode",
            "service, operation and part, such as RC RDMA WRITE First",
            h -> h.opcode().code(),
            IbFields::opcode)
        .also("infiniband.bth.opcode")
        .values(opcodes())
        .flag("solicited", "the receiver is to raise an event", Bth::solicitedEvent)
        .also("infiniband.bth.se")
        .flag("migrated", "the path is migrated", Bth::migReq)
        .also("infiniband.bth.m")
        .number("pad_count", "bytes that fill the payload up to a multiple of four", Bth::padCount)
        .also("infiniband.bth.padcnt")
        .number("version", "transport version, 0", Bth::transportVersion)
        .also("infiniband.bth.tver")
        .number("p_key", "partition key", Bth::pKey)
        .also("infiniband.bth.p_key")
        .flag("fecn", "forward congestion notification", Bth::fecn)
        .flag("becn", "backward congestion notification", Bth::becn)
        .number("dest_qp", "queue pair of the receiver", Bth::destinationQp)
        .also("infiniband.bth.destqp")
        .flag("ack_request", "an acknowledgement is asked for", Bth::ackRequest)
        .also("infiniband.bth.a")
        .number("psn", "packet sequence number", Bth::psn)
        .also("infiniband.bth.psn");
  }

  static void rdeth(FieldTable<Rdeth> fields) {
    fields
        .number("ee_context", "end-to-end context", Rdeth::eeContext)
        .also("infiniband.rdeth.eecnxt");
  }

  static void deth(FieldTable<Deth> fields) {
    fields
        .hex32("q_key", "queue key", Deth::queueKey)
        .also("infiniband.deth.q_key")
        .number("src_qp", "queue pair of the sender", Deth::sourceQp)
        .also("infiniband.deth.srcqp");
  }

  static void xrceth(FieldTable<XrcEth> fields) {
    fields.number("srq", "shared receive queue of the receiver", XrcEth::sharedReceiveQueue);
  }

  static void feth(FieldTable<Feth> fields) {
    fields
        .number("selectivity", "0 a range, 1 all of a memory region", Feth::selectivity)
        .number("placement", "1 global visibility, 2 persistence", Feth::placementType);
  }

  static void reth(FieldTable<Reth> fields) {
    fields
        .hex64("va", "virtual address", Reth::virtualAddress)
        .also("infiniband.reth.va")
        .hex32("r_key", "handle of the remote memory", Reth::rKey)
        .also("infiniband.reth.r_key")
        .number("dma_length", "bytes of the whole operation", Reth::dmaLength)
        .also("infiniband.reth.dmalen");
  }

  static void atomicEth(FieldTable<AtomicEth> fields) {
    fields
        .hex64("va", "virtual address", AtomicEth::virtualAddress)
        .hex32("r_key", "handle of the remote memory", AtomicEth::rKey)
        .hex64("swap_or_add", "new value or addend", AtomicEth::swapOrAddData)
        .also("infiniband.atomiceth.swapdt")
        .hex64("compare", "what is compared with", AtomicEth::compareData)
        .also("infiniband.atomiceth.cmpdt");
  }

  static void aeth(FieldTable<Aeth> fields) {
    fields
        .number("syndrome", "the byte that says how it went", Aeth::syndrome)
        .also("infiniband.aeth.syndrome")
        .text("kind", "what the syndrome says: ACK, RNR_NAK, NAK, RESERVED", h -> h.kind().name())
        .values(NameLists.of(AckKind.values(), AckKind::name))
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
        .values(NameLists.of(NakCode.values(), NakCode::text, NakCode.NONE))
        .add(
            "rnr_microseconds",
            UNSIGNED,
            "how long an RNR NAK asks to wait",
            (h, to) -> h.kind() == AckKind.RNR_NAK && to.number(h.rnrMicroseconds()))
        .number("msn", "message sequence number", Aeth::msn)
        .also("infiniband.aeth.msn");
  }

  static void atomicAckEth(FieldTable<AtomicAckEth> fields) {
    fields
        .hex64("original", "what was there before", AtomicAckEth::originalRemoteData)
        .also("infiniband.atomicacketh.origremdt");
  }

  static void immDt(FieldTable<ImmDt> fields) {
    fields.hex32("value", "what the program sent", ImmDt::immediate);
  }

  static void ieth(FieldTable<Ieth> fields) {
    fields.hex32("r_key", "handle that ends", Ieth::rKey);
  }

  static void invariantCrc(FieldTable<InvariantCrc> fields) {
    fields
        .hex32("value", "the four bytes as sent", InvariantCrc::value)
        .also("infiniband.invariant.crc");
  }
}
