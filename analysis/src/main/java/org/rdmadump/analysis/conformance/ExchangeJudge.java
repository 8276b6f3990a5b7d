package org.rdmadump.analysis.conformance;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** Judges an exchange by the rules for all exchanges. */
final class ExchangeJudge {
  private final RpcExchange exchange;
  private final Optional<ConnectionRecord> connection;
  private final List<Note> notes = new ArrayList<>(0);

  /** Whether RPC refused the call before the server read its data. */
  private final boolean isUnread;

  private boolean isIncomplete;

  /** Whether the capture, so far, explains none of the bytes that are missing. */
  private boolean isUnexplained;

  private final List<Doubt> doubts = new ArrayList<>(0);

  /**
   * Creates a judge of one exchange.
   *
   * @param connection the connection of the exchange, if known
   * @param isDisturbed whether packets of the connection were retransmitted or are missing during
   *     the exchange
   * @param isDenied whether RPC refused the call; the server need not read its data
   */
  ExchangeJudge(
      RpcExchange exchange,
      Optional<ConnectionRecord> connection,
      boolean isDisturbed,
      boolean isDenied) {
    this.exchange = exchange;
    this.connection = connection;
    this.isIncomplete = isDisturbed;
    this.isUnread =
        isDenied && ExchangeChecks.transfers(exchange, RdmaTransfer.Kind.READ).isEmpty();
  }

  /** The place of an exchange: its call, or its reply if there is no call. */
  static CaptureLocation place(RpcExchange exchange, Optional<ChunkSegment> segment) {
    Optional<RpcMessage> message = exchange.call().isPresent() ? exchange.call() : exchange.reply();
    return new CaptureLocation(
        message.map(RpcMessage::sendFrame).orElse(0L),
        OptionalInt.of(exchange.connection()),
        OptionalInt.of(exchange.xid()),
        segment);
  }

  /** Findings of the exchange and its messages. */
  private Set<Finding> findings() {
    Set<Finding> findings = new LinkedHashSet<>(exchange.findings());
    exchange.call().ifPresent(call -> findings.addAll(call.findings()));
    exchange.reply().ifPresent(reply -> findings.addAll(reply.findings()));
    return findings;
  }

  /**
   * Whether packets of the exchange were retransmitted or are missing; valid after {@link #notes}.
   */
  boolean isIncomplete() {
    return isIncomplete;
  }

  /** {@return failures that missing packets would excuse; valid after {@link #notes}} */
  List<Doubt> doubts() {
    return doubts;
  }

  /** Judges the exchange. */
  List<Note> notes() {
    for (Finding each : findings()) {
      isIncomplete |= JudgedRules.isDisturbing(each);
      Optional<Note> note = JudgedRules.note(each, place(exchange, Optional.empty()));
      if (JudgedRules.needsAllBefore(each)) {
        note.map(Doubt::ofAllBefore).ifPresent(doubts::add);
      } else {
        note.ifPresent(notes::add);
      }
    }
    isUnexplained = !isIncomplete && isWhole();
    if (!isUnread) {
      isIncomplete |= noteMissing("call", exchange.call());
    }
    isIncomplete |= noteMissing("reply", exchange.reply());
    exchange.call().ifPresent(this::header);
    exchange.reply().ifPresent(this::header);
    if (exchange.call().isPresent() && exchange.reply().isPresent()) {
      if (!isCut(exchange.call().get()) && !isCut(exchange.reply().get())) {
        if (!CaseChoice.isError(exchange)) {
          add(Note.Level.FAIL, ExchangeChecks.echoedChunks(exchange));
        }
        if (connection.isPresent()
            && CaseLimits.agreed(connection.get(), exchange.reply().get().direction())
                .isPresent()) {
          add(Note.Level.FAIL, ReplyChecks.replyByLength(exchange, connection.get()));
        }
      }
      moved();
    }
    return notes;
  }

  /** Whether both messages and all operations are complete. */
  private boolean isWhole() {
    return exchange.call().filter(each -> !isCut(each)).isPresent()
        && exchange.reply().filter(each -> !isCut(each)).isPresent()
        && exchange.transfers().stream().allMatch(each -> each.transferred() == each.length());
  }

  /** Notes the missing bytes of a message. */
  private boolean noteMissing(String which, Optional<RpcMessage> message) {
    if (message.isEmpty()) {
      note(Note.Level.WARN, "the " + which + " was not captured");
      return true;
    }
    List<MissingRange> missing = message.get().rpc().map(RpcSummary::missing).orElse(List.of());
    if (missing.isEmpty()) {
      return false;
    }
    long bytes = 0;
    for (MissingRange each : missing) {
      bytes += each.length();
      isUnexplained &= each.reason() == Absence.NOT_CAPTURED;
    }
    note(
        Note.Level.WARN,
        Counted.of(bytes, "byte")
            + " of the "
            + which
            + " missing, the first at "
            + missing.get(0).offset()
            + " ("
            + missing.get(0).reason().text()
            + ")");
    return true;
  }

  private static boolean isCut(RpcMessage message) {
    return MessageChecks.wholeHeader(message).isPresent();
  }

  private void header(RpcMessage message) {
    if (!isCut(message)) {
      add(Note.Level.FAIL, MessageChecks.fittingProcedure(message));
      add(Note.Level.FAIL, MessageChecks.segmentsApart(message));
      add(Note.Level.FAIL, MessageChecks.validPositions(message));
    }
  }

  /** Checks the RDMA operations; if packets are missing, violations are warnings. */
  private void moved() {
    Note.Level level =
        isIncomplete
                || isCut(exchange.call().orElseThrow())
                || isCut(exchange.reply().orElseThrow())
            ? Note.Level.WARN
            : Note.Level.FAIL;
    Optional<Violation> wrong =
        (isUnread
                ? ExchangeChecks.writtenSegments(exchange)
                : ExchangeChecks.movedSegments(exchange))
            .or(this::unusedSegments)
            .or(() -> ExchangeChecks.contiguousOperations(exchange))
            .or(() -> connection.flatMap(it -> ExchangeChecks.wholeOperations(exchange, it)));
    boolean isListed = exchange.transfers().stream().allMatch(ExchangeJudge::isListed);
    if (wrong.isEmpty() && connection.isPresent() && isListed) {
      wrong = FragmentChecks.wellFormed(exchange, connection.get());
    } else if (wrong.isEmpty() && connection.isPresent() && level == Note.Level.FAIL) {
      note(
          Note.Level.WARN,
          "packets of its RDMA operations were not kept: keepFragments, or more memory");
    }
    if (level == Note.Level.WARN && isUnexplained && wrong.isPresent()) {
      doubts.add(
          new Doubt(
              new Note(level, place(exchange, wrong.get().segment()), wrong.get().message()),
              FrameSpan.of(exchange)));
    } else {
      add(level, wrong);
    }
    exchange.call().ifPresent(it -> sent(it, level));
    exchange.reply().ifPresent(it -> sent(it, level));
  }

  /** An RDMA_ERROR does not say which segments of the call were in use. */
  private Optional<Violation> unusedSegments() {
    return CaseChoice.isError(exchange)
        ? Optional.empty()
        : ExchangeChecks.unusedSegments(exchange);
  }

  /** Whether all packets of an operation were kept. */
  private static boolean isListed(RdmaTransfer transfer) {
    return transfer.packets() > 0 && transfer.dataFragments().size() == transfer.packets();
  }

  private void sent(RpcMessage message, Note.Level level) {
    if (connection.isEmpty()) {
      return;
    }
    Optional<Violation> wrong = MessageChecks.sendPackets(message, connection.get());
    if (wrong.isEmpty() && message.sendFragments().size() == message.sendPackets()) {
      wrong = FragmentChecks.wellFormedSend(message, connection.get());
    }
    add(level, wrong);
  }

  private void note(Note.Level level, String message) {
    notes.add(new Note(level, place(exchange, Optional.empty()), message));
  }

  private void add(Note.Level level, Optional<Violation> wrong) {
    wrong.ifPresent(it -> notes.add(new Note(level, place(exchange, it.segment()), it.message())));
  }
}
