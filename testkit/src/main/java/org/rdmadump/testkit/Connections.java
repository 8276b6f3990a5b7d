package org.rdmadump.testkit;

import org.rdmadump.RdmaCapture;
import org.rdmadump.finding.Counted;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;

/** How connections used their credits, so far as they were decoded. */
final class Connections {
  private boolean isGrantSeen;
  private boolean isZeroGranted;
  private long overruns;

  private Connections() {}

  /** Reads a capture to its end. */
  static Connections of(RdmaCapture capture) {
    Connections all = new Connections();
    capture.connections().forEach(all::add);
    return all;
  }

  /** One connection. */
  static Connections of(ConnectionRecord connection) {
    Connections one = new Connections();
    one.add(connection);
    return one;
  }

  private void add(ConnectionRecord connection) {
    for (Direction each : Direction.values()) {
      CreditUse credits = connection.credits(each);
      isGrantSeen |= credits.isGrantSeen();
      isZeroGranted |= credits.isGrantSeen() && credits.leastGranted() == 0;
      overruns += credits.overruns();
    }
  }

  /** Fails an assertion unless credits were granted, never none, and calls kept to them. */
  <S extends DrawnAssert<S, ?>> S areWithinCredits(S assertion) {
    assertion.check(isGrantSeen, "credits granted", "none in the capture");
    assertion.check(!isZeroGranted, "grants of 1 credit at least", "one of 0");
    return assertion.check(
        overruns == 0, "no call beyond the credits of its time", Counted.of(overruns, "such call"));
  }
}
