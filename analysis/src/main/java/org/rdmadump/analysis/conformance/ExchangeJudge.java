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

/** What is wrong with an exchange by what holds for all of them. */
final class ExchangeJudge {
  private final RpcExchange exchange;
  private final Optional<ConnectionRecord> connection;
  private final List<Note> notes = new ArrayList<>(0);

  /** Whether RPC refused the call before the server read any of its data. */
  private final boolean isUnread;

  private boolean isIncomplete;

  /** Whether there is less of it than the capture itself explains. */
  private boolean isUnexplained;

  private final List<Doubt> doubts = new ArrayList<>(0);

  /**
   * An exchange to judge.
   *
   * @param connection that it went over, if it is known
   * @param isDisturbed whether packets of that connection were sent again or are missing, while
   *     this was on the wire
   * @param isDenied whether RPC refused it; the server need not read the call's data for that
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

  /** Where an exchange is: at its call, or else its reply. */
  static CaptureLocation place(RpcExchange exchange, Optional<ChunkSegment> segment) {
    Optional<RpcMessage> message = exchange.call().isPresent() ? exchange.call() : exchange.reply();
    return new CaptureLocation(
        message.map(RpcMessage::sendFrame).orElse(0L),
        OptionalInt.of(exchange.connection()),
        OptionalInt.of(exchange.xid()),
        segment);
  }

  /** What was noticed of it while it was decoded. */
  private Set<Finding> findings() {
    Set<Finding> findings = new LinkedHashSet<>(exchange.findings());
    exchange.call().ifPresent(call -> findings.addAll(call.findings()));
    exchange.reply().ifPresent(reply -> findings.addAll(reply.findings()));
    return findings;
  }

  /** Whether packets of it were sent again or are missing, as far as its notes were asked for. */
  boolean isIncomplete() {
    return isIncomplete;
  }

  /** {@return what is wrong if nothing is missing, as far as its notes were asked for} */
  List<Doubt> doubts() {
    return doubts;
  }

  /** Judges it. */
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
        add(Note.Level.FAIL, ExchangeChecks.echoedChunks(exchange));
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

  /** Whether both halves and each of its operations are there with all their bytes. */
  private boolean isWhole() {
    return exchange.call().filter(each -> !isCut(each)).isPresent()
        && exchange.reply().filter(each -> !isCut(each)).isPresent()
        && exchange.transfers().stream().allMatch(each -> each.transferred() == each.length());
  }

  /** Notes what the capture does not have of a message. */
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
    return message.header().truncated() || message.header().malformed();
  }

  private void header(RpcMessage message) {
    if (!isCut(message)) {
      add(Note.Level.FAIL, MessageChecks.fittingProcedure(message));
      add(Note.Level.FAIL, MessageChecks.segmentsApart(message));
      add(Note.Level.FAIL, MessageChecks.validPositions(message));
    }
  }

  /** What RDMA did for it; if packets are missing it cannot be told. */
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
            .or(() -> ExchangeChecks.unusedSegments(exchange))
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

  /** Whether memory had room for all of its packets. */
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
