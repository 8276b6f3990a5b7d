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
  private long mostInFlight;
  private long begun;
  private long ended;

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

  /** A call of a client began to wait. */
  void begun() {
    begun++;
  }

  /** Calls of clients do not wait any more. */
  void ended(long calls) {
    ended += calls;
  }

  /**
   * Takes credits.
   *
   * @param nowGranted below 0 if none are known
   */
  void credits(long someInFlight, long nowGranted) {
    mostInFlight = Math.max(mostInFlight, someInFlight);
    granted = nowGranted >= 0 ? nowGranted : granted;
  }

  /** Takes over the bin behind this one. */
  void append(TimeBin next) {
    bytes.add(next.bytes);
    tally.add(next.tally);
    traffic(next.retransmitted, next.refusals);
    credits(next.mostInFlight, next.granted);
    begun += next.begun;
    ended += next.ended;
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

  /**
   * {@return most calls of clients that waited at once, of all connections}
   *
   * @param before how many waited when it began
   */
  public long inFlight(long before) {
    // What a connection counted since it was looked at last may be of a bin behind.
    long most = Math.min(mostInFlight, before + begun);
    return Math.max(most, Math.max(before, inFlightAfter(before)));
  }

  /**
   * {@return how many calls of clients waited when it ended}
   *
   * @param before how many waited when it began
   */
  public long inFlightAfter(long before) {
    return before + begun - ended;
  }

  /** {@return credits that servers granted last, of all connections; empty if none did here} */
  public OptionalLong granted() {
    return granted < 0 ? OptionalLong.empty() : OptionalLong.of(granted);
  }
}
