package org.rdmadump.report.text;

import java.util.Optional;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.RpcSummary;

/** Prints a message as one line of aligned columns and some clauses. */
final class MessageLine {
  private static final int NUMBER_WIDTH = 5;

  private final NumberColumn number = new NumberColumn(NUMBER_WIDTH);
  private final TimeColumn time;
  private final Palette palette;
  private final Headline headline;
  private final Clauses clauses = new Clauses();
  private final ContentLine content;
  private final ChunkClauses chunks = new ChunkClauses(clauses);

  MessageLine(TimeColumn time, Palette palette, int textSize) {
    this.time = time;
    this.palette = palette;
    this.headline = new Headline(palette);
    this.content = new ContentLine(palette, textSize);
  }

  /** Appends the line, without a line feed. */
  void put(AsciiBuffer line, RpcMessage message) {
    clauses.reset();
    number.put(line, message.number());
    line.put(' ');
    time.put(line, message.sendNanos());
    line.put("  ");
    headline.putEnds(line, message, true);
    line.put("  ").putHex(message.header().xid()).put("  ");
    if (message.rpc().isPresent()) {
      putRpc(line, message, message.rpc().get());
    } else {
      putWithoutRpc(line, message.header());
    }
    chunks.put(line, message);
    headline.putDelivery(line, clauses, message, "");
    headline.putTroubles(line, clauses, message, "");
    headline.putFindings(line, clauses, message.findings());
  }

  private void putRpc(AsciiBuffer line, RpcMessage message, RpcSummary rpc) {
    Palette.Ink ink = rpc.call() ? Palette.Ink.CALL : Palette.Ink.REPLY;
    palette.on(line, ink);
    line.putAscii(rpc.call() ? "call   " : "reply  ");
    headline.putProgram(line, message);
    palette.off(line, ink);
    line.put(' ');
    Headline.putSize(line, message.rpc());
    if (!rpc.call()) {
      clauses.next(line);
      content.putStatus(line, headline, message);
    }
    content.putTelling(line, clauses, message);
    Optional<RdmaProcedure> procedure = message.header().procedure();
    if (procedure.isPresent() && procedure.get() == RdmaProcedure.RDMA_MSGP) {
      clauses.next(line);
      line.put("RDMA_MSGP");
    }
  }

  private void putWithoutRpc(AsciiBuffer line, RpcRdmaHeader header) {
    Optional<RdmaProcedure> procedure = header.procedure();
    boolean failed = procedure.isPresent() && procedure.get() == RdmaProcedure.RDMA_ERROR;
    Palette.Ink ink = failed ? Palette.Ink.ERROR : Palette.Ink.USUAL;
    palette.on(line, ink);
    Headline.putKind(line, header);
    if (header.error().isPresent()) {
      Headline.putError(line, header.error().get());
    }
    palette.off(line, ink);
  }
}
