package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;

/** The RDMA Writes of one direction, or its RDMA Reads, and packets of them that came too early. */
final class Operations {
  private final Limits limits;
  private final TransferRing ring;
  private @Nullable HeldFragments held;

  /**
   * None yet.
   *
   * @param sequence the PSNs of their requests
   * @param reads whether they are Reads, which are over when their responses were seen
   */
  Operations(PsnSequence sequence, Limits limits, boolean reads) {
    this.limits = limits;
    this.ring = new TransferRing(sequence, limits, reads);
  }

  TransferRing ring() {
    return ring;
  }

  /** Adds an operation, and hands it the packets of it that were held. */
  void add(Transfer transfer) {
    ring.add(transfer);
    if (held != null) {
      held.placeInto(transfer);
    }
  }

  /** Holds a packet that belongs to no operation, or to one that does not say where it belongs. */
  void hold(TransportPacket packet, long psn) {
    if (held == null) {
      held = new HeldFragments(limits);
    }
    held.hold(packet, psn);
  }

  /** Whether a packet with this PSN is held. */
  boolean holds(long psn) {
    return held != null && held.holds(psn);
  }

  /** Forgets everything. */
  void clear() {
    if (held != null) {
      held.clear();
    }
    ring.clear();
  }

  /** A requester that lacks the end of a response asks for that alone, with the PSNs it had. */
  void noteRest(Transfer transfer, TransportPacket packet) {
    Transfer whole = ring.covering(transfer.firstPsn);
    if (whole == null) {
      return;
    }
    if (!limits.isCrowded()) {
      transfer.repeats(whole);
    }
    if (transfer.isRestOf(whole)) {
      transfer.sink.finding(
          packet.finding(
              IbRules.PSN_REPEAT,
              "RDMA READ Request repeated for the last %s, PSN %d",
              Counted.of(transfer.length, "byte"),
              packet.psn()));
    }
  }
}
