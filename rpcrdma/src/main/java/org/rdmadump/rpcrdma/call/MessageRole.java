package org.rdmadump.rpcrdma.call;

/** What a message is to the connection that carries it. */
public enum MessageRole {
  /** It asks for something, and advertises memory. */
  CALL,
  /** A call that is in flight was sent again. */
  REPEATED_CALL,
  /** It answers a call, and ends what that advertised. */
  REPLY,
  /** RDMA_ERROR: the sender could not process a message. */
  ERROR,
  /** Neither: obsolete, malformed, or of another version. */
  OTHER
}
