package org.rdmadump.report.json;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.ConnectionWithoutRpc;
import org.rdmadump.analysis.stats.SentBySide;
import org.rdmadump.rdma.CmEnd;
import org.rdmadump.rdma.CmSetup;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionSetup;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.MpaEnd;
import org.rdmadump.rdma.MpaSetup;
import org.rdmadump.rdma.Transport;
import org.rdmadump.report.RequestTables;
import org.rdmadump.report.StatsTable;
import org.rdmadump.report.StatsTables;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.NvmeQueue;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;

/** Writes the fields of a connection into an object with {@code "record": "connection"}. */
public final class ConnectionJson {
  private final JsonOutput out;
  private final StatsTable<StatsTables.Side> sides = StatsTables.sides();
  private final StatsTable<SentBySide> sidesWithoutRpc = RequestTables.sides();

  public ConnectionJson(JsonOutput out) {
    this.out = out;
  }

  public void write(ConnectionStats stats) {
    ConnectionRecord connection = stats.record();
    out.put("connection", connection.index());
    out.put("transport", connection.transport().label());
    out.put("recognised", connection.recognition().label());
    ends(connection);
    setup(connection);
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
      end(earlier);
      out.endObject();
    }
    end(connection);
  }

  /** What any connection has: between whom it is, what it carries, and how it came about. */
  private void ends(ConnectionRecord connection) {
    endpoint("client", connection.client(), connection.transport());
    endpoint("server", connection.server(), connection.transport());
    out.put("service_port", connection.servicePort());
    protocol(connection);
    out.put("path_mtu", connection.pathMtu());
    out.put("setup_ns", connection.setupNanos());
  }

  /** Writes the fields of a connection without RPC-over-RDMA. */
  public void write(ConnectionWithoutRpc found) {
    ConnectionRecord connection = found.record();
    out.put("connection", found.number());
    out.put("commands_connection", connection.index());
    out.put("transport", connection.transport().label());
    out.put("service", connection.service().label());
    out.put("recognised", connection.recognition().label());
    ends(connection);
    if (connection.setup().isPresent()) {
      setup(connection, connection.setup().get());
    }
    NvmeQueue.of(connection).ifPresent(this::queue);
    out.put("first_frame", connection.firstFrame());
    out.put("last_frame", connection.lastFrame());
    out.beginObject("traffic");
    for (SentBySide side : SentBySide.of(List.of(found))) {
      out.beginObject(side.direction() == Direction.FORWARD ? "client" : "server");
      StatsJsonWriter.members(out, sidesWithoutRpc, side);
      out.endObject();
    }
    out.endObject();
    end(connection);
  }

  private void protocol(ConnectionRecord connection) {
    if (connection.protocol().isPresent()) {
      out.put("protocol", connection.protocol().get().name());
      out.put("protocol_evidence", connection.protocol().get().evidence());
    } else if (!connection.protocolDoubt().isEmpty()) {
      out.put("protocol_doubt", connection.protocolDoubt());
    }
  }

  private void endpoint(String who, Endpoint endpoint, Transport transport) {
    out.put(who, endpoint.address().toString());
    out.put(who + (transport.hasPorts() ? "_port" : "_qp"), endpoint.number());
  }

  // ---- how it was made

  private void setup(ConnectionRecord connection) {
    Optional<ConnectionSetup> setup = connection.setup();
    if (setup.isEmpty()) {
      return;
    }
    setup(connection, setup.get());
    out.beginObject("rpcrdma");
    said("client", connection.said(Direction.FORWARD));
    said("server", connection.said(Direction.BACKWARD));
    out.put("inline_threshold_to_server", connection.inlineThreshold(Direction.FORWARD));
    out.put("inline_threshold_to_client", connection.inlineThreshold(Direction.BACKWARD));
    out.endObject();
  }

  private void setup(ConnectionRecord connection, ConnectionSetup setup) {
    if (setup instanceof CmSetup cm) {
      out.beginObject("cm");
      out.putHex("service_id", cm.serviceId());
      out.put("path_mtu", cm.pathMtu());
      out.put("retry_count", cm.retryCount());
      end("client", cm.active(), connection.privateData(Direction.FORWARD));
      end("server", cm.passive(), connection.privateData(Direction.BACKWARD));
      out.endObject();
    } else if (setup instanceof MpaSetup mpa) {
      out.beginObject("mpa");
      end("request", mpa.request(), connection.privateData(Direction.FORWARD));
      end("reply", mpa.reply(), connection.privateData(Direction.BACKWARD));
      out.endObject();
    }
  }

  private void end(String who, CmEnd end, ByteBuffer data) {
    out.beginObject(who);
    out.put("responder_resources", end.responderResources());
    out.put("initiator_depth", end.initiatorDepth());
    out.put("starting_psn", end.startingPsn());
    out.put("rnr_retry_count", end.rnrRetryCount());
    privateData(data);
    out.endObject();
  }

  private void end(String which, Optional<MpaEnd> end, ByteBuffer data) {
    if (end.isEmpty()) {
      return;
    }
    MpaEnd mpa = end.get();
    out.beginObject(which);
    out.put("revision", mpa.revision());
    out.put("markers", mpa.markers());
    out.put("crc", mpa.crc());
    out.put("rejected", mpa.rejected());
    out.put("peer_to_peer", mpa.peerToPeer());
    out.put("ird", mpa.inboundReads());
    out.put("ord", mpa.outboundReads());
    privateData(data);
    out.endObject();
  }

  private void privateData(ByteBuffer data) {
    if (data.capacity() > 0) {
      byte[] bytes = new byte[data.capacity()];
      data.get(0, bytes);
      out.name("private_data");
      out.hex("0x", bytes, bytes.length);
    }
  }

  private void queue(NvmeQueue queue) {
    out.beginObject("nvme");
    out.put("queue", queue.host().queue());
    out.put("host_receive_size", queue.host().receiveSize());
    out.put("host_send_size", queue.host().sendSize());
    out.put("controller", queue.host().controller());
    out.put("controller_receive_size", queue.controllerReceiveSize());
    queue.refusal().ifPresent(why -> out.put("refusal", why));
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

  private void end(ConnectionRecord connection) {
    if (connection.end().isEmpty()) {
      return;
    }
    ConnectionEnd end = connection.end().get();
    out.beginObject("ended");
    out.put("how", end.how().label());
    if (connection.endedByClient().isPresent()) {
      out.put("by", connection.endedByClient().get() ? "client" : "server");
    }
    if (!end.reason().isEmpty()) {
      out.put("reason", end.reason());
    }
    if (end.frame() > 0) {
      out.put("frame", end.frame());
    }
    out.endObject();
  }
}
