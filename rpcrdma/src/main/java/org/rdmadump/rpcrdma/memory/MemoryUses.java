package org.rdmadump.rpcrdma.memory;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.SentOrder;
import org.rdmadump.rpcrdma.ChunkSegment;

/**
 * Uses of memory that came to an end: by a reply, or because memory was advertised anew before a
 * reply was seen. Ranges of two uses may have a part in common. Of too many the oldest are
 * forgotten, those without a reply last.
 *
 * <p>A use is a row of numbers and no object: each connection has dozens, which each collection of
 * garbage would copy one by one.
 */
public final class MemoryUses {
  private static final int MOST = 64;

  private static final int FEW = 2;
  private static final int[] NO_HANDLES = {};
  private static final long[] NO_ROWS = {};
  private static final Turn[] NO_TURNS = {};

  // The numbers of a row: its range,
  private static final int OFFSET = 0;
  private static final int LENGTH = 1;

  // its call: the XID, with a bit that is set if it was to be read and not to be written; the
  // place,
  private static final int NAME = 2;
  private static final int CALL = 3;

  // the place of the reply, if one was seen when the use ended,
  private static final int CLOSED = 4;

  // the place of the latest call on all of the range that is known,
  private static final int KNOWN = 5;

  // and the place of the reply before that of the call, if one was seen; NONE else.
  private static final int BEFORE = 6;
  private static final int NUMBERS = 7;

  /** Oldest first; of no length until something is put in: there may be ten thousand of these. */
  private long[] rows = NO_ROWS;

  /** Their handles, which tell most of them apart without a look at them. */
  private int[] handles = NO_HANDLES;

  /** Their turns, of those that had no reply when they ended. */
  private @Nullable Turn[] open = NO_TURNS;

  /**
   * Place of the oldest: those before it were forgotten, and are moved over once there is no room.
   */
  private int first;

  private int end;

  /** Whether one of them may have ended by a reply. */
  private boolean mayHaveClosed;

  /** Place of the latest call that was forgotten without a reply. */
  private long forgotten = SentOrder.NONE;

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
    long known = turn.call;
    long before = SentOrder.NONE;
    for (int i = before(end, handle); i >= first; i = before(i, handle)) {
      boolean contains = contains(i, offset, length);
      boolean behind = isBehind(i, turn);
      if (behind) {
        if (contains && isClosed(i)) {
          set(i, BEFORE, Math.max(get(i, BEFORE), turn.closed()));
          return;
        }
      } else if (MemoryRange.contains(offset, length, get(i, OFFSET), get(i, LENGTH))
          && (turn.isClosed() || (read == isRead(i) && !isClosed(i)))) {
        // It says as much of what was before it.
        long reply = turn.isClosed() ? turn.closed() : Long.MAX_VALUE;
        before = Math.max(before, repliedBefore(i, reply));
        known = contains ? Math.max(known, get(i, KNOWN)) : known;
        remove(i);
      }
    }
    if (end - first == MOST) {
      forgetOldest();
    }
    if (end == handles.length) {
      makeRoom();
    }
    handles[end] = handle;
    open[end] = turn.isClosed() ? null : turn;
    set(end, OFFSET, offset);
    set(end, LENGTH, length);
    set(end, NAME, (long) turn.xid << 1 | (read ? 1 : 0));
    set(end, CALL, turn.call);
    set(end, CLOSED, turn.closed());
    set(end, KNOWN, known);
    set(end, BEFORE, before);
    end++;
  }

  // ---- one use

  private long get(int use, int number) {
    return rows[use * NUMBERS + number];
  }

  private void set(int use, int number, long value) {
    rows[use * NUMBERS + number] = value;
  }

  /** XID of the call. */
  private int xid(int use) {
    return (int) (get(use, NAME) >> 1);
  }

  private boolean isRead(int use) {
    return (get(use, NAME) & 1) != 0;
  }

  /** Place of the reply; {@link SentOrder#NONE} if none was seen. */
  private long closed(int use) {
    Turn turn = open[use];
    return turn == null ? get(use, CLOSED) : turn.closed();
  }

  private boolean isClosed(int use) {
    Turn turn = open[use];
    return turn == null || turn.isClosed();
  }

  private boolean contains(int use, long offset, long length) {
    return MemoryRange.contains(get(use, OFFSET), get(use, LENGTH), offset, length);
  }

  private boolean overlaps(int use, long offset, long length) {
    return MemoryRange.overlaps(get(use, OFFSET), get(use, LENGTH), offset, length);
  }

  /** Whether it was later than another one on the same memory. */
  private boolean isBehind(int use, Turn other) {
    long call = get(use, CALL);
    if (call != SentOrder.NONE && other.call != SentOrder.NONE) {
      return call > other.call;
    }
    return isClosed(use) && other.isClosed() && closed(use) > other.closed();
  }

  /** Place of the latest reply that is known before another one. */
  private long repliedBefore(int use, long reply) {
    long own = closed(use);
    return own != SentOrder.NONE && own < reply ? own : get(use, BEFORE);
  }

  // ---- all of them

  /** The last use before an index that has a handle; below the first if there is none. */
  private int before(int index, int handle) {
    int at = index - 1;
    while (at >= first && handles[at] != handle) {
      at--;
    }
    return at;
  }

  private void makeRoom() {
    int count = end - first;
    // More than there may be, so that not all are moved for each that is put in.
    int room = Math.min(MOST + MOST / 2, Math.max(FEW, 2 * count));
    boolean more = room > handles.length;
    int[] roomier = more ? new int[room] : handles;
    long[] andRows = more ? new long[room * NUMBERS] : rows;
    @Nullable Turn[] andOpen = more ? new Turn[room] : open;
    System.arraycopy(handles, first, roomier, 0, count);
    System.arraycopy(rows, first * NUMBERS, andRows, 0, count * NUMBERS);
    System.arraycopy(open, first, andOpen, 0, count);
    Arrays.fill(andOpen, count, Math.min(end, andOpen.length), null);
    handles = roomier;
    rows = andRows;
    open = andOpen;
    first = 0;
    end = count;
  }

  private void remove(int index) {
    if (index == first) {
      open[first++] = null;
      return;
    }
    end--;
    int behind = end - index;
    System.arraycopy(handles, index + 1, handles, index, behind);
    System.arraycopy(rows, (index + 1) * NUMBERS, rows, index * NUMBERS, behind * NUMBERS);
    System.arraycopy(open, index + 1, open, index, behind);
    open[end] = null;
  }

  private void forgetOldest() {
    for (int i = first; mayHaveClosed && i < end; i++) {
      if (isClosed(i)) {
        remove(i);
        return;
      }
    }
    mayHaveClosed = false;
    forgotten = Math.max(forgotten, get(first, CALL));
    remove(first);
  }

  /** Takes note of the reply to a call that is not followed any more; false if it has no use. */
  public boolean replied(int xid, long reply) {
    boolean found = false;
    for (int i = first; i < end; i++) {
      if (xid(i) == xid && (!isClosed(i) || closed(i) == reply)) {
        Turn turn = open[i];
        if (turn != null) {
          turn.close(reply);
        }
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
    long known = SentOrder.NONE;
    int told = -1;
    boolean followed = false;
    for (int i = first; i < end; i++) {
      if (handles[i] != segment.handle() || !overlaps(i, segment.offset(), segment.length())) {
        continue;
      }
      boolean same = isRead(i) == (segment.kind() == RdmaSegment.Kind.READ);
      if (told < 0 || !isGoingOnAs(i, told)) {
        followed = window.follows(get(i, CALL), closed(i), open[i], same, get(i, BEFORE));
        told = i;
      }
      // Before a use that goes on there may be others, of which it says nothing.
      if (followed && (same || isClosed(i)) && contains(i, segment.offset(), segment.length())) {
        known = Math.max(known, get(i, KNOWN));
      }
    }
    window.isUsedSince(known, forgotten);
  }

  /** Whether a use is of the same call as another, of which no reply was seen, and for the same. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  private boolean isGoingOnAs(int use, int other) {
    return !isClosed(use) && open[use] == open[other] && isRead(use) == isRead(other);
  }

  /** Place of the last reply before another one to a call on the same memory; NONE if unknown. */
  public long repliedBefore(ChunkSegment listed, long reply) {
    long last = SentOrder.NONE;
    for (int i = before(end, listed.handle()); i >= first; i = before(i, listed.handle())) {
      if (overlaps(i, listed.offset(), Math.max(1, listed.length()))) {
        last = Math.max(last, repliedBefore(i, reply));
      }
    }
    return last;
  }

  /** XID of the call that had an address last; none if no such call is known that was answered. */
  public OptionalInt last(int handle, long address) {
    for (int i = before(end, handle); i >= first; i = before(i, handle)) {
      if (overlaps(i, address, 1)) {
        return isClosed(i) ? OptionalInt.of(xid(i)) : OptionalInt.empty();
      }
    }
    return OptionalInt.empty();
  }

  /** Takes over what is known of the same memory. */
  public void join(MemoryUses other) {
    for (int i = other.first; i < other.end; i++) {
      Turn turn = other.open[i];
      ended(
          other.handles[i],
          other.get(i, OFFSET),
          other.get(i, LENGTH),
          other.isRead(i),
          turn == null ? Turn.closed(other.xid(i), other.get(i, CALL), other.closed(i)) : turn);
    }
    forgotten = Math.max(forgotten, other.forgotten);
  }
}
