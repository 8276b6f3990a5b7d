package org.rdmadump.iwarp.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.Transport;
import org.rdmadump.tcp.TcpRules;

/**
 * What is told of a connection, and to whom: to nobody before it does something, and findings not
 * before MPA is seen on it.
 */
final class IwarpReport {
  /** Findings that are kept until then; of more the first. */
  private static final int MOST_EARLY = 16;

  private final IwarpConnection of;
  private final IwarpRun run;
  private final StartUps startUps;
  private @Nullable RdmaConnection connection;
  private @Nullable ConnectionEvents events;

  /** What was found before MPA was. */
  private List<Finding> early = List.of();

  /** Whether bytes of it were not captured. */
  private boolean missed;

  /** Where the requests of the sides are counted, if they are. */
  private final @Nullable RequestCounters[] requests = new RequestCounters[2];

  /** Nothing is told yet. */
  IwarpReport(IwarpConnection of, IwarpRun run, StartUps startUps) {
    this.of = of;
    this.run = run;
    this.startUps = startUps;
  }

  /** Whoever is told of the connection; it begins with {@code frame} if nothing was told before. */
  ConnectionEvents events(long frame) {
    ConnectionEvents present = events;
    if (present != null) {
      return present;
    }
    RdmaConnection fresh = described(frame);
    connection = fresh;
    ConnectionEvents opened = run.listener().opened(fresh);
    events = opened;
    if (fresh.countsRequests()) {
      for (int side = 0; side < requests.length; side++) {
        RequestCounters counted = fresh.newCounters(run.listener().ofMemory());
        requests[side] = counted;
        fresh.requests(side, counted);
      }
    }
    if (missed) {
      opened.missed();
    }
    for (Finding each : takeEarly()) {
      opened.finding(each);
    }
    return opened;
  }

  private RdmaConnection described(long frame) {
    ConnectionKey key = of.key();
    RdmaConnection fresh =
        new RdmaConnection(
            Transport.IWARP,
            new Endpoint(key.firstAddress(), OptionalInt.of(key.firstPort())),
            new Endpoint(key.secondAddress(), OptionalInt.of(key.secondPort())),
            frame);
    startUps.begin(fresh, key);
    for (int side = 0; side < requests.length; side++) {
      fresh.traffic(side, of.traffic(side));
      fresh.order(side, of.flow(side));
    }
    return fresh;
  }

  /** Where the requests of a side are counted, if they are. */
  @Nullable RequestCounters requests(int side) {
    RequestCounters counted = requests[side];
    if (counted != null && counted.isStopped()) {
      requests[side] = null;
      return null;
    }
    return counted;
  }

  /** Says that another start-up frame came. */
  void startUp() {
    if (connection != null) {
      startUps.tell(connection);
    }
  }

  void finding(Finding finding) {
    if (isOfMissingBytes(finding.rule())) {
      missed();
    }
    if (events != null && isOfNoMessage(finding.rule())) {
      events.alone(finding);
    } else if (events != null) {
      events.finding(finding);
    } else if (of.isFollowed()) {
      run.findings().accept(finding);
    } else if (!of.isClosed() && early.size() < MOST_EARLY) {
      early = early.isEmpty() ? new ArrayList<>(1) : early;
      early.add(finding);
    }
  }

  /** Whether a rule is about a segment that was ignored, or an operation beside all messages. */
  private static boolean isOfNoMessage(Rule rule) {
    return rule.equals(TcpRules.CHECKSUM)
        || rule.equals(TcpRules.RETRANSMISSION)
        || rule.equals(TcpRules.STALE_RESET)
        || rule.equals(TcpRules.FAR_ACKNOWLEDGEMENT)
        || rule.equals(TcpRules.FAR_SEGMENT)
        || rule.equals(IwarpRules.ATOMIC)
        || rule.equals(IwarpRules.STRAY_ATOMIC_RESPONSE);
  }

  /** Whether a rule says that bytes were not captured, or not understood. */
  private static boolean isOfMissingBytes(Rule rule) {
    return rule.equals(TcpRules.HOLE)
        || rule.equals(IwarpRules.LOST_FRAMING)
        || rule.equals(IwarpRules.BAD_CRC)
        || rule.equals(IwarpRules.MSN_GAP);
  }

  /** {@return what was found before MPA was, to be told once} */
  private List<Finding> takeEarly() {
    List<Finding> found = early;
    early = List.of();
    return found;
  }

  /** Tells of bytes that a side sent again, once there is somebody who may ask. */
  void sentAgain(int side, long from, long to, long frame) {
    if (events != null) {
      events.sentAgain(side, from, to, frame);
    }
  }

  /** Takes note that bytes were not captured, or not understood. */
  void missed() {
    missed = true;
    if (events != null) {
      events.missed();
    }
  }

  /** Tells what was found, if the connection never did anything. */
  void tellEarly() {
    for (Finding each : takeEarly()) {
      run.findings().accept(each);
    }
  }

  /** Tells how the connection ended. */
  void ended(ConnectionEnd how) {
    RdmaConnection known = connection;
    if (known != null) {
      known.ended(how);
    } else if (how.how() == ConnectionEnd.How.REJ) {
      RdmaConnection never = described(of.traffic(RdmaConnection.FIRST).firstFrame());
      never.ended(how);
      run.listener().rejected(never);
    }
  }

  /** Tells that the connection is over. */
  void close(ConnectionEvents.Ending ending) {
    if (events != null) {
      events.closed(ending);
      events = null;
    }
  }
}
