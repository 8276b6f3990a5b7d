package org.rdmadump.analysis.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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
 * Judges a capture by every case, in one pass: what is seen of a case is counted, and the first
 * things that are wrong are kept, so that memory does not grow with the capture.
 *
 * <pre>{@code
 * ConformanceReport report = Conformance.of(source, CaptureOptions.DEFAULT);
 * boolean good = !report.isFailure(false);
 * }</pre>
 *
 * <p>A run that shows it messages itself has to decode by {@link #options(CaptureOptions)}: without
 * the packets one by one, calls that moved data are {@code WARN}.
 *
 * <p>For one thread.
 */
public final class Conformance implements MessageListener {
  /** As many connections as are known at a time. */
  private static final int MOST_CONNECTIONS = 1 << 14;

  private final Map<ConformanceCase, CaseTally> tallies = new EnumMap<>(ConformanceCase.class);
  private final Map<Integer, ConnectionRecord> connections = new LinkedHashMap<>();

  private final Disturbances disturbances = new Disturbances();
  private final Doubts doubts = new Doubts();

  private final CaseChoice choice = new CaseChoice();
  private final SessionLimits sessions = new SessionLimits();
  private final PlainNfs plain = new PlainNfs(doubts::cut);

  /** One that has seen nothing. */
  public Conformance() {
    for (ConformanceCase each : ConformanceCase.values()) {
      tallies.put(each, new CaseTally());
    }
  }

  /**
   * {@return what came of all cases in what a source delivers; it stays the caller's to close}
   * Where the source says that it is damaged, it cannot be told what is missing.
   *
   * @param options how to decode
   * @throws IOException if it cannot be read any further
   */
  public static ConformanceReport of(FrameSource source, CaptureOptions options)
      throws IOException {
    return of(source, options, List::of);
  }

  /**
   * {@return what came of all cases in what a source delivers; it stays the caller's to close}
   *
   * @param options how to decode
   * @param problems what is wrong with the input beside the source's own damage; asked at the end
   * @throws IOException if it cannot be read any further
   */
  public static ConformanceReport of(
      FrameSource source, CaptureOptions options, Supplier<List<String>> problems)
      throws IOException {
    Conformance conformance = new Conformance();
    CaptureSummary summary =
        new CaptureDecoder(source, options(options), conformance, conformance.frames()).decodeAll();
    source.damage().ifPresent(it -> conformance.damaged(it.frame(), it.message()));
    problems.get().forEach(it -> conformance.damaged(0, it));
    return conformance.report(summary);
  }

  /** {@return the same options, by which packets are told one by one, as the cases want them} */
  public static CaptureOptions options(CaptureOptions options) {
    return new CaptureOptions(
        options.digest(), options.keepBytes(), options.maxMemory(), options.decodeAs(), true);
  }

  /**
   * Takes damage of the input: behind it, it cannot be told what is missing.
   *
   * @param frame number of the last frame that could be read, 0 if that is not known
   * @param problem what is wrong, for people
   */
  public void damaged(long frame, String problem) {
    finding(new Finding(CaptureRules.CUT_SHORT, frame, -1, problem), OptionalInt.empty());
  }

  /** {@return what has to be shown every frame, to find NFS that does not go over RDMA} */
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
        // It comes again in its exchange; others that were in flight are disturbed, too.
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
      // Of another program; the rules are for all.
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

  /** What packets are missing of does not change the chunk lists that are there. */
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
    CaseChecks.of(which, exchange, limits, isUndisturbed)
        .ifPresent(
            wrong ->
                tally.note(
                    new Note(
                        Note.Level.FAIL,
                        ExchangeJudge.place(exchange, wrong.segment()),
                        wrong.message())));
  }

  /** {@return what came of all cases, once the run has ended with {@code summary}} */
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
