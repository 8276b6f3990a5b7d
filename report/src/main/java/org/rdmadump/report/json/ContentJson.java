package org.rdmadump.report.json;

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
  private static final int NFS_4 = 4;

  /** Procedures of which the beginning is kept, as the exponent of 2. */
  private static final int PROCEDURE_BITS = 8;

  private static final byte[] NFS = JsonText.key("nfs");
  private static final byte[] VERSION = JsonText.key("version");
  private static final byte[] MINOR_VERSION = JsonText.key("minor_version");
  private static final byte[] MAIN_OPERATION = JsonText.key("main_operation");

  private final JsonOutput out;
  private final XdrJson values;
  private final FirstHandle handle = new FirstHandle();

  /** How objects began, by their procedures. */
  private final KnownFields beginnings;

  ContentJson(JsonOutput out, XdrJson values) {
    this.out = out;
    this.values = values;
    this.beginnings = new KnownFields(out, PROCEDURE_BITS);
  }

  /** Writes a field with what is in the message, if that is known. */
  void write(RpcMessage message) {
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

  private void compound(RpcMessage message, Nfs4Compound compound) {
    out.beginObject(NFS);
    out.key(VERSION);
    out.number(NFS_4);
    if (compound.minorVersion().isPresent()) {
      out.key(MINOR_VERSION);
      out.number(compound.minorVersion().getAsLong());
    }
    if (compound.main().isPresent()) {
      out.putLabel(MAIN_OPERATION, compound.main().get().name());
    }
    end(values.writeBody(message));
  }

  private void procedure(RpcMessage message, Optional<XdrProcedure> procedure) {
    RpcSummary rpc = message.rpc().orElseThrow();
    if (procedure.isPresent() && rpc.program().isPresent() && rpc.version().isPresent()) {
      beginOrAgain(rpc, procedure.get());
    } else {
      begin(rpc, "");
    }
    if (handle.find(message)) {
      values.handle(handle.rope(), handle.start(), handle.length());
    }
    values.paths(message.content().names(), 0);
    XdrOutcome outcome = values.writeBody(message);
    out.endObject();
    out.endArray();
    end(outcome);
  }

  private void beginOrAgain(RpcSummary rpc, XdrProcedure procedure) {
    long number =
        (long) rpc.program().getAsInt() << Integer.SIZE
            | Integer.toUnsignedLong(rpc.version().getAsInt());
    if (!beginnings.again(procedure, number)) {
      begin(rpc, procedure.name());
      beginnings.keep();
    }
  }

  private void begin(RpcSummary rpc, String name) {
    out.beginObject(key(rpc.programName().orElse("")));
    if (rpc.version().isPresent()) {
      out.key(VERSION);
      out.number(Integer.toUnsignedLong(rpc.version().getAsInt()));
    }
    out.putLabel(MAIN_OPERATION, name);
    out.beginArray(XdrJson.OPERATIONS);
    out.beginObject();
    out.putLabel(XdrJson.OP, name);
  }

  private static byte[] key(String program) {
    return JsonText.key(program.startsWith("NFS_CB") ? "nfs" : program.toLowerCase(Locale.ROOT));
  }

  private void end(XdrOutcome outcome) {
    if (outcome.end() == XdrEnd.MISSING || outcome.end() == XdrEnd.BAD) {
      out.put("undecoded_from", outcome.position());
    }
    out.endObject();
  }
}
