package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.memory.RdmaSegment;

/**
 * The entries of a Read list by position: those that share one are a chunk, in the order of the
 * list (RFC 8166 section 4.3.1).
 */
final class SegmentsByPosition {
  private static final long[] NO_NUMBERS = {};
  private static final OptionalLong NONE_MOVED = OptionalLong.of(0);

  /** Enough for an index below {@link ParsedHeader#MOST_SEGMENTS}. */
  private static final int INDEX_BITS = 12;

  private static final int INDEX_MASK = (1 << INDEX_BITS) - 1;

  private static final SegmentsByPosition NONE = new SegmentsByPosition(ReadList.EMPTY, List.of());

  private final ReadList list;

  /** Of the call that has the list; none if its memory is of no interest. */
  private final List<RdmaSegment> segments;

  /** Position and index of each entry, ascending. */
  private final long[] entries;

  /** Each position once, ascending. */
  private final long[] positions;

  private SegmentsByPosition(ReadList list, List<RdmaSegment> segments) {
    this.list = list;
    this.segments = segments;
    this.entries = list.isEmpty() ? NO_NUMBERS : new long[list.size()];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = list.position(i) << INDEX_BITS | i;
    }
    if (entries.length > 1) {
      Arrays.sort(entries);
    }
    this.positions = distinct(entries);
  }

  private static long[] distinct(long[] entries) {
    int count = 0;
    long[] found = entries.length == 0 ? NO_NUMBERS : new long[1];
    for (int i = 0; i < entries.length; i++) {
      long position = entries[i] >>> INDEX_BITS;
      if (i == 0 || position != found[count - 1]) {
        found = count == found.length ? Arrays.copyOf(found, 2 * count) : found;
        found[count] = position;
        count++;
      }
    }
    return count == found.length ? found : Arrays.copyOf(found, count);
  }

  /** {@return those of a call} */
  static SegmentsByPosition of(CallInFlight call) {
    return call.parsed.hasReads()
        ? new SegmentsByPosition(call.parsed.readList(), call.memory().reads)
        : NONE;
  }

  /** {@return the chunks of a Read list, in the order of their first entries} */
  static List<ReadChunk> chunks(ReadList list) {
    return list.isEmpty() ? List.of() : new SegmentsByPosition(list, List.of()).chunks();
  }

  /** {@return the chunks in the order of their first entries, with what was seen of the call's} */
  List<ReadChunk> chunks() {
    if (positions.length == 0) {
      return List.of();
    }
    // Index of the first entry of each chunk, and where in the entries that is.
    long[] firsts = new long[positions.length];
    for (int i = 0; i < firsts.length; i++) {
      int at = firstAt(positions[i]);
      firsts[i] = (entries[at] & INDEX_MASK) << INDEX_BITS | at;
    }
    Arrays.sort(firsts);
    List<ReadChunk> chunks = new ArrayList<>(firsts.length);
    for (long first : firsts) {
      int at = (int) first & INDEX_MASK;
      long position = entries[at] >>> INDEX_BITS;
      List<ChunkSegment> chunk = new ArrayList<>(1);
      for (; at < entries.length && entries[at] >>> INDEX_BITS == position; at++) {
        chunk.add(listed((int) entries[at] & INDEX_MASK));
      }
      chunks.add(new ReadChunk(position, chunk));
    }
    return chunks;
  }

  private ChunkSegment listed(int index) {
    if (segments.isEmpty()) {
      return list.segment(index);
    }
    long size = segments.get(index).size();
    return new ChunkSegment(
        list.handle(index),
        list.length(index),
        list.offset(index),
        size == 0 ? NONE_MOVED : OptionalLong.of(size));
  }

  /** How many positions there are. */
  int count() {
    return positions.length;
  }

  /** One of the positions, which ascend; {@code index} from 0 to {@link #count} - 1. */
  long position(int index) {
    return positions[index];
  }

  /** {@return the segments of a position; empty if it has none} */
  List<RdmaSegment> at(long position) {
    if (positions.length == 1 && positions[0] == position) {
      return segments;
    }
    int from = firstAt(position);
    int to = firstAt(position + 1);
    List<RdmaSegment> chunk = new ArrayList<>(to - from);
    for (int at = from; at < to; at++) {
      chunk.add(segments.get((int) entries[at] & INDEX_MASK));
    }
    return chunk;
  }

  /** Where the entries of a position begin, or would. */
  private int firstAt(long position) {
    int at = Arrays.binarySearch(entries, position << INDEX_BITS);
    return at < 0 ? ~at : at;
  }
}
