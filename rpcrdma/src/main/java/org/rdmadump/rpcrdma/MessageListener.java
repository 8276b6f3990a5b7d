package org.rdmadump.rpcrdma;

/** Takes messages and exchanges as they are completed or given up. */
public interface MessageListener {
  /** Takes a message. */
  default void message(RpcMessage message) {}

  /** Takes an exchange, after both its messages. */
  default void exchange(RpcExchange exchange) {}
}
