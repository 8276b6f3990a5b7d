package org.rdmadump.iwarp.stream;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.iwarp.UntaggedHeader;
import org.rdmadump.iwarp.mpa.Fpdu;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaFragment;

/** The DDP segments of a Send, by message offset, and the message that they make. */
final class SendSegments {
  /** Bytes of one Send that are kept: no RPC-over-RDMA message is longer (RFC 8797). */
  static final int MOST_BYTES = 1 << 20;

  private static final int MOST_SEGMENTS = 4096;

  /** What a segment holds beside its payload, roughly. */
  private static final int SEGMENT_COST = 200;

  private static final int NO_PSN = -1;

  private final SegmentSender sender;
  private final List<Segment> segments = new ArrayList<>(1);
  private int kept;

  /** Segments of which it is known where they are; of others where the first and the last are. */
  private int tracked;

  private long untrackedFrom = Long.MAX_VALUE;
  private long untrackedTo;

  private record Segment(long offset, Rope bytes, boolean last, long frame) {}

  /** None yet, of a Send of {@code sender}. */
  SendSegments(SegmentSender sender) {
    this.sender = sender;
  }

  /** Takes a segment that begins at {@code offset} of the message. */
  void add(long offset, Fpdu fpdu, boolean last) {
    if (tracked == MOST_SEGMENTS) {
      untrackedFrom = Math.min(untrackedFrom, offset);
      untrackedTo = Math.max(untrackedTo, offset + fpdu.length() - UntaggedHeader.LENGTH);
      sender.run().count(IwarpCount.EVICTED_SEND_SEGMENTS);
      return;
    }
    tracked++;
    int at = segments.size();
    while (at > 0 && segments.get(at - 1).offset > offset) {
      at--;
    }
    segments.add(at, new Segment(offset, copy(fpdu), last, fpdu.lastFrame()));
  }

  private Rope copy(Fpdu fpdu) {
    int from = UntaggedHeader.LENGTH;
    int length = fpdu.length() - from;
    if (kept + length > MOST_BYTES) {
      sender.run().count(IwarpCount.EVICTED_SEND_SEGMENTS);
      return Rope.builder().addHole(length, Absence.EVICTED).build();
    }
    kept += length;
    Rope.Builder rope = Rope.builder();
    int at = 0;
    for (int gap = 0; gap < fpdu.gaps(); gap++) {
      int gapFrom = Math.max(at, fpdu.gapFrom(gap) - from);
      int gapTo = Math.max(gapFrom, fpdu.gapTo(gap) - from);
      rope.add(copy(fpdu, from + at, gapFrom - at));
      rope.addHole(gapTo - gapFrom, fpdu.gapWhy(gap));
      at = gapTo;
    }
    return rope.add(copy(fpdu, from + at, length - at)).build();
  }

  private static byte[] copy(Fpdu fpdu, int from, int count) {
    byte[] bytes = new byte[count];
    if (count > 0) {
      fpdu.bytes().get(fpdu.offset() + from, bytes);
    }
    return bytes;
  }

  /** Whether their message begins with the same four bytes as another, as calls and replies do. */
  boolean beginLike(Rope message) {
    Rope first = segments.isEmpty() ? Rope.empty() : segments.get(0).bytes;
    return message.has(0, Integer.BYTES)
        && first.has(0, Integer.BYTES)
        && segments.get(0).offset == 0
        && first.getInt(0) == message.getInt(0);
  }

  /** Memory that they hold, roughly. */
  int cost() {
    return kept + tracked * SEGMENT_COST;
  }

  /**
   * Adds the message to a rope, from its start to the end of the last segment.
   *
   * @param why something is absent that no segment brought
   * @param begun whether nothing before the first segment can be there
   * @return whether something is absent that could be there
   */
  boolean join(Rope.Builder rope, Absence why, boolean begun) {
    boolean gap = false;
    if (begun && !segments.isEmpty()) {
      addHole(rope, segments.get(0).offset, why);
    }
    for (Segment segment : segments) {
      gap |= addHole(rope, segment.offset, why);
      long expected = rope.length();
      long known = Math.min(Math.max(0, expected - segment.offset), segment.bytes.length());
      rope.add(segment.bytes, known, segment.bytes.length());
    }
    gap |= addHole(rope, untrackedTo, why);
    return gap;
  }

  /** Adds what is absent up to {@code to}; true if some of it was never here. */
  private boolean addHole(Rope.Builder rope, long to, Absence why) {
    long from = rope.length();
    long evictedFrom = Math.min(to, Math.max(from, untrackedFrom));
    long evictedTo = Math.min(to, Math.max(evictedFrom, untrackedTo));
    if (from >= to) {
      return false;
    }
    rope.addHole(evictedFrom - from, why);
    rope.addHole(evictedTo - evictedFrom, Absence.EVICTED);
    rope.addHole(to - evictedTo, why);
    return evictedTo - evictedFrom < to - from;
  }

  /** Forgets them. */
  void clear() {
    segments.clear();
  }

  /** What each brought, in the order of their offsets. */
  List<RdmaFragment> fragments() {
    List<RdmaFragment> fragments = new ArrayList<>(segments.size());
    for (Segment each : segments) {
      fragments.add(
          new RdmaFragment(
              each.last ? FragmentPlace.LAST : FragmentPlace.MORE,
              each.offset,
              (int) each.bytes.length(),
              NO_PSN,
              each.frame));
    }
    return fragments;
  }
}
