package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.SentOrder;

/** The order of one flow's requests, by their extended PSNs. */
final class RequestOrder implements SentOrder {
  /** Gaps that are looked at; with more, one may hold a Send. */
  private static final int MOST_STEPS = 16;

  private final Requester requests;

  RequestOrder(Requester requests) {
    this.requests = requests;
  }

  @Override
  public long end() {
    return requests.sequence().seenTo();
  }

  @Override
  public long receivedTo() {
    return requests.sequence().acknowledged();
  }

  @Override
  public boolean mayLackSend(long after, long before) {
    // What was acknowledged was sent, even if nothing behind it was seen.
    long to = Math.min(before, Math.max(end(), receivedTo()));
    long at = after + 1;
    PsnSequence sequence = requests.sequence();
    if (sequence.isForgotten(at, to)) {
      return true;
    }
    for (int steps = 0; steps < MOST_STEPS; steps++) {
      at = sequence.nextUnseen(at, to);
      if (at >= to) {
        return false;
      }
      long behind = behindTransfer(at, to);
      if (behind == at) {
        return true;
      }
      at = behind;
    }
    return true;
  }

  /** The PSN behind those from {@code psn} on that are of a Write or Read; itself if it is not. */
  private long behindTransfer(long psn, long to) {
    TransferRing writes = requests.writes();
    TransferRing reads = requests.reads();
    Transfer transfer = find(writes, psn);
    if (transfer == null) {
      transfer = find(reads, psn);
    }
    if (transfer != null) {
      return Math.max(psn + 1, transfer.endPsn());
    }
    // A response, or a packet of a Write whose First was not seen and has the PSN before it.
    if (reads != null && reads.holds(psn)) {
      return psn + 1;
    }
    return writes != null && psn + 1 < to && writes.holds(psn + 1) ? psn + 1 : psn;
  }

  private static @Nullable Transfer find(@Nullable TransferRing among, long psn) {
    return among == null ? null : among.find(psn);
  }
}
