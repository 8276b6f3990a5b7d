package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.memory.RdmaSegment;

/**
 * The memory that a reply lists, each once: its bytes moved once, however often and in whatever
 * chunks the reply lists it. So what a reply costs grows with what moved and with what it lists,
 * not with their product.
 */
final class ReturnedMemory {
  private static final RdmaSegment[] NOTHING = {};

  /** Segments of one place that are looked at. */
  private static final int MOST_TWINS = 16;

  /** Where memory is. */
  private record Place(int handle, long offset) implements Comparable<Place> {
    static Place of(ChunkSegment listed) {
      return new Place(listed.handle(), listed.offset());
    }

    static Place of(RdmaSegment memory) {
      return new Place(memory.handle(), memory.offset());
    }

    @Override
    public int compareTo(Place other) {
      return handle == other.handle
          ? Long.compare(offset, other.offset)
          : Integer.compare(handle, other.handle);
    }
  }

  /** By place, of one place the longest last. */
  private static final class ByPlace implements Comparator<RdmaSegment> {
    @Override
    public int compare(RdmaSegment one, RdmaSegment other) {
      int places = Place.of(one).compareTo(Place.of(other));
      return places == 0 ? Long.compare(one.length(), other.length()) : places;
    }
  }

  private static final Comparator<RdmaSegment> BY_PLACE = new ByPlace();

  /** All of it, in the order in which it is listed first. */
  private final List<RdmaSegment> all = new ArrayList<>(1);

  /** Whether more than one segment is listed, as in few replies. */
  private boolean several;

  /** Whether it is listed with bytes; null until more than one segment is listed. */
  private @Nullable IdentityHashMap<RdmaSegment, Boolean> withBytes;

  /** That of no call that is known, by its place; null until there is some beside another. */
  private @Nullable TreeMap<Place, RdmaSegment> unoffered;

  /** That of the call, by place; of no length until it is looked for. */
  private RdmaSegment[] offered = NOTHING;

  /** Begins another reply, with so many segments. */
  void begin(int segments) {
    all.clear();
    several = segments > 1;
  }

  /** Lets go of what was only needed to find it. */
  void end() {
    withBytes = null;
    unoffered = null;
    offered = NOTHING;
  }

  /** All of it, in the order in which it is listed first. */
  List<RdmaSegment> all() {
    return all;
  }

  /**
   * Takes a segment that is listed.
   *
   * @param used whether it is listed with bytes
   * @return whether its bytes, if any, are not in the reply yet
   */
  boolean takes(RdmaSegment memory, boolean used) {
    if (!several) {
      all.add(memory);
      return true;
    }
    IdentityHashMap<RdmaSegment, Boolean> known = withBytes;
    if (known == null) {
      known = new IdentityHashMap<>();
      withBytes = known;
    }
    Boolean before = known.get(memory);
    if (before == null) {
      all.add(memory);
    }
    if (before == null || (used && !before)) {
      known.put(memory, used);
      return true;
    }
    return false;
  }

  // ---- what the call offered

  /** The longest and newest memory that a call offered at a place; null if it offered none. */
  @Nullable RdmaSegment offered(KnownCall call, ChunkSegment listed) {
    Place place = Place.of(listed);
    int behind = behind(call, place, Long.MAX_VALUE);
    RdmaSegment last = behind == 0 ? null : offered[behind - 1];
    return last != null && Place.of(last).equals(place) ? last : null;
  }

  /**
   * A segment, or another of the same memory that its call offers as well, through which bytes
   * moved if none did through it.
   */
  RdmaSegment current(@Nullable KnownCall call, RdmaSegment segment) {
    return several && call != null && segment.isShared() && segment.subSegments().isEmpty()
        ? moved(call, segment)
        : segment;
  }

  /** Another segment of the same memory through which bytes moved, or the segment itself. */
  private RdmaSegment moved(KnownCall call, RdmaSegment segment) {
    int at = behind(call, Place.of(segment), segment.length()) - 1;
    int least = Math.max(0, at - MOST_TWINS);
    while (at >= least && BY_PLACE.compare(offered[at], segment) == 0) {
      if (!offered[at].subSegments().isEmpty()) {
        return offered[at];
      }
      at--;
    }
    return segment;
  }

  /** Index behind those that are not behind a place and a length. */
  private int behind(KnownCall call, Place place, long length) {
    if (offered.length == 0) {
      offered = call.memory().segments().toArray(NOTHING);
      Arrays.sort(offered, BY_PLACE);
    }
    int from = 0;
    int to = offered.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      int compared = Place.of(offered[middle]).compareTo(place);
      if (compared < 0 || (compared == 0 && offered[middle].length() <= length)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  // ---- what no call offered that is known

  /** What was listed before at the same place; null if nothing was. */
  @Nullable RdmaSegment unoffered(ChunkSegment listed) {
    return unoffered == null ? null : unoffered.get(Place.of(listed));
  }

  /** Whether other memory of its handle was listed before. */
  boolean hasHandle(ChunkSegment listed) {
    if (unoffered == null) {
      return false;
    }
    Place next = unoffered.ceilingKey(new Place(listed.handle(), Long.MIN_VALUE));
    return next != null && next.handle() == listed.handle();
  }

  /** Takes note of what is there. */
  void unoffered(ChunkSegment listed, RdmaSegment memory) {
    if (several) {
      unoffered = unoffered == null ? new TreeMap<>() : unoffered;
      unoffered.put(Place.of(listed), memory);
    }
  }
}
