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

  /** Of a handle that has none. */
  private static final List<RdmaSegment> NONE = List.of();

  /** By handle; null until something is put in: there may be ten thousand of these. */
  private @Nullable CounterTable<List<RdmaSegment>> advertised;

  /** Those of the handle that was asked for last: of a list many have the same. */
  private List<RdmaSegment> asked = NONE;

  /** A list that has no segment left, for the next handle. */
  private @Nullable List<RdmaSegment> spare;

  private int askedHandle;
  private final UnadvertisedMemory unadvertised;
  private final SharedMemory sharing = new SharedMemory();
  private final InvalidatedHandles invalidated = new InvalidatedHandles();
  private int size;
  private int advertisedOperations;
  private long evicted;

  /** An empty table of a run; what it holds of unknown memory is charged to {@code pages}. */
  public RdmaInfo(PagePool pages) {
    this.unadvertised = new UnadvertisedMemory(pages);
  }

  /** Live segments. */
  public int size() {
    return size;
  }

  /** Advertisements and unknown handles that were given up because there were too many. */
  public long evicted() {
    return evicted + unadvertised.evicted();
  }

  /** Forgets everything. */
  public void reset() {
    if (advertised != null) {
      for (List<RdmaSegment> segments : advertised.values()) {
        segments.forEach(RdmaSegment::end);
      }
    }
    advertised = null;
    asked = NONE;
    unadvertised.reset();
    advertisedOperations = 0;
    invalidated.clear();
    sharing.reset();
    size = 0;
  }

  /** Live segments of a handle, the oldest first. */
  private List<RdmaSegment> of(int handle) {
    if (askedHandle != handle) {
      List<RdmaSegment> known = advertised == null ? null : advertised.get(handle);
      asked = known == null ? NONE : known;
      askedHandle = handle;
    }
    return asked;
  }

  /** What moved through handles without a live advertisement. */
  public UnadvertisedMemory unadvertised() {
    return unadvertised;
  }

  /** What several calls, or commands, have of it at a time. */
  public SharedMemory sharing() {
    return sharing;
  }

  /**
   * Adds an advertisement of a call, unless it was captured late, and another call has the memory
   * since: then it is just ended. Those that it overlaps are replaced where they may not share the
   * memory.
   *
   * @param replaced takes the live segments that it replaced; they are ended
   */
  public void add(RdmaSegment segment, List<RdmaSegment> replaced) {
    List<RdmaSegment> same = of(segment.handle());
    if (SharedMemory.isUsedBehind(same, segment)) {
      segment.end();
    } else {
      addLast(segment, same, replaced);
    }
  }

  private void addLast(RdmaSegment segment, List<RdmaSegment> same, List<RdmaSegment> replaced) {
    for (int i = same.size() - 1; i >= 0; i--) {
      RdmaSegment old = same.get(i);
      if (!sharing.leaves(old, segment)) {
        same.remove(i);
        removed(old);
        replaced.add(old);
      }
    }
    add(segment, same, MOST_SHARING);
  }

  /** Adds an advertisement of a command, which leaves all others: commands may share memory. */
  public void addBeside(RdmaSegment segment) {
    List<RdmaSegment> same = of(segment.handle());
    sharing.addOfCommand(segment, same);
    add(segment, same, CommandMemory.MOST_SHARING);
  }

  private void add(RdmaSegment segment, List<RdmaSegment> others, int most) {
    List<RdmaSegment> same = others;
    if (isNone(same)) {
      same = spare == null ? new ArrayList<>(1) : spare;
      spare = null;
      advertised = advertised == null ? new CounterTable<>() : advertised;
      advertised.put(segment.handle(), same);
      asked = same;
      askedHandle = segment.handle();
    } else if (same.size() >= most) {
      evict(same.get(0));
    }
    same.add(segment);
    segment.live = true;
    advertisedOperations += segment.operations();
    invalidated.remove(segment.handle());
    size++;
    if (size > MOST_SEGMENTS && advertised != null) {
      List<RdmaSegment> oldest = advertised.get(advertised.oldest());
      if (oldest != null) {
        evict(oldest.get(0));
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // It is one object; others may be empty for a moment.
  private static boolean isNone(List<RdmaSegment> segments) {
    return segments == NONE;
  }

  private void evict(RdmaSegment segment) {
    segment.overlaid();
    deleteRdmaSegment(segment);
    evicted++;
  }

  /** Takes note that a reply was sent before which nothing moved through live segments. */
  public void freed(ChunkSegment listed, long reply) {
    List<RdmaSegment> same = of(listed.handle());
    for (int i = 0; i < same.size(); i++) {
      Predecessors.freed(same.get(i), listed, reply);
    }
  }

  /** Ends a segment that was taken out of the table. */
  private void removed(RdmaSegment segment) {
    segment.end();
    segment.live = false;
    sharing.forget(segment);
    size--;
    advertisedOperations -= segment.operations();
  }

  /** The newest live segment of a handle. */
  public Optional<RdmaSegment> rdmaSegment(int handle) {
    List<RdmaSegment> same = of(handle);
    return same.isEmpty() ? Optional.empty() : Optional.of(same.get(same.size() - 1));
  }

  /** The call that has all live segments of a handle; null if there are several, or none. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  public @Nullable Window onlyCallOf(int handle) {
    List<RdmaSegment> same = of(handle);
    Window only = null;
    for (int i = 0; i < same.size(); i++) {
      Window each = same.get(i).window();
      if (each == null || (only != null && only != each)) {
        return null;
      }
      only = each;
    }
    return only;
  }

  /** A live segment of the same handle and range that a call has. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  public Optional<RdmaSegment> twinOf(RdmaSegment segment, Window call) {
    List<RdmaSegment> same = of(segment.handle());
    for (int i = 0; i < same.size(); i++) {
      RdmaSegment each = same.get(i);
      if (each.window() == call && each.isSameRange(segment)) {
        return Optional.of(each);
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
    if (!segment.live) {
      return;
    }
    List<RdmaSegment> same = of(segment.handle());
    if (same.remove(segment)) {
      removed(segment);
      if (same.isEmpty()) {
        spare = forgetHandle(segment.handle());
      }
    }
  }

  private @Nullable List<RdmaSegment> forgetHandle(int handle) {
    asked = NONE;
    askedHandle = handle;
    return advertised == null ? null : advertised.remove(handle);
  }

  /**
   * Ends segments of a handle, as Send With Invalidate does.
   *
   * @param taken those that were advertised before that Send was received
   * @return whether there was one
   */
  public boolean invalidate(int handle, Predicate<RdmaSegment> taken) {
    List<RdmaSegment> same = of(handle);
    int before = same.size();
    for (int i = before - 1; i >= 0; i--) {
      if (taken.test(same.get(i))) {
        removed(same.remove(i));
      }
    }
    boolean ended = same.size() < before;
    if (ended && same.isEmpty()) {
      spare = forgetHandle(handle);
      invalidated.add(handle);
    }
    return ended;
  }

  /** Whether a handle was invalidated lately and not advertised since. */
  public boolean wasInvalidated(int handle) {
    return invalidated.contains(handle);
  }

  /** Whether a live segment holds all of a range. */
  public boolean holds(int handle, long address, long length) {
    List<RdmaSegment> same = of(handle);
    for (int i = 0; i < same.size(); i++) {
      if (same.get(i).contains(address, length)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Starts an RDMA operation on the memory that this table describes.
   *
   * @param hasRoom whether its advertised segment may list it; if not, its bytes still count
   * @return its sub-segment, which takes its data; one of a segment of kind {@link
   *     RdmaSegment.Kind#UNKNOWN} where no live advertisement fits
   */
  public RdmaSubSegment addRdmaOperation(RdmaOperation operation, boolean hasRoom) {
    RdmaSegment segment = sharing.takerOf(of(operation.handle()), operation);
    if (segment == null) {
      segment = unadvertised.touched(operation.handle(), operation.address());
    }
    boolean stray = segment.kind() == RdmaSegment.Kind.UNKNOWN;
    boolean listed = segment.operations() < MOST_OPERATIONS && (hasRoom || stray);
    if (listed) {
      advertisedOperations += segment.live ? 1 : 0;
    } else {
      evicted++;
    }
    return segment.begin(operation, listed);
  }

  /** A live segment at the address of an operation, be it advertised for that or not. */
  public Optional<RdmaSegment> at(RdmaOperation operation) {
    List<RdmaSegment> same = of(operation.handle());
    for (int i = same.size() - 1; i >= 0; i--) {
      if (same.get(i).touches(operation.address())) {
        return Optional.of(same.get(i));
      }
    }
    return Optional.empty();
  }

  /** Operations that are remembered, of handles with and without advertisement. */
  public int operations() {
    return unadvertised.operations() + advertisedOperations;
  }

  /**
   * Hands over what moved through a handle without advertisement, and forgets it.
   *
   * @param reply place of the reply that lists it; what is known to be behind that stays
   */
  public Optional<RdmaSegment> takeUnknown(int handle, long reply) {
    return Optional.ofNullable(unadvertised.take(handle, reply));
  }

  /**
   * Gives a segment what moved through its handle before its call was captured, and is certainly
   * its call's.
   */
  public void adopt(RdmaSegment segment) {
    adopt(segment, unadvertised.takeFor(segment));
  }

  /** Gives a segment what was kept apart of that of another call, and is certainly its own. */
  public void adopt(RdmaSegment segment, RdmaSegment other) {
    if (segment.handle() == other.handle()) {
      adopt(segment, other.takeStrays(moved -> UnadvertisedMemory.isOf(segment, moved)));
    }
  }

  private void adopt(RdmaSegment segment, List<RdmaSegment> strays) {
    for (RdmaSegment stray : strays) {
      advertisedOperations += segment.live ? 1 : 0;
      UnadvertisedMemory.give(stray, segment);
    }
  }

  /** Takes over the table of the same memory that was kept for the other direction's sake. */
  public void absorb(RdmaInfo other) {
    List<RdmaSegment> replaced = new ArrayList<>(0);
    for (RdmaSegment segment : other.segments()) {
      if (other.sharing.isOfCommands()) {
        addBeside(segment);
      } else {
        addLast(segment, of(segment.handle()), replaced);
      }
    }
    unadvertised.absorb(other.unadvertised);
  }
}
