package org.rdmadump.cli;

import java.io.IOException;
import java.util.Optional;
import org.rdmadump.analysis.extract.ChosenFileEvents;
import org.rdmadump.analysis.extract.nfs.NfsFileEvents;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.rpcrdma.RpcExchange;

/**
 * Passes exchanges on to what rebuilds files, up to as many as were asked for. Those that a filter
 * does not choose only tell names.
 */
final class ExtractedExchanges implements LimitedListener {
  private final NfsFileEvents events;
  private final ChosenFileEvents chosen;
  private final Optional<Filter<RpcExchange>> filter;
  private final long limit;
  private long count;

  ExtractedExchanges(
      NfsFileEvents events,
      ChosenFileEvents chosen,
      Optional<Filter<RpcExchange>> filter,
      long limit) {
    this.events = events;
    this.chosen = chosen;
    this.filter = filter;
    this.limit = limit;
  }

  /** {@return exchanges that were chosen} */
  long count() {
    return count;
  }

  @Override
  public boolean full() {
    return count >= limit;
  }

  @Override
  public void exchange(RpcExchange exchange) {
    if (full()) {
      return;
    }
    boolean matches = filter.isEmpty() || filter.get().matches(exchange);
    count += matches ? 1 : 0;
    chosen.passContent(matches);
    try {
      events.exchange(exchange);
    } catch (IOException e) {
      throw new OutputFailure(e);
    }
  }
}
