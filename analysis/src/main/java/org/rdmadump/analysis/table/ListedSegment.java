package org.rdmadump.analysis.table;

import java.util.List;
import java.util.OptionalLong;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * A segment where a message lists it.
 *
 * @param message the message
 * @param list 0 for the Read list, 1 for the Write list, 2 for the Reply chunk
 * @param chunk 1, 2, 3, ...: the chunk in its list
 * @param position of a Read chunk in the RPC message
 * @param segment the segment
 */
record ListedSegment(
    RpcMessage message, int list, int chunk, OptionalLong position, ChunkSegment segment) {
  static final int READ = 0;
  static final int WRITE = 1;
  static final int REPLY = 2;

  /** What the lists are called. */
  static final List<String> LISTS = List.of("read", "write", "reply");
}
