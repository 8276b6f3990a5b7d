package org.rdmadump.analysis.frame;

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
        .named("opcode", h -> h.opcode().code(), IbFields::opcode)
        .values(opcodes())
        .numbered(Opcode.numbered())
        .flag("solicited", Bth::solicitedEvent)
        .flag("migrated", Bth::migReq)
        .number("pad_count", Bth::padCount)
        .number("version", Bth::transportVersion)
        .number("p_key", Bth::pKey)
        .flag("fecn", Bth::fecn)
        .flag("becn", Bth::becn)
        .number("dest_qp", Bth::destinationQp)
        .flag("ack_request", Bth::ackRequest)
        .number("psn", Bth::psn);
  }

  static void rdeth(FieldTable<Rdeth> fields) {
    fields.number("ee_context", Rdeth::eeContext);
  }

  static void deth(FieldTable<Deth> fields) {
    fields.unsigned("q_key", Deth::queueKey).number("src_qp", Deth::sourceQp);
  }

  static void xrceth(FieldTable<XrcEth> fields) {
    fields.number("srq", XrcEth::sharedReceiveQueue);
  }

  static void feth(FieldTable<Feth> fields) {
    fields.number("selectivity", Feth::selectivity).number("placement", Feth::placementType);
  }

  static void reth(FieldTable<Reth> fields) {
    fields
        .number("va", Reth::virtualAddress)
        .unsigned("r_key", Reth::rKey)
        .number("dma_length", Reth::dmaLength);
  }

  static void atomicEth(FieldTable<AtomicEth> fields) {
    fields
        .number("va", AtomicEth::virtualAddress)
        .unsigned("r_key", AtomicEth::rKey)
        .number("swap_or_add", AtomicEth::swapOrAddData)
        .number("compare", AtomicEth::compareData);
  }

  static void aeth(FieldTable<Aeth> fields) {
    fields
        .number("syndrome", Aeth::syndrome)
        .text("kind", h -> h.kind().name())
        .values(NameLists.of(AckKind.values(), AckKind::name))
        .add(
            "credits",
            (h, to) -> h.creditCount() != Aeth.NO_CREDIT_COUNT && to.number(h.creditCount()))
        .add("nak", (h, to) -> h.kind() == AckKind.NAK && to.text(h.nakCode().text()))
        .values(NameLists.of(NakCode.values(), NakCode::text, NakCode.NONE))
        .add(
            "rnr_microseconds",
            (h, to) -> h.kind() == AckKind.RNR_NAK && to.number(h.rnrMicroseconds()))
        .number("msn", Aeth::msn);
  }

  static void atomicAckEth(FieldTable<AtomicAckEth> fields) {
    fields.number("original", AtomicAckEth::originalRemoteData);
  }

  static void immDt(FieldTable<ImmDt> fields) {
    fields.unsigned("value", ImmDt::immediate);
  }

  static void ieth(FieldTable<Ieth> fields) {
    fields.unsigned("r_key", Ieth::rKey);
  }

  static void invariantCrc(FieldTable<InvariantCrc> fields) {
    fields.unsigned("value", InvariantCrc::value);
  }
}
