package org.rdmadump.rpcrdma.call;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpcrdma.RpcMessage;

/** A call that was captured: one that waits for its reply, or one that may be answered again. */
public sealed interface KnownCall permits CallInFlight, AnsweredCall {
  /** Whether its RPC-over-RDMA header was cut, so that it may have had more chunks. */
  boolean isTruncated();

  /** What it asks for. */
  CallIdentity identity();

  /** The RPC header, if it was whole. */
  Optional<RpcCallHeader> rpc();

  /** Number of its message; 0 before that was handed out. */
  long number();

  /** The message that was handed out, as far as it is kept; null if that is not, or before that. */
  @Nullable RpcMessage message();

  /** The memory that it advertised. */
  CallMemory memory();

  /** Whether anything of the responder had been seen when it was captured. */
  boolean isBehindResponder();
}
