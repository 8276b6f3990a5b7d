package org.rdmadump.analysis.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;

/**
 * What one side of a connection without RPC-over-RDMA sent.
 *
 * @param direction forward of the client, backward of the server
 */
public record SentBySide(NumberedConnection connection, Direction direction) {
  private static final long PERCENT = 100;

  /** {@return the sides of some connections that sent anything} */
  public static List<SentBySide> of(List<NumberedConnection> connections) {
    List<SentBySide> sides = new ArrayList<>();
    for (NumberedConnection each : connections) {
      for (Direction direction : Direction.values()) {
        if (each.record().traffic(direction).packets() > 0) {
          sides.add(new SentBySide(each, direction));
        }
      }
    }
    return sides;
  }

  /** {@return what is known of the connection} */
  public ConnectionRecord record() {
    return connection.record();
  }

  /** {@return {@code client} or {@code server}} */
  public String from() {
    return direction == Direction.FORWARD ? "client" : "server";
  }

  /** {@return the end of the connection that sent it} */
  public Endpoint endpoint() {
    return direction == Direction.FORWARD ? record().client() : record().server();
  }

  /** {@return its packets} */
  public TrafficCounters traffic() {
    return record().traffic(direction);
  }

  /** {@return nanoseconds from the first packet to the last} */
  public long nanos() {
    return traffic().durationNanos();
  }

  /** {@return bytes of a packet with payload; empty if there was none} */
  public OptionalLong meanPayload() {
    long packets = traffic().dataPackets();
    return packets == 0 ? OptionalLong.empty() : OptionalLong.of(traffic().bytes() / packets);
  }

  /** {@return how full packets with payload are, in percent of the path MTU, if that is known} */
  public OptionalLong fill() {
    if (meanPayload().isEmpty() || record().pathMtu().isEmpty()) {
      return OptionalLong.empty();
    }
    long most = traffic().dataPackets() * record().pathMtu().getAsInt();
    return OptionalLong.of(PERCENT * traffic().bytes() / most);
  }

  /** {@return the fewest credits that an acknowledgement granted; empty if none granted any} */
  public OptionalLong leastCredits() {
    return record().requestCounters(direction).stream()
        .flatMapToInt(counters -> counters.leastCredits().stream())
        .asLongStream()
        .findFirst();
  }

  /** {@return acknowledgements that granted no credit} */
  public long withoutCredits() {
    return record().requestCounters(direction).map(RequestCounters::withoutCredits).orElse(0L);
  }

  /**
   * {@return a count if the transport can have it}
   *
   * @param numbered whether that takes packet numbers, which TCP has not, or their absence
   */
  public OptionalLong where(boolean numbered, long count) {
    boolean isCounted = record().transport().hasPacketNumbers() == numbered;
    return isCounted ? OptionalLong.of(count) : OptionalLong.empty();
  }
}
