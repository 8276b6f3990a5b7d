package org.rdmadump.analysis.metrics;

import java.util.Optional;
import org.rdmadump.analysis.CallResult;
import org.rdmadump.analysis.stats.CountedFailures;
import org.rdmadump.rpcrdma.NvmeData;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Calls of one kind with their replies, or NVMe commands with their responses. */
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
   * @param failures those that count
   * @return its error status, if it failed and that did not count before
   */
  Optional<String> add(RpcExchange exchange, CountedFailures failures) {
    Optional<RpcMessage> call = exchange.call();
    if (call.isPresent() && call.get().rpc().isPresent()) {
      if (call.get().isRepeat()) {
        again++;
      } else {
        calls++;
        callBytes += length(call.get());
      }
    }
    Optional<String> error = Optional.empty();
    Optional<RpcMessage> reply = exchange.reply();
    if (reply.isPresent() && reply.get().rpc().isPresent()) {
      if (reply.get().isRepeat()) {
        // To a call that was answered before: what it was counts already.
        return Optional.empty();
      }
      replyBytes += length(reply.get());
      if (reply.get().rpc().get().latencyNanos().isPresent()) {
        latency.add(reply.get().rpc().get().latencyNanos().getAsLong());
      }
      error = CallResult.error(reply.get());
    } else if (reply.isPresent() && reply.get().header().error().isPresent()) {
      error = Optional.of("RDMA_ERROR " + reply.get().header().error().get().codeName());
    }
    if (error.isEmpty() || !failures.add(exchange)) {
      return Optional.empty();
    }
    failed++;
    return error;
  }

  /**
   * Counts a command with its response.
   *
   * @return its error status, if it failed
   */
  Optional<String> add(NvmeExchange exchange) {
    calls += exchange.command().isPresent() ? 1 : 0;
    if (exchange.data().isPresent()) {
      NvmeData data = exchange.data().get();
      callBytes += data.toController() ? data.length() : 0;
      replyBytes += data.toController() ? 0 : data.length();
    }
    exchange.latencyNanos().ifPresent(latency::add);
    failed += exchange.isFailed() ? 1 : 0;
    return exchange.isFailed() ? exchange.status() : Optional.empty();
  }

  private static long length(RpcMessage message) {
    return message.rpc().orElseThrow().length().orElse(0);
  }
}
