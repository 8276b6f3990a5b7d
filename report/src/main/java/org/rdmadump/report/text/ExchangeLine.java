package org.rdmadump.report.text;

import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Prints an exchange as one line: call and reply by number and size, the outcome, the latency and
 * where it went, what RDMA moved.
 */
final class ExchangeLine {
  private static final int NUMBER_WIDTH = 5;

  private final NumberColumn callNumber = new NumberColumn(NUMBER_WIDTH);
  private final NumberColumn replyNumber = new NumberColumn(NUMBER_WIDTH);
  private final TimeColumn time;
  private final Palette palette;
  private final Headline headline;
  private final Clauses clauses = new Clauses();
  private final ContentLine content;
  private final ChunkClauses chunks = new ChunkClauses(clauses);

  ExchangeLine(TimeColumn time, Palette palette, int textSize) {
    this.time = time;
    this.palette = palette;
    this.headline = new Headline(palette);
    this.content = new ContentLine(palette, textSize);
  }

  /** Appends the line, without a line feed. An exchange has a call or a reply, or both. */
  void put(AsciiBuffer line, RpcExchange exchange) {
    putHead(line, exchange);
    if (exchange.call().isPresent()) {
      // What was not delivered and has no reply says so as its outcome.
      boolean two = exchange.reply().isPresent();
      putParts(line, exchange.call().get(), two, two ? "call " : "");
    }
    if (exchange.reply().isPresent()) {
      String whose = exchange.call().isPresent() ? "reply " : "";
      putParts(line, exchange.reply().get(), /* delivery= */ true, whose);
    }
    headline.putFindings(line, clauses, exchange.findings());
  }

  /** Appends the line up to the outcome: without what RDMA did and what was noticed. */
  void putHead(AsciiBuffer line, RpcExchange exchange) {
    Optional<RpcMessage> call = exchange.call();
    Optional<RpcMessage> reply = exchange.reply();
    clauses.reset();
    callNumber.put(line, call);
    line.put(' ');
    replyNumber.put(line, reply);
    line.put(' ');
    RpcMessage first = call.isPresent() ? call.get() : reply.orElseThrow();
    time.put(line, first.sendNanos());
    line.put("  ");
    headline.putEnds(line, first, false);
    line.put("  ").putHex(exchange.xid()).put("  ");
    headline.putSubject(line, first, call.isPresent());
    line.put(' ');
    Headline.putSize(line, Headline.rpc(call));
    line.put(" / ");
    Headline.putSize(line, Headline.rpc(reply));
    if (call.isPresent()) {
      content.putTelling(line, clauses, call.get());
    }
    putOutcome(line, exchange);
    if (reply.isPresent()) {
      content.putTelling(line, clauses, reply.get());
    }
  }

  private void putOutcome(AsciiBuffer line, RpcExchange exchange) {
    clauses.next(line);
    if (exchange.reply().isEmpty()) {
      WithoutReply.of(exchange.call().orElseThrow()).put(line, palette);
      return;
    }
    RpcMessage reply = exchange.reply().get();
    if (reply.rpc().isEmpty()) {
      palette.on(line, Palette.Ink.ERROR);
      if (reply.header().procedure().isPresent()) {
        line.put(reply.header().procedure().get().name());
      }
      if (reply.header().error().isPresent()) {
        Headline.putError(line, reply.header().error().get());
      }
      palette.off(line, Palette.Ink.ERROR);
      OptionalLong latency = exchange.latencyNanos();
      if (latency.isPresent()) {
        line.put(" in ");
        Quantities.putDuration(line, latency.getAsLong());
      }
      return;
    }
    content.putStatus(line, headline, reply);
    if (exchange.timing().isPresent()) {
      putTiming(line, exchange.timing().get());
    }
  }

  /** Appends how long until RDMA began, how long that took, how long until the reply. */
  static void putTiming(AsciiBuffer line, RdmaTiming timing) {
    line.put(" (");
    int from = line.length();
    putPart(line, from, timing.toFirstRdma(), " to RDMA");
    putPart(line, from, timing.rdma(), " RDMA");
    putPart(line, from, timing.toReply(), " to reply");
    line.put(line.length() == from ? "no time for RDMA)" : ")");
  }

  private static void putPart(AsciiBuffer line, int from, long nanos, String what) {
    if (nanos != 0) {
      line.put(line.length() > from ? ", " : "");
      Quantities.putDuration(line, nanos);
      line.put(what);
    }
  }

  private void putParts(AsciiBuffer line, RpcMessage message, boolean delivery, String whose) {
    if (!message.transfers().isEmpty()) {
      chunks.put(line, message);
    }
    if (delivery) {
      headline.putDelivery(line, clauses, message, whose);
    }
    headline.putTroubles(line, clauses, message, whose);
    headline.putFindings(line, clauses, message.findings());
  }
}
