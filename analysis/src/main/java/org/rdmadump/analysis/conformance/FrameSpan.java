package org.rdmadump.analysis.conformance;

import java.util.Optional;
import java.util.stream.Stream;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * From which frame to which an exchange was on the wire.
 *
 * <pre>{@code
 * boolean inFlight = FrameSpan.of(exchange).holds(frame);
 * }</pre>
 *
 * @param first frame of its call or of an RDMA operation for it
 * @param last frame of its reply, or else of its call or such an operation
 */
public record FrameSpan(long first, long last) {
  /** {@return that of an exchange, which has a call or a reply} */
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

  /** {@return whether a frame is one of these, both ends counted in} */
  public boolean holds(long frame) {
    return first <= frame && frame <= last;
  }

  private FrameSpan with(long from, long to) {
    return new FrameSpan(Math.min(first, from), Math.max(last, to));
  }
}
