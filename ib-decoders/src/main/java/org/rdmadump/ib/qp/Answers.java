package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.AckKind;
import org.rdmadump.ib.Aeth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.NakCode;
import org.rdmadump.rdma.RepeatCause;

/**
 * What answers the requests of one flow, and travels in the other direction: Read responses,
 * acknowledgements and refusals, with the PSNs of the requests.
 *
 * <p>IBTA volume 1, 9.7.5.
 */
final class Answers {
  private static final double MICROS_PER_MILLI = 1000;
  private static final long NANOS_PER_MICRO = 1000;

  /** A refusal this far behind all requests that were seen is of none that was sent. */
  private static final int MOST_UNSEEN = 512;

  private Answers() {}

  /**
   * Takes the next packet of the response to an RDMA Read of {@code flow}, if it neither begins nor
   * ends it: the short way for what nearly all are.
   *
   * @return false if it is another; nothing was done then
   */
  static boolean continueReadResponse(Flow flow, TransportPacket packet) {
    Requester requests = flow.requester();
    TransferRing reads = requests.reads();
    if (reads == null || flow.mtu() != packet.payloadLength() || flow.isClosed()) {
      return false;
    }
    Transfer transfer = reads.latest();
    if (transfer == null
        || !transfer.isFull(packet.payloadLength())
        || !transfer.respondIfNext(packet.psn())) {
      return false;
    }
    long psn = transfer.nextResponse() - 1;
    transfer.take(packet, psn, PsnSequence.Arrival.IN_ORDER);
    requests.answered(packet.nanos());
    requests.acknowledged(psn, packet.frameNumber());
    return true;
  }

  /** Takes a packet of the response to an RDMA Read of {@code flow}. */
  static void readResponse(Flow flow, TransportPacket packet) {
    Requester requests = flow.requester();
    PsnSequence sequence = requests.sequence();
    if (!sequence.isStarted()) {
      requests.unseen().answered(packet);
      return;
    }
    long psn = sequence.extend(packet.psn());
    boolean ends = packet.opcode().endsMessage();
    flow.learnMtu(ends, packet.payloadLength());
    TransferRing reads = requests.reads();
    Transfer transfer = reads == null ? null : readOf(requests, reads, packet, psn);
    if (reads == null || transfer == null) {
      if (packet.opcode().isOnly() && packet.payloadLength() == 0) {
        // It answers a FLUSH or an ATOMIC WRITE.
        requests.answered(packet.nanos());
        requests.acknowledged(psn, packet.frameNumber());
      } else {
        requests.holdResponse(packet, psn);
        requests.lackRead(psn);
      }
      return;
    }
    requests.answered(packet.nanos());
    requests.relearnMtu(transfer, packet, psn);
    requests.answeredBehindReads(transfer.firstPsn, packet.nanos());
    if (transfer.canPlace(psn)) {
      boolean again = transfer.wasAnswered(psn);
      PsnSequence.Arrival place = transfer.respond(psn, flow.limits().isCrowded());
      transfer.take(packet, psn, place);
      countResponse(flow, place, again, packet);
      if (ends) {
        reads.dropOverIfCrowded();
      }
    } else {
      requests.holdResponse(packet, psn);
    }
    requests.acknowledged(psn, packet.frameNumber());
  }

  /** The Read that a response is of, which may say that others take fewer PSNs. */
  private static @Nullable Transfer readOf(
      Requester requests, TransferRing reads, TransportPacket packet, long psn) {
    Transfer read = reads.covering(psn);
    while (read != null) {
      requests.learnMtu(read, packet, psn);
      if (read.covers(psn)) {
        return read;
      }
      read = reads.covering(psn);
    }
    return null;
  }

  private static void countResponse(
      Flow flow, PsnSequence.Arrival place, boolean again, TransportPacket packet) {
    Flow responder = flow.peer();
    if (place == PsnSequence.Arrival.AHEAD) {
      // A requester that sees a gap asks again at once.
      flow.requester().repeats().asked(RepeatCause.LOSS, packet.nanos(), 0);
    }
    if (responder != null) {
      if (place == PsnSequence.Arrival.AHEAD) {
        responder.traffic().outOfOrder(1);
      }
      if (again) {
        responder.traffic().retransmitted(1, packet.payloadLength(), false);
      }
    }
  }

  /** Takes an acknowledgement of requests of {@code flow}, or a refusal. */
  static void acknowledge(Flow flow, TransportPacket packet) {
    Requester requests = flow.requester();
    PsnSequence sequence = requests.sequence();
    if (!sequence.isStarted()) {
      requests.unseen().answered(packet);
      return;
    }
    long psn = sequence.extend(packet.psn());
    requests.answered(packet.nanos());
    int at = packet.headers() + packet.opcode().offsetOf(ExtensionHeader.AETH);
    AckKind kind = Aeth.kind(packet.array(), at);
    if (kind == AckKind.ACK) {
      requests.answeredBehindReads(psn + 1, packet.nanos());
      requests.acknowledged(psn, packet.frameNumber());
    } else if (kind != AckKind.RESERVED) {
      refused(flow, kind, at, psn, packet);
    }
  }

  private static void refused(Flow flow, AckKind kind, int at, long psn, TransportPacket packet) {
    Aeth aeth = Aeth.read(packet.bytes(), at);
    Requester requests = flow.requester();
    boolean breaks = EarlyRefusal.breaks(kind, aeth);
    boolean isUnsent = isUnsent(requests.sequence(), psn);
    if (isUnsent || !requests.unseen().refused(psn, packet.frameNumber())) {
      ignore(flow, kind, aeth, isUnsent, packet);
      return;
    }
    if (breaks) {
      requests.sequence().broken(psn);
    }
    countRefusal(flow, kind, aeth, packet.nanos());
    requests.settleAcknowledged();
    if (breaks) {
      refuseReads(requests, packet, psn, aeth.nakCode());
    }
    if (flow.isTold()) {
      requests.noted(
          psn,
          kind == AckKind.NAK
              ? EarlyRefusal.finding(aeth.nakCode(), packet)
              : packet.finding(
                  IbRules.RNR_NAK,
                  "RNR NAK of PSN %d, to be repeated after %.2f ms",
                  packet.psn(),
                  aeth.rnrMicroseconds() / MICROS_PER_MILLI));
    }
  }

  /** Whether a refusal is of a request that was not sent, as far as the capture shows. */
  static boolean isUnsent(PsnSequence requests, long psn) {
    return requests.isBeyondSeen(psn, MOST_UNSEEN);
  }

  /**
   * A requester ignores refusals of what was acknowledged, or what it did not send. After a refusal
   * that breaks the connection nothing is sent, so the capture may just lack what was refused.
   */
  private static void ignore(
      Flow flow, AckKind kind, Aeth aeth, boolean isUnsent, TransportPacket packet) {
    Finding stray =
        packet.finding(
            IbRules.STRAY_PSN,
            "%s of PSN %d, which was %s",
            kind == AckKind.NAK ? "NAK (" + aeth.nakCode().text() + ")" : "RNR NAK",
            packet.psn(),
            isUnsent ? "not sent" : "acknowledged before");
    EarlyRefusal refusal = isUnsent ? EarlyRefusal.of(packet) : null;
    if (refusal == null) {
      flow.note(stray);
    } else {
      flow.strays().refusal(refusal, stray);
    }
  }

  private static void countRefusal(Flow flow, AckKind kind, Aeth aeth, long now) {
    Repeats repeats = flow.requester().repeats();
    if (kind == AckKind.RNR_NAK) {
      repeats.asked(RepeatCause.RNR, now, aeth.rnrMicroseconds() * NANOS_PER_MICRO);
      flow.traffic().notReady();
      return;
    }
    repeats.asked(RepeatCause.NAK, now, 0);
    flow.traffic().refused(aeth.nakCode().text());
    if (EarlyRefusal.breaks(kind, aeth)) {
      flow.broken(aeth.nakCode());
    }
  }

  /** After any NAK but one for a gap nothing is repeated: the queue pair is in error. */
  private static void refuseReads(
      Requester requests, TransportPacket packet, long psn, NakCode code) {
    TransferRing reads = requests.reads();
    if (reads == null) {
      return;
    }
    for (Transfer read : reads.openFrom(psn)) {
      read.sink.refused(
          packet.finding(
              IbRules.READ_REFUSED,
              "NAK (%s) %s the RDMA READ of %s at 0x%016x of R_Key 0x%08x",
              code.text(),
              read.covers(psn) ? "refuses" : "leaves unanswered",
              Counted.of(read.length, "byte"),
              read.address,
              read.handle));
    }
  }
}
