package org.rdmadump.rpcrdma;

import java.util.Collections;
import java.util.List;

/**
 * How the parts of a rebuilt RPC message travelled.
 *
 * <pre>{@code
 * reply.layout().chunks().forEach(each -> System.out.println(each.movedBy()));
 * }</pre>
 *
 * @param rest how the bytes outside the chunks travelled
 * @param chunks chunks that were put back in place, in the order of their offsets; empty ones are
 *     left out
 */
public record StreamLayout(MovedBy rest, List<PlacedChunk> chunks) {
  /** Everything inside the Send. */
  public static final StreamLayout INLINE =
      new StreamLayout(MovedBy.INLINE, Collections.emptyList());

  private static final StreamLayout IN_REPLY_CHUNK =
      new StreamLayout(MovedBy.REPLY_CHUNK, Collections.emptyList());

  /** Copies the list: a layout does not change. */
  public StreamLayout {
    chunks = List.copyOf(chunks);
  }

  /** {@return the layout of a message that travelled in one way} */
  public static StreamLayout unchunked(MovedBy rest) {
    return switch (rest) {
      case INLINE -> INLINE;
      case REPLY_CHUNK -> IN_REPLY_CHUNK;
      default -> new StreamLayout(rest, Collections.emptyList());
    };
  }

  /** {@return how the byte at {@code offset} of the message travelled} */
  public MovedBy movedBy(long offset) {
    for (PlacedChunk chunk : chunks) {
      if (offset >= chunk.offset() && offset - chunk.offset() < chunk.length()) {
        return chunk.movedBy();
      }
    }
    return rest;
  }
}
