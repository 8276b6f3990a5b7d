package org.rdmadump.analysis.report;

import java.util.HashMap;
import java.util.Map;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;

/** What connections count below their messages, looked at with each message. */
final class SampledTraffic {
  /** What was seen of a connection last. */
  private static final class Seen {
    private final ConnectionRecord connection;
    private long retransmitted;
    private long refusals;
    private long inFlight;
    private long granted;

    Seen(ConnectionRecord connection) {
      this.connection = connection;
    }
  }

  /** By the numbers of connections. */
  private final Map<Integer, Seen> open = new HashMap<>();

  private long inFlight;
  private long granted;
  private boolean isGrantSeen;

  SampledTraffic() {}

  /** Takes a connection, before its messages. */
  void opened(ConnectionRecord connection) {
    if (connection.index().isPresent()) {
      open.put(connection.index().getAsInt(), new Seen(connection));
    }
  }

  /** Adds what happened on an open connection since that was done last. */
  void sample(int connection, TimeBin bin) {
    Seen seen = open.get(connection);
    if (seen != null) {
      sample(seen, bin);
    }
  }

  private void sample(Seen seen, TimeBin bin) {
    ConnectionRecord connection = seen.connection;
    TrafficCounters one = connection.traffic(Direction.FORWARD);
    TrafficCounters other = connection.traffic(Direction.BACKWARD);
    long retransmitted = one.retransmitted() + other.retransmitted();
    long refusals = refusals(one) + refusals(other);
    bin.traffic(retransmitted - seen.retransmitted, refusals - seen.refusals);
    seen.retransmitted = retransmitted;
    seen.refusals = refusals;
    CreditUse credits = connection.credits(Direction.FORWARD);
    long most = inFlight - seen.inFlight + credits.takeMostInFlight();
    inFlight += credits.inFlight() - seen.inFlight;
    seen.inFlight = credits.inFlight();
    if (credits.isGrantSeen()) {
      long now = credits.granted();
      granted += now - seen.granted;
      seen.granted = now;
      isGrantSeen = true;
    }
    bin.credits(most, isGrantSeen ? granted : -1);
  }

  private static long refusals(TrafficCounters traffic) {
    long sum = traffic.notReadyCount();
    if (!traffic.refusals().isEmpty()) {
      for (long count : traffic.refusals().values()) {
        sum += count;
      }
    }
    return sum;
  }

  /** Adds the last of a connection, and forgets it. */
  void closed(ConnectionRecord connection, TimeBin bin) {
    Seen known = connection.index().isPresent() ? open.remove(connection.index().getAsInt()) : null;
    Seen seen = known == null ? new Seen(connection) : known;
    sample(seen, bin);
    inFlight -= seen.inFlight;
    granted -= seen.granted;
  }
}
