package org.rdmadump.rpcrdma;

import java.util.OptionalInt;
import org.rdmadump.finding.Finding;

/**
 * Takes messages and exchanges as they are completed or given up.
 *
 * <pre>{@code
 * RdmaCapture.builder().file(path).run(new MessageListener() {
 *   @Override
 *   public void exchange(RpcExchange exchange) {
 *     System.out.println(exchange.transfers().size());
 *   }
 * });
 * }</pre>
 */
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
   * Takes a connection, before the first of its messages. What is known of it grows; it is the same
   * object to its end.
   */
  default void opened(ConnectionRecord connection) {}

  /**
   * Takes how long a Send waited for its acknowledgement, before its message.
   *
   * @param connection that it went over, which may not have been told of yet
   * @param direction in which it went
   * @param nanos from its last packet to the acknowledgement
   */
  default void acknowledged(ConnectionRecord connection, Direction direction, long nanos) {}

  /**
   * Takes a connection that ended, after the last of its messages. One that was made for RPC and
   * carried no message has no index, and {@link #opened} did not tell of it.
   */
  default void closed(ConnectionRecord connection) {}

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

  /**
   * Whether {@link MessageContent#names()} are of use, asked once. If not, or if content is of no
   * use, there are none.
   */
  default boolean takesNames() {
    return true;
  }
}
