package org.rdmadump.report.html;

import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.report.json.JsonOutput;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;

/**
 * What went wrong on connections, to show the worst first.
 *
 * @param retransmitted packets that were sent again
 * @param naks refusals, those of a receiver that was not ready among them
 * @param errors RDMA_ERROR
 * @param unanswered calls without a reply
 */
record Troubles(long retransmitted, long naks, long errors, long unanswered) {
  static final Troubles NONE = new Troubles(0, 0, 0, 0);

  static Troubles of(ConnectionRecord connection) {
    long retransmitted = 0;
    long naks = 0;
    for (Direction direction : Direction.values()) {
      TrafficCounters traffic = connection.traffic(direction);
      retransmitted += traffic.retransmitted();
      naks += traffic.notReadyCount();
      for (long count : traffic.refusals().values()) {
        naks += count;
      }
    }
    return new Troubles(retransmitted, naks, connection.errors(), connection.unansweredCalls());
  }

  Troubles plus(Troubles other) {
    return new Troubles(
        retransmitted + other.retransmitted,
        naks + other.naks,
        errors + other.errors,
        unanswered + other.unanswered);
  }

  long sum() {
    return retransmitted + naks + errors + unanswered;
  }

  /** Writes an object with what there is. */
  void write(JsonOutput out, String name) {
    out.beginObject(name);
    put(out, "retransmitted", retransmitted);
    put(out, "naks", naks);
    put(out, "errors", errors);
    put(out, "unanswered", unanswered);
    out.endObject();
  }

  private static void put(JsonOutput out, String name, long count) {
    if (count > 0) {
      out.put(name, count);
    }
  }
}
