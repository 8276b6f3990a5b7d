package org.rdmadump.cli;

import java.util.OptionalInt;
import org.rdmadump.analysis.compare.RunProfile;
import org.rdmadump.analysis.ends.TapLog;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Takes in a capture as a run and as a view of traffic, until it is known which of both it is. */
record ProfileAndLog(RunProfile profile, TapLog log) implements MessageListener {
  @Override
  public boolean takesNames() {
    return false;
  }

  @Override
  public void message(RpcMessage message) {
    profile.message(message);
  }

  @Override
  public void exchange(RpcExchange exchange) {
    profile.exchange(exchange);
    log.exchange(exchange);
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    profile.finding(finding, connection);
  }

  @Override
  public void opened(ConnectionRecord connection) {
    profile.opened(connection);
    log.opened(connection);
  }

  @Override
  public void acknowledged(ConnectionRecord connection, Direction direction, long nanos) {
    profile.acknowledged(connection, direction, nanos);
  }

  @Override
  public void closed(ConnectionRecord connection) {
    profile.closed(connection);
  }
}
