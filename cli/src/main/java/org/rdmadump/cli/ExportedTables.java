package org.rdmadump.cli;

import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.OptionalInt;
import org.rdmadump.analysis.ForwardingListener;
import org.rdmadump.analysis.table.CaptureTables;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Passes a run on to become rows, up to as many exchanges as were asked for.
 *
 * @param limit exchanges at most, of this capture
 */
record ExportedTables(CaptureTables tables, long limit)
    implements LimitedListener, ForwardingListener {
  @Override
  public MessageListener to() {
    return tables;
  }

  @Override
  public boolean full() {
    return tables.exchanges() >= limit;
  }

  @Override
  public void message(RpcMessage message) {
    if (!full()) {
      write(() -> tables.message(message));
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    if (!full()) {
      write(() -> tables.exchange(exchange));
    }
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    write(() -> tables.finding(finding, connection));
  }

  @Override
  public void closed(ConnectionRecord connection) {
    write(() -> tables.closed(connection));
  }

  @Override
  public void closedWithoutRpc(ConnectionRecord connection) {
    write(() -> tables.closedWithoutRpc(connection));
  }

  /** Has a failure to write end the run as that of any output does. */
  private static void write(Runnable rows) {
    try {
      rows.run();
    } catch (UncheckedIOException e) {
      throw new OutputFailure(Objects.requireNonNull(e.getCause()));
    }
  }
}
