package org.rdmadump.ib.qp;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Operation;
import org.rdmadump.rdma.ConnectionEnd;

/**
 * Packets of one direction that wait, in their order, until the capture shows what the other one
 * had sent before them.
 */
final class WaitingPackets extends UseOrder.Member {
  private static final long NEVER = Long.MIN_VALUE;

  private final Flow flow;
  private final CaptureOrder order;
  private final Deque<TransportPacket> packets = new ArrayDeque<>();
  private @Nullable ConnectionEnd end;
  private long vainSince = NEVER;
  private boolean passed;

  WaitingPackets(Flow flow, CaptureOrder order) {
    this.flow = flow;
    this.order = order;
  }

  /** Whose packets they are. */
  Flow flow() {
    return flow;
  }

  CaptureOrder order() {
    return order;
  }

  boolean isEmpty() {
    return packets.isEmpty();
  }

  int size() {
    return packets.size();
  }

  /** Adds a packet of its own, not the one that is set anew for each. */
  void add(TransportPacket packet) {
    packets.add(packet);
  }

  /** The packet that the others wait for; there is one. */
  TransportPacket first() {
    return packets.getFirst();
  }

  TransportPacket removeFirst() {
    passed = false;
    return packets.removeFirst();
  }

  /** Has the connection end once the last packet is gone. */
  void endBehind(ConnectionEnd how) {
    if (end == null) {
      end = how;
    }
  }

  /** How the connection ends behind the packets, if that was said. */
  @Nullable ConnectionEnd end() {
    return end;
  }

  /** Notes that what was waited for did not come; more is not waited for before the other moves. */
  void noteVain(long newestOfOther) {
    passed = true;
    vainSince = newestOfOther;
  }

  /** Whether the first packet may go because it was waited for in vain. */
  boolean wasPassed() {
    return passed;
  }

  /** Whether nothing came of the other direction since a wait that was in vain. */
  boolean isVain(long newestOfOther) {
    return vainSince == newestOfOther;
  }

  /** Whether among them is the end of a Send, or a READ request, with a PSN. */
  boolean awaitsAcknowledgementOf(int psn) {
    if (isForSetUp()) {
      return false;
    }
    for (TransportPacket packet : packets) {
      Opcode opcode = packet.opcode();
      boolean answered =
          opcode.operation() == Operation.RDMA_READ_REQUEST
              || (opcode.operation() == Operation.SEND && opcode.endsMessage());
      if (answered && packet.psn() == psn) {
        return true;
      }
    }
    return false;
  }

  /** Whether the connection manager is going to say what they belong to. */
  private boolean isForSetUp() {
    return !isEmpty() && flow.isUntouched() && !first().opcode().isResponse();
  }

  /** Whether among them is a response that {@code requester} waits for. */
  boolean answers(Flow requester) {
    for (TransportPacket packet : packets) {
      if (packet.opcode().isResponse() && requester.awaitsAcknowledgementOf(packet.psn())) {
        return true;
      }
    }
    return false;
  }

  @Override
  void giveUp() {
    order.giveUp(flow);
  }
}
