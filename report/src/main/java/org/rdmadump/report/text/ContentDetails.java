package org.rdmadump.report.text;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNothing;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrUnreadable;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * Prints what is inside an RPC message below its lines: the operations of a compound, one a line,
 * or the procedure; and their fields, if every one is wanted.
 */
final class ContentDetails {
  /** Spaces before what has the least. */
  static final int LAYER = 8;

  private static final int PART = 12;
  private static final int FIELDS = 16;
  private static final int WIDEST_NAME = 24;

  private final boolean everyField;
  private final ContentLine summary;
  private final Palette palette;
  private final ValueText values;
  private final Clauses clauses = new Clauses();

  ContentDetails(Palette palette, boolean everyField, int textSize) {
    this.everyField = everyField;
    this.summary = new ContentLine(palette, textSize);
    this.palette = palette;
    this.values = new ValueText(palette, textSize);
  }

  /** Appends the lines; every one ends with a line feed. */
  void put(AsciiBuffer line, RpcMessage message) {
    Optional<RpcContent> rpc = message.content().rpc();
    if (rpc.isEmpty()) {
      return;
    }
    if (everyField) {
      putCredentials(line, rpc.get(), message);
    }
    if (rpc.get().wrapping().isPresent()) {
      putWrapping(line, rpc.get(), message);
    }
    Optional<Nfs4Compound> compound = message.content().compound();
    Optional<XdrContent> body = message.content().body();
    if (compound.isPresent()) {
      putCompound(line, compound.get(), message);
    } else if (body.isPresent()) {
      putProcedure(line, body.get(), message);
    }
  }

  private void putCredentials(AsciiBuffer line, RpcContent rpc, RpcMessage message) {
    XdrValue header = rpc.headerContent().tree();
    putPart(line, header.at("body.cbody.cred"), "credential", message);
    putPart(line, header.at("body.cbody.verf"), "verifier", message);
    putPart(line, header.at("body.rbody.areply.verf"), "verifier", message);
  }

  private void putPart(
      AsciiBuffer line, Optional<XdrValue> part, String title, RpcMessage message) {
    Optional<XdrValue> flavor = part.isPresent() ? part.get().at("flavor") : Optional.empty();
    if (flavor.isEmpty() || !(flavor.get() instanceof XdrNumber number)) {
      // Cut before it, which the line of the RPC message says.
      return;
    }
    line.spaces(LAYER).put(title).put(' ').put(number.text()).newline();
    Optional<XdrValue> body = part.get().at("body");
    if (body.isPresent() && !(body.get() instanceof XdrBytes bytes && bytes.length() == 0)) {
      FieldTree.put(palette, line, message, body.get(), PART);
    }
  }

  private void putWrapping(AsciiBuffer line, RpcContent rpc, RpcMessage message) {
    line.spaces(LAYER - Clauses.GAP.length());
    clauses.reset();
    summary.putProtected(line, clauses, rpc, message);
    line.trimEnd().newline();
    if (everyField) {
      FieldTree.put(palette, line, message, rpc.wrapping().get().tree(), PART);
    }
  }

  private void putCompound(AsciiBuffer line, Nfs4Compound compound, RpcMessage message) {
    RpcSummary rpc = message.rpc().orElseThrow();
    line.spaces(LAYER).put(compound.isCallback() ? "NFS callback version " : "NFS version ");
    Headline.putVersion(line, message, rpc.version().orElse(0));
    line.put(", ");
    Quantities.putCount(line, compound.announced(), compound.isCall() ? "operation" : "result");
    Optional<XdrBytes> tag = compound.tag();
    if (tag.isPresent() && tag.get().length() > 0) {
      line.put(", tag ");
      values.putBytes(
          line,
          tag.get().field(),
          tag.get().rope(),
          tag.get().contentStart(),
          tag.get().length(),
          /* brief= */ true);
    }
    if (compound.status().isPresent()) {
      XdrNumber status = compound.status().get();
      line.put(", ");
      summary.putStatus(line, status);
    }
    line.newline();
    List<Nfs4Operation> operations = compound.operations();
    int width = 0;
    for (int i = 0; i < operations.size(); i++) {
      width = Math.max(width, Math.min(WIDEST_NAME, operations.get(i).name().length()));
    }
    for (int i = 0; i < operations.size(); i++) {
      Nfs4Operation operation = operations.get(i);
      int from = line.column();
      line.spaces(PART).put(operation.name());
      line.padTo(from + PART + width);
      clauses.reset();
      summary.putOperation(line, clauses, operation, compound.isCall(), message.content().names());
      line.trimEnd().newline();
      if (everyField && operation.body().isPresent()) {
        FieldTree.put(palette, line, message, operation.body().get(), FIELDS);
      }
    }
    if (operations.size() < compound.announced()) {
      long left = compound.announced() - operations.size();
      line.spaces(PART).putDecimal(left).put(" more, not decoded").newline();
    }
  }

  private void putProcedure(AsciiBuffer line, XdrContent body, RpcMessage message) {
    RpcSummary rpc = message.rpc().orElseThrow();
    XdrValue value = body.tree();
    if (value instanceof XdrNothing) {
      return;
    }
    line.spaces(LAYER).put(rpc.programName().orElse("program"));
    line.put(" version ").putDecimal(Integer.toUnsignedLong(rpc.version().orElse(0)));
    line.put(' ').put(rpc.procedureName().orElse("procedure"));
    clauses.reset();
    if (!rpc.call() && message.content().status().isPresent()) {
      clauses.next(line);
      summary.putStatus(line, message.content().status().get());
    }
    summary.putTelling(line, clauses, message);
    line.newline();
    if (everyField) {
      FieldTree.put(palette, line, message, value, PART);
    }
    if (value instanceof XdrUnreadable) {
      line.spaces(PART).put("not decoded").newline();
    }
  }
}
