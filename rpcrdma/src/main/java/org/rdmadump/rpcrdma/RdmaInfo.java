package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.rdma.RdmaOperation;

/**
 * The memory that one side of a connection has advertised to the other: live segments by handle.
 *
 * <p>Several live segments may share a handle as long as their ranges do not overlap; an
 * advertisement that overlaps an earlier one replaces it. Memory for the round-up of Write chunks
 * may be advertised by any number of calls at a time. Data that moves through a handle without a
 * live advertisement is gathered in segments of its own, for replies whose calls were not captured.
 *
 * <p>In NFStest this is {@code RDMAinfo}.
 */
public final class RdmaInfo {
  /** Handles without advertisement that are followed; the oldest are given up first. */
  private static final int MOST_UNKNOWN = 256;

  /** Operations that are remembered of a handle without advertisement, before it starts anew. */
  static final int MOST_UNKNOWN_OPERATIONS = 4096;

  /** Operations that are remembered of an advertisement; those after it only count its bytes. */
  static final int MOST_OPERATIONS = 4096;

  /** Handles of which it is remembered that they were invalidated. */
  private static final int MOST_INVALIDATED = 256;

  /** Live advertisements; the oldest are given up first. */
  private static final int MOST_SEGMENTS = 1 << 16;

  /** Live advertisements that share a handle; the oldest are given up first. */
  static final int MOST_SHARING = 256;

  /** Buckets of a new table: most connections have few segments at a time. */
  private static final int FEW = 2;

  // Immutable and empty until something is put in: there may be ten thousand of these.
  // By CounterHash of their handles.
  private Map<Integer, List<RdmaSegment>> advertised = Map.of();

  /** Those of the handle that was asked for last: of a list many have the same. */
  private @Nullable List<RdmaSegment> asked;

  private int askedHandle;
  private Map<Integer, RdmaSegment> unknown = Map.of();
  private Set<Integer> invalidated = Set.of();
  private int size;
  private int unknownOperations;
  private int advertisedOperations;
  private long evicted;

  /** Whose memory was read or written last; the round-up of a Write chunk follows its data. */
  private @Nullable Window lastWritten;

  private final @Nullable PagePool pages;

  /** An empty table. */
  public RdmaInfo() {
    this.pages = null;
  }

  /** An empty table of a run; what it holds of unknown memory is charged to {@code pages}. */
  RdmaInfo(PagePool pages) {
    this.pages = pages;
  }

  /** Live segments. */
  public int size() {
    return size;
  }

  /** Advertisements and unknown handles that were given up because there were too many. */
  public long evicted() {
    return evicted;
  }

  /** Forgets everything. */
  public void reset() {
    if (!advertised.isEmpty()) {
      for (List<RdmaSegment> segments : advertised.values()) {
        for (RdmaSegment segment : segments) {
          segment.end();
        }
      }
    }
    advertised = Map.of();
    asked = null;
    retireUnknown();
    unknown = Map.of();
    unknownOperations = 0;
    advertisedOperations = 0;
    invalidated = Set.of();
    lastWritten = null;
    size = 0;
  }

  /** Live segments of a handle; null if there is none. */
  private @Nullable List<RdmaSegment> of(int handle) {
    if (asked == null || askedHandle != handle) {
      asked = advertised.get(CounterHash.of(handle));
      askedHandle = handle;
    }
    return asked;
  }

  /**
   * Adds an advertisement. One that overlaps an earlier one replaces it, unless one Read list has
   * both, or both are the same memory for round-up.
   *
   * @return live segments that it replaced, because they have an address in common with it; they
   *     are ended
   */
  public List<RdmaSegment> addRdmaSegment(RdmaSegment segment) {
    List<RdmaSegment> replaced = List.of();
    List<RdmaSegment> same = of(segment.handle());
    if (same == null) {
      same = new ArrayList<>(1);
      if (advertised.isEmpty()) {
        advertised = new LinkedHashMap<>(FEW);
      }
      advertised.put(CounterHash.of(segment.handle()), same);
      asked = same;
      askedHandle = segment.handle();
    } else {
      replaced = removeOverlapping(same, segment);
      if (same.size() == MOST_SHARING) {
        removed(same.remove(0));
        evicted++;
      }
    }
    same.add(segment);
    segment.live(true);
    advertisedOperations += segment.operations();
    if (!invalidated.isEmpty()) {
      invalidated.remove(CounterHash.of(segment.handle()));
    }
    size++;
    if (size > MOST_SEGMENTS) {
      evictOldest();
    }
    return replaced;
  }

  /** Whether a call has memory of a segment that was sent behind the segment's own. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  boolean isUsedBehind(RdmaSegment segment) {
    List<RdmaSegment> same = of(segment.handle());
    Window window = segment.window();
    if (same != null && window != null) {
      for (int i = 0; i < same.size(); i++) {
        RdmaSegment each = same.get(i);
        Window other = each.window();
        if (other != null && other != window && each.overlaps(segment) && window.precedes(other)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Takes note that a reply was sent before which nothing moved through live segments. */
  void freed(ChunkSegment listed, long reply) {
    List<RdmaSegment> same = of(listed.handle());
    if (same != null) {
      for (RdmaSegment each : same) {
        each.freed(listed.offset(), Math.max(1, listed.length()), reply);
      }
    }
  }

  private List<RdmaSegment> removeOverlapping(List<RdmaSegment> same, RdmaSegment segment) {
    List<RdmaSegment> replaced = List.of();
    for (int i = same.size() - 1; i >= 0; i--) {
      RdmaSegment old = same.get(i);
      if (old.isSharedPad(segment)) {
        continue;
      }
      if (old.overlaps(segment) && !segment.isReadBeside(old)) {
        same.remove(i);
        removed(old);
        if (replaced.isEmpty()) {
          replaced = new ArrayList<>(1);
        }
        replaced.add(old);
      }
    }
    return replaced;
  }

  /** Ends a segment that was taken out of the table. */
  private void removed(RdmaSegment segment) {
    segment.end();
    segment.live(false);
    size--;
    advertisedOperations -= segment.operations();
  }

  private void evictOldest() {
    List<RdmaSegment> oldest = advertised.values().iterator().next();
    deleteRdmaSegment(oldest.get(0));
    evicted++;
  }

  /** The newest live segment of a handle. */
  public Optional<RdmaSegment> rdmaSegment(int handle) {
    List<RdmaSegment> same = of(handle);
    return same == null ? Optional.empty() : Optional.of(same.get(same.size() - 1));
  }

  /** A live segment of the same handle and range. */
  Optional<RdmaSegment> twinOf(RdmaSegment segment) {
    List<RdmaSegment> same = of(segment.handle());
    if (same != null) {
      for (RdmaSegment each : same) {
        if (each.offset() == segment.offset() && each.length() == segment.length()) {
          return Optional.of(each);
        }
      }
    }
    return Optional.empty();
  }

  /** Every live segment. */
  public Collection<RdmaSegment> segments() {
    List<RdmaSegment> all = new ArrayList<>(size);
    for (List<RdmaSegment> segments : advertised.values()) {
      all.addAll(segments);
    }
    return all;
  }

  /** Ends a segment; one that is not in the table is just ended. */
  public void deleteRdmaSegment(RdmaSegment segment) {
    segment.end();
    if (!segment.isLive()) {
      return;
    }
    List<RdmaSegment> same = of(segment.handle());
    if (same != null && same.remove(segment)) {
      removed(segment);
      if (same.isEmpty()) {
        forgetHandle(segment.handle());
      }
    }
  }

  private @Nullable List<RdmaSegment> forgetHandle(int handle) {
    if (advertised.isEmpty()) {
      return null;
    }
    asked = null;
    return advertised.remove(CounterHash.of(handle));
  }

  /**
   * Ends every segment of a handle, as Send With Invalidate does.
   *
   * @return whether there was one
   */
  public boolean invalidate(int handle) {
    List<RdmaSegment> same = forgetHandle(handle);
    if (same == null) {
      return false;
    }
    for (RdmaSegment segment : same) {
      removed(segment);
    }
    if (invalidated.isEmpty()) {
      invalidated = new LinkedHashSet<>(FEW);
    } else if (invalidated.size() == MOST_INVALIDATED) {
      invalidated.remove(invalidated.iterator().next());
    }
    invalidated.add(CounterHash.of(handle));
    return true;
  }

  /** Whether a handle was invalidated lately and not advertised since. */
  boolean wasInvalidated(int handle) {
    return invalidated.contains(CounterHash.of(handle));
  }

  /** Whether a live segment holds all of a range. */
  public boolean holds(int handle, long address, long length) {
    RdmaSegment segment = live(handle, address, length);
    return segment != null && segment.contains(address, length);
  }

  /**
   * Starts an RDMA operation on the memory that this table describes.
   *
   * @return its sub-segment, which takes its data; one of a segment of kind {@link
   *     RdmaSegment.Kind#UNKNOWN} where no live advertisement fits
   */
  public RdmaSubSegment addRdmaOperation(RdmaOperation operation) {
    return addRdmaOperation(operation, true);
  }

  /**
   * As {@link #addRdmaOperation(RdmaOperation)}.
   *
   * @param hasRoom whether its advertised segment may list it; if not, its bytes still count
   */
  RdmaSubSegment addRdmaOperation(RdmaOperation operation, boolean hasRoom) {
    RdmaSegment segment = live(operation);
    if (segment == null) {
      segment = unknown(operation.handle(), operation.address());
    } else if (segment.isPad()) {
      segment = padOf(lastWritten, segment);
    } else {
      lastWritten = segment.window();
    }
    boolean unknown = segment.kind() == RdmaSegment.Kind.UNKNOWN;
    if (unknown) {
      unknownOperations++;
    }
    boolean listed = segment.operations() < MOST_OPERATIONS && (hasRoom || unknown);
    if (listed) {
      advertisedOperations += unknown || segment.isDetached() ? 0 : 1;
    } else {
      evicted++;
    }
    return segment.begin(operation, listed);
  }

  /** The live segment that an operation can be on: advertised for that, and at that time. */
  private @Nullable RdmaSegment live(RdmaOperation operation) {
    List<RdmaSegment> same = of(operation.handle());
    if (same == null) {
      return null;
    }
    RdmaSegment touched = null;
    for (int i = same.size() - 1; i >= 0; i--) {
      RdmaSegment segment = same.get(i);
      if (!segment.takes(operation)) {
        RdmaSegment before = segment.predecessorFor(operation);
        if (touched == null && before != null && before.touches(operation.address())) {
          touched = before;
        }
        continue;
      }
      if (segment.contains(operation.address(), operation.length())) {
        return segment.keeperOf(operation.address(), operation.length());
      }
      if (touched == null && segment.touches(operation.address())) {
        touched = segment;
      }
    }
    return touched;
  }

  /** A live segment at the address of an operation, be it advertised for that or not. */
  Optional<RdmaSegment> at(RdmaOperation operation) {
    return Optional.ofNullable(live(operation.handle(), operation.address(), 1));
  }

  /** Of the same memory for round-up that several calls advertised, the segment of one call. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  private RdmaSegment padOf(@Nullable Window call, RdmaSegment any) {
    List<RdmaSegment> same = of(any.handle());
    if (same != null && call != null) {
      for (RdmaSegment each : same) {
        if (each.window() == call && each.isSharedPad(any)) {
          return each;
        }
      }
    }
    return any;
  }

  private @Nullable RdmaSegment live(int handle, long address, long length) {
    List<RdmaSegment> same = of(handle);
    if (same == null) {
      return null;
    }
    RdmaSegment touched = null;
    for (int i = same.size() - 1; i >= 0; i--) {
      RdmaSegment segment = same.get(i);
      if (segment.contains(address, length)) {
        return segment.keeperOf(address, length);
      }
      if (touched == null && segment.touches(address)) {
        touched = segment;
      }
    }
    return touched;
  }

  private RdmaSegment unknown(int handle, long address) {
    RdmaSegment known = unknown.get(CounterHash.of(handle));
    if (known != null && known.subSegments().size() < MOST_UNKNOWN_OPERATIONS / 2) {
      makeRoomFor(known);
      return known;
    }
    if (known != null) {
      forgetUnknown(known);
    }
    if (unknown.size() == MOST_UNKNOWN) {
      forgetUnknown(unknown.values().iterator().next());
    }
    RdmaSegment fresh = RdmaSegment.unknown(handle, address).chargedTo(pages);
    putUnknown(fresh);
    return fresh;
  }

  /** Gives up the oldest handles until one more operation fits. */
  private void makeRoomFor(RdmaSegment kept) {
    while (unknownOperations >= MOST_UNKNOWN_OPERATIONS) {
      RdmaSegment oldest = kept;
      for (RdmaSegment each : unknown.values()) {
        if (each.handle() != kept.handle()) {
          oldest = each;
          break;
        }
      }
      if (oldest.handle() == kept.handle()) {
        return;
      }
      forgetUnknown(oldest);
    }
  }

  private void forgetUnknown(RdmaSegment segment) {
    Optional<RdmaSegment> taken = takeUnknown(segment.handle());
    if (taken.isPresent()) {
      taken.get().retire();
    }
    evicted++;
  }

  /** Gives up all that moved through handles without advertisement. */
  void forgetUnknown() {
    evicted += unknown.size();
    retireUnknown();
    unknown = Map.of();
    unknownOperations = 0;
  }

  private void retireUnknown() {
    if (unknown.isEmpty()) {
      return;
    }
    for (RdmaSegment segment : unknown.values()) {
      segment.retire();
    }
  }

  /** Operations that are remembered, of handles with and without advertisement. */
  int operations() {
    return unknownOperations + advertisedOperations;
  }

  /** Handles without advertisement that are followed. */
  int unknownHandles() {
    return unknown.size();
  }

  private void putUnknown(RdmaSegment segment) {
    if (unknown.isEmpty()) {
      unknown = new LinkedHashMap<>(FEW);
    }
    unknown.putIfAbsent(CounterHash.of(segment.handle()), segment);
  }

  /** Hands over what moved through a handle without advertisement, and forgets it. */
  public Optional<RdmaSegment> takeUnknown(int handle) {
    RdmaSegment taken = unknown.isEmpty() ? null : unknown.remove(CounterHash.of(handle));
    if (taken == null) {
      return Optional.empty();
    }
    unknownOperations -= taken.subSegments().size();
    taken.end();
    taken.uncharge();
    return Optional.of(taken);
  }

  /**
   * Gives a segment what moved through its handle before its call was captured, if all of that is
   * certainly its call's.
   */
  void adopt(RdmaSegment segment, Window window) {
    RdmaSegment stray = unknown.isEmpty() ? null : unknown.get(CounterHash.of(segment.handle()));
    if (stray == null) {
      return;
    }
    for (RdmaSubSegment moved : stray.subSegments()) {
      if (moved.isRead() != (segment.kind() == RdmaSegment.Kind.READ)
          || !segment.contains(moved.operation().address(), moved.operation().length())
          || window.of(moved.operation().order(), moved.isRead()) != Window.Verdict.OWN) {
        return;
      }
    }
    Optional<RdmaSegment> taken = takeUnknown(segment.handle());
    if (taken.isPresent()) {
      advertisedOperations += isLive(segment) ? taken.get().subSegments().size() : 0;
      segment.absorb(taken.get(), Absence.NOT_KEPT);
    }
  }

  @SuppressWarnings("ReferenceEquality") // Each is one advertisement.
  private boolean isLive(RdmaSegment segment) {
    List<RdmaSegment> same = of(segment.handle());
    if (same != null) {
      for (RdmaSegment each : same) {
        if (each == segment) {
          return true;
        }
      }
    }
    return false;
  }

  /** Takes over the table of the same memory that was kept for the other direction's sake. */
  void absorb(RdmaInfo other) {
    for (RdmaSegment segment : other.segments()) {
      addRdmaSegment(segment);
    }
    for (RdmaSegment stray : other.unknown.values()) {
      if (unknown.size() < MOST_UNKNOWN) {
        putUnknown(stray);
        unknownOperations += stray.subSegments().size();
      } else {
        stray.retire();
      }
    }
  }
}
