package org.rdmadump.rpcrdma.truth;

/**
 * Where the time between a call's marshalling and its reply's processing went, in nanoseconds.
 *
 * @param xid transaction identifier
 * @param rtt what the client's RPC layer measured
 * @param before from the marshal event to the call's first packet
 * @param onWire from there to the reply's last packet
 * @param after from there to the reply event
 * @param decoded the latency that the decoder reports; -1 if it reports none
 */
record PairLatency(int xid, long rtt, long before, long onWire, long after, long decoded) {
  private static final long MILLISECOND = 1_000_000L;
  private static final long ALLOWED = 3 * MILLISECOND;
  private static final int TENTH = 10;

  /** A retransmission timeout is seconds, a wait for a processor is not. */
  private static final long LONGEST_WAIT = 100 * MILLISECOND;

  private static final long DELAY = 3 * MILLISECOND;

  /** Whether the decoded latency is within 3 ms or a tenth of the client's. */
  boolean isClose() {
    long difference = Math.abs(decoded - rtt);
    return difference <= ALLOWED || difference * TENTH <= rtt;
  }

  /** Why the two differ, in a capture with or without packets delayed on purpose. */
  LatencyCause cause(boolean delays) {
    if (isClose()) {
      return LatencyCause.NONE;
    }
    if (before > LONGEST_WAIT) {
      return LatencyCause.LOST_BEFORE_CAPTURE;
    }
    if (after > before) {
      return LatencyCause.CLIENT_AFTER;
    }
    return delays && before >= DELAY
        ? LatencyCause.DELAYED_BEFORE_CAPTURE
        : LatencyCause.CLIENT_BEFORE;
  }

  /** Whether the wait after the last packet is as short as a wait for a processor. */
  boolean waitsShortlyAfter() {
    return after <= LONGEST_WAIT;
  }
}
