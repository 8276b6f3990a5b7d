package org.rdmadump.rpcrdma.truth;

import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RpcMessage;

/** What a capture of cut frames shows of the bytes that messages are made of. */
interface CutFrames {
  /** Is shown runs of bytes, in order. */
  interface Runs {
    /** Takes {@code bytes} of which the first {@code seen} were captured. */
    void piece(long bytes, long seen);
  }

  /** Bytes from the start of a Send that were captured. */
  long seenOfSend(RpcMessage message);

  /** Shows bytes {@code [from, to)} of a Send. */
  void send(RpcMessage message, long from, long to, Runs runs);

  /** Shows the bytes of a segment that moved for a message. */
  void segment(RpcMessage message, ChunkSegment segment, Runs runs);
}
