package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.List;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Lane;
import org.rdmadump.report.AddressTexts;
import org.rdmadump.rpcrdma.RpcMessage;

/** Writes messages as objects with {@code "record": "message"}. */
final class MessageJsonWriter {
  private static final SerializedString MESSAGE_RECORD = new SerializedString("message");
  private static final SerializedString NUMBER = new SerializedString("number");
  private static final SerializedString FIRST_FRAME = new SerializedString("first_frame");
  private static final SerializedString LAST_FRAME = new SerializedString("last_frame");
  private static final SerializedString SEND_FRAME = new SerializedString("send_frame");
  private static final SerializedString TIME = new SerializedString("time");
  private static final SerializedString EPOCH_NS = new SerializedString("epoch_ns");
  private static final SerializedString COMPLETED_TIME = new SerializedString("completed_time");
  private static final SerializedString COMPLETED_EPOCH_NS =
      new SerializedString("completed_epoch_ns");
  private static final SerializedString TRANSPORT = new SerializedString("transport");
  private static final SerializedString CONNECTION = new SerializedString("connection");
  private static final SerializedString RECOGNISED = new SerializedString("recognised");
  private static final SerializedString DIRECTION = new SerializedString("direction");
  private static final SerializedString SRC = new SerializedString("src");
  private static final SerializedString DST = new SerializedString("dst");
  private static final SerializedString SRC_QP = new SerializedString("src_qp");
  private static final SerializedString DST_QP = new SerializedString("dst_qp");
  private static final SerializedString SRC_PORT = new SerializedString("src_port");
  private static final SerializedString DST_PORT = new SerializedString("dst_port");
  private static final SerializedString P_KEY = new SerializedString("p_key");
  private static final SerializedString SERVICE_LEVEL = new SerializedString("sl");
  private static final SerializedString VIRTUAL_LANE = new SerializedString("vl");
  private static final SerializedString DELIVERED = new SerializedString("delivered");
  private static final SerializedString SETTLED_BY = new SerializedString("settled_by");
  private static final SerializedString INVALIDATED = new SerializedString("invalidated");

  private final JsonGenerator out;
  private final JsonFields fields;
  private final FindingJson noticed;
  private final RpcRdmaJson rpcRdma;
  private final RpcJson rpc;
  private final ContentJson content;
  private final AddressTexts addresses = new AddressTexts();

  /**
   * A writer to {@code out}, which stays the caller's.
   *
   * @param form how bulk data is written
   * @param digest write SHA-256 of bulk data whose bytes were kept
   */
  MessageJsonWriter(JsonGenerator out, DataForm form, boolean digest) {
    DataJson data = new DataJson(out, new JsonFields(out), form, digest);
    XdrJson values = new XdrJson(out, data);
    this.out = out;
    this.fields = new JsonFields(out);
    this.noticed = new FindingJson(out, fields);
    this.rpcRdma = new RpcRdmaJson(out, fields);
    this.rpc = new RpcJson(out, fields, values);
    this.content = new ContentJson(out, fields, values);
  }

  /** Writes one message as one object. */
  void write(RpcMessage message) throws IOException {
    out.writeStartObject();
    JsonFormat.begin(out, MESSAGE_RECORD);
    fields.number(NUMBER, message.number());
    fields.number(FIRST_FRAME, message.firstFrame());
    fields.number(LAST_FRAME, message.lastFrame());
    fields.number(SEND_FRAME, message.sendFrame());
    fields.rfc3339(TIME, message.sendNanos());
    fields.decimalString(EPOCH_NS, message.sendNanos());
    fields.rfc3339(COMPLETED_TIME, message.completedNanos());
    fields.decimalString(COMPLETED_EPOCH_NS, message.completedNanos());
    fields.label(TRANSPORT, message.transport().label());
    fields.number(CONNECTION, message.connection());
    fields.label(RECOGNISED, message.recognition().label());
    fields.label(DIRECTION, message.direction().label());
    endpoints(message);
    lane(message.lane());
    if (!message.delivered()) {
      fields.bool(DELIVERED, false);
    }
    fields.label(SETTLED_BY, message.settledBy().label());
    rpcRdma.write(message);
    fields.hex(INVALIDATED, message.invalidated());
    if (message.rpc().isPresent()) {
      rpc.write(message, message.rpc().get());
      content.write(message);
    }
    findings(message.findings());
    out.writeEndObject();
  }

  void findings(List<Finding> findings) throws IOException {
    noticed.write(findings);
  }

  private void lane(Lane lane) throws IOException {
    if (lane.partitionKey() != Lane.DEFAULT_PARTITION) {
      fields.number(P_KEY, lane.partitionKey());
    }
    if (lane.hasLevel()) {
      fields.number(SERVICE_LEVEL, lane.serviceLevel());
      fields.number(VIRTUAL_LANE, lane.virtualLane());
    }
  }

  private void endpoints(RpcMessage message) throws IOException {
    Endpoint source = message.source();
    Endpoint destination = message.destination();
    boolean ports = message.transport().hasPorts();
    fields.label(SRC, addresses.of(source.address()));
    fields.label(DST, addresses.of(destination.address()));
    fields.number(ports ? SRC_PORT : SRC_QP, source.number());
    fields.number(ports ? DST_PORT : DST_QP, destination.number());
  }
}
