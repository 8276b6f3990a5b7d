package org.rdmadump.analysis.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.FrameListener;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * Runs every case on a capture, in one pass. It counts the exchanges of each case and keeps the
 * first failures, so that memory does not grow with the capture.
 *
 * <pre>{@code
 * ConformanceReport report = Conformance.of(source, CaptureOptions.DEFAULT);
 * boolean good = !report.isFailure(false);
 * }</pre>
 *
 * <p>To run it as a listener, decode with {@link #options(CaptureOptions)}. Without each packet of
 * an operation, calls that moved data are {@code WARN}.
 *
 * <p>For one thread.
 */
public final class Conformance implements MessageListener {
  /** Connections known at a time. */
  private static final int MOST_CONNECTIONS = 1 << 14;

  private final Map<ConformanceCase, CaseTally> tallies = new EnumMap<>(ConformanceCase.class);
  private final Map<Integer, ConnectionRecord> connections = new LinkedHashMap<>();

  private final Disturbances disturbances = new Disturbances();
  private final Doubts doubts = new Doubts();

  private final CaseChoice choice = new CaseChoice();
  private final SessionLimits sessions = new SessionLimits();
  private final PlainNfs plain = new PlainNfs(doubts::cut);

  /** Creates a run that has seen no messages. */
  public Conformance() {
    for (ConformanceCase each : ConformanceCase.values()) {
      tallies.put(each, new CaseTally());
    }
  }

  /**
   * {@return the outcome of all cases for a source} The caller closes the source. If the source
   * reports damage, {@link ConformanceCase#TRAFFIC} is {@code WARN} at best.
   *
   * @param source the frames to judge
   * @param options how to decode; fragments are kept in any case
   * @throws IOException if the source cannot be read any further
   */
  public static ConformanceReport of(FrameSource source, CaptureOptions options)
      throws IOException {
    return of(source, options, List::of);
  }

  /**
   * {@return the outcome of all cases for a source} The caller closes the source.
   *
   * @param source the frames to judge
   * @param options how to decode; fragments are kept in any case
   * @param problems problems of the input in addition to the source's own damage; asked at the end
   * @throws IOException if the source cannot be read any further
   */
  public static ConformanceReport of(
      FrameSource source, CaptureOptions options, Supplier<List<String>> problems)
      throws IOException {
    Conformance conformance = new Conformance();
    CaptureSummary summary =
        new CaptureDecoder(source, options(options), conformance, conformance.frames()).decodeAll();
    List<String> wrong = new ArrayList<>(problems.get());
    source.damage().ifPresent(it -> conformance.damaged(it.frame(), it.message()));
    wrong.forEach(it -> conformance.damaged(0, it));
    source.damage().ifPresent(it -> wrong.add(it.message()));
    conformance.dropped(summary.frames(), source.dropped());
    return conformance.report(summary.withProblems(wrong));
  }

  /** {@return the options, changed to keep each packet of a message, as the cases need} */
  public static CaptureOptions options(CaptureOptions options) {
    return new CaptureOptions(
        options.digest(), options.keepBytes(), options.maxMemory(), options.decodeAs(), true);
  }

  /**
   * Notes damage of the input, which makes {@link ConformanceCase#TRAFFIC} {@code WARN} at best.
   *
   * @param frame number of the last readable frame; 0 if unknown
   * @param problem a description for people
   */
  public void damaged(long frame, String problem) {
    finding(new Finding(CaptureRules.CUT_SHORT, frame, -1, problem), OptionalInt.empty());
  }

  /**
   * Notes packets that were lost while the input was captured: {@link ConformanceCase#TRAFFIC} is
   * {@code WARN} at best.
   *
   * @param frame number of the last frame
   * @param count how many; empty if the input does not tell
   */
  public void dropped(long frame, OptionalLong count) {
    Optional<Finding> dropped = CaptureRules.dropped(frame, count);
    if (dropped.isPresent()) {
      finding(dropped.get(), OptionalInt.empty());
    }
  }

  /** {@return the listener that needs every frame, to find NFS without RDMA} */
  public FrameListener frames() {
    return plain;
  }

  private CaseTally tally(ConformanceCase which) {
    return tallies.computeIfAbsent(which, any -> new CaseTally());
  }

  @Override
  public boolean takesNames() {
    return false;
  }

  @Override
  public void opened(ConnectionRecord connection) {
    if (connections.size() == MOST_CONNECTIONS) {
      connections.remove(connections.keySet().iterator().next());
    }
    connection.index().ifPresent(index -> connections.put(index, connection));
  }

  @Override
  public void message(RpcMessage message) {
    for (Finding each : message.findings()) {
      OptionalInt connection = OptionalInt.of(message.connection());
      if (message.rpc().isPresent()) {
        // It comes again in its exchange; other exchanges in flight are disturbed, too.
        disturb(each, connection);
      } else {
        take(each, connection, OptionalInt.of(message.header().xid()), message.sendFrame());
      }
    }
  }

  private void disturb(Finding finding, OptionalInt connection) {
    if (connection.isPresent() && finding.frame() > 0) {
      if (JudgedRules.isDisturbing(finding)) {
        disturbances.add(connection.getAsInt(), finding.frame());
      }
      if (JudgedRules.isOfAbsence(finding)) {
        doubts.absent(connection.getAsInt(), finding.frame());
      }
    }
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    take(finding, connection, OptionalInt.empty(), 0);
  }

  private void take(Finding finding, OptionalInt connection, OptionalInt xid, long frame) {
    disturb(finding, connection);
    Optional<Note> note =
        JudgedRules.note(finding, new CaptureLocation(frame, connection, xid, Optional.empty()));
    if (note.isPresent()) {
      CaseTally tally = tally(ConformanceCase.TRAFFIC);
      if (JudgedRules.needsAllBefore(finding) && connection.isPresent()) {
        doubts.add(connection.getAsInt(), List.of(tally), Doubt.ofAllBefore(note.get()));
      } else {
        tally.note(note.get());
      }
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    sessions.learn(exchange);
    Optional<ConnectionRecord> connection =
        Optional.ofNullable(connections.get(exchange.connection()));
    FrameSpan span = FrameSpan.of(exchange);
    ExchangeJudge judge =
        new ExchangeJudge(
            exchange,
            connection,
            disturbances.isWithin(exchange.connection(), span.first(), span.last()),
            CaseChoice.isDenied(exchange));
    List<Note> notes = judge.notes();
    List<ConformanceCase> cases = choice.of(exchange, connection);
    exchange.reply().ifPresent(reply -> doubts.witness(exchange.connection(), reply.sendFrame()));
    List<CaseTally> tallies =
        cases.isEmpty()
            ? List.of(tally(ConformanceCase.TRAFFIC))
            : cases.stream().map(this::tally).toList();
    judge.doubts().forEach(each -> doubts.add(exchange.connection(), tallies, each));
    if (cases.isEmpty()) {
      // The exchange of another program; the rules apply to all programs.
      notes.forEach(tally(ConformanceCase.TRAFFIC)::note);
    }
    for (ConformanceCase each : cases) {
      CaseTally tally = tally(each);
      tally.see(ExchangeJudge.place(exchange, Optional.empty()));
      notes.forEach(tally::note);
      if (notes.stream().noneMatch(note -> note.level() == Note.Level.FAIL)) {
        own(each, exchange, connection, !judge.isIncomplete(), tally);
      }
    }
  }

  /** Runs the checks of one case. Missing packets do not change the chunk lists present. */
  private void own(
      ConformanceCase which,
      RpcExchange exchange,
      Optional<ConnectionRecord> connection,
      boolean isUndisturbed,
      CaseTally tally) {
    if (exchange.call().isEmpty() || exchange.reply().isEmpty()) {
      return;
    }
    CaseLimits limits =
        switch (which.group()) {
          case GETATTR_ACL, READDIR, EXCHANGE_ID ->
              CaseLimits.of(exchange, connection, sessions.of(exchange));
          default -> CaseLimits.NONE;
        };
    Optional<Violation> wrong = CaseChecks.of(which, exchange, limits, isUndisturbed);
    if (wrong.isPresent()) {
      note(Note.Level.FAIL, exchange, wrong.get(), tally);
    } else if (isUndisturbed) {
      CaseChecks.doubt(which, exchange)
          .ifPresent(doubt -> note(Note.Level.WARN, exchange, doubt, tally));
    }
  }

  private static void note(
      Note.Level level, RpcExchange exchange, Violation violation, CaseTally tally) {
    CaptureLocation place = ExchangeJudge.place(exchange, violation.segment());
    tally.note(new Note(level, place, violation.message()));
  }

  /**
   * {@return the outcome of all cases, at the end of the run}
   *
   * @param summary the counts of the run
   */
  public ConformanceReport report(CaptureSummary summary) {
    doubts.end();
    if (plain.calls() > 0) {
      tally(ConformanceCase.TRAFFIC)
          .note(
              new Note(
                  Note.Level.FAIL,
                  new CaptureLocation(
                      plain.first(), OptionalInt.empty(), OptionalInt.empty(), Optional.empty()),
                  Counted.of(plain.calls(), "call") + " of NFS without RDMA"));
    }
    List<CaseResult> results = new ArrayList<>();
    tallies.forEach((which, tally) -> results.add(new CaseResult(which, tally.outcome())));
    return new ConformanceReport(results, summary);
  }
}
