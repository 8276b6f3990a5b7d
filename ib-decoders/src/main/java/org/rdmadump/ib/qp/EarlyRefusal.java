package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.AckKind;
import org.rdmadump.ib.Aeth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.Operation;

/**
 * A NAK that broke a connection, captured before the flow that it answers was known.
 *
 * <p>IBTA volume 1, 9.7.5.2.8.
 */
record EarlyRefusal(int wirePsn, NakCode code, Finding finding) {
  /** The refusal that a packet is, if it breaks the connection. */
  static @Nullable EarlyRefusal of(TransportPacket packet) {
    if (packet.opcode().operation() != Operation.ACKNOWLEDGE) {
      return null;
    }
    int at = packet.headers() + packet.opcode().offsetOf(ExtensionHeader.AETH);
    Aeth aeth = Aeth.read(packet.bytes(), at);
    return breaks(Aeth.kind(packet.array(), at), aeth)
        ? new EarlyRefusal(packet.psn(), aeth.nakCode(), finding(aeth.nakCode(), packet))
        : null;
  }

  /** Whether nothing is delivered any more: after any NAK but one for a gap. */
  static boolean breaks(AckKind kind, Aeth aeth) {
    return kind == AckKind.NAK && aeth.nakCode() != NakCode.PSN_SEQUENCE_ERROR;
  }

  static Finding finding(NakCode code, TransportPacket packet) {
    return packet.finding(IbRules.refusal(code), "NAK (%s) of PSN %d", code.text(), packet.psn());
  }
}
