package org.rdmadump.analysis.conformance;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.PlacedChunk;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/**
 * The checks of each case for exchanges with call and reply, in addition to the rules for all
 * exchanges.
 */
final class CaseChecks {
  private CaseChecks() {}

  /**
   * Returns the first violation, if any.
   *
   * @param limits the known limits on the length of messages
   * @param isUndisturbed whether no packet is missing or retransmitted; otherwise only checks that
   *     allow for missing packets run
   */
  static Optional<Violation> of(
      ConformanceCase which, RpcExchange exchange, CaseLimits limits, boolean isUndisturbed) {
    RpcMessage call = exchange.call().orElseThrow();
    RpcMessage reply = exchange.reply().orElseThrow();
    Optional<Violation> wrong =
        isHeaderWhole(call) ? chunkLists(which, exchange, limits) : Optional.empty();
    if (wrong.isEmpty() && isComplete(call) && isComplete(reply)) {
      wrong = contents(which, call, reply, limits);
    }
    if (wrong.isEmpty() && isUndisturbed && which.group() == ConformanceCase.Group.WRITE) {
      wrong = ExchangeChecks.completedByLastRead(exchange);
    }
    return wrong;
  }

  /** Returns why a check that found nothing may have been misled, if something did that. */
  static Optional<Violation> doubt(ConformanceCase which, RpcExchange exchange) {
    return which.group() == ConformanceCase.Group.WRITE
        ? ExchangeChecks.orderedByTime(exchange)
        : Optional.empty();
  }

  private static boolean isHeaderWhole(RpcMessage message) {
    return MessageChecks.wholeHeader(message).isEmpty();
  }

  private static boolean isComplete(RpcMessage message) {
    return isHeaderWhole(message) && message.rpc().filter(RpcSummary::complete).isPresent();
  }

  /** Checks the chunk lists of the call. */
  private static Optional<Violation> chunkLists(
      ConformanceCase which, RpcExchange exchange, CaseLimits limits) {
    RpcMessage call = exchange.call().orElseThrow();
    return switch (which.group()) {
      case TRAFFIC -> Optional.empty();
      case EXCHANGE_ID -> withoutData(call, limits).or(() -> roomInReplyChunk(exchange));
      case READDIR ->
          withoutData(call, limits)
              .or(() -> roomForDirectory(call, limits))
              .or(() -> roomInReplyChunk(exchange));
      case READLINK, READ ->
          Violation.unless(call.readChunks().isEmpty(), "no Read chunk", call.readChunks().size());
      case GETATTR_ACL ->
          withoutData(call, limits)
              .or(() -> ExchangeChecks.replyChunkWithin(exchange, Long.MAX_VALUE));
      case WRITE -> withoutWriteChunk(call);
    };
  }

  /** Checks the contents of complete messages. */
  private static Optional<Violation> contents(
      ConformanceCase which, RpcMessage call, RpcMessage reply, CaseLimits limits) {
    return switch (which.group()) {
      case TRAFFIC, EXCHANGE_ID, READLINK -> Optional.empty();
      case READDIR, GETATTR_ACL -> replyWithin(reply, limits.reply().orElse(Long.MAX_VALUE));
      case READ -> moved(reply, MovedBy.WRITE_CHUNK, "Write chunk");
      case WRITE -> moved(call, MovedBy.READ_CHUNK, "Read chunk");
    };
  }

  /** Checks that a reply is within the session's limit; its chunk may have more room. */
  private static Optional<Violation> replyWithin(RpcMessage reply, long most) {
    long length = reply.stream().length();
    return Violation.unless(length <= most, "a reply of at most " + most + " bytes", length);
  }

  /**
   * Checks that a call moves no data by RDMA and offers no Write chunk. A call too long for a Send
   * goes whole in a Position-Zero Read chunk (RFC 8166 section 3.5.3).
   */
  private static Optional<Violation> withoutData(RpcMessage call, CaseLimits limits) {
    boolean isLong =
        MessageChecks.isNomsg(call)
            && call.readChunks().stream().allMatch(each -> each.position() == 0);
    if (!isLong && !call.readChunks().isEmpty()) {
      return Violation.of("no Read chunk", call.readChunks().size());
    }
    if (isLong && limits.inlineCall().isPresent()) {
      long inline = MessageChecks.lengthInline(call);
      if (inline <= limits.inlineCall().getAsInt()) {
        return Violation.of(
            "the call in a Send, which may have " + limits.inlineCall().getAsInt() + " bytes",
            "RDMA_NOMSG for what had taken " + inline);
      }
    }
    return withoutWriteChunk(call);
  }

  private static Optional<Violation> withoutWriteChunk(RpcMessage call) {
    return Violation.unless(
        call.writeChunks().isEmpty(), "no Write chunk", call.writeChunks().size());
  }

  /**
   * Checks that a call offers a Reply chunk if it asks for more of a directory than a Send can hold
   * (RFC 8166 section 4.3.3). The session's limit can be lower than the size in the call.
   */
  private static Optional<Violation> roomForDirectory(RpcMessage call, CaseLimits limits) {
    OptionalLong room = DirectoryRoom.of(call);
    if (room.isEmpty() || limits.inlineReply().isEmpty()) {
      return Optional.empty();
    }
    long most = Math.min(room.getAsLong(), limits.reply().orElse(Long.MAX_VALUE));
    return Violation.unless(
        call.replyChunk().isPresent() || most <= limits.inlineReply().getAsInt(),
        "a Reply chunk for up to "
            + most
            + " bytes of a directory, a Send back has at most "
            + limits.inlineReply().getAsInt(),
        "none");
  }

  /** Checks that an offered Reply chunk has no empty segment. */
  private static Optional<Violation> roomInReplyChunk(RpcExchange exchange) {
    return exchange.call().orElseThrow().replyChunk().isPresent()
        ? ExchangeChecks.replyChunkWithin(exchange, Long.MAX_VALUE)
        : Optional.empty();
  }

  private static Optional<Violation> moved(RpcMessage message, MovedBy movedBy, String chunk) {
    List<PlacedChunk> chunks = message.layout().chunks();
    return Violation.unless(
        chunks.stream().anyMatch(each -> each.movedBy() == movedBy),
        "data in its place by the " + chunk,
        chunks.isEmpty() ? "none" : chunks);
  }
}
