package org.rdmadump.analysis.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.List;
import org.rdmadump.analysis.Names;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcSummary;

/** Writes the {@code rpc} object of a message. */
final class RpcJson {
  private static final SerializedString RPC = new SerializedString("rpc");
  private static final SerializedString TYPE = new SerializedString("type");
  private static final SerializedString CALL = new SerializedString("call");
  private static final SerializedString REPLY = new SerializedString("reply");
  private static final SerializedString XID = new SerializedString("xid");
  private static final SerializedString PROGRAM = new SerializedString("program");
  private static final SerializedString VERSION = new SerializedString("version");
  private static final SerializedString PROCEDURE = new SerializedString("procedure");
  private static final SerializedString PROGRAM_NAME = new SerializedString("program_name");
  private static final SerializedString PROCEDURE_NAME = new SerializedString("procedure_name");
  private static final SerializedString AUTH = new SerializedString("auth");
  private static final SerializedString STATUS = new SerializedString("status");
  private static final SerializedString CALL_NUMBER = new SerializedString("call_number");
  private static final SerializedString LATENCY_NS = new SerializedString("latency_ns");
  private static final SerializedString REPEAT_OF = new SerializedString("repeat_of");
  private static final SerializedString LENGTH = new SerializedString("length");
  private static final SerializedString SHA256 = new SerializedString("sha256");
  private static final SerializedString COMPLETE = new SerializedString("complete");
  private static final SerializedString MISSING = new SerializedString("missing");
  private static final SerializedString OFFSET = new SerializedString("offset");
  private static final SerializedString REASON = new SerializedString("reason");

  private final JsonGenerator out;
  private final JsonFields fields;

  RpcJson(JsonGenerator out, JsonFields fields) {
    this.out = out;
    this.fields = fields;
  }

  void write(RpcSummary rpc) throws IOException {
    out.writeFieldName(RPC);
    out.writeStartObject();
    fields.string(TYPE, rpc.call() ? CALL : REPLY);
    fields.hex(XID, rpc.xid());
    fields.unsigned(PROGRAM, rpc.program());
    fields.unsigned(VERSION, rpc.version());
    fields.unsigned(PROCEDURE, rpc.procedure());
    fields.string(PROGRAM_NAME, Names.program(rpc));
    fields.string(PROCEDURE_NAME, Names.procedure(rpc));
    fields.string(AUTH, rpc.auth());
    fields.string(STATUS, rpc.status());
    fields.number(CALL_NUMBER, rpc.callNumber());
    fields.number(LATENCY_NS, rpc.latencyNanos());
    fields.timing(rpc.timing());
    fields.number(REPEAT_OF, rpc.repeatOf());
    fields.number(LENGTH, rpc.length());
    fields.string(SHA256, rpc.sha256());
    fields.bool(COMPLETE, rpc.complete());
    missing(rpc.missing());
    out.writeEndObject();
  }

  private void missing(List<MissingRange> ranges) throws IOException {
    out.writeFieldName(MISSING);
    out.writeStartArray();
    for (int i = 0; i < ranges.size(); i++) {
      MissingRange range = ranges.get(i);
      out.writeStartObject();
      fields.number(OFFSET, range.offset());
      fields.number(LENGTH, range.length());
      fields.string(REASON, range.reason().label());
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
