package org.rdmadump.cli;

import java.util.OptionalInt;
import org.rdmadump.analysis.conformance.Conformance;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Passes all of a run on to be judged by the cases. */
final class JudgedMessages implements LimitedListener {
  private final Conformance conformance;

  JudgedMessages(Conformance conformance) {
    this.conformance = conformance;
  }

  @Override
  public boolean full() {
    return false;
  }

  @Override
  public void opened(ConnectionRecord connection) {
    conformance.opened(connection);
  }

  @Override
  public void message(RpcMessage message) {
    conformance.message(message);
  }

  @Override
  public void exchange(RpcExchange exchange) {
    conformance.exchange(exchange);
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    conformance.finding(finding, connection);
  }
}
