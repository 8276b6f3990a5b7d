package org.rdmadump.exercise.rpc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Slice;

/**
 * Memory that a client lends to its server call by call: segments of chunks, each in another piece
 * of registered memory than the one before it, so that their handles differ.
 */
final class Segments {
  private static final int PIECES = 4;
  private static final int GAP = 40;

  private final List<Memory> memories = new ArrayList<>();
  private final int[] used = new int[PIECES];
  private int next;

  Segments(Endpoint endpoint, int bytes) throws EndpointException {
    for (int i = 0; i < PIECES; i++) {
      memories.add(endpoint.register(bytes));
    }
  }

  /** Takes back what was lent to the calls before: the next one is lent the same memory. */
  void takeBack() {
    Arrays.fill(used, 0);
    next = 0;
  }

  /** Lends bytes in so many segments, which differ in length. */
  List<Slice> lend(byte[] content, int segments) {
    List<Slice> lent = new ArrayList<>(segments);
    int left = content.length;
    for (int i = 0; i < segments; i++) {
      int rest = segments - i;
      int bytes = rest == 1 ? left : Math.min(left, left / rest + i);
      int piece = next++ % PIECES;
      int offset = Memory.insidePage(used[piece] + GAP, bytes);
      if (offset + bytes + GAP > memories.get(piece).buffer().capacity()) {
        // A call that needs more than there is has the first bytes twice.
        offset = GAP;
      }
      Slice slice = memories.get(piece).slice(offset, bytes);
      slice.put(content, content.length - left);
      lent.add(slice);
      used[piece] = offset + bytes + GAP;
      left -= bytes;
    }
    return lent;
  }
}
