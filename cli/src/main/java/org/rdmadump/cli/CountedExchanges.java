package org.rdmadump.cli;

import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Passes what a run finds on to what counts it, up to as many exchanges as were asked for. */
final class CountedExchanges implements LimitedListener {
  private final MessageListener counts;
  private final long limit;
  private long count;

  CountedExchanges(MessageListener counts, long limit) {
    this.counts = counts;
    this.limit = limit;
  }

  @Override
  public boolean full() {
    return count >= limit;
  }

  @Override
  public void message(RpcMessage message) {
    if (!full()) {
      counts.message(message);
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    if (!full()) {
      count++;
      counts.exchange(exchange);
    }
  }

  @Override
  public void opened(ConnectionRecord connection) {
    counts.opened(connection);
  }

  @Override
  public void acknowledged(ConnectionRecord connection, Direction direction, long nanos) {
    counts.acknowledged(connection, direction, nanos);
  }

  @Override
  public void closed(ConnectionRecord connection) {
    counts.closed(connection);
  }
}
