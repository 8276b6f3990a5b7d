package org.rdmadump.analysis.check;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Gathers the findings of a run: those of messages, exchanges and packets, and those that only
 * whole messages show. The selected ones are counted and passed on as they come.
 */
public final class CaptureCheck {
  private final RuleSelection selection;
  private final Optional<Filter<FindingSubject>> filter;
  private final FindingWriter writer;
  private final RuleTally tally = new RuleTally();
  private final BackChannelReview backChannels = new BackChannelReview();
  private final SilenceReview silences = new SilenceReview();

  /**
   * A check that passes the selected findings on to {@code writer}.
   *
   * @param filter chooses of them; empty for all
   */
  public CaptureCheck(
      RuleSelection selection, Optional<Filter<FindingSubject>> filter, FindingWriter writer) {
    this.selection = selection;
    this.filter = filter;
    this.writer = writer;
  }

  /** {@return the counts so far} */
  public RuleTally tally() {
    return tally;
  }

  /** Takes a connection, before its messages. */
  public void opened(ConnectionRecord connection) {
    silences.opened(connection);
  }

  /** Takes a message. */
  public void message(RpcMessage message) throws IOException {
    silences.message(message);
    ofMessage(message.findings(), message);
    ofMessage(CompletenessReview.judge(message), message);
    ofMessage(backChannels.judge(message), message);
  }

  private void ofMessage(List<Finding> findings, RpcMessage message) throws IOException {
    for (Finding each : findings) {
      take(
          new CheckFinding(
              each,
              OptionalInt.of(message.connection()),
              OptionalInt.of(message.header().xid()),
              OptionalLong.of(message.number())),
          Optional.of(message),
          Optional.empty());
    }
  }

  /** Takes an exchange, for what was noticed about the pair. */
  public void exchange(RpcExchange exchange) throws IOException {
    Optional<RpcMessage> about = exchange.call().isPresent() ? exchange.call() : exchange.reply();
    OptionalLong number =
        about.isPresent() ? OptionalLong.of(about.get().number()) : OptionalLong.empty();
    for (Finding each : exchange.findings()) {
      ofPair(each, exchange, number);
    }
    Optional<Finding> silence = silences.judge(exchange);
    if (silence.isPresent()) {
      ofPair(silence.get(), exchange, number);
    }
  }

  private void ofPair(Finding finding, RpcExchange exchange, OptionalLong number)
      throws IOException {
    take(
        new CheckFinding(
            finding, OptionalInt.of(exchange.connection()), OptionalInt.of(exchange.xid()), number),
        exchange.call(),
        exchange.reply());
  }

  /** Takes what was noticed about no message. */
  public void finding(Finding finding, OptionalInt connection) throws IOException {
    take(
        new CheckFinding(finding, connection, OptionalInt.empty(), OptionalLong.empty()),
        Optional.empty(),
        Optional.empty());
  }

  private void take(CheckFinding finding, Optional<RpcMessage> call, Optional<RpcMessage> reply)
      throws IOException {
    if (selection.takes(finding.finding().rule().name())
        && (filter.isEmpty() || filter.get().matches(new FindingSubject(finding, call, reply)))) {
      tally.add(finding.finding());
      writer.finding(finding);
    }
  }

  /**
   * Ends the check.
   *
   * @param summary the counts of the run
   * @param whole whether the capture was read to its end
   */
  public void end(CaptureSummary summary, boolean whole) throws IOException {
    for (RpcMessage each : silences.waiting(summary.lastNanos())) {
      ofMessage(List.of(silences.judgeAtEnd(each, summary.lastNanos())), each);
    }
    writer.end(new CheckReport(summary.withFindings(tally.severities(), tally.rules()), whole));
  }
}
