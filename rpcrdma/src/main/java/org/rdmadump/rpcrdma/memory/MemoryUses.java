package org.rdmadump.rpcrdma.memory;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.SentOrder;
import org.rdmadump.rpcrdma.ChunkSegment;

/**
 * Uses of memory that came to an end: by a reply, or because memory was advertised anew before a
 * reply was seen. Ranges of two uses may have a part in common. Of too many the oldest are
 * forgotten, those without a reply last.
 */
public final class MemoryUses {
  private static final int MOST = 64;

  private static final int FEW = 2;
  private static final Use[] NONE = {};
  private static final int[] NO_HANDLES = {};

  /** Oldest first; of no length until something is put in: there may be ten thousand of these. */
  private @Nullable Use[] uses = NONE;

  /** Their handles, which tell most of them apart without a look at them. */
  private int[] handles = NO_HANDLES;

  /**
   * Place of the oldest: those before it were forgotten, and are moved over once there is no room.
   */
  private int first;

  private int end;

  /** Whether one of them may have ended by a reply. */
  private boolean mayHaveClosed;

  /** Place of the latest call that was forgotten without a reply. */
  private long forgotten = SentOrder.NONE;

  /** One use of a range. */
  private static final class Use extends MemoryRange {
    /** Whether it was to be read, and not to be written. */
    final boolean read;

    final Turn turn;

    /** Place of the latest call on all of the range that is known. */
    final long known;

    /** Place of the reply before that of the turn, if one was seen; NONE else. */
    final long before;

    Use(int handle, long offset, long length, boolean read, Turn turn, long known, long before) {
      super(handle, offset, length);
      this.read = read;
      this.turn = turn;
      this.known = known;
      this.before = before;
    }

    boolean contains(Use other) {
      return contains(other.offset(), other.length());
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

    /** Whether it is of the same call, of which no reply was seen, and for the same. */
    @SuppressWarnings("ReferenceEquality") // Each is one call.
    boolean isGoingOnAs(Use other) {
      return turn == other.turn && read == other.read && !turn.isClosed();
    }

    /** Place of the latest reply that is known before another one. */
    long repliedBefore(long reply) {
      return turn.isClosed() && turn.closed() < reply ? turn.closed() : before;
    }

    Use with(long latestKnown, long latestBefore) {
      return new Use(
          handle(),
          offset(),
          length(),
          read,
          turn,
          Math.max(known, latestKnown),
          Math.max(before, latestBefore));
    }
  }

  /**
   * Takes note that a call uses its memory no longer. Of one with too many segments that went
   * without a reply it is only remembered that it was there.
   */
  public void ended(List<RdmaSegment> segments, Turn turn) {
    if (segments.size() > MOST && !turn.isClosed()) {
      forgotten = Math.max(forgotten, turn.call);
      return;
    }
    for (RdmaSegment segment : segments) {
      ended(segment, turn);
    }
  }

  /** Takes note that the use of a segment came to an end. */
  public void ended(RdmaSegment segment, Turn turn) {
    if (!segment.isPad()) {
      boolean read = segment.kind() == RdmaSegment.Kind.READ;
      ended(segment.handle(), segment.offset(), segment.length(), read, turn);
    }
  }

  /** As {@link #ended(RdmaSegment, Turn)}, of what a reply lists whose call was not captured. */
  public void ended(ChunkSegment listed, Turn turn) {
    ended(listed.handle(), listed.offset(), Math.max(1, listed.length()), /* read= */ false, turn);
  }

  private void ended(int handle, long offset, long length, boolean read, Turn turn) {
    mayHaveClosed |= turn.isClosed();
    Use use = new Use(handle, offset, length, read, turn, turn.call, SentOrder.NONE);
    for (int i = before(end, handle); i >= first; i = before(i, handle)) {
      Use each = use(i);
      if (each.contains(use) && each.turn.isClosed() && each.isBehind(use)) {
        uses[i] = each.with(SentOrder.NONE, turn.closed());
        return;
      }
      if (use.contains(each) && each.isToldBy(use) && !each.isBehind(use)) {
        long reply = turn.isClosed() ? turn.closed() : Long.MAX_VALUE;
        use = use.with(each.contains(use) ? each.known : SentOrder.NONE, each.repliedBefore(reply));
        remove(i);
      }
    }
    if (end - first == MOST) {
      forgetOldest();
    }
    add(use);
  }

  /** The last use before an index that has a handle; below the first if there is none. */
  private int before(int index, int handle) {
    int at = index - 1;
    while (at >= first && handles[at] != handle) {
      at--;
    }
    return at;
  }

  private Use use(int index) {
    Use use = uses[index];
    if (use == null) {
      throw new IllegalStateException("no use at " + index);
    }
    return use;
  }

  private void add(Use use) {
    if (end == uses.length) {
      makeRoom();
    }
    uses[end] = use;
    handles[end] = use.handle();
    end++;
  }

  private void makeRoom() {
    int count = end - first;
    // More than there may be, so that not all are moved for each that is put in.
    int room = Math.min(MOST + MOST / 2, Math.max(FEW, 2 * count));
    @Nullable Use[] roomier = room > uses.length ? new Use[room] : uses;
    int[] andHandles = room > uses.length ? new int[room] : handles;
    System.arraycopy(uses, first, roomier, 0, count);
    System.arraycopy(handles, first, andHandles, 0, count);
    Arrays.fill(roomier, count, Math.min(end, roomier.length), null);
    uses = roomier;
    handles = andHandles;
    first = 0;
    end = count;
  }

  private void remove(int index) {
    if (index == first) {
      uses[first++] = null;
      return;
    }
    end--;
    System.arraycopy(uses, index + 1, uses, index, end - index);
    System.arraycopy(handles, index + 1, handles, index, end - index);
    uses[end] = null;
  }

  private void forgetOldest() {
    for (int i = first; mayHaveClosed && i < end; i++) {
      if (use(i).turn.isClosed()) {
        remove(i);
        return;
      }
    }
    mayHaveClosed = false;
    forgotten = Math.max(forgotten, use(first).turn.call);
    remove(first);
  }

  /** Takes note of the reply to a call that is not followed any more; false if it has no use. */
  public boolean replied(int xid, long reply) {
    boolean found = false;
    for (int i = first; i < end; i++) {
      Use each = use(i);
      if (each.turn.xid == xid && (!each.turn.isClosed() || each.turn.closed() == reply)) {
        each.turn.close(reply);
        mayHaveClosed = true;
        found = true;
      }
    }
    return found;
  }

  /** Tells the window of a call what is known of the use of a segment before it. */
  public void tell(RdmaSegment segment, Window window) {
    if (segment.isPad()) {
      return;
    }
    boolean read = segment.kind() == RdmaSegment.Kind.READ;
    long known = SentOrder.NONE;
    Use told = null;
    boolean followed = false;
    for (int i = first; i < end; i++) {
      if (handles[i] != segment.handle()) {
        continue;
      }
      Use each = use(i);
      if (each.overlaps(segment)) {
        if (told == null || !each.isGoingOnAs(told)) {
          followed = window.follows(each.turn, read == each.read, each.before);
          told = each;
        }
        // Before a use that goes on there may be others, of which it says nothing.
        if (followed
            && (read == each.read || each.turn.isClosed())
            && each.contains(segment.offset(), segment.length())) {
          known = Math.max(known, each.known);
        }
      }
    }
    window.isUsedSince(known, forgotten);
  }

  /** Place of the last reply before another one to a call on the same memory; NONE if unknown. */
  public long repliedBefore(ChunkSegment listed, long reply) {
    long last = SentOrder.NONE;
    for (int i = before(end, listed.handle()); i >= first; i = before(i, listed.handle())) {
      Use each = use(i);
      if (each.overlaps(listed.offset(), Math.max(1, listed.length()))) {
        last = Math.max(last, each.repliedBefore(reply));
      }
    }
    return last;
  }

  /** Takes over what is known of the same memory. */
  public void join(MemoryUses other) {
    for (int i = other.first; i < other.end; i++) {
      Use each = other.use(i);
      ended(each.handle(), each.offset(), each.length(), each.read, each.turn);
    }
    forgotten = Math.max(forgotten, other.forgotten);
  }
}
