package org.rdmadump.rpcrdma;

import java.util.Collections;
import java.util.List;
import org.rdmadump.bytes.Absence;

/**
 * Counts bytes of RPC messages by the way they travelled. Lost bytes, such as those of a refused
 * Read, are not counted; bytes that only the capture lacks are counted.
 */
@SuppressWarnings("EnumOrdinal") // An index into a table of our own, never stored.
public final class MovedBytes {
  private final long[] bytes = new long[MovedBy.values().length];

  /** Starts at zero bytes. */
  public MovedBytes() {}

  /**
   * Counts a message with an RPC message in it.
   *
   * @param length bytes of the RPC message, 0 if that is not known
   */
  public void add(RpcMessage message, long length) {
    RpcSummary rpc = message.rpc().orElse(null);
    add(message.layout(), rpc == null ? Collections.emptyList() : rpc.missing(), length);
  }

  /** The same by what is known of the message, and what of it was not seen. */
  void add(StreamLayout layout, List<MissingRange> missing, long length) {
    long rest = length;
    List<PlacedChunk> chunks = layout.chunks();
    for (int i = 0; i < chunks.size(); i++) {
      PlacedChunk chunk = chunks.get(i);
      bytes[chunk.movedBy().ordinal()] += chunk.length();
      rest -= chunk.length();
    }
    if (!missing.isEmpty()) {
      rest -= takeBack(chunks, missing);
    }
    bytes[layout.rest().ordinal()] += Math.max(0, rest);
  }

  /** Takes back what is lost of chunks, and returns how much is lost of the rest. */
  private long takeBack(List<PlacedChunk> chunks, List<MissingRange> missing) {
    long ofRest = 0;
    int next = 0;
    for (MissingRange range : missing) {
      long from = range.offset();
      long until = range.reason() == Absence.LOST ? from + range.length() : from;
      while (from < until) {
        while (next < chunks.size() && end(chunks.get(next)) <= from) {
          next++;
        }
        boolean last = next == chunks.size();
        boolean inside = !last && chunks.get(next).offset() <= from;
        long to;
        if (inside) {
          to = Math.min(until, end(chunks.get(next)));
          bytes[chunks.get(next).movedBy().ordinal()] -= to - from;
        } else {
          to = last ? until : Math.min(until, chunks.get(next).offset());
          ofRest += to - from;
        }
        from = to;
      }
    }
    return ofRest;
  }

  private static long end(PlacedChunk chunk) {
    return chunk.offset() + chunk.length();
  }

  /** Counts what another one counted. */
  public void add(MovedBytes other) {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] += other.bytes[i];
    }
  }

  /** {@return bytes that travelled this way} */
  public long by(MovedBy means) {
    return bytes[means.ordinal()];
  }
}
