package org.rdmadump;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import org.rdmadump.capture.InputDamage;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Keeps what a pass is read for until it is asked for; how much that is, is bounded by what was in
 * flight.
 */
abstract class PassQueue<T> implements MessageListener {
  private final Queue<T> waiting = new ArrayDeque<>();

  /** Keeps something. */
  final void tell(T value) {
    waiting.add(value);
  }

  /** {@return what was kept first, and gives it up; empty if there is nothing} */
  final Optional<T> poll() {
    return Optional.ofNullable(waiting.poll());
  }

  /**
   * Takes the end of the capture.
   *
   * @param damages what was wrong with the input, a line each
   * @param dropped packets that were lost while it was captured; empty if it does not tell
   */
  void end(CaptureSummary summary, List<InputDamage> damages, OptionalLong dropped) {}

  /** Messages. */
  static final class Messages extends PassQueue<RpcMessage> {
    @Override
    public void message(RpcMessage message) {
      tell(message);
    }
  }

  /** Exchanges. */
  static final class Exchanges extends PassQueue<RpcExchange> {
    @Override
    public void exchange(RpcExchange exchange) {
      tell(exchange);
    }
  }

  /** Commands of NVMe over RDMA. */
  static final class NvmeCommands extends PassQueue<NvmeExchange> {
    @Override
    public void nvme(NvmeExchange exchange) {
      tell(exchange);
    }
  }

  /** Connections that carried RPC-over-RDMA, as they end. */
  static final class Connections extends PassQueue<ConnectionRecord> {
    @Override
    public void closed(ConnectionRecord connection) {
      if (connection.index().isPresent()) {
        tell(connection);
      }
    }
  }
}
