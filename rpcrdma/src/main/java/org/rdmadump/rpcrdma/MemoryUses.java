package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.rdma.SentOrder;

/**
 * Uses of memory that came to an end: by a reply, or because memory was advertised anew before a
 * reply was seen. Ranges of two uses may have a part in common. Of too many the oldest are
 * forgotten, those without a reply last.
 */
final class MemoryUses {
  private static final int MOST = 64;

  /** Immutable and empty until something is put in: there may be ten thousand of these. */
  private List<Use> uses = List.of();

  /** Place of the latest call that was forgotten without a reply. */
  private long forgotten = SentOrder.NONE;

  /**
   * One use of a range.
   *
   * @param read whether it was to be read, and not to be written
   * @param known place of the latest call on all of the range that is known
   * @param before place of the reply before that of {@code turn}, if one was seen; NONE else
   */
  private record Use(
      int handle, long offset, long length, boolean read, Turn turn, long known, long before) {
    boolean overlaps(int otherHandle, long otherOffset, long otherLength) {
      long distance = otherOffset - offset;
      return handle == otherHandle && (distance >= 0 ? distance < length : -distance < otherLength);
    }

    boolean contains(int otherHandle, long otherOffset, long otherLength) {
      long distance = otherOffset - offset;
      return handle == otherHandle
          && distance >= 0
          && distance <= length
          && otherLength <= length - distance;
    }

    boolean contains(Use other) {
      return contains(other.handle, other.offset, other.length);
    }

    /** Whether a later use of all of the range says as much of what was before it. */
    boolean isToldBy(Use later) {
      return later.turn.isClosed() || (read == later.read && !turn.isClosed());
    }

    /** Whether it was later than another one on the same memory. */
    boolean isBehind(Use other) {
      if (turn.call != SentOrder.NONE && other.turn.call != SentOrder.NONE) {
        return turn.call > other.turn.call;
      }
      return turn.isClosed() && other.turn.isClosed() && turn.closed() > other.turn.closed();
    }

    /** Place of the latest reply that is known before another one. */
    long repliedBefore(long reply) {
      return turn.isClosed() && turn.closed() < reply ? turn.closed() : before;
    }

    Use with(long latestKnown, long latestBefore) {
      return new Use(
          handle,
          offset,
          length,
          read,
          turn,
          Math.max(known, latestKnown),
          Math.max(before, latestBefore));
    }
  }

  /** Takes note that the use of a segment came to an end. */
  void ended(RdmaSegment segment, Turn turn) {
    if (!segment.isPad()) {
      boolean read = segment.kind() == RdmaSegment.Kind.READ;
      ended(segment.handle(), segment.offset(), segment.length(), read, turn);
    }
  }

  /** As {@link #ended(RdmaSegment, Turn)}, of what a reply lists whose call was not captured. */
  void ended(ChunkSegment listed, Turn turn) {
    ended(listed.handle(), listed.offset(), Math.max(1, listed.length()), /* read= */ false, turn);
  }

  private void ended(int handle, long offset, long length, boolean read, Turn turn) {
    Use use = new Use(handle, offset, length, read, turn, turn.call, SentOrder.NONE);
    for (int i = uses.size() - 1; i >= 0; i--) {
      Use each = uses.get(i);
      if (each.contains(use) && each.turn.isClosed() && each.isBehind(use)) {
        uses.set(i, each.with(SentOrder.NONE, turn.closed()));
        return;
      }
      if (use.contains(each) && each.isToldBy(use) && !each.isBehind(use)) {
        long reply = turn.isClosed() ? turn.closed() : Long.MAX_VALUE;
        use = use.with(each.contains(use) ? each.known : SentOrder.NONE, each.repliedBefore(reply));
        uses.remove(i);
      }
    }
    if (uses.isEmpty()) {
      uses = new ArrayList<>(2);
    } else if (uses.size() == MOST) {
      forgetOldest();
    }
    uses.add(use);
  }

  private void forgetOldest() {
    for (int i = 0; i < uses.size(); i++) {
      if (uses.get(i).turn.isClosed()) {
        uses.remove(i);
        return;
      }
    }
    forgotten = Math.max(forgotten, uses.remove(0).turn.call);
  }

  /** Takes note of the reply to a call that is not followed any more; false if it has no use. */
  boolean replied(int xid, long reply) {
    boolean found = false;
    for (Use each : uses) {
      if (each.turn.xid == xid && (!each.turn.isClosed() || each.turn.closed() == reply)) {
        each.turn.close(reply);
        found = true;
      }
    }
    return found;
  }

  /** Tells the window of a call what is known of the use of a segment before it. */
  void tell(RdmaSegment segment, Window window) {
    if (segment.isPad()) {
      return;
    }
    boolean read = segment.kind() == RdmaSegment.Kind.READ;
    long known = SentOrder.NONE;
    for (Use each : uses) {
      if (each.overlaps(segment.handle(), segment.offset(), segment.length())) {
        // Before a use that goes on there may be others, of which it says nothing.
        if (window.follows(each.turn, read == each.read, each.before)
            && (read == each.read || each.turn.isClosed())
            && each.contains(segment.handle(), segment.offset(), segment.length())) {
          known = Math.max(known, each.known);
        }
      }
    }
    window.isUsedSince(known, forgotten);
  }

  /** Place of the last reply before another one to a call on the same memory; NONE if unknown. */
  long repliedBefore(ChunkSegment listed, long reply) {
    long last = SentOrder.NONE;
    for (Use each : uses) {
      if (each.overlaps(listed.handle(), listed.offset(), Math.max(1, listed.length()))) {
        last = Math.max(last, each.repliedBefore(reply));
      }
    }
    return last;
  }

  /** Takes over what is known of the same memory. */
  void join(MemoryUses other) {
    for (Use each : other.uses) {
      ended(each.handle, each.offset, each.length, each.read, each.turn);
    }
    forgotten = Math.max(forgotten, other.forgotten);
  }
}
