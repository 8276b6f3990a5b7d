package org.rdmadump.ib.qp;

import java.util.Optional;
import org.rdmadump.ib.AckKind;
import org.rdmadump.ib.Aeth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Operation;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.RequestKind;

/**
 * Counts the requests of flows that carry something else than RPC-over-RDMA, and when they were
 * answered. {@link Sends} counts Sends.
 *
 * <p>IBTA volume 1, 9.4 and 9.7.
 */
final class RequestCount {
  private static final int ATOMIC_BYTES = 8;

  private RequestCount() {}

  /** Whether a request that was not taken yet is none that was seen before. */
  static boolean isNew(Flow flow, TransportPacket packet) {
    PsnSequence sequence = flow.requester().sequence();
    return !sequence.isStarted() || !sequence.wasSeen(sequence.extend(packet.psn()));
  }

  /**
   * Counts a request that was taken.
   *
   * @param isNew whether it was not seen before
   */
  static void request(Flow flow, TransportPacket packet, boolean isNew) {
    Opcode opcode = packet.opcode();
    Optional<RequestKind> whole = kindOfOnePacket(opcode.operation());
    if (whole.isPresent()) {
      // Nothing else begins a connection with it.
      flow.eventsFrom(packet.frameNumber());
    }
    RequestCounters counted = flow.counts().requests();
    if (counted == null) {
      return;
    }
    long psn = flow.requester().sequence().extend(packet.psn());
    if (opcode.operation() == Operation.RDMA_WRITE) {
      write(flow, counted, packet, psn, isNew);
    } else if (isNew && opcode.operation() == Operation.RDMA_READ_REQUEST) {
      counted.sent(RequestKind.READ, psn, psn, packet.reth().dmaLength(), packet.nanos());
    } else if (isNew && whole.isPresent()) {
      boolean isFlush = whole.get() == RequestKind.FLUSH;
      counted.sent(whole.get(), psn, psn, isFlush ? 0 : ATOMIC_BYTES, packet.nanos());
    }
  }

  private static Optional<RequestKind> kindOfOnePacket(Operation operation) {
    return switch (operation) {
      case FETCH_ADD -> Optional.of(RequestKind.FETCH_ADD);
      case COMPARE_SWAP -> Optional.of(RequestKind.COMPARE_SWAP);
      case FLUSH -> Optional.of(RequestKind.FLUSH);
      case ATOMIC_WRITE -> Optional.of(RequestKind.ATOMIC_WRITE);
      default -> Optional.empty();
    };
  }

  private static void write(
      Flow flow, RequestCounters counted, TransportPacket packet, long psn, boolean isNew) {
    Opcode opcode = packet.opcode();
    RequestKind kind =
        opcode.has(ExtensionHeader.IMM_DT) ? RequestKind.WRITE_IMMEDIATE : RequestKind.WRITE;
    if (opcode.startsMessage() && isNew) {
      long length = packet.reth().dmaLength();
      if (opcode.endsMessage()) {
        counted.sent(kind, psn, psn, length, packet.nanos());
      } else {
        counted.begins(kind, psn, length, packet.nanos());
      }
    } else if (opcode.endsMessage() && !opcode.startsMessage()) {
      // Of a Write whose first packet was lost, the last may come before it and again behind it.
      TransferRing writes = flow.requester().writes();
      Transfer transfer = writes == null ? null : writes.find(psn);
      if (transfer != null) {
        counted.ends(kind, transfer.firstPsn, psn);
      }
    }
  }

  /** Takes an answer to requests of a flow, after the flow did. */
  static void answer(Flow flow, TransportPacket packet) {
    RequestCounters counted = flow.counts().requests();
    PsnSequence sequence = flow.requester().sequence();
    if (counted == null || !sequence.isStarted()) {
      return;
    }
    Opcode opcode = packet.opcode();
    long psn = sequence.extend(packet.psn());
    int at = opcode.offsetOf(ExtensionHeader.AETH);
    AckKind kind = AckKind.ACK;
    if (at >= 0) {
      Aeth aeth = Aeth.read(packet.bytes(), packet.headers() + at);
      kind = aeth.kind();
      if (aeth.creditCount() != Aeth.NO_CREDIT_COUNT) {
        counted.credits(aeth.creditCount());
      }
    }
    if (opcode.operation() == Operation.RDMA_READ_RESPONSE) {
      if (opcode.endsMessage()) {
        counted.responded(psn, packet.nanos());
      } else if (opcode.startsMessage()) {
        counted.acknowledged(psn - 1, packet.nanos());
      }
    } else if (kind != AckKind.ACK) {
      if (Answers.isUnsent(sequence, psn)) {
        return;
      }
      counted.acknowledged(psn - 1, packet.nanos());
    } else if (opcode.operation() == Operation.ATOMIC_ACKNOWLEDGE) {
      counted.responded(psn, packet.nanos());
    } else {
      counted.acknowledged(psn, packet.nanos());
    }
  }
}
