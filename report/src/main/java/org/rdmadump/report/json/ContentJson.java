package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.rdmadump.analysis.FirstHandle;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrEnd;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.schema.XdrProcedure;

/**
 * Writes arguments or results, under the name of their protocol: {@code nfs} for all versions of
 * NFS, {@code mount} and so on for what goes with it.
 */
final class ContentJson {
  private static final SerializedString NFS = new SerializedString("nfs");
  private static final SerializedString VERSION = new SerializedString("version");
  private static final SerializedString MINOR_VERSION = new SerializedString("minor_version");
  private static final SerializedString MAIN_OPERATION = new SerializedString("main_operation");
  private static final SerializedString OPERATIONS = new SerializedString("operations");
  private static final SerializedString OP = new SerializedString("op");
  private static final SerializedString UNDECODED_FROM = new SerializedString("undecoded_from");
  private static final int NFS_4 = 4;

  private final JsonGenerator out;
  private final JsonFields fields;
  private final XdrJson values;

  ContentJson(JsonGenerator out, JsonFields fields, XdrJson values) {
    this.out = out;
    this.fields = fields;
    this.values = values;
  }

  /** Writes a field with what is in the message, if that is known. */
  void write(RpcMessage message) throws IOException {
    MessageContent content = message.content();
    Optional<XdrContent> body = content.body();
    if (body.isEmpty()) {
      return;
    }
    Optional<Nfs4Compound> compound = content.compound();
    if (compound.isPresent()) {
      compound(message, compound.get());
    } else {
      procedure(message, content.rpc().orElseThrow().procedure());
    }
  }

  private void compound(RpcMessage message, Nfs4Compound compound) throws IOException {
    out.writeFieldName(NFS);
    out.writeStartObject();
    fields.number(VERSION, NFS_4);
    fields.number(MINOR_VERSION, compound.minorVersion());
    if (compound.main().isPresent()) {
      fields.label(MAIN_OPERATION, compound.main().get().name());
    }
    XdrOutcome outcome = values.writeBody(message, Optional.of(compound));
    end(outcome);
  }

  private void procedure(RpcMessage message, Optional<XdrProcedure> procedure) throws IOException {
    RpcSummary rpc = message.rpc().orElseThrow();
    String program = rpc.programName().orElse("");
    String name = procedure.isPresent() ? procedure.get().name() : "";
    out.writeFieldName(program.startsWith("NFS_CB") ? "nfs" : program.toLowerCase(Locale.ROOT));
    out.writeStartObject();
    fields.unsigned(VERSION, rpc.version());
    fields.label(MAIN_OPERATION, name);
    out.writeFieldName(OPERATIONS);
    out.writeStartArray();
    out.writeStartObject();
    fields.label(OP, name);
    values.handle(FirstHandle.of(message), Optional.empty());
    XdrOutcome outcome = values.writeBody(message, Optional.empty());
    out.writeEndObject();
    out.writeEndArray();
    end(outcome);
  }

  private void end(XdrOutcome outcome) throws IOException {
    if (outcome.end() == XdrEnd.MISSING || outcome.end() == XdrEnd.BAD) {
      fields.number(UNDECODED_FROM, outcome.position());
    }
    out.writeEndObject();
  }
}
