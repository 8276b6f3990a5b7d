package org.rdmadump.iwarp.mpa;

import org.rdmadump.tcp.AcknowledgementTimes;

/**
 * What the sides of a connection acknowledged, told in the order in which it was captured: nobody
 * is told that bytes were received that wait to be decoded, or that were captured behind such.
 */
final class HeldAcknowledgements {
  private final FpduSink[] sinks;

  /** Position before which the other side has all that a side sent. */
  private final long[] latest = new long[2];

  /** How much of that was told, and when the rest was acknowledged. */
  private final AcknowledgementTimes[] times = {
    new AcknowledgementTimes(), new AcknowledgementTimes()
  };

  /**
   * Nothing is acknowledged yet.
   *
   * @param sinks are told, each of what was received of its side
   */
  HeldAcknowledgements(FpduSink... sinks) {
    this.sinks = sinks.clone();
  }

  /**
   * Takes an acknowledgement of what a side sent, and tells of what was decoded.
   *
   * @param epochNanos when it was captured
   * @param waitsFrom where what waits of the side begins
   */
  void take(int side, long position, long epochNanos, long waitsFrom) {
    if (position > latest[side]) {
      latest[side] = position;
      times[side].take(position, epochNanos, waitsFrom, sinks[side]);
    } else {
      tell(side, Math.min(position, waitsFrom));
    }
  }

  /** Has something that was captured just now remember what is acknowledged. */
  void remember(Waiting by) {
    by.acknowledged(latest[0], latest[1]);
  }

  /** Tells of what was acknowledged before something was captured. */
  void tellBefore(Waiting captured) {
    for (int side = 0; side < sinks.length; side++) {
      tell(side, captured.acknowledgedOf(side));
    }
  }

  /** Tells of all, as nothing waits. */
  void tellAll() {
    for (int side = 0; side < sinks.length; side++) {
      tell(side, latest[side]);
    }
  }

  private void tell(int side, long position) {
    times[side].tell(position, sinks[side]);
  }
}
