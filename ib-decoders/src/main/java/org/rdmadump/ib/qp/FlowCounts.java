package org.rdmadump.ib.qp;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.TrafficCounters;

/** Where is counted what a flow sends: its packets always, its requests if its connection wants. */
final class FlowCounts {
  private final TrafficCounters traffic = new TrafficCounters();

  /** What is told of the memory that the counters of requests hold. */
  private final LongConsumer memory;

  private boolean hasConnection;
  private @Nullable RequestCounters requests;

  /** Counts what it sends if that is not acknowledged. */
  private @Nullable UnacknowledgedSends unacknowledged;

  FlowCounts(LongConsumer memory) {
    this.memory = memory;
  }

  /** Its packets. */
  TrafficCounters traffic() {
    return traffic;
  }

  /** Whether its requests are counted, or may be when its connection begins. */
  boolean mayCountRequests() {
    return !hasConnection || requests != null;
  }

  /** Where its requests are counted, if they are. */
  @Nullable RequestCounters requests() {
    RequestCounters counted = requests;
    if (counted != null && counted.isStopped()) {
      requests = null;
      return null;
    }
    return counted;
  }

  /** Counts what it sends on a service without acknowledgements. */
  UnacknowledgedSends unacknowledged() {
    UnacknowledgedSends known = unacknowledged;
    if (known == null) {
      known = new UnacknowledgedSends(traffic, requests());
      unacknowledged = known;
    }
    return known;
  }

  /** Whether a request that was counted waits for an answer at a PSN. */
  boolean awaitsAnswerAt(long psn) {
    RequestCounters counted = requests();
    return counted != null && counted.isAwaitedAt(psn);
  }

  /** The connection that it is a side of begins. */
  void begin(RdmaConnection connection, int side) {
    hasConnection = true;
    connection.traffic(side, traffic);
    RequestCounters counted = requests();
    if (!connection.countsRequests()) {
      if (counted != null) {
        counted.stop();
        requests = null;
      }
      return;
    }
    if (counted == null) {
      counted = connection.newCounters(memory);
      requests = counted;
    }
    connection.requests(side, counted);
  }

  /** The connection ends. */
  void end() {
    hasConnection = false;
  }
}
