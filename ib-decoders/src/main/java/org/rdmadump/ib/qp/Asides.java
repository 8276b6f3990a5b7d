package org.rdmadump.ib.qp;

import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.finding.Rule;
import org.rdmadump.ib.AtomicAckEth;
import org.rdmadump.ib.AtomicEth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.ImmDt;
import org.rdmadump.ib.Opcode;

/**
 * Tells of headers that no message of RPC-over-RDMA needs.
 *
 * @param findings is told of those that belong to no connection
 */
record Asides(FindingSink findings) {
  /** Tells of those of a request that {@linkplain Opcode#hasAside has them}, once. */
  void request(Flow flow, TransportPacket packet) {
    if (flow.requester().sequence().wasDone(packet.psn())) {
      return;
    }
    Opcode opcode = packet.opcode();
    int immediate = opcode.offsetOf(ExtensionHeader.IMM_DT);
    int atomic = opcode.offsetOf(ExtensionHeader.ATOMIC_ETH);
    if (immediate >= 0) {
      ImmDt data = ImmDt.read(packet.bytes(), packet.headers() + immediate);
      Requester requester = flow.requester();
      if (flow.isTold()) {
        requester.noted(
            requester.sequence().extend(packet.psn()),
            packet.finding(IbRules.IMMEDIATE_DATA, "%s", data.text()));
      } else {
        tell(flow, packet, IbRules.IMMEDIATE_DATA, data.text());
      }
    } else {
      tell(
          flow,
          packet,
          IbRules.ATOMIC,
          AtomicEth.read(packet.bytes(), packet.headers() + atomic).text(opcode.operation()));
    }
  }

  /** Tells of those of an answer to a request of {@code requester}, once. */
  void answer(Flow requester, TransportPacket packet) {
    int answer = packet.opcode().offsetOf(ExtensionHeader.ATOMIC_ACK_ETH);
    if (answer >= 0 && !requester.requester().sequence().wasAcknowledged(packet.psn())) {
      tell(
          requester,
          packet,
          IbRules.ATOMIC,
          "ATOMIC Acknowledge, "
              + AtomicAckEth.read(packet.bytes(), packet.headers() + answer).text());
    }
  }

  private void tell(Flow flow, TransportPacket packet, Rule rule, String what) {
    Finding finding = packet.finding(rule, "%s", what);
    if (!flow.tell(finding)) {
      findings.accept(finding);
    }
  }
}
