package org.rdmadump.cli;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Passes all that a run finds to one listener, then to another. */
record BothListeners(MessageListener first, MessageListener second) implements MessageListener {
  @Override
  public void message(RpcMessage message) {
    first.message(message);
    second.message(message);
  }

  @Override
  public void exchange(RpcExchange exchange) {
    first.exchange(exchange);
    second.exchange(exchange);
  }

  @Override
  public void nvme(NvmeExchange exchange) {
    first.nvme(exchange);
    second.nvme(exchange);
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    first.finding(finding, connection);
    second.finding(finding, connection);
  }

  @Override
  public void finding(Finding finding, ConnectionRecord connection) {
    first.finding(finding, connection);
    second.finding(finding, connection);
  }

  @Override
  public void opened(ConnectionRecord connection) {
    first.opened(connection);
    second.opened(connection);
  }

  @Override
  public void acknowledged(ConnectionRecord connection, Direction direction, long nanos) {
    first.acknowledged(connection, direction, nanos);
    second.acknowledged(connection, direction, nanos);
  }

  @Override
  public void closed(ConnectionRecord connection) {
    first.closed(connection);
    second.closed(connection);
  }

  @Override
  public void closedWithoutRpc(ConnectionRecord connection) {
    first.closedWithoutRpc(connection);
    second.closedWithoutRpc(connection);
  }

  /** {@inheritDoc} Requests are counted once: as the first listener wants it, if it does. */
  @Override
  public OptionalLong requestInterval() {
    OptionalLong ofFirst = first.requestInterval();
    return ofFirst.isPresent() ? ofFirst : second.requestInterval();
  }

  @Override
  public boolean takesMessages() {
    return first.takesMessages() || second.takesMessages();
  }

  @Override
  public boolean handlesExchanges() {
    return first.handlesExchanges() || second.handlesExchanges();
  }

  @Override
  public boolean takesExchanges() {
    return first.takesExchanges() || second.takesExchanges();
  }

  @Override
  public boolean takesCalls() {
    return first.takesCalls() || second.takesCalls();
  }

  @Override
  public boolean takesBytes() {
    return first.takesBytes() || second.takesBytes();
  }

  @Override
  public boolean takesContent() {
    return first.takesContent() || second.takesContent();
  }

  @Override
  public boolean takesNames() {
    return first.takesNames() || second.takesNames();
  }
}
