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
  private static final int XDR_UNIT = 4;

  /** Copies the list: a chunk does not change. */
  public WriteChunk {
    segments = List.copyOf(segments);
  }

  /**
   * Whether a segment only takes the round-up of the chunk: the last one, of at most four bytes,
   * behind others whose length is not a multiple of four, and long enough to make it one.
   *
   * <p>The Linux client (from version 5.12 on) ends such a Write chunk with a segment of four bytes
   * that is the same for all calls of a connection, because a responder may write the round-up (RFC
   * 8166 section 3.4.6.2) and nobody needs it.
   *
   * @param index of the segment, from 0
   * @throws IndexOutOfBoundsException if there is none with that index
   */
  public boolean isPad(int index) {
    long length = segments.get(index).length();
    if (index == 0 || index + 1 < segments.size() || length == 0 || length > XDR_UNIT) {
      return false;
    }
    long before = 0;
    for (ChunkSegment each : segments.subList(0, index)) {
      before += each.length();
    }
    long over = before % XDR_UNIT;
    return over != 0 && length >= XDR_UNIT - over;
  }
}
