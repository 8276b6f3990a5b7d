package org.rdmadump.tcp;

import java.util.ArrayList;
import java.util.List;

/**
 * Segments that came before the bytes in front of them, sorted and without overlaps: of a byte that
 * came twice the first copy is kept.
 */
final class HeldSegments {
  private static final long MOST_BYTES = 4L << 20;
  private static final int MOST_SEGMENTS = 4096;

  /** What a segment holds beside its payload, roughly. */
  static final int COST = 150;

  static final int ALL_SAME = -1;

  private final List<StreamBytes> held = new ArrayList<>(0);
  private long bytes;

  boolean isEmpty() {
    return held.isEmpty();
  }

  /** Whether they are more than may wait. */
  boolean isTooMuch() {
    return cost() > MOST_BYTES || held.size() > MOST_SEGMENTS;
  }

  /** Bytes of memory that they take, roughly. */
  long cost() {
    return bytes + (long) held.size() * COST;
  }

  StreamBytes first() {
    return held.get(0);
  }

  StreamBytes removeFirst() {
    StreamBytes first = held.remove(0);
    bytes -= first.captured();
    return first;
  }

  /**
   * Adds what is new of a segment.
   *
   * @return index, counted from the segment's first byte, of one that is held with another value;
   *     {@link #ALL_SAME} if there is none
   */
  int add(StreamBytes segment) {
    int differing = ALL_SAME;
    long at = segment.position();
    long end = segment.end();
    int i = firstEndingBehind(at);
    while (at < end) {
      long next = i < held.size() ? Math.min(held.get(i).position(), end) : end;
      if (at < next) {
        StreamBytes fresh =
            segment.copy((int) (at - segment.position()), (int) (next - segment.position()));
        held.add(i, fresh);
        bytes += fresh.captured();
        i++;
        at = next;
      }
      if (at < end) {
        StreamBytes known = held.get(i);
        long to = Math.min(end, known.end());
        if (differing == ALL_SAME) {
          differing = firstDifference(segment, known, at, to);
        }
        at = to;
        i++;
      }
    }
    return differing;
  }

  private int firstEndingBehind(long position) {
    int low = 0;
    int high = held.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (held.get(middle).end() > position) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static int firstDifference(StreamBytes one, StreamBytes other, long from, long to) {
    long end =
        Math.min(
            to, Math.min(one.position() + one.captured(), other.position() + other.captured()));
    for (long at = from; at < end; at++) {
      int inOne = (int) (at - one.position());
      if (one.array()[one.offset() + inOne]
          != other.array()[other.offset() + (int) (at - other.position())]) {
        return inOne;
      }
    }
    return ALL_SAME;
  }
}
