package org.rdmadump.analysis.stats;

import java.util.Optional;
import java.util.OptionalLong;
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
    Optional<RpcMessage> call = exchange.call();
    Optional<RpcMessage> reply = exchange.reply();
    OptionalLong latency = exchange.latencyNanos();
    if (call.isEmpty() || reply.isEmpty() || latency.isEmpty()) {
      return 0;
    }
    long rdma = exchange.timing().isPresent() ? exchange.timing().get().rdma() : 0;
    long nanos = ofSend(call.get()) + ofSend(reply.get()) + rdma;
    return Math.max(0, Math.min(latency.getAsLong(), nanos));
  }

  private static long ofSend(RpcMessage message) {
    return message.sendNanos() - message.sendBeginNanos();
  }
}
