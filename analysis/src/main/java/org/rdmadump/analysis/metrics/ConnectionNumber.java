package org.rdmadump.analysis.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;

/**
 * One number of a connection.
 *
 * @param metric that it belongs to
 * @param sender value of the label of that name; empty if the metric has none
 * @param of reads it
 */
record ConnectionNumber(Metric metric, String sender, ToLongFunction<ConnectionRecord> of) {
  /** All of them, those of a metric together. */
  static final List<ConnectionNumber> ALL = all();

  private static List<ConnectionNumber> all() {
    List<ConnectionNumber> all = new ArrayList<>();
    add(all, Metric.CONNECTION_CALLS, each -> each.calls() + each.callbacks());
    add(all, Metric.CONNECTION_UNANSWERED, ConnectionRecord::unansweredCalls);
    add(all, Metric.CONNECTION_ERRORS, ConnectionRecord::errors);
    addBoth(all, Metric.CONNECTION_PACKETS, TrafficCounters::packets);
    addBoth(all, Metric.CONNECTION_BYTES, TrafficCounters::bytes);
    addBoth(all, Metric.CONNECTION_RETRANSMITTED, TrafficCounters::retransmitted);
    addBoth(all, Metric.CONNECTION_OUT_OF_ORDER, TrafficCounters::outOfOrder);
    addBoth(all, Metric.CONNECTION_MISSING, TrafficCounters::missingBytes);
    addBoth(all, Metric.CONNECTION_NAKS, ConnectionNumber::refusals);
    addBoth(all, Metric.CONNECTION_RNR_NAKS, TrafficCounters::notReadyCount);
    addBoth(all, Metric.CONNECTION_TIMEOUTS, TrafficCounters::timeouts);
    add(all, Metric.CONNECTION_IN_FLIGHT, each -> each.credits(Direction.FORWARD).inFlight());
    add(all, Metric.CONNECTION_CREDITS, each -> each.credits(Direction.FORWARD).granted());
    return List.copyOf(all);
  }

  private static void add(
      List<ConnectionNumber> all, Metric metric, ToLongFunction<ConnectionRecord> of) {
    all.add(new ConnectionNumber(metric, "", of));
  }

  private static void addBoth(
      List<ConnectionNumber> all, Metric metric, ToLongFunction<TrafficCounters> of) {
    all.add(
        new ConnectionNumber(
            metric, "client", each -> of.applyAsLong(each.traffic(Direction.FORWARD))));
    all.add(
        new ConnectionNumber(
            metric, "server", each -> of.applyAsLong(each.traffic(Direction.BACKWARD))));
  }

  private static long refusals(TrafficCounters traffic) {
    long sum = 0;
    for (long each : traffic.refusals().values()) {
      sum += each;
    }
    return sum;
  }

  /** {@return whether it counts, so that it stays when its connection has ended} */
  boolean isCounter() {
    return metric.type() == MetricType.COUNTER;
  }
}
