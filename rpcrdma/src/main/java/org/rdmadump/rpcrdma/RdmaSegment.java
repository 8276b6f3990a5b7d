package org.rdmadump.rpcrdma;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.SentOrder;

/**
 * One advertised segment of memory: what is known of its range, and which of its bytes were seen.
 *
 * <p>Which bytes were seen is always known; their values only where they are kept. Bytes are placed
 * by address, in whatever order they come, and the first copy of a byte counts.
 *
 * <p>RFC 8166 section 3.4.3. In NFStest this is {@code RDMAsegment}.
 */
public final class RdmaSegment {
  /** Which list advertised a segment. */
  public enum Kind {
    /** The Read list: the responder pulls. */
    READ,
    /** The Write list: the responder pushes. */
    WRITE,
    /** The Reply chunk: the responder pushes. */
    REPLY,
    /** Nothing that was captured: data moved through a handle whose advertisement was not seen. */
    UNKNOWN
  }

  /** Others of a Read list with which a segment shares memory and bytes. */
  private static final int MOST_BESIDE = 8;

  private static final RdmaSegment[] NOBODY = {};

  /** Of what was captured damaged and seen nowhere whole. */
  private static final ReasonForHole REFUSED = new Always(Absence.LOST);

  private static final long UNBOUNDED = Long.MAX_VALUE;

  /** Ranges with gaps between them that are told apart. */
  static final int MOST_RANGES = 1 << 12;

  /** Ranges whose room is part of what a segment costs. */
  private static final int FREE_RANGES = 4;

  /** What each further one costs: two numbers, in arrays that double, of what was seen and cut. */
  private static final long RANGE_COST = 64;

  /** Of all segments of which nothing was seen; never added to. */
  private static final ByteRanges NOTHING = new ByteRanges();

  /** What operations move that come after the end of their segment: nothing. */
  private static final RdmaSegment RETIRED = unknown(0, 0);

  static {
    RETIRED.end();
  }

  private ByteRanges ownSeen() {
    if (isNothing(seen)) {
      seen = new ByteRanges();
    }
    return seen;
  }

  @SuppressWarnings("ReferenceEquality") // It is one object.
  private static boolean isNothing(ByteRanges ranges) {
    return ranges == NOTHING;
  }

  private final Kind kind;
  private final int handle;
  private final long offset;
  private final long length;
  private final long position;

  /** {@link #NOTHING} until something was seen: most of what a hostile list names never moves. */
  private ByteRanges seen = NOTHING;

  private List<RdmaSubSegment> subSegments = List.of();
  private @Nullable ByteRanges cut;

  /** What was captured damaged, and counts only as long as it is not seen whole. */
  private @Nullable ByteRanges refused;

  /** What was seen before it was known that the values were wanted. */
  private @Nullable ByteRanges dropped;

  private Absence whyDropped = Absence.EVICTED;

  private @Nullable PagePool pool;
  private @Nullable Window window;
  private int ranges = FREE_RANGES;

  /** Whether something was not placed, because it would have begun a range too many. */
  private boolean crowded;

  /** Others of the same Read list that have addresses in common with it. */
  private RdmaSegment[] beside = NOBODY;

  private int besideCount;

  /** Operations whose bytes are kept apart, because they may be those of another call. */
  private @Nullable SegmentLayers layers;

  /** Whether nothing tells whose its bytes are. */
  private boolean ambiguous;

  /** One whose memory it has, and whose call is answered by a reply that is not settled. */
  private @Nullable RdmaSegment before;

  /** Whether it is in no table any more, and still takes what was sent for it. */
  private boolean detached;

  /** What it is a layer of. */
  private @Nullable RdmaSegment layerOf;

  /** Place of the last operation whose bytes are not kept apart. */
  private long highestOrder = SentOrder.NONE;

  private @Nullable SegmentBytes bytes;
  private @Nullable Runnable whenComplete;
  private boolean ended;
  private boolean live;

  /** Whether it only takes the round-up of its Write chunk. */
  private boolean pad;

  private RdmaSegment(
      Kind kind, int handle, long offset, long length, long position, @Nullable PagePool keepIn) {
    this.kind = kind;
    this.handle = handle;
    this.offset = offset;
    this.length = length;
    this.position = position;
    this.bytes = keepIn == null ? null : new SegmentBytes(keepIn, length);
    this.pool = keepIn;
  }

  /**
   * An advertised segment.
   *
   * @param kind list that it stands in
   * @param handle R_Key or steering tag
   * @param length bytes, 0 to 2^32-1
   * @param offset virtual address or tagged offset of its first byte
   * @param position XDR position of its Read chunk, 0 for the other kinds
   */
  public static RdmaSegment advertised(
      Kind kind, int handle, long length, long offset, long position) {
    return new RdmaSegment(kind, handle, offset, length, position, null);
  }

  /** As {@link #advertised}, keeping the values of its bytes in {@code pages}. */
  static RdmaSegment kept(
      Kind kind, int handle, long length, long offset, long position, PagePool pages) {
    return new RdmaSegment(kind, handle, offset, length, position, pages);
  }

  /** Memory of which only the handle is known, and an address that was touched. */
  static RdmaSegment unknown(int handle, long address) {
    return new RdmaSegment(Kind.UNKNOWN, handle, address, UNBOUNDED, 0, null);
  }

  /** What takes nothing. */
  static RdmaSegment retired() {
    return RETIRED;
  }

  /** Has its ranges charged to {@code pages}, whether or not its bytes are kept there. */
  RdmaSegment chargedTo(@Nullable PagePool pages) {
    pool = pages;
    return this;
  }

  /**
   * Says that it only takes the round-up of its Write chunk: {@link WriteChunk#isPad}. What moves
   * through it is no data.
   */
  void padsChunk() {
    pad = true;
  }

  /** Whether it only takes the round-up of its Write chunk. */
  boolean isPad() {
    return pad;
  }

  /** Whether both are the same memory for round-up, which any number of calls may advertise. */
  boolean isSharedPad(RdmaSegment other) {
    return pad
        && other.pad
        && handle == other.handle
        && offset == other.offset
        && length == other.length;
  }

  /** The window of the call that advertised it, if one did that is followed. */
  @Nullable Window window() {
    return window;
  }

  void advertisedBy(Window advertiser) {
    window = advertiser;
  }

  /**
   * Takes note of another that it overlaps, if the same Read list has both, so that memory that
   * they share is read for both; of too many that is not followed. A table may take in those of
   * another, which know each other.
   *
   * @return whether both stay
   */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  boolean isReadBeside(RdmaSegment other) {
    if (besideCount == 0 || other.besideCount == 0) {
      if (kind != Kind.READ
          || other.kind != Kind.READ
          || window == null
          || window != other.window) {
        return false;
      }
    } else if (isBeside(other)) {
      return true;
    } else if (window == null || window != other.window) {
      return false;
    }
    if (besideCount == MOST_BESIDE || other.besideCount == MOST_BESIDE) {
      return false;
    }
    noteBeside(other);
    other.noteBeside(this);
    return true;
  }

  private void noteBeside(RdmaSegment other) {
    if (besideCount == beside.length) {
      beside = Arrays.copyOf(beside, besideCount == 0 ? MOST_BESIDE / 2 : MOST_BESIDE);
    }
    beside[besideCount] = other;
    besideCount++;
  }

  @SuppressWarnings("ReferenceEquality") // Two may be alike.
  private boolean isBeside(RdmaSegment other) {
    for (int i = 0; i < besideCount; i++) {
      if (beside[i] == other) {
        return true;
      }
    }
    return false;
  }

  /** Of those that hold all of a range as well, one that keeps values; itself if none does. */
  RdmaSegment keeperOf(long address, long count) {
    if (bytes == null) {
      for (int i = 0; i < besideCount; i++) {
        RdmaSegment each = beside[i];
        if (each.bytes != null && !each.ended && each.contains(address, count)) {
          return each;
        }
      }
    }
    return this;
  }

  /** Which list advertised it. */
  public Kind kind() {
    return kind;
  }

  /** R_Key or steering tag. */
  public int handle() {
    return handle;
  }

  /** Address of its first byte; for {@link Kind#UNKNOWN} the address that was touched first. */
  public long offset() {
    return offset;
  }

  /** Bytes that were advertised, 0 to 2^32-1; for {@link Kind#UNKNOWN} no meaningful number. */
  public long length() {
    return length;
  }

  /** XDR position of its Read chunk, 0 for the other kinds. */
  public long position() {
    return position;
  }

  /**
   * Adds an operation.
   *
   * @param listed whether there is room to list it
   */
  RdmaSubSegment begin(RdmaOperation operation, boolean listed) {
    Window owner = window;
    RdmaSubSegment moved;
    if (owner == null || owner.includes(operation.order())) {
      highestOrder = Math.max(highestOrder, operation.order());
      moved = new RdmaSubSegment(operation, this);
    } else {
      moved = apart(operation, owner);
    }
    if (listed) {
      add(moved);
    }
    return moved;
  }

  private RdmaSubSegment apart(RdmaOperation operation, Window window) {
    SegmentLayers known = layers;
    if (known == null) {
      known = new SegmentLayers(this, window);
      layers = known;
    }
    if (known.isFull()) {
      crowded = true;
      return new RdmaSubSegment(operation, RETIRED);
    }
    RdmaSegment store =
        new RdmaSegment(kind, handle, offset, length, position, bytes == null ? null : pool);
    store.pool = pool;
    store.layerOf = this;
    store.ended = ended;
    RdmaSubSegment moved = new RdmaSubSegment(operation, store);
    known.add(moved, store);
    return moved;
  }

  /**
   * Decides of the operations whose bytes are kept apart whose they are.
   *
   * @param all of those too of which it is not certain
   */
  void decide(boolean all) {
    if (layers != null) {
      layers.decide(all);
    }
  }

  /** Says that nothing tells whose its bytes are. */
  void ambiguous() {
    ambiguous = true;
  }

  /** Place of the last operation whose bytes are not kept apart. */
  long highestOrder() {
    return highestOrder;
  }

  /** Bytes that were seen, those that are kept apart left out. */
  long ownSize() {
    return seen.covered();
  }

  /** Adds what was seen, that which is kept apart left out. */
  void seenTo(ByteRanges all) {
    seen.addTo(all);
  }

  /** Takes what was seen out of a set, that which is kept apart left out. */
  void subtractSeen(ByteRanges all) {
    for (int i = 0; i < seen.count(); i++) {
      all.subtract(seen.from(i), seen.to(i));
    }
  }

  /** Takes an operation out that is not its call's. */
  @SuppressWarnings("ReferenceEquality") // Each is one operation.
  void remove(RdmaSubSegment moved) {
    if (!subSegments.isEmpty()) {
      subSegments.removeIf(each -> each == moved);
    }
  }

  /** Operations that it was given, whether or not they turned out to be its own. */
  int operations() {
    return subSegments.size() + (layers == null ? 0 : layers.dropped());
  }

  /** RDMA operations that touched it, in the order in which they were seen. */
  public List<RdmaSubSegment> subSegments() {
    return subSegments;
  }

  /** Bytes that were seen moving through it, cut ones included, repeats counted once. */
  public long size() {
    SegmentLayers apart = layers;
    if (apart == null) {
      return seen.covered();
    }
    ByteRanges all = new ByteRanges();
    seen.addTo(all);
    apart.seenTo(all);
    return all.covered();
  }

  /** As {@link #size}, without what may be another call's. */
  long certainSize() {
    SegmentLayers apart = layers;
    if (apart == null) {
      return seen.covered();
    }
    ByteRanges all = new ByteRanges();
    seen.addTo(all);
    apart.certainTo(all);
    return all.covered();
  }

  /**
   * Whether bytes of its beginning were not seen moving for its call, as far as is known by now.
   */
  boolean lacks(long count) {
    long most = Math.min(length, count);
    SegmentLayers apart = layers;
    if (apart == null || seen.covered() >= most) {
      return seen.covered() < most && besideCount == 0;
    }
    ByteRanges all = new ByteRanges();
    seen.addTo(all);
    apart.ownTo(all);
    return all.covered() < most;
  }

  /** Bytes of it that were seen moving, through it or through one that it overlaps. */
  long known() {
    if (besideCount == 0) {
      return size();
    }
    ByteRanges all = new ByteRanges();
    addSeen(this, all);
    for (int i = 0; i < besideCount; i++) {
      addSeen(beside[i], all);
    }
    return all.covered();
  }

  private void addSeen(RdmaSegment other, ByteRanges all) {
    long shift = other.offset - offset;
    ByteRanges others = other.seen;
    SegmentLayers apart = other.layers;
    if (apart != null) {
      others = new ByteRanges();
      other.seen.addTo(others);
      apart.seenTo(others);
    }
    for (int i = 0; i < others.count(); i++) {
      long from = Math.max(0, others.from(i) + shift);
      long to = Math.min(length, others.to(i) + shift);
      if (from < to) {
        all.add(from, to);
      }
    }
  }

  /** Bytes of it that operations were to move, repeats counted again. */
  long asked() {
    long sum = 0;
    for (RdmaSubSegment each : subSegments) {
      sum += each.operation().length();
    }
    for (int i = 0; i < besideCount; i++) {
      for (RdmaSubSegment each : beside[i].subSegments) {
        long from = each.operation().address() - offset;
        sum += Math.max(0, Math.min(length, from + each.operation().length()) - Math.max(0, from));
      }
    }
    return sum;
  }

  /** Whether every byte was seen moving. */
  public boolean isComplete() {
    SegmentLayers apart = layers;
    return apart == null ? seen.covered() == length : apart.isComplete(seen, length);
  }

  /** Whether its advertisement is over; later data does not belong to it. */
  public boolean isEnded() {
    return ended;
  }

  void end() {
    ended = true;
    whenComplete = null;
    if (layers != null) {
      layers.end();
    }
  }

  /** Whether the values of its bytes are kept. */
  boolean keepsValues() {
    return bytes != null;
  }

  /** Says that its bytes move through another segment of the same call: absent ones were seen. */
  void overlaid() {
    crowded = true;
  }

  /** Sets what is to run when all its bytes were seen. */
  void whenComplete(Runnable action) {
    whenComplete = action;
  }

  /** Whether all of {@code [address, address + bytes)} is inside of it. */
  boolean contains(long address, long count) {
    long relative = address - offset;
    return relative >= 0 && relative <= length && count <= length - relative;
  }

  /** Takes the place of another, which still takes what was sent before its reply. */
  void follows(RdmaSegment other) {
    before = other;
    other.before = live(other.before);
    other.detached = true;
    other.resume();
  }

  /** Takes the place of one whose call is given up, behind others that may go on. */
  void inherits(RdmaSegment other) {
    if (before == null) {
      before = live(other.before);
    }
  }

  /** Goes on taking data after its end. */
  void resume() {
    ended = false;
    if (layers != null) {
      layers.resume();
    }
  }

  /** The one before it that takes an operation; null if none does. */
  @Nullable RdmaSegment predecessorFor(RdmaOperation operation) {
    RdmaSegment other = live(before);
    before = other;
    while (other != null && !other.takes(operation)) {
      other = live(other.before);
    }
    return other;
  }

  /**
   * Takes note that a reply was sent before which nothing of a range of the same handle moved, to
   * it and to those before it.
   */
  void freed(long address, long count, long reply) {
    for (RdmaSegment each = this; each != null; each = each.before) {
      Window owner = each.window;
      if (owner != null && each.overlaps(address, count)) {
        owner.freed(reply);
      }
    }
  }

  /** The first of those before it that is not over. */
  private static @Nullable RdmaSegment live(@Nullable RdmaSegment latest) {
    RdmaSegment each = latest;
    while (each != null && each.ended) {
      each = each.before;
    }
    return each;
  }

  /** Whether it is in no table any more. */
  boolean isDetached() {
    return detached;
  }

  /** Whether an operation does what it is advertised for, and may be its call's. */
  boolean takes(RdmaOperation operation) {
    Window owner = window;
    return (operation.kind() == RdmaOperation.Kind.READ) == (kind == Kind.READ)
        && (owner == null || !owner.excludes(operation.order()));
  }

  /** Whether {@code address} is one of its own. */
  boolean touches(long address) {
    long relative = address - offset;
    return relative >= 0 && relative < length;
  }

  /** Whether it is in a table. */
  boolean isLive() {
    return live;
  }

  /** Notes that a table took it in, or let go of it. */
  void live(boolean now) {
    live = now;
  }

  /** Whether it has an address in common with another of the same handle. */
  boolean overlaps(RdmaSegment other) {
    return overlaps(other.offset, other.length);
  }

  /** Whether it has an address in common with a range of the same handle. */
  boolean overlaps(long otherOffset, long otherLength) {
    long distance = otherOffset - offset;
    return distance >= 0 ? distance < length : -distance < otherLength;
  }

  void add(RdmaSubSegment subSegment) {
    if (subSegments.isEmpty()) {
      subSegments = new ArrayList<>(1);
    }
    subSegments.add(subSegment);
  }

  /**
   * Whether {@code count} bytes from {@code relative} on can be placed: what was seen is told apart
   * by so many ranges only. If not, what is absent of the segment may have been seen.
   */
  boolean hasRoomFor(long relative, long count) {
    if (seen.count() < ranges
        || seen.covered(Math.max(relative, Long.MIN_VALUE + 1) - 1, relative + count) > 0
        || makeRoomForRanges()) {
      return true;
    }
    crowded = true;
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

  /**
   * Takes bytes that moved through the segment, for which there {@linkplain #hasRoomFor is room}.
   *
   * @param relative where the first belongs, from the segment's offset; the caller has cut the
   *     range to the segment
   * @param captured bytes in {@code source} from {@code at} on
   * @param count bytes on the wire
   * @return how many of them were not seen before
   */
  long place(long relative, ByteBuffer source, int at, int captured, int count) {
    if (captured > 0) {
      mend(relative, source, at, captured);
      if (bytes != null) {
        keep(bytes, relative, source, at, captured);
      }
    }
    if (captured < count) {
      cut(relative, relative + captured, relative + count);
    }
    return ownSeen().add(relative, relative + count);
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
    SegmentBytes kept = bytes;
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

  /** Takes note of bytes that were captured damaged, and that the receiver refused. */
  void refuse(long address, long count) {
    long from = Math.max(0, address - offset);
    long to = Math.min(length, address - offset + count);
    ByteRanges ranges = refused;
    if (ranges == null) {
      ranges = new ByteRanges();
      refused = ranges;
    }
    if (from < to && ranges.count() < FREE_RANGES) {
      ranges.add(from, to);
    }
  }

  /**
   * Takes whole bytes that follow the last ones: the short way through {@link #hasRoomFor}, {@link
   * #contradicts} and {@link #place}.
   *
   * @return false if they do not, or are not all inside; nothing was done then
   */
  boolean append(long relative, ByteBuffer source, int at, int count) {
    long end = relative + count;
    if (ended || end > length || !seen.append(relative, end)) {
      return false;
    }
    SegmentBytes kept = bytes;
    if (kept != null) {
      kept.put(relative, source, at, count);
    }
    return true;
  }

  /**
   * How many bytes from {@code relative} on go on with what was seen last, need not be kept, and
   * leave the segment incomplete.
   */
  long room(long relative) {
    return ended || bytes != null || relative < 0 || !seen.endsAt(relative)
        ? 0
        : length - relative - 1;
  }

  /** Takes bytes for which there is {@link #room}. */
  void append(long relative, long count) {
    seen.append(relative, relative + count);
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
   * Whether bytes that are about to be placed differ from a copy of them that was kept before.
   *
   * @param relative where the first belongs, from the segment's offset
   * @param count bytes in {@code source} from {@code at} on
   */
  boolean contradicts(long relative, ByteBuffer source, int at, int count) {
    SegmentBytes kept = bytes;
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

  /**
   * Takes over what another segment saw of this one's range.
   *
   * @param reason why the values of what was seen are not there
   */
  void absorb(RdmaSegment other, Absence reason) {
    whyDropped = reason;
    ByteRanges taken = new ByteRanges();
    addSeen(other, taken);
    for (int i = 0; i < taken.count(); i++) {
      if (dropped == null) {
        dropped = new ByteRanges();
      }
      dropped.add(taken.from(i), taken.to(i));
      ownSeen().add(taken.from(i), taken.to(i));
    }
    for (RdmaSubSegment subSegment : other.subSegments) {
      subSegment.moveTo(this);
      add(subSegment);
    }
    other.uncharge();
    announceIfComplete();
  }

  /** Runs what waits for the segment, if all its bytes were seen. */
  void announceIfComplete() {
    if (layerOf != null) {
      layerOf.announceIfComplete();
    } else if (whenComplete != null && isComplete()) {
      whenComplete.run();
    }
  }

  /** How many bytes of {@code count} from address {@code from} on were seen. */
  long covered(long from, long count) {
    long relative = from - offset;
    return seen.covered(relative, relative + count);
  }

  /** The bytes of {@code count} from address {@code from} on, and what is absent of them. */
  Rope bytes(long from, long count, ReasonForHole reason) {
    Rope.Builder rope = Rope.builder();
    addBytes(rope, from, count, reason);
    return rope.build();
  }

  /** Appends what {@link #bytes} returns. */
  void addBytes(Rope.Builder rope, long from, long count, ReasonForHole reason) {
    long relative = from - offset;
    SegmentLayers apart = layers;
    if (apart == null) {
      addOwnBytes(rope, relative, relative + count, reason);
    } else {
      rope.add(apart.over(ownBytes(relative, relative + count, reason), relative));
    }
  }

  /** The bytes of a range, counted from the offset, those that are kept apart left out. */
  Rope ownBytes(long relative, long end, ReasonForHole reason) {
    Rope.Builder rope = Rope.builder();
    addOwnBytes(rope, relative, end, reason);
    return rope.build();
  }

  private void addOwnBytes(Rope.Builder rope, long relative, long end, ReasonForHole reason) {
    long at = relative;
    while (at < end) {
      long hole = seen.nextAbsent(at, end);
      present(rope, at, hole);
      at = seen.nextPresent(hole, end);
      if (hole < at) {
        absent(rope, hole, at, reason);
      }
    }
  }

  private void absent(Rope.Builder rope, long from, long to, ReasonForHole reason) {
    ByteRanges damaged = refused;
    long at = from;
    for (int i = 0; damaged != null && i < damaged.count() && at < to; i++) {
      long lostFrom = Math.max(at, damaged.from(i));
      long lostTo = Math.min(to, damaged.to(i));
      if (lostFrom < lostTo) {
        unknown(rope, at, lostFrom, reason);
        unknown(rope, lostFrom, lostTo, REFUSED);
        at = lostTo;
      }
    }
    unknown(rope, at, to, reason);
  }

  /** What it did not see itself: what others saw at the same addresses, and holes. */
  private void unknown(Rope.Builder rope, long from, long to, ReasonForHole reason) {
    if (!isSeenBeside()) {
      hole(rope, from, to, reason);
      return;
    }
    long at = from;
    while (at < to) {
      RdmaSegment nearest = this;
      long present = to;
      for (int i = 0; i < besideCount; i++) {
        RdmaSegment each = beside[i];
        long shift = offset - each.offset;
        long found = each.seen.nextPresent(at + shift, to + shift) - shift;
        if (found < present) {
          nearest = each;
          present = found;
        }
      }
      hole(rope, at, present, reason);
      long shift = offset - nearest.offset;
      at = present == to ? to : nearest.seen.nextAbsent(present + shift, to + shift) - shift;
      nearest.present(rope, present + shift, at + shift);
    }
    hole(rope, at, to, reason);
  }

  /** Whether anything was seen of those with which it shares addresses. */
  private boolean isSeenBeside() {
    for (int i = 0; i < besideCount; i++) {
      if (!isNothing(beside[i].seen)) {
        return true;
      }
    }
    return false;
  }

  private void hole(Rope.Builder rope, long from, long to, ReasonForHole reason) {
    if (from < to) {
      rope.addHole(to - from, crowded ? Absence.EVICTED : reason.of(from + offset));
    }
  }

  private void present(Rope.Builder rope, long from, long to) {
    long at = from;
    ByteRanges without = cut;
    for (int i = 0; without != null && i < without.count() && at < to; i++) {
      long holeFrom = Math.max(at, without.from(i));
      long holeTo = Math.min(to, without.to(i));
      if (holeFrom < holeTo) {
        captured(rope, at, holeFrom);
        rope.addHole(holeTo - holeFrom, Absence.TRUNCATED);
        at = holeTo;
      }
    }
    captured(rope, at, to);
  }

  private void captured(Rope.Builder rope, long from, long to) {
    SegmentBytes kept = bytes;
    if (from >= to) {
      return;
    }
    if (ambiguous) {
      rope.addHole(to - from, Absence.AMBIGUOUS);
      return;
    }
    if (kept == null) {
      rope.addHole(to - from, Absence.NOT_KEPT);
      return;
    }
    long at = from;
    ByteRanges without = dropped;
    for (int i = 0; without != null && i < without.count() && at < to; i++) {
      long holeFrom = Math.max(at, without.from(i));
      long holeTo = Math.min(to, without.to(i));
      if (holeFrom < holeTo) {
        kept.appendTo(rope, at, holeFrom);
        rope.addHole(holeTo - holeFrom, whyDropped);
        at = holeTo;
      }
    }
    kept.appendTo(rope, at, to);
  }

  /** Ends it for good: nothing that still points to its operations holds it any longer. */
  void retire() {
    end();
    release();
    window = null;
    before = null;
    if (layers != null) {
      layers.retire();
    }
    beside = NOBODY;
    besideCount = 0;
    if (ranges > FREE_RANGES) {
      uncharge();
      seen = NOTHING;
      cut = null;
      crowded = true;
    }
    if (subSegments.isEmpty()) {
      return;
    }
    for (RdmaSubSegment subSegment : subSegments) {
      Contribution contribution = subSegment.contribution();
      if (contribution != null) {
        contribution.drop();
      }
      subSegment.releaseFragments();
      subSegment.moveTo(RETIRED);
    }
  }

  /** Gives back what its ranges were charged for; it begins no more of them. */
  void uncharge() {
    if (pool != null) {
      pool.give((ranges - FREE_RANGES) * RANGE_COST);
    }
    ranges = FREE_RANGES;
    pool = null;
  }

  /** Gives back the pages of its bytes. */
  void release() {
    if (layers != null) {
      layers.release();
    }
    if (bytes != null) {
      bytes.release();
      bytes = null;
    }
  }

  /** Says why a byte that was never seen is absent. */
  interface ReasonForHole {
    Absence of(long address);
  }

  /** The same of all bytes. */
  record Always(Absence reason) implements ReasonForHole {
    @Override
    public Absence of(long address) {
      return reason;
    }
  }
}
