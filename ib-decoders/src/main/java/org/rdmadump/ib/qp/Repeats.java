package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.RepeatCause;
import org.rdmadump.rdma.TrafficCounters;

/**
 * Tells which requests of a flow were sent before, and what made the sender send them again: a
 * refusal, a gap in the responses, or a timer. Each makes it send everything again from a PSN on;
 * that is a burst, and counts once.
 *
 * <p>IBTA volume 1, 9.7.
 */
final class Repeats {
  /**
   * How long after a refusal a requester sends again because of it, and how long it has been silent
   * at least when a timer of it has run out again.
   */
  private static final long SOON_NANOS = 50_000_000;

  /** No timer of an adapter runs out sooner. */
  private static final long SHORTEST_TIMER_NANOS = 1_000_000;

  private static final long NEVER = Long.MIN_VALUE / 2;

  private final TrafficCounters traffic;

  /** The shortest time after which the sender's timer can run out; 0 if that is not known. */
  private long timer;

  /** Time of the last request without payload that was not sent before. */
  private long bareNanos = NEVER;

  /** Whether the last request was a repeat, or fills a gap among repeats. */
  private boolean repeating;

  /** Behind the last PSN of the burst so far. */
  private long burstTo;

  /** Time of the last repeat. */
  private long repeated = NEVER;

  /** Why the next burst is going to begin: null if nothing was refused since the last one. */
  private @Nullable RepeatCause asked;

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
  void asked(RepeatCause cause, long now, long wait) {
    long until = now + wait + SOON_NANOS;
    askedUntil = asked == null ? until : Math.max(askedUntil, until);
    asked = cause;
  }

  /** Says how long the timer of the sender takes at least, from the connection manager. */
  void timer(long nanos) {
    timer = nanos;
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
      if (isCopy(psn, payload, sequence, now)) {
        return;
      }
      // What goes on soon is of the burst before, even if packets overtook each other.
      if (!repeating || psn < burstTo) {
        if (asked != null && now <= askedUntil) {
          begin(psn, asked);
        } else if (now - repeated >= SOON_NANOS) {
          begin(psn, RepeatCause.TIMEOUT);
        }
      }
      repeat(psn, now);
    } else if (repeating && !sequence.isNewest(psn)) {
      // The capture lacks the first copy.
      repeat(psn, now);
    } else {
      if (sequence.isAhead(psn)) {
        traffic.outOfOrder(1);
      }
      repeating = false;
      if (payload == 0) {
        bareNanos = now;
      }
    }
  }

  /**
   * Whether a packet comes again before anybody can have missed it: the network made two of it.
   * Where it is not known how long the timer of the sender takes, only the newest one is known for
   * that.
   */
  private boolean isCopy(long psn, int payload, PsnSequence sequence, long now) {
    if (asked != null && now <= askedUntil) {
      return false;
    }
    long silent = now - Math.max(traffic.lastNewNanos(), bareNanos);
    return timer > 0
        ? silent < timer
        : payload > 0 && sequence.isNewest(psn + 1) && silent < SHORTEST_TIMER_NANOS;
  }

  private void begin(long psn, RepeatCause cause) {
    traffic.burst(cause);
    asked = null;
    burstTo = psn;
  }

  private void repeat(long psn, long now) {
    repeating = true;
    repeated = now;
    burstTo = Math.max(burstTo, psn + 1);
  }
}
