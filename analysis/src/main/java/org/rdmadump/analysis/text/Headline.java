package org.rdmadump.analysis.text;

import java.util.List;
import org.rdmadump.analysis.AddressTexts;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.Names;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** The columns and clauses that lines of messages and lines of exchanges share. */
final class Headline {
  /** Outcome of a call that was executed (RFC 5531 section 9). */
  private static final String SUCCESS = "SUCCESS";

  private static final int WIDEST_PROGRAM = 28;
  private static final int RULES_NAMED = 2;

  private final AddressTexts addresses = new AddressTexts();
  private final Palette palette;
  private int connectionWidth;
  private int clientWidth;
  private int serverWidth;
  private int programWidth = 16;

  Headline(Palette palette) {
    this.palette = palette;
  }

  /**
   * Appends the connection and its ends, the client always left of the server: {@code c1 192.0.2.2
   * -> 192.0.2.1} towards the server, {@code c1 192.0.2.2 <- 192.0.2.1} towards the client. Columns
   * only ever grow.
   */
  void putEnds(AsciiBuffer line, RpcMessage message, boolean arrow) {
    boolean forward = message.direction() == Direction.FORWARD;
    String source = addresses.of(message.source().address());
    String destination = addresses.of(message.destination().address());
    String client = forward ? source : destination;
    String server = forward ? destination : source;
    clientWidth = Math.max(clientWidth, client.length());
    serverWidth = Math.max(serverWidth, server.length());
    int from = line.length();
    line.put('c').putDecimal(message.connection());
    int width = line.length() - from;
    connectionWidth = Math.max(connectionWidth, width);
    line.spaces(connectionWidth - width + 2).put(client).spaces(clientWidth - client.length());
    line.put(!arrow ? " -- " : forward ? " -> " : " <- ");
    line.put(server).spaces(serverWidth - server.length());
  }

  /** Appends program, version and procedure in a column that grows up to a limit. */
  void putProgram(AsciiBuffer line, RpcSummary rpc) {
    int from = line.column();
    if (rpc.program().isEmpty()) {
      line.put(rpc.call() ? "program unknown" : "call not captured");
    } else {
      String program = Names.program(rpc).orElse("");
      String procedure = Names.procedure(rpc).orElse("");
      if (program.isEmpty()) {
        line.put("program ").putDecimal(Integer.toUnsignedLong(rpc.program().getAsInt()));
      } else {
        line.put(program);
      }
      if (rpc.version().isPresent()) {
        line.put(" v").putDecimal(Integer.toUnsignedLong(rpc.version().getAsInt()));
      }
      if (!procedure.isEmpty()) {
        line.put(' ').put(procedure);
      } else if (rpc.procedure().isPresent()) {
        line.put(" procedure ").putDecimal(Integer.toUnsignedLong(rpc.procedure().getAsInt()));
      }
    }
    padProgram(line, from);
  }

  /** Fills the program's column, which began at {@code from}. */
  void padProgram(AsciiBuffer line, int from) {
    int width = line.column() - from;
    programWidth = Math.max(programWidth, Math.min(width, WIDEST_PROGRAM));
    line.spaces(programWidth - width);
  }

  /** Appends the outcome of a reply, if it is known. */
  void putStatus(AsciiBuffer line, RpcSummary reply) {
    String status = reply.status().orElse("status unknown");
    boolean failed = reply.status().isPresent() && !status.equals(SUCCESS);
    if (failed) {
      palette.on(line, Palette.Ink.ERROR);
    }
    line.put(status);
    if (failed) {
      palette.off(line);
    }
  }

  /** Appends what is wrong with a message, a clause each. */
  void putTroubles(AsciiBuffer line, Clauses clauses, RpcMessage message) {
    if (!message.delivered()) {
      putTrouble(line, clauses, Palette.Ink.ERROR, "not delivered");
    }
    if (message.header().truncated()) {
      putTrouble(line, clauses, Palette.Ink.INCOMPLETE, "header truncated");
    }
    if (message.header().malformed()) {
      putTrouble(line, clauses, Palette.Ink.ERROR, "header malformed");
    }
    if (message.rpc().isPresent()) {
      RpcSummary rpc = message.rpc().get();
      if (!rpc.complete()) {
        clauses.next(line);
        putMissing(line, rpc.missing());
      }
      if (rpc.repeatOf().isPresent()) {
        clauses.next(line);
        line.put("repeat of #").putDecimal(rpc.repeatOf().getAsLong());
      }
    }
  }

  /** Appends the rules of findings that are more than notes, as one clause. */
  void putFindings(AsciiBuffer line, Clauses clauses, List<Finding> findings) {
    int count = 0;
    for (int i = 0; i < findings.size(); i++) {
      Finding finding = findings.get(i);
      if (finding.rule().severity() == Severity.NOTE) {
        continue;
      }
      if (count == 0) {
        clauses.next(line);
        palette.on(line, Palette.Ink.ERROR);
      }
      if (count < RULES_NAMED) {
        line.put(count == 0 ? "! " : ", ").put(finding.rule().name());
      }
      count++;
    }
    if (count > RULES_NAMED) {
      line.put(" and ").putDecimal(count - RULES_NAMED).put(" more");
    }
    if (count > 0) {
      palette.off(line);
    }
  }

  private void putTrouble(AsciiBuffer line, Clauses clauses, Palette.Ink ink, String what) {
    clauses.next(line);
    palette.on(line, ink);
    line.put(what);
    palette.off(line);
  }

  private void putMissing(AsciiBuffer line, List<MissingRange> missing) {
    palette.on(line, Palette.Ink.INCOMPLETE);
    line.put("INCOMPLETE");
    if (!missing.isEmpty()) {
      long total = 0;
      for (int i = 0; i < missing.size(); i++) {
        total += missing.get(i).length();
      }
      MissingRange first = missing.get(0);
      line.put(": ");
      Quantities.putCount(line, total, "byte");
      if (missing.size() > 1) {
        line.put(" missing in ").putDecimal(missing.size()).put(" ranges, first ");
        line.putDecimal(first.length()).put(" at ");
      } else {
        line.put(" missing at ");
      }
      line.putDecimal(first.offset()).put(" (");
      line.put(first.reason().text()).put(')');
    }
    palette.off(line);
  }
}
