package org.rdmadump.analysis.stats;

import java.util.Arrays;

/**
 * How many of some spans there are at once, at most. A span is compared with the 64 that came
 * before it, in whatever order they come.
 */
final class Overlap {
  private static final int MOST = 64;

  private final long[] from = new long[MOST];
  private final long[] to = new long[MOST];
  private final int[] atStart = new int[MOST];
  private int next;
  private int most;

  Overlap() {
    Arrays.fill(to, Long.MIN_VALUE);
  }

  /** Takes a span, both ends included. */
  void add(long first, long last) {
    int here = 1;
    for (int i = 0; i < MOST; i++) {
      if (to[i] >= first && from[i] <= first) {
        here++;
      } else if (from[i] > first && from[i] <= last && to[i] != Long.MIN_VALUE) {
        atStart[i]++;
        most = Math.max(most, atStart[i]);
      }
    }
    from[next] = first;
    to[next] = last;
    atStart[next] = here;
    most = Math.max(most, here);
    next = (next + 1) % MOST;
  }

  /** The most at once, 0 if there was none. */
  int most() {
    return most;
  }
}
