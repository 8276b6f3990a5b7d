package org.rdmadump.testkit;

import org.rdmadump.RdmaCapture;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;

/** How the connections of a capture, which is read to its end, used their credits. */
final class Connections {
  private boolean isGrantSeen;
  private boolean isZeroGranted;
  private long overruns;

  private Connections() {}

  /** Reads a capture. */
  static Connections of(RdmaCapture capture) {
    Connections all = new Connections();
    capture.connections().forEach(all::add);
    return all;
  }

  private void add(ConnectionRecord connection) {
    for (Direction each : Direction.values()) {
      CreditUse credits = connection.credits(each);
      isGrantSeen |= credits.isGrantSeen();
      isZeroGranted |= credits.isGrantSeen() && credits.leastGranted() == 0;
      overruns += credits.overruns();
    }
  }

  /** {@return whether a reply was seen that grants credits} */
  boolean isGrantSeen() {
    return isGrantSeen;
  }

  /** {@return whether a reply grants none} */
  boolean isZeroGranted() {
    return isZeroGranted;
  }

  /** {@return calls that were more than was granted when they were sent} */
  long overruns() {
    return overruns;
  }
}
