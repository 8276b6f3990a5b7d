package org.rdmadump.report.html;

import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;

/** How much went wrong on a connection, to show the worst first. */
final class Troubles {
  private Troubles() {}

  /** {@return retransmitted packets, refusals, RDMA_ERROR, and calls without a reply} */
  static long of(ConnectionRecord connection) {
    long sum = connection.errors() + connection.unansweredCalls();
    for (Direction direction : Direction.values()) {
      TrafficCounters traffic = connection.traffic(direction);
      sum += traffic.retransmitted() + traffic.notReadyCount();
      for (long count : traffic.refusals().values()) {
        sum += count;
      }
    }
    return sum;
  }
}
