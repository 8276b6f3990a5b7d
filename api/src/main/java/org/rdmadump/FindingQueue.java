package org.rdmadump;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.analysis.check.CaptureCheck;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.CheckReport;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.capture.InputDamage;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Keeps the findings of a check by all rules. */
final class FindingQueue extends PassQueue<CheckFinding> {
  private final CaptureCheck check =
      new CaptureCheck(new RuleSelection(List.of(), List.of()), Optional.empty(), this::tell);

  @Override
  public boolean takesExchanges() {
    return check.takesExchanges();
  }

  @Override
  public void opened(ConnectionRecord connection) {
    check.opened(connection);
  }

  @Override
  public void closed(ConnectionRecord connection) {
    check.closed(connection);
  }

  @Override
  public void message(RpcMessage message) {
    check.message(message);
  }

  @Override
  public void exchange(RpcExchange exchange) {
    check.exchange(exchange);
  }

  @Override
  public void nvme(NvmeExchange exchange) {
    check.nvme(exchange);
  }

  @Override
  public void closedWithoutRpc(ConnectionRecord connection) {
    check.closedWithoutRpc(connection);
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    check.finding(finding, connection);
  }

  @Override
  void end(CaptureSummary summary, List<InputDamage> damages, OptionalLong dropped) {
    damages.forEach(each -> check.cutShort(each.frame(), each.text()));
    check.dropped(summary.frames(), dropped);
    CheckReport unused = check.end(summary, damages.isEmpty());
  }
}
