package org.rdmadump.cli;

import java.io.IOException;
import org.rdmadump.analysis.extract.nfs.NfsFileEvents;
import org.rdmadump.rpcrdma.RpcExchange;

/** Passes exchanges on to what rebuilds files, up to as many as were asked for. */
final class ExtractedExchanges implements LimitedListener {
  private final NfsFileEvents events;
  private final long limit;
  private long count;

  ExtractedExchanges(NfsFileEvents events, long limit) {
    this.events = events;
    this.limit = limit;
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
    count++;
    try {
      events.exchange(exchange);
    } catch (IOException e) {
      throw new OutputFailure(e);
    }
  }
}
