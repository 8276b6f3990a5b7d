package org.rdmadump.rpcrdma.memory;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.SentOrder;
import org.rdmadump.rpcrdma.WriteChunk;

/**
 * One advertised segment of memory: what it is for and whose, the operations on it, and which of
 * its bytes were seen.
 *
 * <p>Which bytes were seen is always known; their values only where they are kept. Bytes are placed
 * by address, in whatever order they come, and the first copy of a byte counts.
 *
 * <p>RFC 8166 section 3.4.3. In NFStest this is {@code RDMAsegment}.
 */
public final class RdmaSegment extends SegmentStore {
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

  private static final long UNBOUNDED = Long.MAX_VALUE;

  /** What operations move that come after the end of their segment: nothing. */
  private static final RdmaSegment RETIRED = unknown(0, 0);

  static {
    RETIRED.end();
  }

  // There may be a million of these, most of which nothing moves through.
  private final Kind kind;
  private final int position;

  /** While it is empty, the list whose iterator is no garbage. */
  private List<RdmaSubSegment> subSegments = Collections.emptyList();

  private @Nullable Window window;

  /** Operations whose bytes are kept apart, because they may be those of another call. */
  private @Nullable SegmentLayers layers;

  /** The newest of {@link Predecessors those before it}; null if there is none. */
  @Nullable RdmaSegment before;

  private @Nullable Runnable whenComplete;

  /** Place of the last operation whose bytes are not kept apart. */
  private long highestOrder = SentOrder.NONE;

  /** Whether it is in a table. */
  boolean live;

  /** Whether it only takes the round-up of its Write chunk. */
  private boolean pad;

  /** Whether a Read for it may have been taken for one for another, or the other way round. */
  private boolean readForOther;

  private RdmaSegment(
      Kind kind, int handle, long offset, long length, long position, @Nullable PagePool keepIn) {
    super(handle, offset, length, keepIn, keepIn != null);
    this.kind = kind;
    this.position = (int) position;
  }

  /**
   * An advertised segment.
   *
   * @param kind list that it stands in
   * @param handle R_Key or steering tag
   * @param length bytes, 0 to 2^32-1
   * @param offset virtual address or tagged offset of its first byte
   * @param position XDR position of its Read chunk, 0 to 2^32-1; 0 for the other kinds
   */
  public static RdmaSegment advertised(
      Kind kind, int handle, long length, long offset, long position) {
    return new RdmaSegment(kind, handle, offset, length, position, null);
  }

  /** As {@link #advertised}, keeping the values of its bytes in {@code pages}. */
  public static RdmaSegment kept(
      Kind kind, int handle, long length, long offset, long position, PagePool pages) {
    return new RdmaSegment(kind, handle, offset, length, position, pages);
  }

  /** Memory of which only the handle is known, and an address that was touched. */
  public static RdmaSegment unknown(int handle, long address) {
    return new RdmaSegment(Kind.UNKNOWN, handle, address, UNBOUNDED, 0, null);
  }

  /** What takes nothing. */
  static RdmaSegment retired() {
    return RETIRED;
  }

  // ---- what it is

  @Override
  public RdmaSegment segment() {
    return this;
  }

  /** Which list advertised it. */
  public Kind kind() {
    return kind;
  }

  /** XDR position of its Read chunk, 0 for the other kinds. */
  public long position() {
    return Integer.toUnsignedLong(position);
  }

  /**
   * Says that it only takes the round-up of its Write chunk: {@link WriteChunk#isPad}. What moves
   * through it is no data.
   */
  public void padsChunk() {
    pad = true;
  }

  /** Whether it only takes the round-up of its Write chunk. */
  public boolean isPad() {
    return pad;
  }

  /** The window of the call that advertised it, if one did that is followed. */
  @Override
  public @Nullable Window window() {
    return window;
  }

  @Override
  boolean takesForSure() {
    return true;
  }

  public void advertisedBy(Window advertiser) {
    window = advertiser;
  }

  // ---- its life

  @Override
  public void end() {
    super.end();
    whenComplete = null;
    if (layers != null) {
      layers.end();
    }
  }

  @Override
  public void resume() {
    super.resume();
    if (layers != null) {
      layers.resume();
    }
  }

  // ---- operations

  /** Whether an operation does what it is advertised for, and may be its call's. */
  boolean takes(RdmaOperation operation) {
    Window owner = window;
    return (operation.kind() == RdmaOperation.Kind.READ) == (kind == Kind.READ)
        && (owner == null || !owner.excludes(operation.order()));
  }

  /** Says that a Read that may be for it may be for another. */
  void readForOther() {
    readForOther = true;
  }

  /** Whether a Read for it may have been taken for one for another, or the other way round. */
  public boolean isReadForOther() {
    return readForOther;
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
      if (layers == null) {
        layers = new SegmentLayers(this, owner);
      }
      moved = layers.add(operation);
    }
    if (listed) {
      add(moved);
    }
    return moved;
  }

  void add(RdmaSubSegment subSegment) {
    if (subSegments.isEmpty()) {
      subSegments = new ArrayList<>(1);
    }
    subSegments.add(subSegment);
  }

  /** Takes an operation out that is not its call's. */
  @SuppressWarnings("ReferenceEquality") // Each is one operation.
  void remove(RdmaSubSegment moved) {
    if (!subSegments.isEmpty()) {
      subSegments.removeIf(each -> each == moved);
    }
  }

  /** Whether bytes of operations are kept apart, because they may be those of another call. */
  public boolean keepsApart() {
    return layers != null;
  }

  /** Hands over, an operation each, what was kept apart and is not certainly of its call. */
  List<RdmaSegment> takeStrays(Predicate<RdmaSubSegment> isWanted) {
    return layers == null ? List.of() : layers.takeStrays(isWanted);
  }

  /** Operations that it was given, whether or not they turned out to be its own. */
  int operations() {
    return subSegments.size() + (layers == null ? 0 : layers.dropped());
  }

  /** RDMA operations that touched it, in the order in which they were seen. */
  public List<RdmaSubSegment> subSegments() {
    return subSegments;
  }

  /**
   * Whether an operation on some of the same bytes was seen before.
   *
   * @param most operations that are looked at, from the latest on
   */
  boolean hasBegun(RdmaOperation operation, int most) {
    int to = Math.max(0, subSegments.size() - most);
    for (int i = subSegments.size() - 1; i >= to; i--) {
      RdmaOperation other = subSegments.get(i).operation();
      long distance = operation.address() - other.address();
      // Over iWARP, only the first packet of a Write was announced.
      long length = Math.max(other.length(), subSegments.get(i).reached() - other.address());
      if (distance >= 0 ? distance < length : -distance < operation.length()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Decides of the operations whose bytes are kept apart whose they are.
   *
   * @param all of those too of which it is not certain
   */
  public void decide(boolean all) {
    if (layers != null) {
      layers.decide(all);
    }
  }

  /** Place of the last operation whose bytes are not kept apart. */
  long highestOrder() {
    return highestOrder;
  }

  /** Bytes of it that operations were to move, repeats counted again. */
  public long asked() {
    long sum = isShared() ? shared().asked(place()) : 0;
    for (RdmaSubSegment each : subSegments) {
      sum += each.operation().length();
    }
    return sum;
  }

  // ---- bytes come

  /** Sets what is to run when all its bytes were seen. */
  public void whenComplete(Runnable action) {
    whenComplete = action;
  }

  @Override
  void announceIfComplete() {
    if (whenComplete != null && isComplete()) {
      whenComplete.run();
    }
  }

  // ---- what was seen

  /** Whether every byte was seen moving. */
  public boolean isComplete() {
    return layers == null ? seen().covered() == length() : layers.isComplete();
  }

  /** Bytes that were seen moving through it, cut ones included, repeats counted once. */
  public long size() {
    return layers == null ? seen().covered() : layers.size();
  }

  /** As {@link #size}, without what may be another call's. */
  public long certainSize() {
    return layers == null ? seen().covered() : layers.certainSize();
  }

  /** Adds what was seen of a range of the same handle, counted from the offset of that. */
  void seenTo(ByteRanges all, MemoryRange range) {
    long from = range.offset() - offset();
    seen().addTo(all, from, from + range.length());
    if (layers != null) {
      layers.seenTo(all, from, from + range.length());
    }
  }

  /** Adds what was seen of such a range without its values. */
  void cutTo(ByteRanges all, MemoryRange range) {
    long from = range.offset() - offset();
    seen().addCutTo(all, from, from + range.length());
    if (layers != null) {
      layers.cutTo(all, from, from + range.length());
    }
  }

  /**
   * Whether bytes of its beginning were not seen moving for its call, as far as is known by now.
   */
  public boolean lacks(long count) {
    long most = Math.min(length(), count);
    if (layers == null || seen().covered() >= most) {
      return seen().covered() < most && !isShared();
    }
    return layers.ownSize() < most;
  }

  /** Bytes of it that were seen moving, through it or through one that it overlaps. */
  public long known() {
    return isShared() ? shared().known(place()) : size();
  }

  /**
   * Bytes that were seen moving for it. Of memory that others of its call have as well, that is no
   * more than was reported of it.
   */
  public long movedFor(long reported) {
    return isShared() ? Math.min(reported, known()) : size();
  }

  /** The bytes of {@code count} from address {@code from} on, and what is absent of them. */
  public Rope bytes(long from, long count, ReasonForHole reason) {
    Rope.Builder rope = Rope.builder();
    addBytes(rope, from, count, reason);
    return rope.build();
  }

  /** Appends what {@link #bytes} returns. */
  public void addBytes(Rope.Builder rope, long from, long count, ReasonForHole reason) {
    long relative = from - offset();
    if (layers == null) {
      addOwnBytes(rope, relative, relative + count, reason);
    } else {
      rope.add(layers.over(ownBytes(relative, relative + count, reason), relative));
    }
  }

  // ---- its end

  /** Ends it for good: nothing that still points to its operations holds it any longer. */
  @Override
  public void retire() {
    super.retire();
    window = null;
    whenComplete = null;
    before = null;
    if (layers != null) {
      layers.retire();
    }
    for (int i = 0; i < subSegments.size(); i++) {
      subSegments.get(i).retire();
    }
  }

  @Override
  public void release() {
    super.release();
    if (layers != null) {
      layers.release();
    }
  }
}
