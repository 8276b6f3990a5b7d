package org.rdmadump.tcp;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.bytes.ByteRanges;

/**
 * Copies of bytes of a stream that were sent again, until it is known whether the receiver needed
 * them.
 *
 * <p>A copy was needless if an earlier one is proven to have arrived before it:
 *
 * <ul>
 *   <li>an acknowledgement, cumulative or selective (RFC 2018), that covers its bytes was captured
 *       before it;
 *   <li>an acknowledgement behind it reports that its bytes came twice, a D-SACK (RFC 2883); of
 *       several copies the last one is then a duplicate;
 *   <li>an acknowledgement behind it echoes an older timestamp than its own, although it begins at
 *       what was acknowledged before: a receiver that has taken such a segment echoes its timestamp
 *       (RFC 7323 sections 4.3 and 5.3), so this acknowledgement was on its way already. What was
 *       sent again behind it, and is covered, was needless as well.
 * </ul>
 *
 * <p>A plain acknowledgement behind it proves neither, and the copy is taken for needed: senders
 * seldom repeat what arrived.
 */
final class SentAgain {
  /** Copies and ranges that are remembered; the oldest go first. */
  private static final int MOST = 16;

  private final List<Copy> copies = new ArrayList<>(1);

  /** What was acknowledged selectively, ahead of the cumulative acknowledgement. */
  private final ByteRanges selected = new ByteRanges();

  private record Copy(long from, long to, long frame, boolean hasStamp, int stamp) {}

  /** Whether there is nothing to remember. */
  boolean isEmpty() {
    return copies.isEmpty() && selected.isEmpty();
  }

  /**
   * Takes a copy of bytes {@code [from, to)}.
   *
   * @param acknowledged position before which the receiver has all
   * @param events is told of what is needless of it
   */
  void copy(TcpSegment segment, long from, long to, long acknowledged, StreamEvents events) {
    long frame = segment.frameNumber();
    long open = Math.max(from, Math.min(to, acknowledged));
    if (open > from) {
      events.needless(from, open, frame);
    }
    while (open < to) {
      long present = selected.nextPresent(open, to);
      if (open < present) {
        add(new Copy(open, present, frame, segment.hasTimestamps(), segment.timestamp()));
      }
      open = selected.nextAbsent(present, to);
      if (present < open) {
        events.needless(present, open, frame);
      }
    }
  }

  private void add(Copy copy) {
    if (copies.size() == MOST) {
      copies.remove(0);
    }
    copies.add(copy);
  }

  /**
   * Takes what an acknowledgement says.
   *
   * @param before position before which the receiver had all, as far as it was known
   * @param position before which it has all by this acknowledgement
   * @param highest position behind all that was seen
   * @param events is told of copies that were needless
   */
  void acknowledged(
      TcpSegment segment, long before, long position, long highest, StreamEvents events) {
    int blocks = segment.selectiveBlocks();
    for (int i = 0; i < blocks; i++) {
      long from = position + (segment.selectiveFrom(i) - segment.acknowledgement());
      long to = position + (segment.selectiveTo(i) - segment.acknowledgement());
      if (from >= to || to > highest) {
        continue;
      }
      if (i == 0 && (to <= position || isInside(segment, 1, blocks, from, to, position))) {
        cameTwice(from, to, events);
      } else if (from >= position && selected.count() < MOST) {
        selected.add(from, to);
      }
    }
    echoed(segment, before, position, events);
    for (int i = copies.size() - 1; i >= 0; i--) {
      if (copies.get(i).to <= position) {
        copies.remove(i);
      }
    }
    selected.subtract(Long.MIN_VALUE, position);
  }

  /** Whether another block covers this one. */
  private static boolean isInside(
      TcpSegment segment, int at, int blocks, long from, long to, long position) {
    if (at >= blocks) {
      return false;
    }
    long otherFrom = position + (segment.selectiveFrom(at) - segment.acknowledgement());
    long otherTo = position + (segment.selectiveTo(at) - segment.acknowledgement());
    return from >= otherFrom && to <= otherTo;
  }

  /** The latest copy of bytes that came twice was needless. */
  private void cameTwice(long from, long to, StreamEvents events) {
    for (int i = copies.size() - 1; i >= 0; i--) {
      Copy copy = copies.get(i);
      if (copy.from < to && copy.to > from) {
        events.needless(Math.max(from, copy.from), Math.min(to, copy.to), copy.frame);
        if (from <= copy.from && to >= copy.to) {
          copies.remove(i);
        }
        return;
      }
    }
  }

  private void echoed(TcpSegment segment, long before, long position, StreamEvents events) {
    if (!segment.hasTimestamps() || position <= before) {
      return;
    }
    boolean early = false;
    for (Copy copy : copies) {
      if (copy.to > position) {
        continue;
      }
      if (!early && copy.from <= before && copy.to > before) {
        early = copy.hasStamp && segment.timestampEcho() - copy.stamp < 0;
      }
      if (early) {
        events.needless(copy.from, copy.to, copy.frame);
      }
    }
  }
}
