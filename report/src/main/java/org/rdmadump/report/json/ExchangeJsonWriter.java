package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.List;
import org.rdmadump.rdma.ReadSink;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;

/** Writes exchanges as objects with {@code "record": "exchange"}. */
final class ExchangeJsonWriter {
  private static final SerializedString EXCHANGE = new SerializedString("exchange");
  private static final SerializedString XID = new SerializedString("xid");
  private static final SerializedString CONNECTION = new SerializedString("connection");
  private static final SerializedString CALL = new SerializedString("call");
  private static final SerializedString REPLY = new SerializedString("reply");
  private static final SerializedString TRANSFERS = new SerializedString("transfers");
  private static final SerializedString KIND = new SerializedString("kind");
  private static final SerializedString HANDLE = new SerializedString("handle");
  private static final SerializedString ADDRESS = new SerializedString("address");
  private static final SerializedString LENGTH = new SerializedString("length");
  private static final SerializedString TRANSFERRED = new SerializedString("transferred");
  private static final SerializedString PACKETS = new SerializedString("packets");
  private static final SerializedString MSN = new SerializedString("msn");
  private static final SerializedString SINK_HANDLE = new SerializedString("sink_handle");
  private static final SerializedString SINK_ADDRESS = new SerializedString("sink_address");
  private static final SerializedString FIRST_PSN = new SerializedString("first_psn");
  private static final SerializedString LAST_PSN = new SerializedString("last_psn");
  private static final SerializedString FIRST_FRAME = new SerializedString("first_frame");
  private static final SerializedString LAST_FRAME = new SerializedString("last_frame");

  private final JsonGenerator out;
  private final JsonFields fields;
  private final MessageJsonWriter messages;

  /** A writer to {@code out}, which stays the caller's; messages are written by another one. */
  ExchangeJsonWriter(JsonGenerator out, MessageJsonWriter messages) {
    this.out = out;
    this.fields = new JsonFields(out);
    this.messages = messages;
  }

  /** Writes one exchange as one object. */
  void write(RpcExchange exchange) throws IOException {
    out.writeStartObject();
    JsonFormat.begin(out, EXCHANGE);
    fields.hex(XID, exchange.xid());
    fields.number(CONNECTION, exchange.connection());
    if (exchange.call().isPresent()) {
      out.writeFieldName(CALL);
      messages.write(exchange.call().get());
    }
    if (exchange.reply().isPresent()) {
      out.writeFieldName(REPLY);
      messages.write(exchange.reply().get());
    }
    fields.timing(exchange.timing());
    transfers(exchange.transfers());
    messages.findings(exchange.findings());
    out.writeEndObject();
  }

  private void transfers(List<RdmaTransfer> transfers) throws IOException {
    out.writeFieldName(TRANSFERS);
    out.writeStartArray();
    for (int i = 0; i < transfers.size(); i++) {
      RdmaTransfer transfer = transfers.get(i);
      out.writeStartObject();
      fields.string(KIND, transfer.kind().label());
      fields.hex(HANDLE, transfer.handle());
      fields.hex(ADDRESS, transfer.address());
      fields.number(LENGTH, transfer.length());
      fields.number(TRANSFERRED, transfer.transferred());
      fields.number(PACKETS, transfer.packets());
      if (transfer.firstPsn() >= 0) {
        fields.number(FIRST_PSN, transfer.firstPsn());
      }
      if (transfer.lastPsn() >= 0) {
        fields.number(LAST_PSN, transfer.lastPsn());
      }
      if (transfer.sink().isPresent()) {
        ReadSink sink = transfer.sink().get();
        fields.number(MSN, Integer.toUnsignedLong(sink.messageSequence()));
        fields.hex(SINK_HANDLE, sink.handle());
        fields.hex(SINK_ADDRESS, sink.offset());
      }
      fields.number(FIRST_FRAME, transfer.firstFrame());
      fields.number(LAST_FRAME, transfer.lastFrame());
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
