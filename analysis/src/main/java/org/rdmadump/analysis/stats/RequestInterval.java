package org.rdmadump.analysis.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.RequestTimes;
import org.rdmadump.rpcrdma.Direction;

/**
 * The requests that a side of a connection without RPC-over-RDMA sent in a part of the time.
 *
 * @param from when it began, in nanoseconds since the first frame
 * @param nanos how long it was
 * @param direction forward of the client, backward of the server
 */
public record RequestInterval(
    long from,
    long nanos,
    NumberedConnection connection,
    Direction direction,
    long requests,
    long bytes) {
  private static final int MOST_ROWS = 16_384;

  /** The times of a side. */
  private record Side(NumberedConnection connection, Direction direction, RequestTimes times) {}

  /** {@return the parts with requests, in order; parts are as long for all connections} */
  public static List<RequestInterval> of(List<NumberedConnection> connections) {
    List<Side> sides = new ArrayList<>();
    long longest = 0;
    for (NumberedConnection each : connections) {
      for (Direction direction : Direction.values()) {
        Optional<RequestTimes> times =
            each.record().requestCounters(direction).flatMap(RequestCounters::times);
        if (times.isPresent()) {
          sides.add(new Side(each, direction, times.get()));
          longest = Math.max(longest, times.get().nanos());
        }
      }
    }
    List<RequestInterval> rows = rows(sides, longest);
    while (rows.size() > MOST_ROWS) {
      longest *= 2;
      rows = rows(sides, longest);
    }
    rows.sort((one, other) -> Long.compare(one.from(), other.from()));
    return rows;
  }

  private static List<RequestInterval> rows(List<Side> sides, long nanos) {
    List<RequestInterval> rows = new ArrayList<>();
    for (Side each : sides) {
      while (each.times().nanos() < nanos) {
        each.times().lengthen();
      }
      for (int part = 0; part < each.times().parts(); part++) {
        if (each.times().count(part) > 0) {
          rows.add(
              new RequestInterval(
                  part * nanos,
                  nanos,
                  each.connection(),
                  each.direction(),
                  each.times().count(part),
                  each.times().bytes(part)));
        }
      }
    }
    return rows;
  }
}
