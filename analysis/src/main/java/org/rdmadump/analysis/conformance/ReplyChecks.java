package org.rdmadump.analysis.conformance;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Whether a reply went the way that its length asks for (RFC 8166 sections 3.5.3 and 4.3.3).
 *
 * <pre>{@code
 * Optional<Violation> wrong = ReplyChecks.replyByLength(exchange, connection);
 * }</pre>
 */
public final class ReplyChecks {
  private ReplyChecks() {}

  /**
   * That a reply which went inside of a Send is within the inline threshold, and one that is not
   * went through the Reply chunk of its call.
   *
   * @param connection that it went over; it knows the threshold
   */
  public static Optional<Violation> replyByLength(
      RpcExchange exchange, ConnectionRecord connection) {
    Optional<Violation> missing = ExchangeChecks.bothHalves(exchange);
    if (missing.isPresent()) {
      return missing;
    }
    RpcMessage reply = exchange.reply().orElseThrow();
    OptionalInt threshold = connection.inlineThreshold(reply.direction());
    if (threshold.isEmpty()) {
      return Violation.of(
          "an inline threshold that is known",
          "none: the capture does not hold how the connection was made");
    }
    if (MessageChecks.isNomsg(reply)) {
      boolean offered = exchange.call().orElseThrow().replyChunk().isPresent();
      return Violation.unless(offered, "a Reply chunk in the call of an RDMA_NOMSG", "none");
    }
    return Violation.unless(
        reply.sendLength() <= threshold.getAsInt(),
        "a reply of at most " + threshold.getAsInt() + " bytes in a Send",
        reply.sendLength());
  }

  /**
   * That the Reply chunk was used only by a reply that is longer than the inline threshold with its
   * header: RFC 8166 leaves that to the server, and that of Linux uses what it is offered.
   *
   * @param connection that it went over; it knows the threshold
   */
  public static Optional<Violation> replyChunkWhenNeeded(
      RpcExchange exchange, ConnectionRecord connection) {
    Optional<Violation> wrong = replyByLength(exchange, connection);
    if (wrong.isPresent()) {
      return wrong;
    }
    RpcMessage reply = exchange.reply().orElseThrow();
    long whole =
        reply.header().length()
            + reply.replyChunk().map(it -> MessageChecks.length(it.segments())).orElse(0L);
    int threshold = connection.inlineThreshold(reply.direction()).orElseThrow();
    return Violation.unless(
        !MessageChecks.isNomsg(reply) || whole > threshold,
        "a reply of " + whole + " bytes, header included, in a Send of at most " + threshold,
        "RDMA_NOMSG");
  }
}
