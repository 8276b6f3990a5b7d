package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The Read segments of a call that share a position, in the order of its Read list. */
final class SegmentsByPosition {
  /** So few are looked through for each position; more are sorted once. */
  private static final int FEW = 8;

  private final CallInFlight call;
  private Map<Long, List<RdmaSegment>> many = Map.of();

  SegmentsByPosition(CallInFlight call) {
    this.call = call;
    if (call.readSegments.size() > FEW) {
      sort();
    }
  }

  private void sort() {
    many = new HashMap<>();
    List<RdmaSegment> chunk = List.of();
    for (int i = 0; i < call.readSegments.size(); i++) {
      long position = call.parsed.readList().get(i).position();
      if (i == 0 || position != call.parsed.readList().get(i - 1).position()) {
        chunk = many.computeIfAbsent(position, any -> new ArrayList<>(1));
      }
      chunk.add(call.readSegments.get(i));
    }
  }

  /** {@return the segments of a position; empty if it has none} */
  List<RdmaSegment> at(long position) {
    return many.isEmpty() ? among(position) : many.getOrDefault(position, List.of());
  }

  private List<RdmaSegment> among(long position) {
    List<RdmaSegment> chunk = new ArrayList<>(call.readSegments.size());
    for (int i = 0; i < call.readSegments.size(); i++) {
      if (call.parsed.readList().get(i).position() == position) {
        chunk.add(call.readSegments.get(i));
      }
    }
    return chunk;
  }
}
