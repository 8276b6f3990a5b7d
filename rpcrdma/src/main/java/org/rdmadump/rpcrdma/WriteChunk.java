package org.rdmadump.rpcrdma;

import java.util.List;

/**
 * A Write chunk or a Reply chunk (RFC 8166 sections 3.4.6, 4.3.2 and 4.3.3).
 *
 * <pre>{@code
 * call.replyChunk().ifPresent(chunk -> System.out.println(chunk.segments().size()));
 * }</pre>
 *
 * @param segments in the order of the list; none for an item that has no chunk
 */
public record WriteChunk(List<ChunkSegment> segments) {
  /** Copies the list: a chunk does not change. */
  public WriteChunk {
    segments = List.copyOf(segments);
  }
}
