package org.rdmadump.analysis.conformance;

import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * From which frame to which an exchange was on the wire.
 *
 * @param first frame of its call or of an RDMA operation for it
 * @param last frame of its reply, or else of its call or such an operation
 */
record FrameSpan(long first, long last) {
  /** {@return that of an exchange, which has a call or a reply} */
  static FrameSpan of(RpcExchange exchange) {
    FrameSpan span = new FrameSpan(Long.MAX_VALUE, 0);
    if (exchange.call().isPresent()) {
      span = span.with(exchange.call().get());
    }
    if (exchange.reply().isPresent()) {
      span = span.with(exchange.reply().get());
    }
    for (RdmaTransfer each : exchange.transfers()) {
      span = span.with(each.firstFrame(), each.lastFrame());
    }
    return span;
  }

  private FrameSpan with(RpcMessage message) {
    return with(message.firstFrame(), message.lastFrame());
  }

  private FrameSpan with(long from, long to) {
    return new FrameSpan(Math.min(first, from), Math.max(last, to));
  }
}
