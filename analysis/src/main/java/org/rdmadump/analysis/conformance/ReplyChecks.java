package org.rdmadump.analysis.conformance;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Checks that a reply took the path that its length requires (RFC 8166 sections 3.5.3 and 4.3.3).
 *
 * <pre>{@code
 * Optional<Violation> wrong = ReplyChecks.replyByLength(exchange, connection);
 * }</pre>
 */
public final class ReplyChecks {
  private ReplyChecks() {}

  /**
   * Checks that a reply in a Send is within the inline threshold, and that an RDMA_NOMSG reply has
   * a Reply chunk in its call. An unknown threshold is a violation, and so is a header that was cut
   * before it tells.
   *
   * @param connection the connection of the exchange, with its inline threshold
   */
  public static Optional<Violation> replyByLength(
      RpcExchange exchange, ConnectionRecord connection) {
    Optional<Violation> missing = ExchangeChecks.bothHalves(exchange);
    if (missing.isPresent()) {
      return missing;
    }
    RpcMessage reply = exchange.reply().orElseThrow();
    Optional<Violation> cut = MessageChecks.knownProcedure(reply);
    if (cut.isPresent()) {
      return cut;
    }
    OptionalInt threshold = connection.inlineThreshold(reply.direction());
    if (threshold.isEmpty()) {
      return Violation.of(
          "an inline threshold that is known",
          "none: the capture does not hold how the connection was made");
    }
    if (MessageChecks.isNomsg(reply)) {
      RpcMessage call = exchange.call().orElseThrow();
      return call.replyChunk().isPresent()
          ? Optional.empty()
          : MessageChecks.wholeHeader(call)
              .or(() -> Violation.of("a Reply chunk in the call of an RDMA_NOMSG", "none"));
    }
    return Violation.unless(
        reply.sendLength() <= threshold.getAsInt(),
        "a reply of at most " + threshold.getAsInt() + " bytes in a Send",
        reply.sendLength());
  }

  /**
   * Checks {@link #replyByLength}, and that the Reply chunk was used only if the reply with its
   * header exceeds the inline threshold. RFC 8166 leaves this choice to the server; the Linux
   * server uses any Reply chunk offered.
   *
   * @param connection the connection of the exchange, with its inline threshold
   */
  public static Optional<Violation> replyChunkWhenNeeded(
      RpcExchange exchange, ConnectionRecord connection) {
    Optional<Violation> wrong = replyByLength(exchange, connection);
    if (wrong.isPresent()) {
      return wrong;
    }
    RpcMessage reply = exchange.reply().orElseThrow();
    return MessageChecks.isNomsg(reply)
        ? MessageChecks.wholeHeader(reply).or(() -> aboveThreshold(reply, connection))
        : Optional.empty();
  }

  private static Optional<Violation> aboveThreshold(RpcMessage reply, ConnectionRecord connection) {
    long whole =
        reply.header().length()
            + reply.replyChunk().map(it -> MessageChecks.length(it.segments())).orElse(0L);
    int threshold = connection.inlineThreshold(reply.direction()).orElseThrow();
    return Violation.unless(
        whole > threshold,
        "a reply of " + whole + " bytes, header included, in a Send of at most " + threshold,
        "RDMA_NOMSG");
  }
}
