package org.rdmadump.report.html;

import java.util.Comparator;
import java.util.List;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.analysis.stats.SentBySide;
import org.rdmadump.analysis.stats.SentRequests;
import org.rdmadump.analysis.stats.WithoutRpc;
import org.rdmadump.report.RequestTables;
import org.rdmadump.report.json.ConnectionJson;
import org.rdmadump.report.json.JsonOutput;

/** Writes what a report shows of connections without RPC-over-RDMA. */
final class RequestSections {
  private static final int MOST_CONNECTIONS = 60;

  private static final Comparator<NumberedConnection> WORST_FIRST =
      (one, other) -> {
        int order = Long.compare(troubles(other), troubles(one));
        return order == 0 ? Long.compare(other.record().bytes(), one.record().bytes()) : order;
      };

  private final JsonOutput out;
  private final WithoutRpc found;
  private final long firstNanos;

  /**
   * Those of some connections.
   *
   * @param firstNanos time of the first frame
   */
  RequestSections(JsonOutput out, WithoutRpc found, long firstNanos) {
    this.out = out;
    this.found = found;
    this.firstNanos = firstNanos;
  }

  private static long troubles(NumberedConnection connection) {
    long troubles = 0;
    for (SentBySide side : SentBySide.of(List.of(connection))) {
      troubles += side.traffic().retransmitted() + side.traffic().notReadyCount();
      troubles += side.traffic().refusals().values().stream().mapToLong(it -> it).sum();
    }
    return troubles;
  }

  /** Writes them as members of the object that is open. */
  void write() {
    List<NumberedConnection> worst =
        found.connections().stream().sorted(WORST_FIRST).limit(MOST_CONNECTIONS).toList();
    ConnectionJson connection = new ConnectionJson(out);
    out.beginArray("rdma_connections");
    for (NumberedConnection each : worst) {
      out.beginObject();
      out.put("name", RequestTables.name(each));
      connection.write(each);
      out.put("from_ns", Math.max(0, Times.first(each.record()) - firstNanos));
      out.put("to_ns", Math.max(0, Times.last(each.record()) - firstNanos));
      out.beginArray("requests");
      for (SentRequests row : SentRequests.of(List.of(each))) {
        out.beginObject();
        connection.write(row);
        out.endObject();
      }
      out.endArray();
      out.endObject();
    }
    out.endArray();
    out.put("more_rdma_connections", found.connections().size() - worst.size() + found.others());
  }
}
