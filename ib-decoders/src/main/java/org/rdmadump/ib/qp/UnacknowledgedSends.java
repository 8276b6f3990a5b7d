package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Operation;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.TrafficCounters;

/**
 * Counts what one host sent to a queue pair without acknowledgements. A message counts with its
 * last packet, and not if that comes without the first.
 */
final class UnacknowledgedSends {
  private final TrafficCounters traffic;
  private final @Nullable RequestCounters requests;
  private boolean isOpen;
  private long length;
  private long firstNanos;

  UnacknowledgedSends(TrafficCounters traffic, @Nullable RequestCounters requests) {
    this.traffic = traffic;
    this.requests = requests;
  }

  /** Takes a packet of a Send or Write. */
  void take(TransportPacket packet, boolean congested) {
    traffic.packet(packet.payloadLength(), packet.frameNumber(), packet.nanos());
    if (congested) {
      traffic.congestionMarked();
    }
    Opcode opcode = packet.opcode();
    if (opcode.startsMessage()) {
      isOpen = true;
      length = 0;
      firstNanos = packet.nanos();
    }
    length += packet.payloadLength();
    if (opcode.endsMessage() && isOpen) {
      isOpen = false;
      if (requests != null) {
        requests.sent(kind(opcode), length, firstNanos);
      }
    }
  }

  private static RequestKind kind(Opcode opcode) {
    boolean isImmediate = opcode.has(ExtensionHeader.IMM_DT);
    if (opcode.operation() == Operation.RDMA_WRITE) {
      return isImmediate ? RequestKind.WRITE_IMMEDIATE : RequestKind.WRITE;
    }
    return isImmediate ? RequestKind.SEND_IMMEDIATE : RequestKind.SEND;
  }
}
