package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.rpcrdma.memory.RdmaSegment;

/** The Read segments of a call that share a position, in the order of its Read list. */
final class SegmentsByPosition {
  private static final long[] NO_POSITIONS = {};

  /** So few are looked through for each position; more are sorted once. */
  private static final int FEW = 8;

  private static final SegmentsByPosition NONE = new SegmentsByPosition(List.of(), ReadList.EMPTY);

  private final List<RdmaSegment> segments;
  private final ReadList list;
  private final long[] positions;
  private Map<Long, List<RdmaSegment>> many = Map.of();

  private SegmentsByPosition(List<RdmaSegment> segments, ReadList list) {
    this.segments = segments;
    this.list = list;
    this.positions = distinct();
    if (segments.size() > FEW && positions.length > 1) {
      sort();
    }
  }

  /** {@return those of a call} */
  static SegmentsByPosition of(CallInFlight call) {
    return call.readSegments.isEmpty()
        ? NONE
        : new SegmentsByPosition(call.readSegments, call.parsed.readList());
  }

  /** Positions of the Read chunks, ascending, each once. */
  private long[] distinct() {
    if (segments.isEmpty()) {
      return NO_POSITIONS;
    }
    int count = 0;
    boolean ascending = true;
    long[] found = new long[1];
    for (int i = 0; i < segments.size(); i++) {
      long position = list.position(i);
      if (i == 0 || position != found[count - 1]) {
        if (count == found.length) {
          found = Arrays.copyOf(found, 2 * count);
        }
        ascending &= i == 0 || position > found[count - 1];
        found[count] = position;
        count++;
      }
    }
    if (ascending) {
      return Arrays.copyOf(found, count);
    }
    return Arrays.stream(found, 0, count).sorted().distinct().toArray();
  }

  private void sort() {
    many = new HashMap<>();
    List<RdmaSegment> chunk = Collections.emptyList();
    for (int i = 0; i < segments.size(); i++) {
      long position = list.position(i);
      if (i == 0 || position != list.position(i - 1)) {
        chunk = many.computeIfAbsent(position, any -> new ArrayList<>(1));
      }
      chunk.add(segments.get(i));
    }
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
    if (positions.length == 1) {
      return positions[0] == position ? segments : List.of();
    }
    return many.isEmpty() ? among(position) : many.getOrDefault(position, Collections.emptyList());
  }

  private List<RdmaSegment> among(long position) {
    List<RdmaSegment> chunk = new ArrayList<>(segments.size());
    for (int i = 0; i < segments.size(); i++) {
      if (list.position(i) == position) {
        chunk.add(segments.get(i));
      }
    }
    return chunk;
  }
}
