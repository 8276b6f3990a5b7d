package org.rdmadump.rpcrdma.call;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.memory.RdmaSegment;

/** A call that was captured: one that waits for its reply, or one that may be answered again. */
public sealed interface KnownCall permits CallInFlight, AnsweredCall {
  /** Its RPC-over-RDMA header. */
  ParsedHeader parsed();

  /** What it asks for. */
  CallHead head();

  /** Number of its message; 0 before that was handed out. */
  long number();

  /** The message that was handed out, as far as it is kept; null if that is not, or before that. */
  @Nullable RpcMessage message();

  /** Segments of the Write chunks that it offers. */
  List<List<RdmaSegment>> writeChunks();

  /** Segments of the Reply chunk that it offers. */
  List<RdmaSegment> replySegments();

  /** Every segment that it advertised, each once. */
  List<RdmaSegment> segments();

  /** Whether anything of the responder had been seen when it was captured. */
  boolean isBehindResponder();

  /** The RPC header, if it was whole. */
  default Optional<RpcCallHeader> rpc() {
    return head().whole();
  }

  /** Whether {@code other} lists the same segments, as a repeat of the same call does. */
  default boolean hasSameChunks(ParsedHeader other) {
    return parsed().readList().isSameAs(other.readList())
        && parsed().writeList().equals(other.writeList())
        && parsed().replyChunk().equals(other.replyChunk());
  }
}
