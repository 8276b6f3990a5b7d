package org.rdmadump.iwarp.stream;

import java.util.ArrayList;
import java.util.List;

/**
 * Where in the stream of one side Sends may be that were not captured: in its gaps, unless the
 * message sequence numbers around a gap say that no message is missing.
 *
 * <p>RFC 5041 section 5.1.2.
 */
final class UnseenSends {
  /** Gaps that are told apart; of more, the oldest count as one. */
  private static final int MOST_GAPS = 32;

  private final List<Gap> gaps = new ArrayList<>(0);

  /** Gaps since the last message; those before them hold one at least. */
  private int open;

  private boolean known;
  private int latest;

  /** Behind what was sent before the capture began; 0 if that shows the begin of the stream. */
  private long captured;

  private record Gap(long from, long to) {}

  /** Says that the first message has number 1. */
  void begin() {
    known = true;
    latest = 0;
  }

  /** Takes a position before which nothing was captured. */
  void captureBegins(long at) {
    if (known) {
      gap(0, at);
    } else {
      captured = at;
    }
  }

  /** Takes a range of the stream that was not read. */
  void gap(long from, long to) {
    int last = gaps.size() - 1;
    if (open > 0 && gaps.get(last).to >= from) {
      gaps.set(last, new Gap(gaps.get(last).from, to));
      return;
    }
    if (gaps.size() == MOST_GAPS) {
      gaps.set(0, new Gap(gaps.get(0).from, gaps.remove(1).to));
      // Where one of both may hold a Send, both do.
      open = Math.min(open, MOST_GAPS - 2);
    }
    gaps.add(new Gap(from, to));
    open++;
  }

  /** Takes the number of a message on the queue of Sends. */
  void message(int number) {
    // Of the first that is seen it is not known how many went before.
    boolean follows = known && (number == latest || number == latest + 1);
    if (follows) {
      gaps.subList(gaps.size() - open, gaps.size()).clear();
    }
    open = 0;
    known = true;
    latest = number;
  }

  /**
   * Whether one may be between two positions. What was sent before the capture began counts where
   * {@code after} is none, which is below 0.
   */
  boolean mayBeBetween(long after, long before) {
    if (after < 0 && captured > 0) {
      return true;
    }
    for (Gap gap : gaps) {
      if (gap.from < before && gap.to > after) {
        return true;
      }
    }
    return false;
  }
}
