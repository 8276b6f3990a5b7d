package org.rdmadump.rpcrdma.memory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rpcrdma.ChunkSegment;

/**
 * The memory that one side of a connection has advertised to the other: live segments by handle.
 *
 * <p>Several live segments may share a handle as long as their ranges do not overlap; an
 * advertisement that overlaps an earlier one replaces it. Any number of calls may advertise the
 * same memory at a time to be read, or for the round-up of Write chunks. Data that moves through a
 * handle without a live advertisement is gathered in segments of its own, for replies whose calls
 * were not captured.
 *
 * <p>In NFStest this is {@code RDMAinfo}.
 */
public final class RdmaInfo {
  /** Operations that are remembered of an advertisement; those after it only count its bytes. */
  static final int MOST_OPERATIONS = 4096;

  /** Live advertisements; the oldest are given up first. */
  private static final int MOST_SEGMENTS = 1 << 16;

  /** Live advertisements that share a handle; the oldest are given up first. */
  static final int MOST_SHARING = 256;

  /** Operations that are looked at to tell whose a Read of memory of several calls is. */
  private static final int MOST_LOOKS = 1024;

  /** By handle; null until something is put in: there may be ten thousand of these. */
  private @Nullable CounterTable<List<RdmaSegment>> advertised;

  /** Those of the handle that was asked for last: of a list many have the same. */
  private @Nullable List<RdmaSegment> asked;

  /** A list that has no segment left, for the next handle. */
  private @Nullable List<RdmaSegment> spare;

  private int askedHandle;
  private final UnadvertisedMemory unknown;
  private final InvalidatedHandles invalidated = new InvalidatedHandles();
  private int size;
  private int advertisedOperations;
  private long evicted;

  /** Where commands in flight may share memory, whose an operation is; null for calls of RPC. */
  private @Nullable SharedMemory shared;

  /** Whether calls that waited for their replies at a time had memory in common to be read. */
  private boolean readForSeveral;

  /** Whose memory was read or written last; the round-up of a Write chunk follows its data. */
  private @Nullable Window lastWritten;

  /** An empty table of a run; what it holds of unknown memory is charged to {@code pages}. */
  public RdmaInfo(PagePool pages) {
    this.unknown = new UnadvertisedMemory(pages);
  }

  /** Live segments. */
  public int size() {
    return size;
  }

  /** Advertisements and unknown handles that were given up because there were too many. */
  public long evicted() {
    return evicted + unknown.evicted();
  }

  /** Forgets everything. */
  public void reset() {
    if (advertised != null) {
      for (List<RdmaSegment> segments : advertised.values()) {
        segments.forEach(RdmaSegment::end);
      }
    }
    advertised = null;
    asked = null;
    unknown.reset();
    advertisedOperations = 0;
    invalidated.clear();
    shared = null;
    readForSeveral = false;
    lastWritten = null;
    size = 0;
  }

  /** Live segments of a handle; null if there is none. */
  private @Nullable List<RdmaSegment> of(int handle) {
    if (asked == null || askedHandle != handle) {
      asked = advertised == null ? null : advertised.get(handle);
      askedHandle = handle;
    }
    return asked;
  }

  /**
   * Adds an advertisement. One that overlaps an earlier one replaces it, unless one Read list has
   * both, both are to be read and the call of the earlier one is not answered, or both are the same
   * memory for round-up.
   *
   * @param replaced takes the live segments that it replaced, because they have an address in
   *     common with it; they are ended
   */
  public void add(RdmaSegment segment, List<RdmaSegment> replaced) {
    List<RdmaSegment> same = of(segment.handle());
    if (same != null) {
      removeOverlapping(same, segment, replaced);
    }
    add(segment, same, MOST_SHARING);
  }

  /**
   * Adds an advertisement, which leaves those that it overlaps alone: commands may share memory.
   */
  public void addBeside(RdmaSegment segment) {
    if (shared == null) {
      shared = new SharedMemory();
    }
    List<RdmaSegment> same = of(segment.handle());
    shared.add(segment, same == null ? List.of() : same);
    add(segment, same, SharedMemory.MOST_SHARING);
  }

  /** Takes note of the place of the response to a command with memory that was added beside. */
  public void answered(RdmaSegment segment, long response) {
    // One that was evicted would never be deleted.
    if (shared != null && segment.isLive()) {
      shared.answered(segment, response);
    }
  }

  /** Whether memory that was added beside others overlaps that of another command in flight. */
  public boolean isShared(RdmaSegment segment) {
    return shared != null && shared.isShared(segment);
  }

  private void add(RdmaSegment segment, @Nullable List<RdmaSegment> others, int most) {
    List<RdmaSegment> same = others;
    if (same == null) {
      same = spare == null ? new ArrayList<>(1) : spare;
      spare = null;
      advertised = advertised == null ? new CounterTable<>() : advertised;
      advertised.put(segment.handle(), same);
      asked = same;
      askedHandle = segment.handle();
    } else if (same.size() >= most) {
      same.get(0).overlaid();
      removed(same.remove(0));
      evicted++;
    }
    same.add(segment);
    segment.live(true);
    advertisedOperations += segment.operations();
    invalidated.remove(segment.handle());
    size++;
    if (size > MOST_SEGMENTS) {
      evictOldest();
    }
  }

  /** Whether a call has memory of a segment that was sent behind the segment's own. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  public boolean isUsedBehind(RdmaSegment segment) {
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
  public void freed(ChunkSegment listed, long reply) {
    List<RdmaSegment> same = of(listed.handle());
    if (same != null) {
      for (RdmaSegment each : same) {
        each.freed(listed.offset(), Math.max(1, listed.length()), reply);
      }
    }
  }

  private void removeOverlapping(
      List<RdmaSegment> same, RdmaSegment segment, List<RdmaSegment> replaced) {
    for (int i = same.size() - 1; i >= 0; i--) {
      RdmaSegment old = same.get(i);
      if (old.isSharedPad(segment)) {
        continue;
      }
      if (!old.overlaps(segment) || segment.isReadBeside(old)) {
        continue;
      }
      if (segment.isReadAsWell(old)) {
        readForSeveral = true;
      } else {
        same.remove(i);
        removed(old);
        replaced.add(old);
      }
    }
  }

  /** Ends a segment that was taken out of the table. */
  private void removed(RdmaSegment segment) {
    segment.end();
    segment.live(false);
    if (shared != null) {
      shared.forget(segment);
    }
    size--;
    advertisedOperations -= segment.operations();
  }

  private void evictOldest() {
    if (advertised != null) {
      List<RdmaSegment> oldest = advertised.get(advertised.oldest());
      if (oldest != null) {
        oldest.get(0).overlaid();
        deleteRdmaSegment(oldest.get(0));
        evicted++;
      }
    }
  }

  /** The newest live segment of a handle. */
  public Optional<RdmaSegment> rdmaSegment(int handle) {
    List<RdmaSegment> same = of(handle);
    return same == null ? Optional.empty() : Optional.of(same.get(same.size() - 1));
  }

  /** The call that has all live segments of a handle; null if there are several, or none. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  public @Nullable Window onlyCallOf(int handle) {
    List<RdmaSegment> same = of(handle);
    Window only = null;
    if (same != null) {
      for (int i = 0; i < same.size(); i++) {
        Window each = same.get(i).window();
        if (each == null || (only != null && only != each)) {
          return null;
        }
        only = each;
      }
    }
    return only;
  }

  /** A live segment of the same handle and range that a call has. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  public Optional<RdmaSegment> twinOf(RdmaSegment segment, Window call) {
    List<RdmaSegment> same = of(segment.handle());
    if (same != null) {
      for (int i = 0; i < same.size(); i++) {
        RdmaSegment each = same.get(i);
        if (each.window() == call && each.isSameRange(segment)) {
          return Optional.of(each);
        }
      }
    }
    return Optional.empty();
  }

  /** Every live segment. */
  public Collection<RdmaSegment> segments() {
    List<RdmaSegment> all = new ArrayList<>(size);
    if (advertised != null) {
      for (List<RdmaSegment> segments : advertised.values()) {
        all.addAll(segments);
      }
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
        spare = forgetHandle(segment.handle());
      }
    }
  }

  private @Nullable List<RdmaSegment> forgetHandle(int handle) {
    if (advertised == null) {
      return null;
    }
    asked = null;
    return advertised.remove(handle);
  }

  /**
   * Ends segments of a handle, as Send With Invalidate does.
   *
   * @param taken those that were advertised before that Send was received
   * @return whether there was one
   */
  public boolean invalidate(int handle, Predicate<RdmaSegment> taken) {
    List<RdmaSegment> same = of(handle);
    if (same == null) {
      return false;
    }
    int before = same.size();
    for (int i = before - 1; i >= 0; i--) {
      if (taken.test(same.get(i))) {
        removed(same.remove(i));
      }
    }
    int left = same.size();
    if (left == 0) {
      spare = forgetHandle(handle);
      invalidated.add(handle);
    }
    return left < before;
  }

  /** Whether a handle was invalidated lately and not advertised since. */
  public boolean wasInvalidated(int handle) {
    return invalidated.contains(handle);
  }

  /** Whether a live segment holds all of a range. */
  public boolean holds(int handle, long address, long length) {
    RdmaSegment segment = live(handle, address, length, null);
    return segment != null && segment.contains(address, length);
  }

  /**
   * Starts an RDMA operation on the memory that this table describes.
   *
   * @param hasRoom whether its advertised segment may list it; if not, its bytes still count
   * @return its sub-segment, which takes its data; one of a segment of kind {@link
   *     RdmaSegment.Kind#UNKNOWN} where no live advertisement fits
   */
  public RdmaSubSegment addRdmaOperation(RdmaOperation operation, boolean hasRoom) {
    RdmaSegment segment =
        live(operation.handle(), operation.address(), operation.length(), operation);
    if (segment == null) {
      segment = unknown.touched(operation.handle(), operation.address());
    } else if (segment.isPad()) {
      segment = padOf(lastWritten, segment);
    } else {
      lastWritten = segment.window();
    }
    boolean stray = segment.kind() == RdmaSegment.Kind.UNKNOWN;
    boolean listed = segment.operations() < MOST_OPERATIONS && (hasRoom || stray);
    if (listed) {
      advertisedOperations += segment.isLive() ? 1 : 0;
    } else {
      evicted++;
    }
    return segment.begin(operation, listed);
  }

  /** A live segment at the address of an operation, be it advertised for that or not. */
  public Optional<RdmaSegment> at(RdmaOperation operation) {
    return Optional.ofNullable(live(operation.handle(), operation.address(), 1, null));
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

  /**
   * The live segment that holds a range, or else its first byte.
   *
   * @param operation on the range, if only a segment will do that was advertised for that, and at
   *     that time
   */
  private @Nullable RdmaSegment live(
      int handle, long address, long length, @Nullable RdmaOperation operation) {
    List<RdmaSegment> same = of(handle);
    if (same == null) {
      return null;
    }
    if (shared != null && operation != null) {
      return shared.takerOf(same, operation);
    }
    RdmaSegment touched = readForSeveral && operation != null ? readOf(same, operation) : null;
    if (touched != null) {
      return touched.keeperOf(address, length);
    }
    for (int i = same.size() - 1; i >= 0; i--) {
      RdmaSegment segment = same.get(i);
      if (operation != null && !segment.takes(operation)) {
        if (touched == null) {
          touched = Predecessors.takerOf(operation, segment);
        }
      } else if (segment.contains(address, length)) {
        return segment.keeperOf(address, length);
      } else if (touched == null && segment.touches(address)) {
        touched = segment;
      }
    }
    return touched;
  }

  /**
   * The segment that a Read is of, where calls may have memory in common: of those of which these
   * bytes were not asked for, the oldest that it goes on with, or else the oldest.
   */
  private static @Nullable RdmaSegment readOf(List<RdmaSegment> same, RdmaOperation operation) {
    int looks = MOST_LOOKS;
    RdmaSegment first = null;
    RdmaSegment unread = null;
    RdmaSegment unsure = null;
    RdmaSegment newest = null;
    for (int i = 0; i < same.size() && looks > 0; i++) {
      RdmaSegment segment = same.get(i);
      if (segment.kind() != RdmaSegment.Kind.READ
          || !segment.contains(operation.address(), operation.length())
          || !segment.takes(operation)) {
        continue;
      }
      newest = segment;
      int most = looks;
      looks -= segment.subSegments().size() + 1;
      if (segment.hasBegun(operation, most)) {
        continue;
      }
      if (unread != null) {
        unread.mayBeReadFor(segment);
      }
      unread = segment;
      if (!segment.isSurelyOpen(operation)) {
        unsure = segment;
      } else if (first == null || (!first.goesOnWith(operation) && segment.goesOnWith(operation))) {
        first = segment;
      }
    }
    if (first == null && newest != null && unsure != null) {
      newest.mayFollow(unsure);
    }
    return first == null ? newest : first;
  }

  /** Gives up all that moved through handles without advertisement. */
  public void forgetUnknown() {
    unknown.evictAll();
  }

  /** As {@link #forgetUnknown}, where no message is going to list it: nothing is given up. */
  public void dropUnknown() {
    unknown.reset();
  }

  /** Operations that are remembered, of handles with and without advertisement. */
  public int operations() {
    return unknown.operations() + advertisedOperations;
  }

  /** Operations through handles without advertisement that are remembered. */
  public int unknownOperations() {
    return unknown.operations();
  }

  /**
   * Hands over what moved through a handle without advertisement, and forgets it.
   *
   * @param reply place of the reply that lists it; what is known to be behind that stays
   */
  public Optional<RdmaSegment> takeUnknown(int handle, long reply) {
    return Optional.ofNullable(unknown.take(handle, reply));
  }

  /**
   * Gives a segment what moved through its handle before its call was captured, and is certainly
   * its call's.
   */
  public void adopt(RdmaSegment segment) {
    adopt(segment, unknown.takeFor(segment));
  }

  /** Gives a segment what was kept apart of that of another call, and is certainly its own. */
  public void adopt(RdmaSegment segment, RdmaSegment other) {
    if (segment.handle() == other.handle()) {
      adopt(segment, other.takeStrays(moved -> UnadvertisedMemory.isOf(segment, moved)));
    }
  }

  private void adopt(RdmaSegment segment, List<RdmaSegment> strays) {
    for (RdmaSegment stray : strays) {
      advertisedOperations += segment.isLive() ? 1 : 0;
      segment.absorb(stray);
    }
  }

  /** Takes what was kept apart of a segment that is over, and may be of a call captured later. */
  public void takeBack(RdmaSegment segment) {
    unknown.takeBack(segment);
  }

  /** Takes over the table of the same memory that was kept for the other direction's sake. */
  public void absorb(RdmaInfo other) {
    List<RdmaSegment> replaced = new ArrayList<>(0);
    for (RdmaSegment segment : other.segments()) {
      if (other.shared == null) {
        add(segment, replaced);
      } else {
        addBeside(segment);
      }
    }
    unknown.absorb(other.unknown);
  }
}
