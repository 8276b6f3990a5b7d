package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.Optional;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnreadable;
import org.rdmadump.xdr.decode.XdrValue;

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
  private static final SerializedString CREDENTIAL = new SerializedString("credential");
  private static final SerializedString VERIFIER = new SerializedString("verifier");
  private static final SerializedString FLAVOR = new SerializedString("flavor");
  private static final SerializedString GSS = new SerializedString("gss");
  private static final SerializedString BODY = new SerializedString("body");
  private static final SerializedString INTEGRITY = new SerializedString("integrity");
  private static final SerializedString PRIVACY = new SerializedString("privacy");
  private static final SerializedString CONTEXT = new SerializedString("context");

  private final JsonGenerator out;
  private final JsonFields fields;
  private final XdrJson values;

  RpcJson(JsonGenerator out, JsonFields fields, XdrJson values) {
    this.out = out;
    this.fields = fields;
    this.values = values;
  }

  void write(RpcMessage message, RpcSummary rpc) throws IOException {
    out.writeFieldName(RPC);
    out.writeStartObject();
    fields.string(TYPE, rpc.call() ? CALL : REPLY);
    fields.hex(XID, rpc.xid());
    fields.unsigned(PROGRAM, rpc.program());
    fields.unsigned(VERSION, rpc.version());
    fields.unsigned(PROCEDURE, rpc.procedure());
    fields.label(PROGRAM_NAME, rpc.programName());
    fields.label(PROCEDURE_NAME, rpc.procedureName());
    fields.label(AUTH, rpc.auth());
    fields.label(STATUS, rpc.status());
    fields.number(CALL_NUMBER, rpc.callNumber());
    fields.number(LATENCY_NS, rpc.latencyNanos());
    fields.timing(rpc.timing());
    fields.number(REPEAT_OF, rpc.repeatOf());
    fields.number(LENGTH, rpc.length());
    fields.string(SHA256, rpc.sha256());
    fields.bool(COMPLETE, rpc.complete());
    fields.missing(rpc.missing());
    if (message.content().rpc().isPresent()) {
      protection(message, message.content().rpc().get());
    }
    out.writeEndObject();
  }

  /** Writes who says that he sends it, and what RPCSEC_GSS does to the body. */
  private void protection(RpcMessage message, RpcContent content) throws IOException {
    authentication(CREDENTIAL, message, content.credential());
    authentication(VERIFIER, message, content.verifier());
    Optional<XdrContent> wrapping = content.wrapping();
    if (wrapping.isPresent()) {
      out.writeFieldName(GSS);
      out.writeStartObject();
      switch (content.kind()) {
        case GSS_INTEGRITY -> fields.string(BODY, INTEGRITY);
        case GSS_PRIVACY -> fields.string(BODY, PRIVACY);
        default -> fields.string(BODY, CONTEXT);
      }
      values.write(wrapping.get(), message);
      out.writeEndObject();
    }
  }

  private void authentication(
      SerializedString name, RpcMessage message, Optional<XdrContent> authentication)
      throws IOException {
    if (authentication.isEmpty()
        || isNone(authentication.get())
        || !(authentication.get().tree() instanceof XdrStruct parts)) {
      return;
    }
    XdrValue flavor = parts.get(0);
    XdrValue body = parts.get(1);
    if (!(flavor instanceof XdrNumber number) || body instanceof XdrUnreadable) {
      return;
    }
    boolean bare = body instanceof XdrBytes bytes && bytes.length() == 0;
    out.writeFieldName(name);
    out.writeStartObject();
    fields.label(FLAVOR, number.text());
    if (!bare) {
      values.write(new XdrContent(body.field(), body.rope(), body.start(), body.end()), message);
    }
    out.writeEndObject();
  }

  /** Whether it is AUTH_NONE without a body: flavour and length are 0. */
  private static boolean isNone(XdrContent authentication) {
    return authentication.rope().has(authentication.start(), Long.BYTES)
        && authentication.rope().getLong(authentication.start()) == 0;
  }
}
