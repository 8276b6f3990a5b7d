package org.rdmadump.exercise.ping;

import java.util.Arrays;

/** How long answers took; all of them are kept, so that percentiles are exact. */
public final class Latencies {
  private static final int FIRST = 64;
  private static final int WHOLE = 100;

  private long[] nanos = new long[FIRST];
  private int count;
  private boolean sorted = true;

  /** None. */
  public Latencies() {}

  /** Adds one, in nanoseconds, from 0 on. */
  public void add(long value) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = value;
    sorted = false;
  }

  /** {@return how many there are} */
  public int count() {
    return count;
  }

  /** {@return the mean, rounded down; 0 if there is none} */
  public long mean() {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += nanos[i];
    }
    return count == 0 ? 0 : sum / count;
  }

  /**
   * {@return the smallest that so many of a hundred do not exceed; 0 if there is none}
   *
   * @param percent 0 for the smallest of all, 100 for the largest
   */
  public long percentile(int percent) {
    if (count == 0) {
      return 0;
    }
    if (!sorted) {
      Arrays.sort(nanos, 0, count);
      sorted = true;
    }
    int rank = (int) (((long) percent * count + WHOLE - 1) / WHOLE);
    return nanos[Math.max(0, rank - 1)];
  }
}
