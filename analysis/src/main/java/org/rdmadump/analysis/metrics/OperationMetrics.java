package org.rdmadump.analysis.metrics;

import java.util.Optional;
import org.rdmadump.analysis.CallResult;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Calls of one kind with their replies. */
final class OperationMetrics {
  final String protocol;
  final String operation;
  final LatencyBuckets latency = new LatencyBuckets();
  long calls;
  long failed;
  long again;
  long callBytes;
  long replyBytes;

  OperationMetrics(String protocol, String operation) {
    this.protocol = protocol;
    this.operation = operation;
  }

  /**
   * Counts an exchange.
   *
   * @return its error status, if it failed
   */
  Optional<String> add(RpcExchange exchange) {
    Optional<RpcMessage> call = exchange.call();
    if (call.isPresent() && call.get().rpc().isPresent()) {
      if (call.get().rpc().get().repeatOf().isPresent()) {
        again++;
      } else {
        calls++;
        callBytes += length(call.get());
      }
    }
    Optional<String> error = Optional.empty();
    Optional<RpcMessage> reply = exchange.reply();
    if (reply.isPresent() && reply.get().rpc().isPresent()) {
      replyBytes += length(reply.get());
      if (reply.get().rpc().get().latencyNanos().isPresent()) {
        latency.add(reply.get().rpc().get().latencyNanos().getAsLong());
      }
      error = CallResult.error(reply.get());
    } else if (reply.isPresent() && reply.get().header().error().isPresent()) {
      error = Optional.of("RDMA_ERROR " + reply.get().header().error().get().codeName());
    }
    failed += error.isPresent() ? 1 : 0;
    return error;
  }

  private static long length(RpcMessage message) {
    return message.rpc().orElseThrow().length().orElse(0);
  }
}
