package org.rdmadump.rpcrdma.memory;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.bytes.Rope;

/** Where bytes go that operations move: a segment, or what is kept apart of one operation on it. */
abstract class SegmentStore extends MemoryRange {
  /** {@link SeenBytes#NOTHING} until something moved. */
  private SeenBytes seen = SeenBytes.NOTHING;

  private @Nullable PagePool pool;

  /** Whether the values of its bytes are kept. */
  private boolean keepsValues;

  /** Whether packets that come again are compared with the first, though nothing is kept. */
  private boolean comparesPackets;

  /** Whether something may have moved that was not placed: what is absent is of our own limits. */
  private boolean crowded;

  private boolean ended;

  /** What it shares with others of the same call, and its place there. */
  private SharedSegments shared = SharedSegments.NOTHING;

  private int place;

  /**
   * Nothing moved yet.
   *
   * @param pool that its ranges are charged to, if any
   * @param keepsValues whether values are kept, in pages of {@code pool}
   */
  SegmentStore(int handle, long offset, long length, @Nullable PagePool pool, boolean keepsValues) {
    super(handle, offset, length);
    this.pool = pool;
    this.keepsValues = keepsValues;
  }

  /** The segment that was advertised. */
  abstract RdmaSegment segment();

  /** The window of the call that bytes are of that move here; null if that is not certain. */
  abstract @Nullable Window window();

  /** Whether what moves here is of the segment for certain. */
  abstract boolean takesForSure();

  /** Runs what waits for the segment, if all its bytes were seen. */
  abstract void announceIfComplete();

  // ---- its life

  /** Has its ranges charged to {@code pages}, whether or not its bytes are kept there. */
  public final void chargeTo(PagePool pages) {
    pool = pages;
  }

  /** Has packets that come again compared with the first, where values are not kept. */
  public final void comparePackets() {
    comparesPackets = true;
  }

  /** Whether packets that come again are compared with the first. */
  final boolean comparesPackets() {
    return comparesPackets;
  }

  /** That to which its ranges are charged. */
  final @Nullable PagePool pool() {
    return pool;
  }

  /** Whether its advertisement is over; later data does not belong to it. */
  public final boolean isEnded() {
    return ended;
  }

  void end() {
    ended = true;
  }

  /** Goes on taking data after its end. */
  public void resume() {
    ended = false;
  }

  /** Gives back what its ranges were charged for; it begins no more of them. */
  final void uncharge() {
    seen.uncharge();
    pool = null;
  }

  /** Gives back the pages of its bytes. */
  void release() {
    seen.release();
    keepsValues = false;
    comparesPackets = false;
  }

  /** Ends it for good. */
  void retire() {
    end();
    release();
    shared = SharedSegments.NOTHING;
    if (seen.isCharged()) {
      uncharge();
      seen = SeenBytes.NOTHING;
      crowded = true;
    }
  }

  // ---- others on the same memory

  /** Says which others may share memory with it, by its place among them. */
  public final void listedAmong(SharedSegments others, int placeOfThis) {
    shared = others;
    place = placeOfThis;
  }

  /**
   * Takes note of another that it overlaps, if the same call has both for the same, so that what
   * moves through memory that they share moves for both.
   *
   * @return whether both stay
   */
  @SuppressWarnings("ReferenceEquality") // Each is of one call.
  final boolean isListedBeside(SegmentStore other) {
    return shared == other.shared && shared.join(place, other.place);
  }

  /** Whether it shares memory with others of its call that are for the same. */
  public final boolean isShared() {
    return shared.count(place) > 0;
  }

  /** What it shares with those. */
  final SharedSegments shared() {
    return shared;
  }

  /** Its place among those. */
  final int place() {
    return place;
  }

  // ---- bytes come

  /** What was seen of it. */
  final SeenBytes seen() {
    return seen;
  }

  @SuppressWarnings("ReferenceEquality") // It is one object.
  final SeenBytes ownSeen() {
    if (seen == SeenBytes.NOTHING) {
      seen = new SeenBytes(length(), pool, keepsValues);
      if (comparesPackets && !keepsValues && pool != null) {
        seen.comparePackets(pool, length());
      }
      shared.seen();
    }
    return seen;
  }

  /** Whether the values of its bytes are kept. */
  public final boolean keepsValues() {
    return keepsValues;
  }

  /** Says that bytes of it move that it does not take: absent ones may have been seen. */
  public final void overlaid() {
    crowded = true;
  }

  /** Whether bytes of it may have moved that it did not take: what is absent is of our limits. */
  public final boolean isOverlaid() {
    return crowded;
  }

  /** Says that nothing tells whose its bytes are. */
  public final void ambiguous() {
    ownSeen().ambiguous();
  }

  /**
   * Whether {@code count} bytes from {@code relative} on can be placed. If not, what is absent may
   * have been seen.
   */
  final boolean hasRoomFor(long relative, long count) {
    boolean room = seen.hasRoomFor(relative, count);
    crowded |= !room;
    return room;
  }

  /** Takes bytes: {@link SeenBytes#place}. */
  final long place(long relative, ByteBuffer source, int at, int captured, int count) {
    return ownSeen().place(relative, source, at, captured, count);
  }

  /** Takes whole bytes that follow the last ones, and are inside: {@link SeenBytes#append}. */
  final boolean append(long relative, ByteBuffer source, int at, int count) {
    return !ended && relative + count <= length() && seen.append(relative, source, at, count);
  }

  /**
   * How many bytes from {@code relative} on go on with what was seen last, need not be kept, and
   * leave the segment incomplete.
   */
  final long room(long relative) {
    return ended || !seen.goesOnAt(relative) ? 0 : length() - relative - 1;
  }

  /** Takes packets for which there is {@link #room}: {@link SeenBytes#append}. */
  final void append(long relative, long count, int[] checksums, int packets) {
    seen.append(relative, count, checksums, packets);
  }

  /** Takes note of bytes that were captured damaged, and that the receiver refused. */
  final void refuse(long address, long count) {
    long from = Math.max(0, address - offset());
    long to = Math.min(length(), address - offset() + count);
    if (from < to) {
      ownSeen().refuse(from, to);
    }
  }

  // ---- bytes are wanted

  /** The bytes of a range, counted from the offset. */
  final Rope ownBytes(long relative, long end, ReasonForHole reason) {
    Rope.Builder rope = Rope.builder();
    addOwnBytes(rope, relative, end, reason);
    return rope.build();
  }

  /** Appends what {@link #ownBytes} returns. */
  final void addOwnBytes(Rope.Builder rope, long relative, long end, ReasonForHole reason) {
    if (seen.isEmpty() && seen.refused() == null && !shared.isSeen()) {
      addHole(rope, relative, end, reason);
    } else {
      seen.addTo(rope, relative, end, new Gaps(this, reason));
    }
  }

  /** Of those that share memory with it, the one through which the first of a range was seen. */
  private SegmentStore nearest(long from, long to) {
    return isShared() ? shared.nearest(place, from, to) : this;
  }

  /** Appends a hole in the place of {@code [from, to)}, which was seen nowhere. */
  final void addHole(Rope.Builder rope, long from, long to, ReasonForHole reason) {
    if (from < to) {
      ReasonForHole why = crowded ? ReasonForHole.EVICTED : reason;
      rope.addHole(to - from, why.of(handle(), from + offset()));
    }
  }

  /**
   * What stands for bytes that were not seen: what moved through another segment of the same call,
   * and holes.
   */
  private record Gaps(SegmentStore store, ReasonForHole reason) implements SeenBytes.Unseen {
    @Override
    public void addTo(Rope.Builder rope, long from, long to) {
      @Nullable ByteRanges refused = store.seen().refused();
      long at = from;
      for (int i = 0; refused != null && i < refused.count() && at < to; i++) {
        long lostFrom = Math.max(at, refused.from(i));
        long lostTo = Math.min(to, refused.to(i));
        if (lostFrom < lostTo) {
          elsewhere(rope, at, lostFrom, reason);
          // It was captured damaged, and seen nowhere whole.
          elsewhere(rope, lostFrom, lostTo, ReasonForHole.LOST);
          at = lostTo;
        }
      }
      elsewhere(rope, at, to, reason);
    }

    private void elsewhere(Rope.Builder rope, long from, long to, ReasonForHole why) {
      long at = from;
      while (at < to) {
        SegmentStore nearest = store.nearest(at, to);
        long shift = store.offset() - nearest.offset();
        long present = nearest.seen().nextPresent(at + shift, to + shift) - shift;
        store.addHole(rope, at, present, why);
        at = present == to ? to : nearest.seen().nextAbsent(present + shift, to + shift) - shift;
        nearest.seen().addPresent(rope, present + shift, at + shift);
      }
    }
  }
}
