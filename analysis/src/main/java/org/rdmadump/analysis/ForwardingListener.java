package org.rdmadump.analysis;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * A listener that passes everything on to another one, except in methods that it overrides. What it
 * uses of exchanges and content ({@code takes...}) is not the other one's answer: it has its own.
 */
public interface ForwardingListener extends MessageListener {
  /** {@return the listener to pass everything on to} */
  MessageListener to();

  @Override
  default void message(RpcMessage message) {
    to().message(message);
  }

  @Override
  default void exchange(RpcExchange exchange) {
    to().exchange(exchange);
  }

  @Override
  default void nvme(NvmeExchange exchange) {
    to().nvme(exchange);
  }

  @Override
  default void finding(Finding finding, OptionalInt connection) {
    to().finding(finding, connection);
  }

  @Override
  default void finding(Finding finding, ConnectionRecord connection) {
    to().finding(finding, connection);
  }

  @Override
  default void opened(ConnectionRecord connection) {
    to().opened(connection);
  }

  @Override
  default void acknowledged(ConnectionRecord connection, Direction direction, long nanos) {
    to().acknowledged(connection, direction, nanos);
  }

  @Override
  default void closed(ConnectionRecord connection) {
    to().closed(connection);
  }

  @Override
  default void closedWithoutRpc(ConnectionRecord connection) {
    to().closedWithoutRpc(connection);
  }

  @Override
  default OptionalLong requestInterval() {
    return to().requestInterval();
  }
}
