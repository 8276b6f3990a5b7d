package org.rdmadump.analysis.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.RequestTally;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;

/** The requests of one kind that a side of a connection without RPC-over-RDMA sent. */
public record SentRequests(SentBySide side, RequestKind kind, RequestTally tally) {
  private static final double SECOND = 1e9;

  /** {@return all kinds of both sides of some connections} */
  public static List<SentRequests> of(List<NumberedConnection> connections) {
    List<SentRequests> rows = new ArrayList<>();
    for (NumberedConnection each : connections) {
      for (Direction direction : Direction.values()) {
        each.record()
            .requests(direction)
            .forEach(
                (kind, tally) ->
                    rows.add(new SentRequests(new SentBySide(each, direction), kind, tally)));
      }
    }
    return rows;
  }

  /** {@return bytes per second; empty if the connection took no time} */
  public OptionalLong rate() {
    return rate(tally.bytes());
  }

  /** {@return requests per second; likewise} */
  public OptionalLong perSecond() {
    return rate(tally.count());
  }

  /** By the time in which the connection was at work, in either direction. */
  private OptionalLong rate(long of) {
    TrafficCounters one = side.record().traffic(Direction.FORWARD);
    TrafficCounters other = side.record().traffic(Direction.BACKWARD);
    long last = Math.max(one.lastNanos(), other.lastNanos());
    long nanos = last - begin(side.record()).orElse(last);
    return nanos <= 0 ? OptionalLong.empty() : OptionalLong.of((long) (of / (nanos / SECOND)));
  }

  /** {@return the time of the first packet of a connection, in nanoseconds since 1970} */
  static OptionalLong begin(ConnectionRecord connection) {
    OptionalLong begin = OptionalLong.empty();
    for (Direction direction : Direction.values()) {
      TrafficCounters sent = connection.traffic(direction);
      if (sent.packets() > 0) {
        begin = OptionalLong.of(Math.min(begin.orElse(Long.MAX_VALUE), sent.firstNanos()));
      }
    }
    return begin;
  }
}
