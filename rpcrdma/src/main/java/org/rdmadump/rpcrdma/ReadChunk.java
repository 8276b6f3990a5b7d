package org.rdmadump.rpcrdma;

import java.util.List;

/**
 * A Read chunk: the Read segments that share one position (RFC 8166 section 3.4.5).
 *
 * <pre>{@code
 * call.readChunks().forEach(each -> System.out.println(each.position()));
 * }</pre>
 *
 * @param position offset in the rebuilt XDR stream, 0 to 2^32-1; 0 is a Position-Zero Read chunk
 * @param segments in the order of the Read list
 */
public record ReadChunk(long position, List<ChunkSegment> segments) {
  /** Copies the list: a chunk does not change. */
  public ReadChunk {
    segments = List.copyOf(segments);
  }
}
