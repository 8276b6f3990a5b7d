package org.rdmadump.rpcrdma.truth;

/** List of a message that a segment stands in. */
enum ChunkKind {
  READ,
  WRITE,
  REPLY
}
