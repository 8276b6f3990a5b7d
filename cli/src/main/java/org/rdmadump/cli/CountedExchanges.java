package org.rdmadump.cli;

import java.util.Optional;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Passes what a run finds on to what counts it, of exchanges those that a filter chooses, and no
 * more than were asked for.
 */
final class CountedExchanges implements LimitedListener {
  private final MessageListener counts;
  private final Optional<Filter<RpcExchange>> filter;
  private final long limit;
  private long count;

  CountedExchanges(MessageListener counts, Optional<Filter<RpcExchange>> filter, long limit) {
    this.counts = counts;
    this.filter = filter;
    this.limit = limit;
  }

  /** {@return exchanges that were counted} */
  long count() {
    return count;
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
    if (!full() && (filter.isEmpty() || filter.get().matches(exchange))) {
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
