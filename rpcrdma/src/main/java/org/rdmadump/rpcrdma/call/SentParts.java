package org.rdmadump.rpcrdma.call;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rpcrdma.Contribution;
import org.rdmadump.rpcrdma.FrameListener;
import org.rdmadump.rpcrdma.memory.PagePool;

/**
 * What one side of a connection sent lately, by PSN or by position in its stream, and what that
 * contributes to: so that it is known what a frame carries that sends some of it again.
 */
final class SentParts {
  /** Ranges that are remembered; those that follow each other and are of one Send are one. */
  private static final int MOST = 128;

  /** What a range holds with what it contributes to. */
  private static final int PART_COST = 100;

  /** Repeats at most that came before the rest of what they repeat. */
  private static final int MOST_WAITING = 64;

  /** What is above the 24 bits of a PSN. */
  private static final int ABOVE_PSN = Long.SIZE - 24;

  private final FrameListener listener;
  private final PagePool pages;

  /** What numbers are shifted by, so that their differences have a sign. */
  private final int shift;

  private final ArrayDeque<Part> parts = new ArrayDeque<>(1);
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>(1);
  private long reached;
  private boolean hasBegun;

  private static final class Part {
    private final long from;
    private final Contribution contribution;
    private long to;

    Part(long from, long to, Contribution contribution) {
      this.from = from;
      this.to = to;
      this.contribution = contribution;
    }
  }

  /** A repeat; the frame waits with it. */
  private record Waiting(long from, long to, long frame, Contribution unknown) {}

  /**
   * Nothing sent so far.
   *
   * @param pages is charged for what is remembered
   * @param psns whether positions are PSNs, which begin again
   */
  SentParts(FrameListener listener, PagePool pages, boolean psns) {
    this.listener = listener;
    this.pages = pages;
    this.shift = psns ? ABOVE_PSN : 0;
  }

  /** How far {@code position} is behind {@code other}. */
  private long behind(long position, long other) {
    return (position - other) << shift;
  }

  private boolean overlap(long from, long to, long otherFrom, long otherTo) {
    return behind(otherTo, from) > 0 && behind(to, otherFrom) > 0;
  }

  /** Takes what was sent. */
  @SuppressWarnings("ReferenceEquality") // Each is one Send or operation.
  void sent(long from, long to, Contribution contribution) {
    Part last = parts.peekLast();
    if (last != null && last.contribution == contribution && behind(from, last.to) == 0) {
      last.to = to;
    } else {
      if (parts.size() == MOST || (pages.isOver() && !parts.isEmpty())) {
        parts.removeFirst();
        pages.give(PART_COST);
      }
      pages.charge(PART_COST);
      parts.addLast(new Part(from, to, contribution));
    }
    if (!hasBegun || behind(to, reached) > 0) {
      reached = to;
      hasBegun = true;
    }
    if (!waiting.isEmpty()) {
      tellWaiting(from, to, contribution);
    }
  }

  private void tellWaiting(long from, long to, Contribution contribution) {
    Iterator<Waiting> all = waiting.iterator();
    while (all.hasNext()) {
      Waiting each = all.next();
      if (overlap(from, to, each.from, each.to)) {
        tell(each.frame, each.from, from, contribution);
      }
      if (behind(each.to, reached) <= 0) {
        each.unknown.drop();
        all.remove();
      }
    }
  }

  /** Takes what was sent again in a frame. */
  void again(long from, long to, long frame) {
    Iterator<Part> newest = parts.descendingIterator();
    while (newest.hasNext()) {
      Part part = newest.next();
      if (overlap(from, to, part.from, part.to)) {
        tell(frame, from, part.from, part.contribution);
      }
    }
    if (hasBegun && behind(to, reached) <= 0) {
      return;
    }
    Contribution unknown = Contribution.ofOperation();
    listener.contributes(frame, unknown);
    keepWaiting(new Waiting(from, to, frame, unknown));
  }

  private void keepWaiting(Waiting repeat) {
    if (waiting.size() == MOST_WAITING) {
      waiting.removeFirst().unknown.drop();
    }
    waiting.addLast(repeat);
  }

  /** Where the repeat holds the first byte of the part, a header that begins there is in it too. */
  private void tell(long frame, long from, long partFrom, Contribution contribution) {
    if (behind(partFrom, from) >= 0) {
      contribution.beginsIn(frame);
    }
    listener.contributes(frame, contribution);
  }

  /** Takes over what the same side sent while it was not known that it is the same. */
  void join(@Nullable SentParts other) {
    if (other != null) {
      for (Part part : other.parts) {
        sent(part.from, part.to, part.contribution);
      }
      for (Waiting each : other.waiting) {
        keepWaiting(each);
      }
      other.waiting.clear();
      other.finish();
    }
  }

  /** Nothing more is sent. */
  void finish() {
    for (Waiting each : waiting) {
      each.unknown.drop();
    }
    waiting.clear();
    pages.give((long) parts.size() * PART_COST);
    parts.clear();
  }
}
