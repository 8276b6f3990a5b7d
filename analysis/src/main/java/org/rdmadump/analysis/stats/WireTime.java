package org.rdmadump.analysis.stats;

import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * How much of a call's latency packets took that were seen on the wire: the Sends of call and reply
 * from the first packet of the first copy to the last that was delivered, and RDMA from its first
 * packet to its last. Retransmissions, and the waits for them, are within. What one point of
 * capture cannot show is not: how long a packet is on its way to the other side of it.
 */
public final class WireTime {
  private WireTime() {}

  /** {@return nanoseconds, at most the latency; 0 if that is not known} */
  public static long of(RpcExchange exchange) {
    if (exchange.call().isEmpty() || exchange.latency().isEmpty()) {
      return 0;
    }
    long nanos =
        ofSend(exchange.call().get())
            + ofSend(exchange.reply().orElseThrow())
            + exchange.timing().map(RdmaTiming::rdma).orElse(0L);
    return Math.max(0, Math.min(exchange.latency().get().toNanos(), nanos));
  }

  private static long ofSend(RpcMessage message) {
    return message.sendNanos() - message.sendBeginNanos();
  }
}
