package org.rdmadump.analysis.conformance;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * The known limits on the length of an exchange's messages, in bytes.
 *
 * @param inlineCall the longest Send in the direction of the call
 * @param inlineReply the longest Send in the direction of the reply
 * @param reply the longest reply that the session allows
 */
record CaseLimits(OptionalInt inlineCall, OptionalInt inlineReply, OptionalLong reply) {
  /** Nothing is known. */
  static final CaseLimits NONE =
      new CaseLimits(OptionalInt.empty(), OptionalInt.empty(), OptionalLong.empty());

  /** {@return the limits of an exchange with a call} */
  static CaseLimits of(
      RpcExchange exchange, Optional<ConnectionRecord> connection, OptionalLong reply) {
    if (connection.isEmpty()) {
      return new CaseLimits(OptionalInt.empty(), OptionalInt.empty(), reply);
    }
    Direction there = exchange.call().map(RpcMessage::direction).orElse(Direction.FORWARD);
    return new CaseLimits(
        agreed(connection.get(), there), agreed(connection.get(), there.opposite()), reply);
  }

  /**
   * {@return the longest Send in a direction, in bytes; known only if both ends stated their size}
   * A peer that states no size accepts at least 1024 bytes (RFC 8166 section 3.3.2). It may be
   * configured for more.
   */
  static OptionalInt agreed(ConnectionRecord connection, Direction direction) {
    return connection.said(Direction.FORWARD).isPresent()
            && connection.said(Direction.BACKWARD).isPresent()
        ? connection.inlineThreshold(direction)
        : OptionalInt.empty();
  }
}
