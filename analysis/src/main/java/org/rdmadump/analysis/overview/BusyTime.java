package org.rdmadump.analysis.overview;

/**
 * How long at least one of many spans lasted. Spans come about in the order of their ends; of
 * earlier ones no more than 1024 are kept apart, so that one that reaches far back may count twice
 * what lies behind them.
 */
final class BusyTime {
  private static final int MOST = 1024;

  /** Spans that do not touch, the earliest first, from one place up to another. */
  private final long[] begins = new long[2 * MOST];

  private final long[] ends = new long[2 * MOST];
  private int first;
  private int behindLast;
  private long settled;

  /** Takes a span, in nanoseconds; one that ends before it begins is left out. */
  void add(long from, long to) {
    if (to <= from) {
      return;
    }
    if (behindLast == begins.length) {
      move(first, 0);
      first = 0;
    }
    int behind = behindLast;
    while (behind > first && begins[behind - 1] > to) {
      behind--;
    }
    int at = behind;
    long begin = from;
    long end = to;
    while (at > first && ends[at - 1] >= from) {
      at--;
      begin = Math.min(begin, begins[at]);
      end = Math.max(end, ends[at]);
    }
    move(behind, at + 1);
    begins[at] = begin;
    ends[at] = end;
    if (behindLast - first > MOST) {
      settled += ends[first] - begins[first];
      first++;
    }
  }

  /** Moves the spans from a place on to another one. */
  private void move(int from, int to) {
    System.arraycopy(begins, from, begins, to, behindLast - from);
    System.arraycopy(ends, from, ends, to, behindLast - from);
    behindLast += to - from;
  }

  /** The nanoseconds of all of them, those in which several lasted counted once. */
  long nanos() {
    long sum = settled;
    for (int i = first; i < behindLast; i++) {
      sum += ends[i] - begins[i];
    }
    return sum;
  }
}
