package org.rdmadump.cli;

import java.io.IOException;
import java.util.OptionalInt;
import org.rdmadump.analysis.check.CaptureCheck;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Passes all of a run on to be checked. */
record CheckedMessages(CaptureCheck check) implements LimitedListener {
  @Override
  public boolean full() {
    return false;
  }

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
    try {
      check.message(message);
    } catch (IOException e) {
      throw new OutputFailure(e);
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    try {
      check.exchange(exchange);
    } catch (IOException e) {
      throw new OutputFailure(e);
    }
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    try {
      check.finding(finding, connection);
    } catch (IOException e) {
      throw new OutputFailure(e);
    }
  }
}
