package org.rdmadump.rpcrdma.call;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.memory.RdmaSegment;

/**
 * What is kept of a call that was answered, because the call or its reply may come again. A run
 * keeps a thousand, which each collection of garbage copies: the Send and its place in the order of
 * the connection are not among it.
 *
 * @param number of its message; 0 if it was not handed out
 * @param sendLength bytes of its Send
 * @param repeatOf number of the call that it repeats
 * @param answeredBy number of the message that answered it
 * @param isBehindResponder whether anything of the responder had been seen when it was captured
 */
public record AnsweredCall(
    ParsedHeader parsed,
    CallHead head,
    long number,
    int sendLength,
    @Nullable RpcMessage message,
    List<List<RdmaSegment>> writeChunks,
    List<RdmaSegment> replySegments,
    List<RdmaSegment> segments,
    OptionalLong repeatOf,
    long answeredBy,
    boolean isBehindResponder)
    implements KnownCall {
  /** Number of its message, or of the call that it repeats; 0 if it was not handed out. */
  long first() {
    return repeatOf.orElse(number);
  }
}
