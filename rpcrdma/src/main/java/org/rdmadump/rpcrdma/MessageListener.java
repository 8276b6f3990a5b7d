package org.rdmadump.rpcrdma;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.finding.Finding;

/**
 * Receives messages and exchanges as they are completed or given up.
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

  /** Takes a command of NVMe over RDMA with its response, once it is answered or given up. */
  default void nvme(NvmeExchange exchange) {}

  /**
   * Takes a finding outside messages and exchanges.
   *
   * @param connection 1-based index of the connection; empty if it or its messages are unknown
   */
  default void finding(Finding finding, OptionalInt connection) {}

  /**
   * Takes a finding about a connection, but about none of its messages; by default as {@link
   * #finding(Finding, OptionalInt)}.
   *
   * @param connection as it is known by now
   */
  default void finding(Finding finding, ConnectionRecord connection) {
    finding(finding, connection.index());
  }

  /**
   * Takes a connection, before its first message. The same object is updated until the connection
   * ends.
   */
  default void opened(ConnectionRecord connection) {}

  /**
   * Takes how long a Send waited for its acknowledgement, before its message.
   *
   * @param connection of the Send, possibly not reported yet
   * @param direction in which it went
   * @param nanos from its last packet to the acknowledgement
   */
  default void acknowledged(ConnectionRecord connection, Direction direction, long nanos) {}

  /**
   * Takes a connection that ended, after its last message. A connection for RPC without messages
   * has no index, and was not passed to {@link #opened}.
   */
  default void closed(ConnectionRecord connection) {}

  /**
   * Takes a connection that ended and carried no message of RPC-over-RDMA, as far as the capture
   * shows: what it carried is in {@link ConnectionRecord#requests}. So is what was sent over an
   * unreliable connection, or as datagrams, and a connection that was refused.
   */
  default void closedWithoutRpc(ConnectionRecord connection) {}

  /**
   * How long the parts of the time are in which the listener wants the requests of connections
   * without RPC-over-RDMA counted, in nanoseconds, above 0; called once.
   */
  default OptionalLong requestInterval() {
    return OptionalLong.empty();
  }

  /**
   * Whether {@link #message} does anything; called once. If not, messages are passed only if the
   * listener takes content.
   */
  default boolean takesMessages() {
    return true;
  }

  /**
   * Whether {@link #exchange} does anything; called once. If not, no exchange is passed, and if the
   * listener does not take content either, {@link RpcMessage#call} of replies is empty.
   */
  default boolean handlesExchanges() {
    return true;
  }

  /**
   * Whether the listener uses exchanges; called once. If not, exchanges may lack all of the call
   * but its numbers, so its message need not be kept until the reply.
   */
  default boolean takesExchanges() {
    return true;
  }

  /**
   * Whether the listener uses the content of RPC messages; called once. If not, a reply lacks the
   * arguments of its call, and a message may lack the bytes that RDMA moved, so they need not be
   * kept.
   */
  default boolean takesContent() {
    return true;
  }

  /**
   * Whether the listener uses data and digests that options ask for ({@link
   * CaptureOptions#keepBytes}, {@link CaptureOptions#digest}); called once. If not, messages are as
   * without these options.
   */
  default boolean takesBytes() {
    return true;
  }

  /**
   * Whether the listener uses {@link RpcMessage#call} of messages, not of exchanges; called once.
   * If not, a reply that came again lacks its call, so a call that was answered need not be kept.
   */
  default boolean takesCalls() {
    return true;
  }

  /**
   * Whether the listener uses {@link MessageContent#names()}; called once. Without names or
   * content, {@code names} is empty.
   */
  default boolean takesNames() {
    return true;
  }

  /**
   * Whether the listener uses names of messages before their exchange is handed out; called once.
   * If not, a call has the names of its reply, if that may have told some.
   */
  default boolean takesNamesOfMessages() {
    return takesMessages();
  }

  /**
   * Whether the listener uses findings about the content of RPC messages, or somebody their number
   * in the run's {@link CaptureSummary}; called once. If not, the content is not checked.
   */
  default boolean takesFindings() {
    return true;
  }
}
