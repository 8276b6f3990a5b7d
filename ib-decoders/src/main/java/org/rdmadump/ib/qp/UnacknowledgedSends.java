package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Operation;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.TransportService;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.TrafficCounters;

/**
 * Counts what one host sent to a queue pair without acknowledgements. A message counts with its
 * last packet, and not if a packet before that is missing: its receiver drops it.
 *
 * <p>IBTA volume 1, 9.8.2.
 */
final class UnacknowledgedSends {
  private static final int UNKNOWN = -1;

  /** Packets that may be missing in a row; with more, another connection has the number. */
  private static final int MOST_MISSING = 1 << 16;

  private final TrafficCounters traffic;
  private final @Nullable RequestCounters requests;

  /** The PSN that comes next on an unreliable connection. */
  private int next = UNKNOWN;

  private boolean isOpen;
  private long length;
  private long firstNanos;

  UnacknowledgedSends(TrafficCounters traffic, @Nullable RequestCounters requests) {
    this.traffic = traffic;
    this.requests = requests;
  }

  /**
   * Takes a packet of a Send or Write.
   *
   * @return packets that are missing before it
   */
  int take(TransportPacket packet, boolean congested) {
    traffic.packet(packet.payloadLength(), packet.frameNumber(), packet.nanos());
    if (congested) {
      traffic.congestionMarked();
    }
    Opcode opcode = packet.opcode();
    int ahead = 0;
    if (opcode.service() == TransportService.UC) {
      ahead = next == UNKNOWN ? 0 : Psn.distance(next, packet.psn());
      if (ahead < 0 && !opcode.startsMessage()) {
        return 0;
      }
      next = Psn.add(packet.psn(), 1);
    }
    if (ahead > 0) {
      isOpen = false;
    }
    int missing = ahead > MOST_MISSING ? 0 : Math.max(0, ahead);
    if (missing > 0) {
      traffic.outOfOrder(1);
    }
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
    return missing;
  }

  private static RequestKind kind(Opcode opcode) {
    boolean isImmediate = opcode.has(ExtensionHeader.IMM_DT);
    if (opcode.operation() == Operation.RDMA_WRITE) {
      return isImmediate ? RequestKind.WRITE_IMMEDIATE : RequestKind.WRITE;
    }
    return isImmediate ? RequestKind.SEND_IMMEDIATE : RequestKind.SEND;
  }
}
