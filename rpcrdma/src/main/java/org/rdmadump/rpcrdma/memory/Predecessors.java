package org.rdmadump.rpcrdma.memory;

import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rpcrdma.ChunkSegment;

/**
 * Segments whose memory a segment has, and whose calls are answered by replies that are not settled
 * yet, or certainly wait for them: what was sent before such a reply and is captured behind the
 * next call is still theirs. Each points to the one before it, {@link RdmaSegment#before}; memory
 * of several may be advertised as one.
 */
public final class Predecessors {
  /** Those that are remembered of one that replaces several; the oldest are forgotten. */
  private static final int MOST = 64;

  private Predecessors() {}

  /** Puts a segment in the place of another, which still takes what was sent before its reply. */
  public static void follow(RdmaSegment segment, RdmaSegment other) {
    other.resume();
    add(segment, other);
  }

  /** Puts a segment in the place of one whose call is given up, behind others that may go on. */
  public static void inherit(RdmaSegment segment, RdmaSegment other) {
    add(segment, other.before);
  }

  /**
   * Adds one, with its own predecessors, to those of a segment.
   *
   * @param other that it replaces, or the newest of those before that
   */
  private static void add(RdmaSegment segment, @Nullable RdmaSegment other) {
    RdmaSegment others = live(segment.before);
    RdmaSegment first = live(other);
    segment.before = first == null ? others : first;
    if (first == null) {
      return;
    }
    RdmaSegment next = live(first.before);
    first.before = next;
    if (others != null) {
      RdmaSegment last = first;
      int count = 1;
      while (next != null) {
        last = next;
        next = live(last.before);
        last.before = next;
        count++;
      }
      last.before = others;
      cut(last, MOST - count);
    }
  }

  /** Leaves so many behind one, if there are more. */
  private static void cut(RdmaSegment from, int most) {
    RdmaSegment last = from;
    for (int i = 0; i < most && last != null; i++) {
      last = live(last.before);
    }
    if (last != null) {
      last.before = null;
    }
  }

  /** The one at the address of an operation that takes it; null if none does. */
  static @Nullable RdmaSegment takerOf(RdmaOperation operation, RdmaSegment segment) {
    RdmaSegment each = live(segment.before);
    segment.before = each;
    while (each != null && !takes(each, operation)) {
      each = live(each.before);
    }
    return each;
  }

  private static boolean takes(RdmaSegment each, RdmaOperation operation) {
    Window owner = each.window();
    return each.takes(operation)
        && each.touches(operation.address())
        && (owner == null || owner.isClosed() || owner.isSurelyOpen(operation.order()));
  }

  /** Tells a segment, and those before it, of a reply before which nothing of a range moved. */
  static void freed(RdmaSegment segment, ChunkSegment range, long reply) {
    for (RdmaSegment each = segment; each != null; each = each.before) {
      Window owner = each.window();
      if (owner != null && each.overlaps(range.offset(), Math.max(1, range.length()))) {
        owner.freed(reply);
      }
    }
  }

  /** The first of those before one that is not over. */
  private static @Nullable RdmaSegment live(@Nullable RdmaSegment newest) {
    RdmaSegment each = newest;
    while (each != null && each.isEnded()) {
      each = each.before;
    }
    return each;
  }
}
