package org.rdmadump.report.html;

import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;

/** When packets of a connection were captured. */
final class Times {
  private Times() {}

  /** {@return the time of the first, in nanoseconds since the epoch; 0 if there is none} */
  static long first(ConnectionRecord connection) {
    long first = Long.MAX_VALUE;
    for (Direction each : Direction.values()) {
      TrafficCounters traffic = connection.traffic(each);
      first = traffic.firstFrame() > 0 ? Math.min(first, traffic.firstNanos()) : first;
    }
    return first == Long.MAX_VALUE ? 0 : first;
  }

  /** {@return the time of the last, likewise} */
  static long last(ConnectionRecord connection) {
    return Math.max(
        connection.traffic(Direction.FORWARD).lastNanos(),
        connection.traffic(Direction.BACKWARD).lastNanos());
  }
}
