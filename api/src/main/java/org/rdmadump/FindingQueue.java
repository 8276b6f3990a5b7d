package org.rdmadump;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.analysis.check.CaptureCheck;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.CheckReport;
import org.rdmadump.analysis.check.FindingWriter;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Keeps the findings of a check by all rules. */
final class FindingQueue extends PassQueue<CheckFinding> {
  private final CaptureCheck check =
      new CaptureCheck(
          new RuleSelection(List.of(), List.of()),
          Optional.empty(),
          new FindingWriter() {
            @Override
            public void begin() {}

            @Override
            public void finding(CheckFinding finding) {
              tell(finding);
            }

            @Override
            public void end(CheckReport report) {}
          });

  @Override
  public boolean takesExchanges() {
    return false;
  }

  @Override
  public void opened(ConnectionRecord connection) {
    check.opened(connection);
  }

  @Override
  public void message(RpcMessage message) {
    take(() -> check.message(message));
  }

  @Override
  public void exchange(RpcExchange exchange) {
    take(() -> check.exchange(exchange));
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    take(() -> check.finding(finding, connection));
  }

  @Override
  void end(CaptureSummary summary, List<String> damages) {
    for (String each : damages) {
      Finding cut = new Finding(CaptureRules.CUT_SHORT, summary.frames(), -1, each);
      finding(cut, OptionalInt.empty());
    }
    take(() -> check.end(summary, damages.isEmpty()));
  }

  private interface Step {
    void run() throws IOException;
  }

  private static void take(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
