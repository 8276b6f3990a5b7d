package org.rdmadump.cli;

import java.io.IOException;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Passes the records that were asked for on to a writer, and no more than were asked for. */
final class Records implements LimitedListener {
  private final RecordWriter writer;
  private final boolean exchanges;
  private final boolean silent;
  private final long limit;
  private long count;

  Records(RecordWriter writer, boolean exchanges, boolean silent, long limit) {
    this.writer = writer;
    this.exchanges = exchanges;
    this.silent = silent;
    this.limit = limit;
  }

  @Override
  public boolean full() {
    return count >= limit;
  }

  /** {@inheritDoc} To count them is work only where there is a limit. */
  @Override
  public boolean takesMessages() {
    return !exchanges && !(silent && limit == Long.MAX_VALUE);
  }

  @Override
  public boolean handlesExchanges() {
    return exchanges;
  }

  @Override
  public boolean takesExchanges() {
    return exchanges && !silent;
  }

  @Override
  public boolean takesCalls() {
    return writer.takesCalls();
  }

  @Override
  public boolean takesContent() {
    return !silent;
  }

  @Override
  public void message(RpcMessage message) {
    if (exchanges || full()) {
      return;
    }
    count++;
    if (!silent) {
      try {
        writer.message(message);
      } catch (IOException e) {
        throw new OutputFailure(e);
      }
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    if (!exchanges || full()) {
      return;
    }
    count++;
    if (!silent) {
      try {
        writer.exchange(exchange);
      } catch (IOException e) {
        throw new OutputFailure(e);
      }
    }
  }

  @Override
  public void nvme(NvmeExchange exchange) {
    if (full()) {
      return;
    }
    count++;
    if (!silent) {
      try {
        writer.nvme(exchange);
      } catch (IOException e) {
        throw new OutputFailure(e);
      }
    }
  }
}
