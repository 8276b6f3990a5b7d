package org.rdmadump.analysis.conformance;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * How long the messages of an exchange may be, as far as that is known.
 *
 * @param inlineCall bytes of the largest Send of its caller
 * @param inlineReply bytes of the largest Send back
 * @param reply bytes that the session lets a reply have
 */
record CaseLimits(OptionalInt inlineCall, OptionalInt inlineReply, OptionalLong reply) {
  /** Nothing is known. */
  static final CaseLimits NONE =
      new CaseLimits(OptionalInt.empty(), OptionalInt.empty(), OptionalLong.empty());

  /** {@return those of an exchange that has a call} */
  static CaseLimits of(
      RpcExchange exchange, Optional<ConnectionRecord> connection, OptionalLong reply) {
    if (connection.isEmpty()) {
      return new CaseLimits(OptionalInt.empty(), OptionalInt.empty(), reply);
    }
    Direction there = exchange.call().map(RpcMessage::direction).orElse(Direction.FORWARD);
    Direction back = there == Direction.FORWARD ? Direction.BACKWARD : Direction.FORWARD;
    return new CaseLimits(
        connection.get().inlineThreshold(there), connection.get().inlineThreshold(back), reply);
  }
}
