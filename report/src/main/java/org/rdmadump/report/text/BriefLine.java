package org.rdmadump.report.text;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.CallResult;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/**
 * Prints messages and exchanges as lines for a terminal, which may have no room for all of them:
 * what matters comes first, and a connection is introduced once, on a line before its first one.
 */
final class BriefLine {
  private static final int NUMBER_WIDTH = 5;

  private final NumberColumn number = new NumberColumn(NUMBER_WIDTH);
  private final NumberColumn replyNumber = new NumberColumn(NUMBER_WIDTH);
  private final TimeColumn time;
  private final Palette palette;
  private final Headline headline;
  private final Clauses clauses = new Clauses();
  private final ContentLine content;
  private final ChunkClauses chunks = new ChunkClauses(clauses);
  private final Introductions introductions;
  private final SlowCalls slow = new SlowCalls();

  BriefLine(TimeColumn time, Palette palette, int textSize) {
    this.time = time;
    this.palette = palette;
    this.headline = new Headline(palette);
    this.content = new ContentLine(palette, textSize);
    this.introductions = new Introductions(palette);
  }

  /** Appends the line, without a line feed, behind that of its connection if that is new. */
  void put(AsciiBuffer line, RpcMessage message) {
    introductions.put(line, message);
    clauses.reset();
    number.put(line, message.number());
    putMark(line, worst(message));
    time.put(line, message.sendNanos());
    introductions.putArrow(line, message, /* arrow= */ true);
    Optional<RpcSummary> rpc = message.rpc();
    boolean call = rpc.isPresent() && rpc.get().call();
    Palette.Ink ink =
        rpc.isEmpty() ? Palette.Ink.USUAL : call ? Palette.Ink.CALL : Palette.Ink.REPLY;
    palette.on(line, ink);
    if (rpc.isPresent()) {
      line.put(call ? "call   " : "reply  ");
      headline.putProgram(line, message);
    } else {
      Headline.putKind(line, message.header());
    }
    palette.off(line, ink);
    if (rpc.isPresent() && !call) {
      putStatus(line, message);
    } else if (message.header().error().isPresent()) {
      putError(line, message);
    }
    putWrong(line, message, "");
    content.putTelling(line, clauses, message);
    if (Headline.hasLength(message.rpc())) {
      clauses.next(line);
      Headline.putLength(line, message.rpc());
    }
    chunks.put(line, message);
    clauses.next(line);
    line.putHex(message.header().xid());
  }

  /** The same of an exchange, which has a call or a reply, or both. */
  void put(AsciiBuffer line, RpcExchange exchange) {
    Optional<RpcMessage> call = exchange.call();
    Optional<RpcMessage> reply = exchange.reply();
    RpcMessage first = call.isPresent() ? call.get() : reply.orElseThrow();
    introductions.put(line, first);
    clauses.reset();
    number.put(line, call);
    line.put(' ');
    replyNumber.put(line, reply);
    putMark(line, worst(exchange));
    time.put(line, first.sendNanos());
    introductions.putArrow(line, first, /* arrow= */ false);
    headline.putSubject(line, first, call.isPresent());
    if (reply.isEmpty()) {
      clauses.next(line);
      WithoutReply.of(first).put(line, palette);
    } else if (reply.get().rpc().isPresent()) {
      putStatus(line, reply.get());
    } else {
      clauses.next(line);
      Headline.putKind(line, reply.get().header());
      putError(line, reply.get());
    }
    call.ifPresent(each -> putWrong(line, each, reply.isPresent() ? "call " : ""));
    reply.ifPresent(each -> putWrong(line, each, call.isPresent() ? "reply " : ""));
    headline.putFindings(line, clauses, exchange.findings());
    call.ifPresent(each -> content.putTelling(line, clauses, each));
    reply.ifPresent(each -> content.putTelling(line, clauses, each));
    if (Headline.hasLength(Headline.rpc(call)) || Headline.hasLength(Headline.rpc(reply))) {
      clauses.next(line);
      Headline.putLength(line, Headline.rpc(call));
      line.put(" / ");
      Headline.putLength(line, Headline.rpc(reply));
    }
    call.ifPresent(each -> putMoved(line, each));
    reply.ifPresent(each -> putMoved(line, each));
    clauses.next(line);
    line.putHex(exchange.xid());
  }

  /** Where something went wrong, a mark stands between the number and the time. */
  private void putMark(AsciiBuffer line, Palette.Ink ink) {
    palette.put(line, ink, ink == Palette.Ink.USUAL ? " " : "!");
  }

  private void putStatus(AsciiBuffer line, RpcMessage reply) {
    clauses.next(line);
    RpcSummary rpc = reply.rpc().orElseThrow();
    content.putOutcome(line, headline, reply, rpc);
    if (rpc.latencyNanos().isEmpty()) {
      return;
    }
    long nanos = rpc.latencyNanos().getAsLong();
    boolean isSlow = slow.isSlow(reply.operation().orElse(""), nanos);
    Palette.Ink ink = isSlow ? Palette.Ink.WARNING : Palette.Ink.USUAL;
    line.put(" in ");
    palette.on(line, ink);
    Quantities.putDuration(line, nanos);
    line.put(isSlow ? " (slow)" : "");
    palette.off(line, ink);
  }

  private void putError(AsciiBuffer line, RpcMessage message) {
    palette.on(line, Palette.Ink.ERROR);
    message.header().error().ifPresent(error -> Headline.putError(line, error));
    palette.off(line, Palette.Ink.ERROR);
  }

  private void putWrong(AsciiBuffer line, RpcMessage message, String whose) {
    headline.putDelivery(line, clauses, message, whose);
    headline.putTroubles(line, clauses, message, whose);
    headline.putFindings(line, clauses, message.findings());
  }

  private void putMoved(AsciiBuffer line, RpcMessage message) {
    if (!message.transfers().isEmpty()) {
      chunks.put(line, message);
    }
  }

  private static Palette.Ink worst(RpcExchange exchange) {
    Palette.Ink worst = worst(exchange.findings());
    worst = worse(worst, exchange.call().map(BriefLine::worst).orElse(Palette.Ink.USUAL));
    worst = worse(worst, exchange.reply().map(BriefLine::worst).orElse(Palette.Ink.USUAL));
    return exchange.isUnanswered() ? worse(worst, Palette.Ink.WARNING) : worst;
  }

  private static Palette.Ink worst(RpcMessage message) {
    if (!message.delivered() || CallResult.failed(message).orElse(false)) {
      return Palette.Ink.ERROR;
    }
    boolean whole = message.rpc().map(RpcSummary::complete).orElse(true);
    Palette.Ink worst = worst(message.findings());
    return whole && !message.header().truncated() ? worst : worse(worst, Palette.Ink.WARNING);
  }

  private static Palette.Ink worst(List<Finding> findings) {
    Severity worst = Severity.NOTE;
    for (Finding finding : findings) {
      Severity severity = finding.rule().severity();
      worst = severity.compareTo(worst) > 0 ? severity : worst;
    }
    return Palette.ink(worst);
  }

  private static Palette.Ink worse(Palette.Ink one, Palette.Ink other) {
    return one == Palette.Ink.ERROR || other == Palette.Ink.USUAL ? one : other;
  }
}
