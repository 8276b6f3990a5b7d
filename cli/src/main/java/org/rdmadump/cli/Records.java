package org.rdmadump.cli;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Passes the records that were asked for on to a writer, and no more than were asked for. */
final class Records implements LimitedListener {
  private final @Nullable RecordWriter writer;
  private final boolean exchanges;
  private final long limit;
  private long count;

  /** What prints at most {@code limit} records; without a writer they are only counted. */
  Records(Optional<RecordWriter> writer, boolean exchanges, long limit) {
    this.writer = writer.orElse(null);
    this.exchanges = exchanges;
    this.limit = limit;
  }

  @Override
  public boolean full() {
    return count >= limit;
  }

  /** {@inheritDoc} To count them is work only where there is a limit. */
  @Override
  public boolean takesMessages() {
    return !exchanges && (writer != null || limit < Long.MAX_VALUE);
  }

  @Override
  public boolean handlesExchanges() {
    return exchanges;
  }

  @Override
  public boolean takesExchanges() {
    return exchanges && writer != null;
  }

  @Override
  public boolean takesCalls() {
    return writer != null && writer.takesCalls();
  }

  @Override
  public boolean takesContent() {
    return writer != null;
  }

  @Override
  public void message(RpcMessage message) {
    if (exchanges || full()) {
      return;
    }
    count++;
    partner(message);
  }

  @Override
  public void partner(RpcMessage message) {
    if (writer != null) {
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
    if (writer != null) {
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
    if (writer != null) {
      try {
        writer.nvme(exchange);
      } catch (IOException e) {
        throw new OutputFailure(e);
      }
    }
  }
}
