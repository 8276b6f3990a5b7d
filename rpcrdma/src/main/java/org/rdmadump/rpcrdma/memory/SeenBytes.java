package org.rdmadump.rpcrdma.memory;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.bytes.Rope;

/**
 * Which bytes of a segment were seen, and the values of those that are kept. Positions are counted
 * from the segment's offset. The first copy of a byte counts.
 */
final class SeenBytes {
  /** Knows what stands for bytes that were not seen. */
  interface Unseen {
    /** Appends what stands for {@code [from, to)}. */
    void addTo(Rope.Builder rope, long from, long to);
  }

  /** Ranges with gaps between them that are told apart. */
  static final int MOST_RANGES = 1 << 12;

  /** Ranges whose room is part of what a segment costs. */
  private static final int FREE_RANGES = 4;

  /** What each further one costs: two numbers, in arrays that double, of what was seen and cut. */
  private static final long RANGE_COST = 64;

  /**
   * Of all segments of which nothing was seen; never added to. Most of what a hostile list names
   * never moves.
   */
  static final SeenBytes NOTHING = new SeenBytes(0, null, /* keeps= */ false);

  private final ByteRanges seen = new ByteRanges();

  /** Of what was seen, that of which the values were not captured. */
  private @Nullable ByteRanges cut;

  /** Of what was seen, that which was seen before it was known that its values were wanted. */
  private @Nullable ByteRanges dropped;

  /** What was captured damaged, and counts only as long as it is not seen whole. */
  private @Nullable ByteRanges refused;

  private @Nullable SegmentBytes values;

  /** What tells whether bytes differ that are not kept; null if nobody asks. */
  private @Nullable PacketSums sums;

  private Absence withoutValues = Absence.NOT_KEPT;
  private @Nullable PagePool pool;
  private int ranges = FREE_RANGES;

  /**
   * Nothing was seen yet.
   *
   * @param length of the segment
   * @param pool that its ranges are charged to, if any
   * @param keeps whether values are kept, in pages of {@code pool}
   */
  SeenBytes(long length, @Nullable PagePool pool, boolean keeps) {
    this.pool = pool;
    this.values = keeps && pool != null ? new SegmentBytes(pool, length) : null;
  }

  /** Has packets that come again compared with the first, where values are not kept. */
  void comparePackets(PagePool charged, long length) {
    sums = new PacketSums(charged, length);
  }

  // ---- which were seen

  boolean isEmpty() {
    return seen.isEmpty();
  }

  /** Bytes that were seen, cut ones included. */
  long covered() {
    return seen.covered();
  }

  /** How many bytes of {@code [from, to)} were seen. */
  long covered(long from, long to) {
    return seen.covered(from, to);
  }

  long nextPresent(long from, long to) {
    return seen.nextPresent(from, to);
  }

  long nextAbsent(long from, long to) {
    return seen.nextAbsent(from, to);
  }

  /** Adds what was seen to a set. */
  void addTo(ByteRanges all) {
    seen.addTo(all);
  }

  /** Adds what was seen of {@code [from, to)} to a set, {@code from} as its position 0. */
  void addTo(ByteRanges all, long from, long to) {
    add(seen, all, from, to);
  }

  /** Adds what was seen of {@code [from, to)} without its values to a set, as {@link #addTo}. */
  void addCutTo(ByteRanges all, long from, long to) {
    if (cut != null) {
      add(cut, all, from, to);
    }
  }

  private static void add(ByteRanges some, ByteRanges all, long from, long to) {
    for (int i = 0; i < some.count(); i++) {
      long first = Math.max(from, some.from(i));
      long last = Math.min(to, some.to(i));
      if (first < last) {
        all.add(first - from, last - from);
      }
    }
  }

  /** Takes what was seen out of a set. */
  void subtractFrom(ByteRanges all) {
    for (int i = 0; i < seen.count(); i++) {
      all.subtract(seen.from(i), seen.to(i));
    }
  }

  /** What was captured damaged; null if nothing was. */
  @Nullable ByteRanges refused() {
    return refused;
  }

  // ---- room

  /**
   * Whether {@code count} bytes from {@code relative} on can be placed: what was seen is told apart
   * by so many ranges only.
   */
  boolean hasRoomFor(long relative, long count) {
    if (seen.count() < ranges
        || seen.covered(Math.max(relative, Long.MIN_VALUE + 1) - 1, relative + count) > 0
        || makeRoomForRanges()) {
      return true;
    }
    if (pool != null) {
      pool.refuseRange();
    }
    return false;
  }

  private boolean makeRoomForRanges() {
    if (ranges >= MOST_RANGES || (pool != null && !pool.takeForRanges(ranges * RANGE_COST))) {
      return false;
    }
    ranges *= 2;
    return true;
  }

  /** Whether its ranges hold more than every segment has room for. */
  boolean isCharged() {
    return ranges > FREE_RANGES;
  }

  /** Gives back what its ranges were charged for; it begins no more of them. */
  void uncharge() {
    if (pool != null) {
      pool.give((ranges - FREE_RANGES) * RANGE_COST);
      ranges = FREE_RANGES;
      pool = null;
    }
  }

  /** Gives back the pages of its values. */
  void release() {
    if (values != null) {
      values.release();
      values = null;
    }
    if (sums != null) {
      sums.release();
      sums = null;
    }
  }

  // ---- bytes come

  /**
   * Takes bytes that moved through the segment, for which there {@linkplain #hasRoomFor is room}.
   *
   * @param relative where the first belongs; the caller has cut the range to the segment
   * @param captured bytes in {@code source} from {@code at} on
   * @param count bytes on the wire
   * @return how many of them were not seen before
   */
  long place(long relative, ByteBuffer source, int at, int captured, int count) {
    if (captured > 0) {
      mend(relative, source, at, captured);
      if (values != null) {
        keep(values, relative, source, at, captured);
      }
      if (sums != null && captured == count) {
        sums.remember(relative, source, at, count);
      }
    }
    if (captured < count) {
      cut(relative, relative + captured, relative + count);
    }
    return seen.add(relative, relative + count);
  }

  /** Notes that bytes were cut, those that were not seen before. */
  private void cut(long packet, long from, long to) {
    ByteRanges without = cut;
    if (without == null) {
      without = new ByteRanges();
      cut = without;
    }
    long at = seen.nextAbsent(from, to);
    while (at < to) {
      long end = seen.nextPresent(at, to);
      // Without room, what was captured of the packet counts as cut as well.
      boolean apart = without.count() < ranges || makeRoomForRanges();
      without.add(apart ? at : packet, end);
      at = seen.nextAbsent(end, to);
    }
  }

  /** Fills in what was cut before. */
  private void mend(long relative, ByteBuffer source, int at, int count) {
    ByteRanges without = cut;
    if (without == null || without.count() >= ranges) {
      return;
    }
    SegmentBytes kept = values;
    long end = relative + count;
    long from = without.nextPresent(relative, end);
    while (from < end) {
      long to = without.nextAbsent(from, end);
      if (kept != null) {
        kept.put(from, source, at + (int) (from - relative), (int) (to - from));
      }
      from = without.nextPresent(to, end);
    }
    without.subtract(relative, end);
  }

  private void keep(SegmentBytes kept, long relative, ByteBuffer source, int at, int count) {
    long end = relative + count;
    if (seen.covered(relative, end) == 0) {
      kept.put(relative, source, at, count);
      return;
    }
    long from = relative;
    while (from < end) {
      long present = seen.nextPresent(from, end);
      if (from < present) {
        kept.put(from, source, at + (int) (from - relative), (int) (present - from));
      }
      from = seen.nextAbsent(present, end);
    }
  }

  /**
   * Takes whole bytes that follow the last ones: the short way through {@link #hasRoomFor}, {@link
   * #contradicts} and {@link #place}.
   *
   * @return false if they do not; nothing was done then
   */
  boolean append(long relative, ByteBuffer source, int at, int count) {
    if (!seen.append(relative, relative + count)) {
      return false;
    }
    SegmentBytes kept = values;
    if (kept != null) {
      kept.put(relative, source, at, count);
    }
    if (sums != null) {
      sums.remember(relative, source, at, count);
    }
    return true;
  }

  /** Whether bytes from {@code relative} on go on with what was seen last, and need not be kept. */
  boolean goesOnAt(long relative) {
    return values == null && relative >= 0 && seen.endsAt(relative);
  }

  /**
   * Takes packets of the same length that {@linkplain #goesOnAt go on}.
   *
   * @param count bytes of all
   * @param checksums of the packets
   */
  void append(long relative, long count, int[] checksums, int packets) {
    seen.append(relative, relative + count);
    if (sums != null) {
      sums.remember(relative, (int) (count / packets), checksums, packets);
    }
  }

  /** Takes note of bytes that were captured damaged, and that the receiver refused. */
  void refuse(long from, long to) {
    ByteRanges damaged = refused;
    if (damaged == null) {
      damaged = new ByteRanges();
      refused = damaged;
    }
    if (damaged.count() < FREE_RANGES) {
      damaged.add(from, to);
    }
  }

  /**
   * Takes note of bytes that were seen when it was not known that their values were wanted.
   *
   * @param taken where they belong
   * @param without those of them of which the values were not captured
   */
  void addWithoutValues(ByteRanges taken, ByteRanges without) {
    if (cut != null && cut.count() < ranges) {
      uncut(cut, taken, without);
    }
    for (int i = 0; i < without.count(); i++) {
      cut(without.from(i), without.from(i), without.to(i));
    }
    if (dropped == null) {
      dropped = new ByteRanges();
    }
    taken.addTo(dropped);
    taken.addTo(seen);
  }

  /** Takes those out of a set of which the values were captured. */
  private static void uncut(ByteRanges cut, ByteRanges taken, ByteRanges without) {
    for (int i = 0; i < taken.count(); i++) {
      long to = taken.to(i);
      long from = without.nextAbsent(taken.from(i), to);
      while (from < to) {
        long end = without.nextPresent(from, to);
        cut.subtract(from, end);
        from = without.nextAbsent(end, to);
      }
    }
  }

  /** Says that nothing tells whose the bytes are. */
  void ambiguous() {
    withoutValues = Absence.AMBIGUOUS;
    release();
  }

  /**
   * Whether bytes that are about to be placed differ from a copy of them that was kept before, or
   * whose checksum was.
   *
   * @param relative where the first belongs
   * @param count bytes in {@code source} from {@code at} on
   * @param whole whether that are all of its bytes on the wire
   */
  boolean contradicts(long relative, ByteBuffer source, int at, int count, boolean whole) {
    if (sums != null) {
      return whole && count > 0 && sums.differs(relative, source, at, count);
    }
    SegmentBytes kept = values;
    if (kept == null
        || cut != null
        || dropped != null
        || count <= 0
        || seen.covered(relative, relative + count) == 0) {
      return false;
    }
    for (int i = 0; i < seen.count(); i++) {
      long from = Math.max(relative, seen.from(i));
      long to = Math.min(relative + count, seen.to(i));
      if (from < to
          && kept.differs(from, source, at + (int) (from - relative), (int) (to - from))) {
        return true;
      }
    }
    return false;
  }

  // ---- bytes are wanted

  /** Appends {@code [from, to)}; what was not seen of it comes from {@code unseen}. */
  void addTo(Rope.Builder rope, long from, long to, Unseen unseen) {
    long at = from;
    while (at < to) {
      long hole = seen.nextAbsent(at, to);
      addPresent(rope, at, hole);
      at = seen.nextPresent(hole, to);
      if (hole < at) {
        unseen.addTo(rope, hole, at);
      }
    }
  }

  /** Appends {@code [from, to)}, all of which was seen. */
  void addPresent(Rope.Builder rope, long from, long to) {
    long at = from;
    ByteRanges without = cut;
    for (int i = 0; without != null && i < without.count() && at < to; i++) {
      long holeFrom = Math.max(at, without.from(i));
      long holeTo = Math.min(to, without.to(i));
      if (holeFrom < holeTo) {
        addCaptured(rope, at, holeFrom);
        rope.addHole(holeTo - holeFrom, Absence.TRUNCATED);
        at = holeTo;
      }
    }
    addCaptured(rope, at, to);
  }

  private void addCaptured(Rope.Builder rope, long from, long to) {
    SegmentBytes kept = values;
    if (kept == null) {
      rope.addHole(to - from, withoutValues);
      return;
    }
    long at = from;
    ByteRanges without = dropped;
    for (int i = 0; without != null && i < without.count() && at < to; i++) {
      long holeFrom = Math.max(at, without.from(i));
      long holeTo = Math.min(to, without.to(i));
      if (holeFrom < holeTo) {
        kept.appendTo(rope, at, holeFrom);
        rope.addHole(holeTo - holeFrom, Absence.NOT_KEPT);
        at = holeTo;
      }
    }
    kept.appendTo(rope, at, to);
  }
}
