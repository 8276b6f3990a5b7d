package org.rdmadump.ib.qp;

import org.rdmadump.rdma.TrafficCounters;

/**
 * Tells which requests of a flow were sent before, and whether a refusal asked for that or a timer
 * ran out: one timer makes its sender send everything again from a PSN on, so that counts once.
 *
 * <p>IBTA volume 1, 9.7.
 */
final class Repeats {
  private final TrafficCounters traffic;

  /** Whether the last request was a repeat. */
  private boolean repeating;

  /** Whether something was refused since the last request that was new. */
  private boolean asked;

  Repeats(TrafficCounters traffic) {
    this.traffic = traffic;
  }

  /** Notes a refusal, or what else makes a requester send again at once. */
  void asked() {
    asked = true;
  }

  /** Looks at a request before {@code sequence} takes it. */
  void request(long psn, int payload, PsnSequence sequence) {
    if (sequence.wasSeen(psn)) {
      traffic.retransmitted(1, payload, sequence.isDone(psn));
      if (!repeating && !asked) {
        traffic.timeout();
      }
      repeating = true;
    } else {
      if (sequence.isAhead(psn)) {
        traffic.outOfOrder(1);
      }
      if (sequence.isNewest(psn)) {
        asked = false;
      }
      repeating = false;
    }
  }
}
