package org.rdmadump.rpcrdma.memory;

import java.util.Collections;
import java.util.List;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.rdma.RdmaOperation;

/**
 * Which segments of one call have addresses in common, of those that are read, or of those that are
 * written: what moves through one moves for the other as well. Of too many that share memory with
 * one that is not followed.
 */
public final class SharedSegments {
  /** Others with which a segment shares memory. */
  private static final int MOST = 8;

  private static final short[] NONE = {};
  private static final byte[] NO_COUNTS = {};

  /** Operations of a segment that are looked at to tell whether it was written to. */
  private static final int MOST_LOOKS = 64;

  /** Of segments that share nothing. */
  public static final SharedSegments NOTHING = new SharedSegments(Collections.emptyList(), 0);

  /** In the order in which the call lists them, while they are being taken in. */
  private final List<RdmaSegment> segments;

  private final int listed;

  /** Places of the others of each place, of no length until two share memory. */
  private short[] others = NONE;

  private byte[] counts = NO_COUNTS;

  /** Whether anything may have been seen of any of them. */
  private boolean seen;

  /**
   * Nothing is shared yet.
   *
   * @param segments of the lists, those that are still to come left out
   * @param listed how many there are, at most 4,096
   */
  public SharedSegments(List<RdmaSegment> segments, int listed) {
    this.segments = segments;
    this.listed = listed;
  }

  /**
   * Takes note that two segments share memory.
   *
   * @return false if one of them does with too many others
   */
  boolean join(int one, int other) {
    if (listed == 0) {
      return false;
    }
    if (counts.length == 0) {
      others = new short[listed * MOST];
      counts = new byte[listed];
    }
    for (int i = 0; i < counts[one]; i++) {
      if (others[one * MOST + i] == other) {
        return true;
      }
    }
    if (counts[one] == MOST || counts[other] == MOST) {
      return false;
    }
    note(one, other);
    note(other, one);
    return true;
  }

  private void note(int place, int other) {
    others[place * MOST + counts[place]] = (short) other;
    counts[place]++;
  }

  /** With how many others a segment shares memory. */
  int count(int place) {
    return counts.length == 0 ? 0 : counts[place];
  }

  /** One of those, {@code index} from 0 to {@link #count} - 1. */
  private RdmaSegment other(int place, int index) {
    return segments.get(others[place * MOST + index]);
  }

  /** Says that something of one of them is seen. */
  void seen() {
    seen = listed > 0;
  }

  /** Whether anything may have been seen of any of them, be it shared or not. */
  boolean isSeen() {
    return seen;
  }

  /** Of a segment and those that hold all of an operation as well, the one that takes it. */
  static RdmaSegment takerOf(RdmaSegment segment, RdmaOperation operation) {
    if (!segment.isShared()) {
      return segment;
    }
    return segment.kind() == RdmaSegment.Kind.READ
        ? keeperOf(segment, operation)
        : firstUnwritten(segment, operation);
  }

  /** One that keeps values; the segment itself if none does. */
  private static RdmaSegment keeperOf(RdmaSegment segment, RdmaOperation operation) {
    SharedSegments shared = segment.shared();
    int count = segment.keepsValues() ? 0 : shared.count(segment.place());
    for (int i = 0; i < count; i++) {
      RdmaSegment each = shared.other(segment.place(), i);
      if (each.keepsValues()
          && !each.isEnded()
          && each.contains(operation.address(), operation.length())) {
        return each;
      }
    }
    return segment;
  }

  /** The first that was not written to there; the segment itself if there is none. */
  private static RdmaSegment firstUnwritten(RdmaSegment segment, RdmaOperation operation) {
    SharedSegments shared = segment.shared();
    RdmaSegment first = null;
    for (int i = -1; i < shared.count(segment.place()); i++) {
      RdmaSegment each = i < 0 ? segment : shared.other(segment.place(), i);
      if (!each.isEnded()
          && !each.isPad()
          && each.contains(operation.address(), operation.length())
          && !each.hasBegun(operation, MOST_LOOKS)
          && (first == null || each.place() < first.place())) {
        first = each;
      }
    }
    return first == null ? segment : first;
  }

  /** Bytes of a segment that were seen moving, through it or through the others. */
  long known(int place) {
    RdmaSegment segment = segments.get(place);
    ByteRanges all = new ByteRanges();
    segment.seenTo(all, segment);
    for (int i = 0; i < count(place); i++) {
      other(place, i).seenTo(all, segment);
    }
    return all.covered();
  }

  /** Bytes of a segment that operations through the others were to move. */
  long asked(int place) {
    RdmaSegment segment = segments.get(place);
    long sum = 0;
    for (int i = 0; i < count(place); i++) {
      for (RdmaSubSegment each : other(place, i).subSegments()) {
        long from = each.operation().address() - segment.offset();
        long to = Math.min(segment.length(), from + each.operation().length());
        sum += Math.max(0, to - Math.max(0, from));
      }
    }
    return sum;
  }

  /**
   * Of those through which a byte of a range was seen, the one that has the first; the segment
   * itself if none was.
   *
   * @param from counted from the segment's offset, as {@code to} is
   */
  RdmaSegment nearest(int place, long from, long to) {
    RdmaSegment segment = segments.get(place);
    RdmaSegment nearest = segment;
    long present = to;
    for (int i = 0; i < count(place); i++) {
      RdmaSegment each = other(place, i);
      long shift = segment.offset() - each.offset();
      long found = each.seen().nextPresent(from + shift, to + shift) - shift;
      if (found < present) {
        nearest = each;
        present = found;
      }
    }
    return nearest;
  }
}
