package org.rdmadump.report.text;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpc.AuthFlavor;
import org.rdmadump.rpc.GssProcedure;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.content.RpcBodyKind;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpcrdma.MessageContent;
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

  /** What the verifier of an accepted reply holds of a server that has TLS. */
  private static final String TLS = "STARTTLS";

  private static final String VERIFIER = "body.rbody.areply.verf.body";

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
    XdrNumber status = message.content().status().orElse(null);
    if (status == null) {
      headline.putStatus(line, rpc);
      return;
    }
    putStatus(line, status);
    if (status.value() != OK) {
      putCulprit(line, message);
    }
  }

  /** Appends a status, one of failure in its colour. */
  void putStatus(AsciiBuffer line, XdrNumber status) {
    putOutcome(line, status, status.value() != OK);
  }

  private static void putCulprit(AsciiBuffer line, RpcMessage message) {
    Optional<Nfs4Operation> culprit = culprit(message.content().compound());
    if (culprit.isPresent()) {
      line.put(" (").put(culprit.get().name()).put(')');
    }
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
    MessageContent content = message.content();
    Nfs4Compound compound = content.compound().orElse(null);
    if (compound != null) {
      putCompound(line, compound, content.names());
      return;
    }
    RpcSummary rpc = message.rpc().orElse(null);
    RpcCallHeader header = rpc == null ? null : rpc.callHeader().orElse(null);
    if (header != null && header.gss().isPresent()) {
      putControl(line, message);
    } else if (header != null && header.credential().equals(AuthFlavor.AUTH_TLS)) {
      putTls(line, content, rpc != null && rpc.call());
    }
    XdrContent body = content.body().orElse(null);
    if (body != null) {
      telling.paths().procedure(content.names(), header, rpc != null && rpc.call());
      // Of results, the tree was made to find their status.
      XdrNumber status = content.status().orElse(null);
      telling.put(line, status != null ? status.root() : body.tree());
    } else if (content.rpc().isPresent()) {
      putBodyKind(line, content.rpc().get(), message);
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

  /** Appends that the client asks for TLS, or that the server has it (RFC 9289 section 4.1). */
  private void putTls(AsciiBuffer line, MessageContent content, boolean isCall) {
    RpcContent rpc = content.rpc().orElse(null);
    if (isCall) {
      telling.next(line);
      line.put(AuthFlavor.AUTH_TLS.label());
    } else if (rpc != null
        && rpc.headerContent().tree().text(VERIFIER).filter(TLS::equals).isPresent()) {
      telling.next(line);
      line.put(TLS);
    }
  }

  /** Appends how RPCSEC_GSS wrapped the body, or what it put in its place. */
  void putProtected(AsciiBuffer line, Clauses clauses, RpcContent content, RpcMessage message) {
    telling.begin(clauses);
    putBodyKind(line, content, message);
  }

  private void putCompound(AsciiBuffer line, Nfs4Compound compound, FileNames names) {
    Nfs4Operation main = compound.main().orElse(null);
    if (main == null) {
      return;
    }
    if (compound.isCall()) {
      putHandles(line, main, names);
      putBody(line, main);
      return;
    }
    int count = compound.count();
    // The handle that OPEN, CREATE and LOOKUP make is told by a later operation.
    for (int i = main.index(); i < count; i++) {
      Nfs4Operation each = compound.operation(i);
      if (i == main.index()) {
        if (each.number() != main.number()) {
          return;
        }
        telling.paths().none();
        putBody(line, each);
      } else if (each.name().equals(GETFH)) {
        telling.paths().about(names, i);
        putBody(line, each);
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
    putHandle(line, SAVED_HANDLE, operation.savedHandle());
    putHandle(line, HANDLE, operation.handle());
  }

  private void putHandle(AsciiBuffer line, String label, Optional<XdrBytes> handle) {
    if (handle.isPresent()) {
      telling.putHandle(line, label, handle.get());
    }
  }

  private void putBody(AsciiBuffer line, Nfs4Operation operation) {
    XdrValue body = operation.body().orElse(null);
    if (body != null) {
      telling.put(line, body);
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
