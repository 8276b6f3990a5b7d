package org.rdmadump.ib.qp;

/**
 * The times of acknowledgements that were captured before what they acknowledge, as where the two
 * directions stand in blocks. Of many the oldest are forgotten.
 */
final class EarlyTimes {
  private static final int MOST = 64;

  private final long[] ends = new long[MOST];
  private final long[] nanos = new long[MOST];

  /** How many there were; the next one takes its place by this. */
  private int count;

  /** Takes one that acknowledges all before {@code end}; each goes farther than those before. */
  void add(long end, long time) {
    if (count == 0 || end > ends[(count - 1) % MOST]) {
      ends[count % MOST] = end;
      nanos[count % MOST] = time;
      count = count + 1 == 2 * MOST ? MOST : count + 1;
    }
  }

  /**
   * The time of the first that covers a PSN.
   *
   * @param otherwise for one that none of them covers
   */
  long of(long psn, long otherwise) {
    for (int i = Math.max(0, count - MOST); i < count; i++) {
      if (ends[i % MOST] > psn) {
        return nanos[i % MOST];
      }
    }
    return otherwise;
  }
}
