package org.rdmadump.analysis.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.rule.ConnectionRules;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;

/**
 * Judges a connection without RPC-over-RDMA at its end, by what was counted of it: no message is
 * there to carry the findings.
 */
final class TransportReview {
  private TransportReview() {}

  /** {@return what is wrong with a connection that ended} */
  static List<Finding> judge(ConnectionRecord connection) {
    List<Finding> findings = new ArrayList<>(0);
    for (Direction direction : Direction.values()) {
      TrafficCounters sent = connection.traffic(direction);
      String ends = ends(connection, direction);
      retransmissions(connection, sent, ends, findings);
      congestion(sent, ends, findings);
      Optional<RequestCounters> requests = connection.requestCounters(direction);
      if (requests.isPresent() && requests.get().withoutCredits() > 0) {
        String acknowledgements =
            Counted.of(requests.get().acknowledgementsWithCredits(), "acknowledgement");
        findings.add(
            finding(
                ConnectionRules.NO_CREDITS,
                sent,
                ends
                    + ": "
                    + requests.get().withoutCredits()
                    + " of "
                    + acknowledgements
                    + " granted no credit"));
      }
    }
    end(connection, findings);
    return findings;
  }

  private static void retransmissions(
      ConnectionRecord connection, TrafficCounters sent, String ends, List<Finding> findings) {
    if (sent.retransmitted() == 0) {
      return;
    }
    boolean hasTimers = connection.transport().hasPacketNumbers();
    List<String> parts = new ArrayList<>();
    parts.add(
        ends
            + ": retransmitted "
            + sent.retransmitted()
            + " of "
            + Counted.of(sent.packets(), "packet"));
    sent.bursts().forEach((cause, count) -> parts.add(cause.counted(count)));
    if (sent.bursts().isEmpty()) {
      parts.add("responses that were asked for again, or copies that the network made");
    }
    if (hasTimers && sent.duplicates() > 0) {
      parts.add(
          (sent.duplicates() == sent.retransmitted() ? "all" : sent.duplicates())
              + " acknowledged before");
    }
    findings.add(
        Finding.inFrame(
            ConnectionRules.RETRANSMISSIONS, sent.firstRepeat(), String.join("; ", parts)));
  }

  private static void congestion(TrafficCounters sent, String ends, List<Finding> findings) {
    if (sent.congestionNotifications() > 0) {
      findings.add(
          finding(
              ConnectionRules.CONGESTION,
              sent,
              ends + ": " + Counted.of(sent.congestionNotifications(), "CNP")));
    }
    if (sent.congestionMarks() > 0) {
      findings.add(
          finding(
              ConnectionRules.CONGESTION,
              sent,
              ends
                  + ": "
                  + sent.congestionMarks()
                  + " of "
                  + Counted.of(sent.packets(), "packet")
                  + " met congestion (ECN)"));
    }
  }

  private static void end(ConnectionRecord connection, List<Finding> findings) {
    Optional<ConnectionEnd> end = connection.end();
    if (end.isEmpty()) {
      return;
    }
    String ends = ends(connection, Direction.FORWARD);
    String why = end.get().reason().isEmpty() ? "" : ", " + end.get().reason();
    if (end.get().how() == ConnectionEnd.How.REJ) {
      findings.add(
          Finding.inFrame(
              ConnectionRules.REFUSED, end.get().frame(), ends + ": connection refused" + why));
    } else if (end.get().isAbort()) {
      long frame = end.get().frame() > 0 ? end.get().frame() : connection.lastFrame();
      findings.add(
          Finding.inFrame(
              ConnectionRules.ABORTED,
              frame,
              ends + ": connection ended, " + end.get().how().label() + why));
    }
  }

  private static Finding finding(Rule rule, TrafficCounters sent, String text) {
    return Finding.inFrame(rule, sent.lastFrame(), text);
  }

  /** Without addresses, which reports may have to leave out. */
  private static String ends(ConnectionRecord connection, Direction direction) {
    String client = name(connection, "client", connection.client());
    String server = name(connection, "server", connection.server());
    return direction == Direction.FORWARD ? client + " -> " + server : server + " -> " + client;
  }

  /** {@return the ends without addresses, likewise, whoever sent} */
  static String ends(ConnectionRecord connection) {
    return name(connection, "client", connection.client())
        + ", "
        + name(connection, "server", connection.server());
  }

  private static String name(ConnectionRecord connection, String who, Endpoint endpoint) {
    String kind = connection.transport().hasPorts() ? " port " : " QP ";
    return endpoint.number().isPresent() ? who + kind + endpoint.number().getAsInt() : who;
  }
}
