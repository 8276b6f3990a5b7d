package org.rdmadump.report.json;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.stats.ConnectionFields;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.analysis.stats.SentRequests;
import org.rdmadump.report.StatsTable;
import org.rdmadump.report.StatsTables;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;

/** Writes the fields of a connection into an object with {@code "record": "connection"}. */
public final class ConnectionJson {
  private final JsonOutput out;
  private final StatsTable<StatsTables.Side> sides = StatsTables.sides();
  private final JsonMembers<NumberedConnection> opening;
  private final JsonMembers<NumberedConnection> ending;

  /** Of connections without RPC-over-RDMA, which most captures have none of. */
  private @Nullable JsonMembers<NumberedConnection> facts;

  private @Nullable JsonMembers<SentRequests> requests;

  /** A writer to {@code out}. */
  public ConnectionJson(JsonOutput out) {
    this.out = out;
    this.opening = new JsonMembers<>(out, ConnectionFields.opening(), "");
    this.ending = new JsonMembers<>(out, ConnectionFields.ending(), "");
  }

  /** Writes the fields of a connection with RPC-over-RDMA. */
  public void write(ConnectionStats stats) {
    ConnectionRecord connection = stats.record();
    NumberedConnection numbered = numbered(connection);
    out.put("connection", connection.index());
    opening.write(numbered);
    if (connection.setup().isPresent()) {
      rpcRdma(connection);
    }
    out.put("first_frame", connection.firstFrame());
    out.put("last_frame", connection.lastFrame());
    out.put("calls", connection.calls());
    out.put("replies", connection.replies());
    out.put("callbacks", connection.callbacks());
    out.put("callback_replies", connection.callbackReplies());
    out.put("repeats", connection.repeats());
    out.put("rdma_errors", connection.errors());
    out.put("unanswered", connection.unansweredCalls());
    out.beginObject("bytes");
    for (MovedBy each : MovedBy.values()) {
      out.put(each.label(), connection.bytes(each));
    }
    out.endObject();
    out.beginObject("credits");
    credits("calls", connection.credits(Direction.FORWARD));
    credits("callbacks", connection.credits(Direction.BACKWARD));
    out.endObject();
    out.beginObject("most_in_flight");
    out.put("read", stats.mostInFlight(RdmaTransfer.Kind.READ));
    out.put("write", stats.mostInFlight(RdmaTransfer.Kind.WRITE));
    out.endObject();
    out.beginObject("traffic");
    traffic("client", stats, Direction.FORWARD);
    traffic("server", stats, Direction.BACKWARD);
    out.endObject();
    if (stats.reconnectOf().isPresent()) {
      out.beginObject("reconnect_of");
      ConnectionRecord earlier = stats.reconnectOf().get().record();
      out.put("connection", earlier.index());
      ending.write(numbered(earlier));
      out.endObject();
    }
    ending.write(numbered);
  }

  private static NumberedConnection numbered(ConnectionRecord connection) {
    return new NumberedConnection(connection.index().orElse(0), connection);
  }

  /** Writes the fields of a connection without RPC-over-RDMA. */
  public void write(NumberedConnection found) {
    JsonMembers<NumberedConnection> members = facts;
    if (members == null) {
      members = new JsonMembers<>(out, ConnectionFields.facts(), "");
      facts = members;
    }
    out.put("connection", found.number());
    members.write(found);
  }

  /** Writes the fields of requests of one kind that such a connection carried. */
  public void write(SentRequests sent) {
    JsonMembers<SentRequests> members = requests;
    if (members == null) {
      members = new JsonMembers<>(out, ConnectionFields.requests(), "");
      requests = members;
    }
    out.put("connection", sent.side().connection().number());
    members.write(sent);
  }

  private void rpcRdma(ConnectionRecord connection) {
    out.beginObject("rpcrdma");
    said("client", connection.said(Direction.FORWARD));
    said("server", connection.said(Direction.BACKWARD));
    out.put("inline_threshold_to_server", connection.inlineThreshold(Direction.FORWARD));
    out.put("inline_threshold_to_client", connection.inlineThreshold(Direction.BACKWARD));
    out.endObject();
  }

  private void said(String who, Optional<RpcRdmaPrivateMessage> message) {
    if (message.isPresent()) {
      out.beginObject(who);
      out.put("remote_invalidation", message.get().remoteInvalidation());
      out.put("send_size", message.get().sendSize());
      out.put("receive_size", message.get().receiveSize());
      out.endObject();
    }
  }

  // ---- what went over it

  private void credits(String whose, CreditUse credits) {
    out.beginObject(whose);
    out.put("asked", credits.asked());
    if (credits.isGrantSeen()) {
      out.put("granted", credits.granted());
      out.put("least_granted", credits.leastGranted());
      out.put("most_granted", credits.mostGranted());
    }
    out.put("most_in_flight", credits.mostInFlight());
    out.endObject();
  }

  private void traffic(String who, ConnectionStats stats, Direction direction) {
    out.beginObject(who);
    StatsJsonWriter.members(out, sides, new StatsTables.Side(stats, direction));
    out.endObject();
  }
}
