package org.rdmadump.analysis.stats;

import java.util.Arrays;

/**
 * How many of some spans there are at once, at most. A span is compared with the 64 that came
 * before it, in whatever order they come.
 */
final class Overlap {
  private static final int MOST = 64;

  private static final int FIRST = 4;

  private long[] from = {};
  private long[] to = {};
  private int[] atStart = {};
  private int next;
  private int most;

  /** Takes a span, both ends included. */
  void add(long first, long last) {
    int here = 1;
    for (int i = 0; i < to.length; i++) {
      if (to[i] >= first && from[i] <= first) {
        here++;
      } else if (from[i] > first && from[i] <= last && to[i] != Long.MIN_VALUE) {
        atStart[i]++;
        most = Math.max(most, atStart[i]);
      }
    }
    if (next == to.length) {
      grow(next == 0 ? FIRST : 2 * next);
    }
    from[next] = first;
    to[next] = last;
    atStart[next] = here;
    most = Math.max(most, here);
    next = (next + 1) % MOST;
  }

  /** Most connections have few operations, so room is made when it is needed. */
  private void grow(int length) {
    int filled = to.length;
    from = Arrays.copyOf(from, length);
    to = Arrays.copyOf(to, length);
    atStart = Arrays.copyOf(atStart, length);
    Arrays.fill(to, filled, length, Long.MIN_VALUE);
  }

  /** The most at once, 0 if there was none. */
  int most() {
    return most;
  }
}
