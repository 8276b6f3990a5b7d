package org.rdmadump.analysis.check;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Collects the findings of a run: findings of messages, exchanges and packets, and its own findings
 * of incomplete messages, unbound back channels and long silences. It counts the selected findings
 * and passes each one on at once.
 */
public final class CaptureCheck implements MessageListener {
  private final RuleSelection selection;
  private final Optional<Filter<FindingSubject>> filter;
  private final CheckListener selected;
  private final RuleTally tally = new RuleTally();
  private long left;
  private final BackChannelReview backChannels = new BackChannelReview();
  private final SilenceReview silences;

  /**
   * Creates a check.
   *
   * @param selection rules to report
   * @param filter chooses among the findings of the selected rules; empty accepts all
   * @param selected receives each selected finding
   */
  public CaptureCheck(
      RuleSelection selection,
      Optional<Filter<FindingSubject>> filter,
      Consumer<CheckFinding> selected) {
    this(selection, filter, new Findings(selected));
  }

  /** Creates a check of all rules, which passes on what its findings are about, too. */
  public CaptureCheck(CheckListener found) {
    this(new RuleSelection(List.of(), List.of()), Optional.empty(), found);
  }

  private CaptureCheck(
      RuleSelection selection, Optional<Filter<FindingSubject>> filter, CheckListener selected) {
    this.selection = selection;
    this.filter = filter;
    this.selected = selected;
    this.silences = new SilenceReview(selected);
  }

  /** Passes on findings alone. */
  private record Findings(Consumer<CheckFinding> to) implements CheckListener {
    @Override
    public void finding(FindingSubject subject) {
      to.accept(subject.finding());
    }
  }

  /**
   * {@return the counts of the findings selected so far; the tally stays up to date during the run}
   */
  public RuleTally tally() {
    return tally;
  }

  /** {@return false: this check needs only an exchange's findings, and the number of its call} */
  @Override
  public boolean takesExchanges() {
    return false;
  }

  @Override
  public void opened(ConnectionRecord connection) {
    silences.opened(connection);
  }

  @Override
  public void closed(ConnectionRecord connection) {
    Optional<RpcMessage> waited = silences.closed(connection);
    if (waited.isPresent() && connection.end().isPresent()) {
      Finding silence = silences.judgeClosed(waited.get(), connection.end().get());
      ofMessage(List.of(silence), waited.get());
    }
    copies(connection);
  }

  @Override
  public void message(RpcMessage message) {
    silences.message(message);
    ofMessage(message.findings(), message);
    ofMessage(CompletenessReview.judge(message), message);
    ofMessage(backChannels.judge(message), message);
  }

  @Override
  public void nvme(NvmeExchange exchange) {
    for (Finding each : exchange.findings()) {
      CheckFinding finding =
          new CheckFinding(
              each,
              OptionalInt.of(exchange.connection()),
              OptionalInt.empty(),
              OptionalLong.of(exchange.number()),
              Optional.empty());
      take(new FindingSubject(finding, Optional.empty(), Optional.empty(), Optional.of(exchange)));
    }
  }

  @Override
  public void closedWithoutRpc(ConnectionRecord connection) {
    for (Finding each : TransportReview.judge(connection)) {
      take(about(connection, outsideMessages(each, OptionalInt.empty())));
    }
    copies(connection);
  }

  private void copies(ConnectionRecord connection) {
    Optional<Finding> twice = CopiesReview.judge(connection);
    if (twice.isPresent()) {
      finding(twice.get(), connection);
    }
  }

  private void ofMessage(List<Finding> findings, RpcMessage message) {
    for (int i = 0; i < findings.size(); i++) {
      take(
          new CheckFinding(
              findings.get(i),
              OptionalInt.of(message.connection()),
              OptionalInt.of(message.header().xid()),
              OptionalLong.of(message.number()),
              message.content().names().path()),
          Optional.of(message),
          Optional.empty());
    }
  }

  /** Checks the findings of an exchange, and the silence before its reply. */
  @Override
  public void exchange(RpcExchange exchange) {
    List<Finding> findings = exchange.findingsOfPair();
    for (int i = 0; i < findings.size(); i++) {
      ofPair(findings.get(i), exchange);
    }
    Optional<Finding> silence = silences.judge(exchange);
    if (silence.isPresent()) {
      ofPair(silence.get(), exchange);
    }
  }

  private void ofPair(Finding finding, RpcExchange exchange) {
    Optional<RpcMessage> about = exchange.call().isPresent() ? exchange.call() : exchange.reply();
    OptionalLong number =
        about.isPresent() ? OptionalLong.of(about.get().number()) : OptionalLong.empty();
    take(
        new CheckFinding(
            finding,
            OptionalInt.of(exchange.connection()),
            OptionalInt.of(exchange.xid()),
            number,
            exchange.names().path()),
        exchange.call(),
        exchange.reply());
  }

  /**
   * Reports damage of the input as {@code capture.cut-short}.
   *
   * @param frame number of the frame at the damage, 0 where there is none
   * @param damage a description of the damage
   */
  public void cutShort(long frame, String damage) {
    finding(new Finding(CaptureRules.CUT_SHORT, frame, -1, damage), OptionalInt.empty());
  }

  /**
   * Reports packets that were lost while the capture was made as {@code capture.packets-dropped}.
   *
   * @param frame number of the last frame read
   * @param count how many; empty if the capture does not tell
   */
  public void dropped(long frame, OptionalLong count) {
    Optional<Finding> dropped = CaptureRules.dropped(frame, count);
    if (dropped.isPresent()) {
      finding(dropped.get(), OptionalInt.empty());
    }
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    take(outsideMessages(finding, connection), Optional.empty(), Optional.empty());
  }

  @Override
  public void finding(Finding finding, ConnectionRecord connection) {
    boolean hasName = connection.index().isPresent() || connection.isForNfs();
    CheckFinding outside = outsideMessages(finding, connection.index());
    take(about(connection, hasName ? outside : outside.between(TransportReview.ends(connection))));
  }

  private static FindingSubject about(ConnectionRecord connection, CheckFinding finding) {
    return new FindingSubject(
        finding, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(connection));
  }

  private static CheckFinding outsideMessages(Finding finding, OptionalInt connection) {
    return new CheckFinding(
        finding, connection, OptionalInt.empty(), OptionalLong.empty(), Optional.empty());
  }

  private void take(CheckFinding finding, Optional<RpcMessage> call, Optional<RpcMessage> reply) {
    take(new FindingSubject(finding, call, reply));
  }

  private void take(FindingSubject subject) {
    CheckFinding finding = subject.finding();
    if (!selection.takes(finding.finding().rule().name())) {
      return;
    }
    if (filter.isEmpty() || filter.get().matches(subject)) {
      tally.add(finding.finding());
      selected.finding(subject);
    } else {
      left++;
    }
  }

  /**
   * {@return the report, after calls that still waited in silence at the end were reported}
   *
   * @param summary the counts of the run
   * @param whole whether the capture was read to its end
   */
  public CheckReport end(CaptureSummary summary, boolean whole) {
    for (RpcMessage each : silences.waiting(summary.lastNanos())) {
      ofMessage(List.of(silences.judgeAtEnd(each, summary.lastNanos())), each);
    }
    return new CheckReport(
        summary.withFindings(tally.severities(), tally.rules()),
        filter.isEmpty() ? OptionalLong.empty() : OptionalLong.of(left),
        whole);
  }
}
