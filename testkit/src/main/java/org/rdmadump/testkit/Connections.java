package org.rdmadump.testkit;

import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.rdmadump.RdmaCapture;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;

/** How the connections of a capture, which is read to its end, used their credits. */
final class Connections {
  private boolean isGrantSeen;
  private boolean isZeroGranted;
  private long overruns;

  private Connections() {}

  /** Reads a capture; its position stays, unless it is a source that is no file. */
  static Connections of(RdmaCapture capture) {
    Optional<RdmaCapture> own = capture.again();
    if (own.isEmpty()) {
      capture.rewind();
      return read(capture);
    }
    try (RdmaCapture other = own.get()) {
      return read(other);
    }
  }

  private static Connections read(RdmaCapture capture) {
    Set<Integer> indexes = new TreeSet<>();
    Iterator<RpcExchange> exchanges = capture.exchanges().iterator();
    while (exchanges.hasNext()) {
      indexes.add(exchanges.next().connection());
    }
    Connections connections = new Connections();
    for (int each : indexes) {
      capture.connection(each).ifPresent(connections::add);
    }
    return connections;
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
