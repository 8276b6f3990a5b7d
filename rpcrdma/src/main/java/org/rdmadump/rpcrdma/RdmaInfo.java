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
import org.rdmadump.rdma.RdmaOperation;

/**
 * The memory that one side of a connection has advertised to the other: live segments by handle.
 *
 * <p>Several live segments may share a handle as long as their ranges do not overlap; an
 * advertisement that overlaps an earlier one replaces it. Data that moves through a handle without
 * a live advertisement is gathered in segments of its own, for replies whose calls were not
 * captured.
 *
 * <p>In NFStest this is {@code RDMAinfo}.
 */
public final class RdmaInfo {
  /** Handles without advertisement that are followed; the oldest are given up first. */
  private static final int MOST_UNKNOWN = 256;

  /** Operations that are remembered of a handle without advertisement, before it starts anew. */
  private static final int MOST_UNKNOWN_OPERATIONS = 4096;

  /** Handles of which it is remembered that they were invalidated. */
  private static final int MOST_INVALIDATED = 256;

  /** Live advertisements; the oldest are given up first. */
  private static final int MOST_SEGMENTS = 1 << 16;

  private final Map<Integer, List<RdmaSegment>> advertised = new LinkedHashMap<>();
  private final Map<Integer, RdmaSegment> unknown = new LinkedHashMap<>();
  private final Set<Integer> invalidated = new LinkedHashSet<>();
  private int size;
  private long evicted;

  /** An empty table. */
  public RdmaInfo() {}

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
    for (List<RdmaSegment> segments : advertised.values()) {
      segments.forEach(RdmaSegment::end);
    }
    advertised.clear();
    unknown.clear();
    invalidated.clear();
    size = 0;
  }

  /**
   * Adds an advertisement.
   *
   * @return live segments that it replaced, because they have an address in common with it; they
   *     are ended
   */
  public List<RdmaSegment> addRdmaSegment(RdmaSegment segment) {
    List<RdmaSegment> replaced = List.of();
    List<RdmaSegment> same = advertised.get(segment.handle());
    if (same == null) {
      same = new ArrayList<>(1);
      advertised.put(segment.handle(), same);
    } else {
      replaced = removeOverlapping(same, segment);
    }
    same.add(segment);
    invalidated.remove(segment.handle());
    size++;
    if (size > MOST_SEGMENTS) {
      evictOldest();
    }
    return replaced;
  }

  private List<RdmaSegment> removeOverlapping(List<RdmaSegment> same, RdmaSegment segment) {
    List<RdmaSegment> replaced = List.of();
    for (int i = same.size() - 1; i >= 0; i--) {
      RdmaSegment old = same.get(i);
      if (old.overlaps(segment)) {
        old.end();
        same.remove(i);
        size--;
        if (replaced.isEmpty()) {
          replaced = new ArrayList<>(1);
        }
        replaced.add(old);
      }
    }
    return replaced;
  }

  private void evictOldest() {
    List<RdmaSegment> oldest = advertised.values().iterator().next();
    deleteRdmaSegment(oldest.get(0));
    evicted++;
  }

  /** The newest live segment of a handle. */
  public Optional<RdmaSegment> rdmaSegment(int handle) {
    List<RdmaSegment> same = advertised.get(handle);
    return same == null ? Optional.empty() : Optional.of(same.get(same.size() - 1));
  }

  /** Every live segment. */
  public Collection<RdmaSegment> segments() {
    List<RdmaSegment> all = new ArrayList<>(size);
    advertised.values().forEach(all::addAll);
    return all;
  }

  /** Ends a segment; one that is not in the table is just ended. */
  public void deleteRdmaSegment(RdmaSegment segment) {
    segment.end();
    List<RdmaSegment> same = advertised.get(segment.handle());
    if (same != null && same.remove(segment)) {
      size--;
      if (same.isEmpty()) {
        advertised.remove(segment.handle());
      }
    }
  }

  /**
   * Ends every segment of a handle, as Send With Invalidate does.
   *
   * @return whether there was one
   */
  public boolean invalidate(int handle) {
    List<RdmaSegment> same = advertised.remove(handle);
    if (same == null) {
      return false;
    }
    same.forEach(RdmaSegment::end);
    size -= same.size();
    if (invalidated.size() == MOST_INVALIDATED) {
      invalidated.remove(invalidated.iterator().next());
    }
    invalidated.add(handle);
    return true;
  }

  /** Whether a handle was invalidated lately and not advertised since. */
  boolean wasInvalidated(int handle) {
    return invalidated.contains(handle);
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
    RdmaSegment segment = live(operation.handle(), operation.address(), operation.length());
    if (segment == null) {
      segment = unknown(operation.handle(), operation.address());
    }
    RdmaSubSegment subSegment = new RdmaSubSegment(operation, segment);
    segment.add(subSegment);
    return subSegment;
  }

  private @Nullable RdmaSegment live(int handle, long address, long length) {
    List<RdmaSegment> same = advertised.get(handle);
    if (same == null) {
      return null;
    }
    RdmaSegment touched = null;
    for (int i = same.size() - 1; i >= 0; i--) {
      RdmaSegment segment = same.get(i);
      if (segment.contains(address, length)) {
        return segment;
      }
      if (touched == null && segment.touches(address)) {
        touched = segment;
      }
    }
    return touched;
  }

  private RdmaSegment unknown(int handle, long address) {
    RdmaSegment known = unknown.get(handle);
    if (known != null && known.subSegments().size() < MOST_UNKNOWN_OPERATIONS) {
      return known;
    }
    if (known != null) {
      unknown.remove(handle);
      evicted++;
    }
    if (unknown.size() == MOST_UNKNOWN) {
      unknown.remove(unknown.keySet().iterator().next());
      evicted++;
    }
    RdmaSegment fresh = RdmaSegment.unknown(handle, address);
    unknown.put(handle, fresh);
    return fresh;
  }

  /** Hands over what moved through a handle without advertisement, and forgets it. */
  public Optional<RdmaSegment> takeUnknown(int handle) {
    return Optional.ofNullable(unknown.remove(handle));
  }

  /** Takes over the table of the same memory that was kept for the other direction's sake. */
  void absorb(RdmaInfo other) {
    for (RdmaSegment segment : other.segments()) {
      addRdmaSegment(segment);
    }
    for (RdmaSegment stray : other.unknown.values()) {
      RdmaSegment home = live(stray.handle(), stray.offset(), 1);
      if (home != null) {
        home.absorb(stray);
      } else if (unknown.size() < MOST_UNKNOWN) {
        unknown.putIfAbsent(stray.handle(), stray);
      }
    }
  }
}
