package org.rdmadump.report.text;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpc.GssProcedure;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.content.RpcBodyKind;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrValue;

/** Prints what a message is about: its main operation and what is telling about that. */
final class ContentLine {
  private static final String GETFH = "GETFH";
  private static final String GSS = "RPCSEC_GSS_";
  private static final String HANDLE = "fh";
  private static final String SAVED_HANDLE = "saved";
  private static final long OK = 0;

  private final Palette palette;
  private final TellingText telling;

  ContentLine(Palette palette, int textSize) {
    this.palette = palette;
    this.telling = new TellingText(palette, textSize);
  }

  /**
   * Appends the outcome of a reply, that of the procedure, or of RPC if there is no other, and how
   * long it took.
   */
  void putStatus(AsciiBuffer line, Headline headline, RpcMessage message) {
    RpcSummary rpc = message.rpc().orElseThrow();
    putOutcome(line, headline, message, rpc);
    if (rpc.latencyNanos().isPresent()) {
      line.put(" in ");
      Quantities.putDuration(line, rpc.latencyNanos().getAsLong());
    }
  }

  /** Appends the outcome of a reply, of a compound with the operation that failed. */
  void putOutcome(AsciiBuffer line, Headline headline, RpcMessage message, RpcSummary rpc) {
    Optional<XdrNumber> status = message.content().status();
    if (status.isEmpty()) {
      headline.putStatus(line, rpc);
      return;
    }
    putStatus(line, status.get());
    Optional<Nfs4Operation> culprit = culprit(message.content().compound());
    if (status.get().value() != OK && culprit.isPresent()) {
      line.put(" (").put(culprit.get().name()).put(')');
    }
  }

  /** Appends a status, one of failure in its colour. */
  void putStatus(AsciiBuffer line, XdrNumber status) {
    putOutcome(line, status, status.value() != OK);
  }

  /** The operation that failed, if it is not the one that the compound is about. */
  private static Optional<Nfs4Operation> culprit(Optional<Nfs4Compound> compound) {
    if (compound.isEmpty() || compound.get().operations().isEmpty()) {
      return Optional.empty();
    }
    List<Nfs4Operation> operations = compound.get().operations();
    Nfs4Operation last = operations.get(operations.size() - 1);
    Optional<Nfs4Operation> main = compound.get().main();
    boolean isMain = main.isPresent() && main.get().index() == last.index();
    return last.isFailed() && !isMain ? Optional.of(last) : Optional.empty();
  }

  /** Appends a clause with what is telling, if anything is. */
  void putTelling(AsciiBuffer line, Clauses clauses, RpcMessage message) {
    telling.begin(clauses);
    Optional<Nfs4Compound> compound = message.content().compound();
    if (compound.isPresent()) {
      putCompound(line, compound.get(), message.content().names());
      return;
    }
    putControl(line, message);
    Optional<XdrContent> body = message.content().body();
    if (body.isPresent()) {
      boolean isCall = message.rpc().isPresent() && message.rpc().get().call();
      // Of results, the tree was made to find their status.
      Optional<XdrNumber> status = message.content().status();
      FileNames names = message.content().names();
      String name = isCall || names.isEmpty() ? "" : message.operation().orElse("");
      telling.paths().procedure(names, name, isCall);
      telling.put(line, status.isPresent() ? status.get().root() : body.get().tree());
    } else if (message.content().rpc().isPresent()) {
      putBodyKind(line, message.content().rpc().get(), message);
    }
  }

  /** Appends what the NULL procedure is called for if it is about a security context. */
  private void putControl(AsciiBuffer line, RpcMessage message) {
    GssProcedure procedure = procedure(message);
    switch (procedure) {
      case DESTROY, BIND_CHANNEL, CREATE, LIST -> {
        telling.next(line);
        line.put(GSS).put(procedure.name());
      }
      case INIT, CONTINUE_INIT, DATA, UNKNOWN -> {
        // Said with what stands in place of the body, or nothing to say.
      }
    }
  }

  /** Appends how RPCSEC_GSS wrapped the body, or what it put in its place. */
  void putProtected(AsciiBuffer line, Clauses clauses, RpcContent content, RpcMessage message) {
    telling.begin(clauses);
    putBodyKind(line, content, message);
  }

  private void putCompound(AsciiBuffer line, Nfs4Compound compound, FileNames names) {
    Optional<Nfs4Operation> main = compound.main();
    if (main.isEmpty()) {
      return;
    }
    if (compound.isCall()) {
      putHandles(line, main.get(), names);
      putBody(line, main.get());
      return;
    }
    List<Nfs4Operation> operations = compound.operations();
    int index = main.get().index();
    if (index < operations.size() && operations.get(index).number() == main.get().number()) {
      telling.paths().none();
      putBody(line, operations.get(index));
      // The handle that OPEN, CREATE and LOOKUP make is told by a later operation.
      for (int i = index + 1; i < operations.size(); i++) {
        if (operations.get(i).name().equals(GETFH)) {
          telling.paths().about(names, i);
          putBody(line, operations.get(i));
        }
      }
    }
  }

  /** Appends an operation's file handles and what is telling about it. */
  void putOperation(
      AsciiBuffer line, Clauses clauses, Nfs4Operation operation, boolean call, FileNames names) {
    telling.begin(clauses);
    if (operation.status().isPresent()) {
      telling.next(line);
      putStatus(line, operation.status().get());
    }
    if (call || !operation.name().equals(GETFH)) {
      putHandles(line, operation, names);
    } else {
      telling.paths().about(names, operation.index());
    }
    putBody(line, operation);
  }

  private void putHandles(AsciiBuffer line, Nfs4Operation operation, FileNames names) {
    PathText paths = telling.paths();
    paths.about(names, operation.index());
    if (paths.isKnown(operation)) {
      telling.next(line);
      paths.put(line, operation);
      paths.stop();
      return;
    }
    paths.none();
    Optional<XdrBytes> handle = operation.handle();
    Optional<XdrBytes> saved = operation.savedHandle();
    if (saved.isPresent()) {
      telling.putHandle(line, SAVED_HANDLE, saved.get());
    }
    if (handle.isPresent()) {
      telling.putHandle(line, HANDLE, handle.get());
    }
  }

  private void putBody(AsciiBuffer line, Nfs4Operation operation) {
    if (operation.body().isPresent()) {
      telling.put(line, operation.body().get());
    }
  }

  /** Appends what can be said of a body that is no plain one. */
  private void putBodyKind(AsciiBuffer line, RpcContent content, RpcMessage message) {
    RpcBodyKind kind = content.kind();
    Optional<XdrContent> wrapping = content.wrapping();
    if (wrapping.isEmpty()) {
      return;
    }
    telling.next(line);
    if (kind == RpcBodyKind.GSS_CONTEXT) {
      line.put(GSS).put(procedure(message).name());
    } else {
      line.put(kind == RpcBodyKind.GSS_PRIVACY ? "RPCSEC_GSS privacy" : "RPCSEC_GSS integrity");
    }
    XdrValue whole = wrapping.get().tree();
    Optional<XdrValue> major = whole.at("gss_major");
    if (major.isPresent() && major.get() instanceof XdrNumber number) {
      line.put(' ');
      putGssStatus(line, number);
    }
    putLength(line, whole, "gss_token", "token of ");
    putLength(line, whole, "databody_priv", "encrypted, ");
  }

  private void putGssStatus(AsciiBuffer line, XdrNumber major) {
    // The upper half has the errors: RFC 2744 section 3.9.1.
    putOutcome(line, major, major.value() >> Short.SIZE != 0);
  }

  private void putOutcome(AsciiBuffer line, XdrNumber status, boolean failed) {
    Palette.Ink ink = failed ? Palette.Ink.ERROR : Palette.Ink.USUAL;
    palette.on(line, ink);
    line.putAscii(status.text());
    palette.off(line, ink);
  }

  private static void putLength(AsciiBuffer line, XdrValue whole, String member, String what) {
    Optional<XdrValue> found = whole.at(member);
    if (found.isPresent() && found.get() instanceof XdrBytes bytes) {
      line.put(", ").put(what);
      Quantities.putCount(line, bytes.length(), "byte");
    }
  }

  private static GssProcedure procedure(RpcMessage message) {
    // An RDMA_ERROR has no RPC message.
    Optional<RpcSummary> rpc = message.rpc();
    Optional<RpcCallHeader> call = rpc.isPresent() ? rpc.get().callHeader() : Optional.empty();
    return call.isPresent() && call.get().gss().isPresent()
        ? call.get().gss().get().procedure()
        : GssProcedure.UNKNOWN;
  }
}
