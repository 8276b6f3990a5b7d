package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ReadChunk;

/**
 * Puts entries of a Read list together that share a position, in the order of their first ones (RFC
 * 8166 section 4.3.1).
 */
final class ReadChunks {
  /** So few chunks are found by looking at each. */
  private static final int FEW = 4;

  private final List<Long> positions = new ArrayList<>(1);

  /** Of each position, in the same order. */
  private final List<List<ChunkSegment>> segments = new ArrayList<>(1);

  private Map<Long, Integer> byPosition = Map.of();

  /** {@return the chunks of a Read list} */
  static List<ReadChunk> of(ReadList readList) {
    if (readList.isEmpty()) {
      return List.of();
    }
    ReadChunks grouped = new ReadChunks();
    for (int i = 0; i < readList.size(); i++) {
      grouped.add(readList.position(i), readList.segment(i));
    }
    return grouped.chunks();
  }

  /** Takes the next entry. */
  void add(long position, ChunkSegment segment) {
    int index = find(position);
    if (index < 0) {
      index = positions.size();
      List<ChunkSegment> fresh = new ArrayList<>(1);
      segments.add(fresh);
      positions.add(position);
      if (index >= FEW) {
        note(index);
      }
    }
    segments.get(index).add(segment);
  }

  /** {@return all chunks} */
  List<ReadChunk> chunks() {
    List<ReadChunk> chunks = new ArrayList<>(positions.size());
    for (int i = 0; i < positions.size(); i++) {
      chunks.add(new ReadChunk(positions.get(i), segments.get(i)));
    }
    return chunks;
  }

  private int find(long position) {
    int last = positions.size() - 1;
    if (last >= 0 && positions.get(last) == position) {
      return last;
    }
    for (int i = Math.min(FEW, positions.size()) - 1; i >= 0; i--) {
      if (positions.get(i) == position) {
        return i;
      }
    }
    return byPosition.getOrDefault(position, -1);
  }

  private void note(int index) {
    if (byPosition.isEmpty()) {
      byPosition = new HashMap<>();
    }
    byPosition.put(positions.get(index), index);
  }
}
