package org.rdmadump.rpcrdma;

import java.util.OptionalInt;
import org.rdmadump.finding.Finding;

/** Takes messages and exchanges as they are completed or given up. */
public interface MessageListener {
  /** Takes a message. */
  default void message(RpcMessage message) {}

  /** Takes an exchange, after both its messages. */
  default void exchange(RpcExchange exchange) {}

  /**
   * Takes what was noticed about no message and no exchange.
   *
   * @param connection 1-based index of the connection; empty where that is not known, or none of
   *     its messages was
   */
  default void finding(Finding finding, OptionalInt connection) {}

  /**
   * Whether exchanges are of use, asked once. If not, they are told of with no more than the
   * numbers of the call: what its message says need not be held until the reply.
   */
  default boolean takesExchanges() {
    return true;
  }

  /**
   * Whether what is inside the RPC messages is of use, asked once. If not, a reply does not have
   * the arguments of its call, and a message that RDMA moved bytes of may come without bytes: they
   * need not be held.
   */
  default boolean takesContent() {
    return true;
  }
}
