package org.rdmadump.ib.qp;

import org.rdmadump.rdma.TrafficCounters;

/**
 * Tells which requests of a flow were sent before, and whether a refusal asked for that or a timer
 * ran out: one timer makes its sender send everything again from a PSN on, so that counts once.
 *
 * <p>IBTA volume 1, 9.7.
 */
final class Repeats {
  /** How long after a refusal a requester sends again because of it; timers are longer mostly. */
  private static final long SOON_NANOS = 50_000_000;

  private final TrafficCounters traffic;

  /** Whether the last request was a repeat. */
  private boolean repeating;

  /** Whether something was refused, and nothing sent again because of it and then new. */
  private boolean asked;

  /** Until when what is sent again is because of it. */
  private long askedUntil;

  Repeats(TrafficCounters traffic) {
    this.traffic = traffic;
  }

  /**
   * Notes a refusal, or what else makes a requester send again.
   *
   * @param now time of its frame, in nanoseconds
   * @param wait how long the requester is to wait, in nanoseconds
   */
  void asked(long now, long wait) {
    askedUntil = asked ? Math.max(askedUntil, now + wait + SOON_NANOS) : now + wait + SOON_NANOS;
    asked = true;
  }

  /** Whether the last request was a repeat: the next one may end that. */
  boolean isRepeating() {
    return repeating;
  }

  /**
   * Looks at a request before {@code sequence} takes it.
   *
   * @param now time of its frame, in nanoseconds
   */
  void request(long psn, int payload, PsnSequence sequence, long now) {
    if (sequence.wasSeen(psn)) {
      traffic.retransmitted(1, payload, sequence.isDone(psn));
      if (!repeating && !(asked && now <= askedUntil)) {
        traffic.timeout();
      }
      repeating = true;
    } else {
      if (sequence.isAhead(psn)) {
        traffic.outOfOrder(1);
      }
      // New requests may be on their way still when a refusal comes; it is over behind the repeats.
      if (repeating && sequence.isNewest(psn)) {
        asked = false;
      }
      repeating = false;
    }
  }
}
