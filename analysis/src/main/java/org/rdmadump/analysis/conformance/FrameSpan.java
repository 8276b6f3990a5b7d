package org.rdmadump.analysis.conformance;

import java.util.Optional;
import java.util.stream.Stream;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * The frames of an exchange, from first to last.
 *
 * <pre>{@code
 * boolean inFlight = FrameSpan.of(exchange).holds(frame);
 * }</pre>
 *
 * @param first the lowest frame of its call, reply and RDMA operations
 * @param last the highest frame of its call, reply and RDMA operations
 */
public record FrameSpan(long first, long last) {
  /** {@return the span of an exchange, which has a call or a reply} */
  public static FrameSpan of(RpcExchange exchange) {
    FrameSpan span = new FrameSpan(Long.MAX_VALUE, 0);
    for (RpcMessage each :
        Stream.of(exchange.call(), exchange.reply()).flatMap(Optional::stream).toList()) {
      span = span.with(each.firstFrame(), each.lastFrame());
    }
    for (RdmaTransfer each : exchange.transfers()) {
      span = span.with(each.firstFrame(), each.lastFrame());
    }
    return span;
  }

  /** {@return whether a frame is in the span, both ends included} */
  public boolean holds(long frame) {
    return first <= frame && frame <= last;
  }

  private FrameSpan with(long from, long to) {
    return new FrameSpan(Math.min(first, from), Math.max(last, to));
  }
}
