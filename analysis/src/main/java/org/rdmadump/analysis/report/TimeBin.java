package org.rdmadump.analysis.report;

import java.util.OptionalLong;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.MovedBytes;

/** What happened in a part of the time, on all connections. */
public final class TimeBin {
  private final MovedBytes bytes = new MovedBytes();
  private final CallTally tally = new CallTally();
  private long retransmitted;
  private long refusals;
  private long inFlight;

  /** Below 0 if there is none. */
  private long granted = -1;

  TimeBin() {}

  MovedBytes moved() {
    return bytes;
  }

  void traffic(long someRetransmitted, long someRefusals) {
    retransmitted += someRetransmitted;
    refusals += someRefusals;
  }

  /**
   * Takes credits.
   *
   * @param nowGranted below 0 if none are known
   */
  void credits(long mostInFlight, long nowGranted) {
    inFlight = Math.max(inFlight, mostInFlight);
    granted = nowGranted >= 0 ? nowGranted : granted;
  }

  /** Takes over the bin behind this one. */
  void append(TimeBin next) {
    bytes.add(next.bytes);
    tally.add(next.tally);
    traffic(next.retransmitted, next.refusals);
    credits(next.inFlight, next.granted);
  }

  /** {@return its calls} */
  public CallTally tally() {
    return tally;
  }

  /** {@return bytes of messages that travelled one way} */
  public long bytes(MovedBy means) {
    return bytes.by(means);
  }

  /** {@return retransmitted packets} */
  public long retransmitted() {
    return retransmitted;
  }

  /** {@return NAKs, those for a receiver that was not ready included} */
  public long refusals() {
    return refusals;
  }

  /** {@return most calls of clients that waited at once, of all connections} */
  public long inFlight() {
    return inFlight;
  }

  /** {@return credits that servers granted last, of all connections; empty if none did here} */
  public OptionalLong granted() {
    return granted < 0 ? OptionalLong.empty() : OptionalLong.of(granted);
  }
}
