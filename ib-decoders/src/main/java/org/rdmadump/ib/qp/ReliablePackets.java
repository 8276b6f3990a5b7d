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
 * Gives the packets of reliable connections to the flows that they are about: requests to that of
 * their sender, responses to that of the requester.
 */
final class ReliablePackets implements CaptureOrder.PacketTaker {
  /** A PSN that is this far behind belongs to another connection with the same number. */
  private static final long STALE_PSNS = 1L << 21;

  /** Packets that may still be repeated around the end of a connection. */
  private static final long LATE_PSNS = 1L << 16;

  private final FlowTable flows;
  private final FindingSink findings;

  ReliablePackets(FlowTable flows, FindingSink findings) {
    this.flows = flows;
    this.findings = findings;
  }

  @Override
  public void take(Flow flow, TransportPacket packet) {
    if (packet.opcode().isResponse()) {
      response(flow, packet);
    } else {
      request(flow, packet);
    }
  }

  private void request(Flow found, TransportPacket packet) {
    Flow flow = found;
    if (flow.isClosed()) {
      if (!flow.isAnotherConnection(packet.psn(), LATE_PSNS)) {
        return;
      }
      flow = flows.restart(flow);
    } else if (flow.isStale(packet.psn(), STALE_PSNS)) {
      flow = flows.restart(flow);
    }
    flow.traffic().packet(packet.payloadLength(), packet.frameNumber(), packet.nanos());
    if (!flow.isDone(packet.psn())) {
      noteAside(flow, packet);
    }
    switch (packet.opcode().operation()) {
      case SEND -> flow.send(packet);
      case RDMA_WRITE -> flow.write(packet);
      case RDMA_READ_REQUEST -> flow.readRequest(packet);
      default -> flow.otherRequest(packet);
    }
  }

  /** Tells of headers that no message of RPC-over-RDMA needs. */
  private void noteAside(Flow flow, TransportPacket packet) {
    Opcode opcode = packet.opcode();
    int immediate = opcode.offsetOf(ExtensionHeader.IMM_DT);
    int atomic = opcode.offsetOf(ExtensionHeader.ATOMIC_ETH);
    if (immediate >= 0) {
      tell(
          flow,
          packet,
          IbRules.IMMEDIATE_DATA,
          ImmDt.read(packet.bytes(), packet.headers() + immediate).text());
    } else if (atomic >= 0) {
      tell(
          flow,
          packet,
          IbRules.ATOMIC,
          AtomicEth.read(packet.bytes(), packet.headers() + atomic).text(opcode.operation()));
    }
  }

  private void noteAnswer(Flow requester, TransportPacket packet) {
    int answer = packet.opcode().offsetOf(ExtensionHeader.ATOMIC_ACK_ETH);
    if (answer >= 0 && !requester.wasAcknowledged(packet.psn())) {
      tell(
          requester,
          packet,
          IbRules.ATOMIC,
          "ATOMIC Acknowledge, "
              + AtomicAckEth.read(packet.bytes(), packet.headers() + answer).text());
    }
  }

  private void tell(Flow flow, TransportPacket packet, Rule rule, String what) {
    Finding finding = Flow.finding(rule, packet, "%s", what);
    if (!flow.tell(finding)) {
      findings.accept(finding);
    }
  }

  private void response(Flow flow, TransportPacket packet) {
    if (flow.isClosed()) {
      return;
    }
    flow.traffic().packet(packet.payloadLength(), packet.frameNumber(), packet.nanos());
    Flow requester = flow.peer();
    if (requester == null || requester.isClosed()) {
      return;
    }
    switch (packet.opcode().operation()) {
      case RDMA_READ_RESPONSE -> requester.readResponse(packet);
      case ACKNOWLEDGE -> requester.acknowledge(packet);
      case ATOMIC_ACKNOWLEDGE -> {
        noteAnswer(requester, packet);
        requester.acknowledge(packet);
      }
      default -> {}
    }
  }
}
