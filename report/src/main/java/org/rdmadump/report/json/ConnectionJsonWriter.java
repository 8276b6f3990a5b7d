package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.Durations;
import org.rdmadump.rdma.CmEnd;
import org.rdmadump.rdma.CmSetup;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionSetup;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.MpaEnd;
import org.rdmadump.rdma.MpaSetup;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;

/** Writes a connection as an object with {@code "record": "connection"}. */
final class ConnectionJsonWriter {
  private static final HexFormat HEX = HexFormat.of();

  private final JsonGenerator out;

  ConnectionJsonWriter(JsonGenerator out) {
    this.out = out;
  }

  void write(ConnectionStats stats) throws IOException {
    ConnectionRecord connection = stats.record();
    out.writeStartObject();
    JsonFormat.begin(out, "connection");
    number("connection", connection.index());
    out.writeStringField("transport", connection.transport().label());
    out.writeStringField("recognised", connection.recognition().label());
    endpoint("client", connection.client(), connection.transport());
    endpoint("server", connection.server(), connection.transport());
    number("service_port", connection.servicePort());
    number("path_mtu", connection.pathMtu());
    setup(connection);
    out.writeNumberField("first_frame", connection.firstFrame());
    out.writeNumberField("last_frame", connection.lastFrame());
    out.writeNumberField("calls", connection.calls());
    out.writeNumberField("replies", connection.replies());
    out.writeNumberField("callbacks", connection.callbacks());
    out.writeNumberField("callback_replies", connection.callbackReplies());
    out.writeNumberField("repeats", connection.repeats());
    out.writeNumberField("rdma_errors", connection.errors());
    out.writeNumberField("unanswered", connection.unansweredCalls());
    out.writeObjectFieldStart("bytes");
    for (MovedBy way : MovedBy.values()) {
      out.writeNumberField(way.label(), connection.bytes(way));
    }
    out.writeEndObject();
    out.writeObjectFieldStart("credits");
    credits("calls", connection.credits(Direction.FORWARD));
    credits("callbacks", connection.credits(Direction.BACKWARD));
    out.writeEndObject();
    out.writeObjectFieldStart("most_in_flight");
    out.writeNumberField("read", stats.mostInFlight(RdmaTransfer.Kind.READ));
    out.writeNumberField("write", stats.mostInFlight(RdmaTransfer.Kind.WRITE));
    out.writeEndObject();
    out.writeObjectFieldStart("traffic");
    traffic("client", stats, Direction.FORWARD);
    traffic("server", stats, Direction.BACKWARD);
    out.writeEndObject();
    if (stats.reconnectOf().isPresent()) {
      out.writeObjectFieldStart("reconnect_of");
      ConnectionRecord earlier = stats.reconnectOf().get().record();
      number("connection", earlier.index());
      end(earlier);
      out.writeEndObject();
    }
    end(connection);
    out.writeEndObject();
  }

  private void endpoint(String who, Endpoint endpoint, Transport transport) throws IOException {
    out.writeStringField(who, endpoint.address().toString());
    number(who + (transport.hasPorts() ? "_port" : "_qp"), endpoint.number());
  }

  private void number(String name, OptionalInt value) throws IOException {
    if (value.isPresent()) {
      out.writeNumberField(name, value.getAsInt());
    }
  }

  // ---- how it was made

  private void setup(ConnectionRecord connection) throws IOException {
    Optional<ConnectionSetup> setup = connection.setup();
    if (setup.isEmpty()) {
      return;
    }
    if (setup.get() instanceof CmSetup cm) {
      out.writeObjectFieldStart("cm");
      out.writeStringField("service_id", "0x" + HEX.toHexDigits(cm.serviceId()));
      number("path_mtu", cm.pathMtu());
      number("retry_count", cm.retryCount());
      end("client", cm.active(), connection.privateData(Direction.FORWARD));
      end("server", cm.passive(), connection.privateData(Direction.BACKWARD));
      out.writeEndObject();
    } else if (setup.get() instanceof MpaSetup mpa) {
      out.writeObjectFieldStart("mpa");
      end("request", mpa.request(), connection.privateData(Direction.FORWARD));
      end("reply", mpa.reply(), connection.privateData(Direction.BACKWARD));
      out.writeEndObject();
    }
    out.writeObjectFieldStart("rpcrdma");
    said("client", connection.said(Direction.FORWARD));
    said("server", connection.said(Direction.BACKWARD));
    number("inline_threshold_to_server", connection.inlineThreshold(Direction.FORWARD));
    number("inline_threshold_to_client", connection.inlineThreshold(Direction.BACKWARD));
    out.writeEndObject();
  }

  private void end(String who, CmEnd end, ByteBuffer data) throws IOException {
    out.writeObjectFieldStart(who);
    number("responder_resources", end.responderResources());
    number("initiator_depth", end.initiatorDepth());
    number("starting_psn", end.startingPsn());
    number("rnr_retry_count", end.rnrRetryCount());
    privateData(data);
    out.writeEndObject();
  }

  private void end(String which, Optional<MpaEnd> end, ByteBuffer data) throws IOException {
    if (end.isEmpty()) {
      return;
    }
    MpaEnd mpa = end.get();
    out.writeObjectFieldStart(which);
    out.writeNumberField("revision", mpa.revision());
    out.writeBooleanField("markers", mpa.markers());
    out.writeBooleanField("crc", mpa.crc());
    out.writeBooleanField("rejected", mpa.rejected());
    out.writeBooleanField("peer_to_peer", mpa.peerToPeer());
    number("ird", mpa.inboundReads());
    number("ord", mpa.outboundReads());
    privateData(data);
    out.writeEndObject();
  }

  private void privateData(ByteBuffer data) throws IOException {
    if (data.capacity() > 0) {
      byte[] bytes = new byte[data.capacity()];
      data.get(0, bytes);
      out.writeStringField("private_data", "0x" + HEX.formatHex(bytes));
    }
  }

  private void said(String who, Optional<RpcRdmaPrivateMessage> message) throws IOException {
    if (message.isPresent()) {
      out.writeObjectFieldStart(who);
      out.writeBooleanField("remote_invalidation", message.get().remoteInvalidation());
      out.writeNumberField("send_size", message.get().sendSize());
      out.writeNumberField("receive_size", message.get().receiveSize());
      out.writeEndObject();
    }
  }

  // ---- what went over it

  private void credits(String whose, CreditUse credits) throws IOException {
    out.writeObjectFieldStart(whose);
    out.writeNumberField("asked", credits.asked());
    if (credits.isGrantSeen()) {
      out.writeNumberField("granted", credits.granted());
      out.writeNumberField("least_granted", credits.leastGranted());
      out.writeNumberField("most_granted", credits.mostGranted());
    }
    out.writeNumberField("most_in_flight", credits.mostInFlight());
    out.writeEndObject();
  }

  private void traffic(String who, ConnectionStats stats, Direction direction) throws IOException {
    TrafficCounters traffic = stats.record().traffic(direction);
    out.writeObjectFieldStart(who);
    out.writeNumberField("packets", traffic.packets());
    out.writeNumberField("bytes", traffic.bytes());
    out.writeNumberField("duration_ns", traffic.lastNanos() - traffic.firstNanos());
    out.writeNumberField("retransmitted", traffic.retransmitted());
    out.writeNumberField("retransmitted_bytes", traffic.retransmittedBytes());
    if (stats.record().transport().hasPacketNumbers()) {
      out.writeNumberField("duplicates", traffic.duplicates());
      out.writeNumberField("timeouts", traffic.timeouts());
    }
    out.writeNumberField("out_of_order", traffic.outOfOrder());
    if (!stats.record().transport().hasPacketNumbers()) {
      out.writeNumberField("missing_bytes", traffic.missingBytes());
    }
    out.writeObjectFieldStart("naks");
    for (Map.Entry<String, Long> each : traffic.refusals().entrySet()) {
      out.writeNumberField(each.getKey(), each.getValue());
    }
    out.writeEndObject();
    out.writeNumberField("rnr_naks", traffic.notReadyCount());
    out.writeNumberField("cnps", traffic.congestionNotifications());
    durations(out, "ack_ns", stats.acknowledgements(direction));
    out.writeEndObject();
  }

  /** Writes percentiles; absent if nothing took any time. */
  static void durations(JsonGenerator out, String name, Durations durations) throws IOException {
    if (durations.count() > 0) {
      out.writeObjectFieldStart(name);
      out.writeNumberField("count", durations.count());
      out.writeNumberField("min", durations.least());
      out.writeNumberField("mean", durations.mean());
      out.writeNumberField("p50", durations.p50());
      out.writeNumberField("p90", durations.p90());
      out.writeNumberField("p99", durations.p99());
      out.writeNumberField("max", durations.greatest());
      out.writeEndObject();
    }
  }

  private void end(ConnectionRecord connection) throws IOException {
    if (connection.end().isEmpty()) {
      return;
    }
    ConnectionEnd end = connection.end().get();
    out.writeObjectFieldStart("ended");
    out.writeStringField("how", end.how().label());
    if (connection.endedByClient().isPresent()) {
      out.writeStringField("by", connection.endedByClient().get() ? "client" : "server");
    }
    if (!end.reason().isEmpty()) {
      out.writeStringField("reason", end.reason());
    }
    if (end.frame() > 0) {
      out.writeNumberField("frame", end.frame());
    }
    out.writeEndObject();
  }
}
