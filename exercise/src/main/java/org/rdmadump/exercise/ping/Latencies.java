package org.rdmadump.exercise.ping;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * How long answers took. Count, mean, smallest and largest are of all; percentiles of the last
 * 65,536, which are kept.
 */
public final class Latencies {
  /** The most that are kept. */
  static final int MOST = 1 << 16;

  private static final int FIRST = 64;
  private static final int WHOLE = 100;

  private long[] nanos = new long[FIRST];
  private long count;
  private long sum;
  private long least = Long.MAX_VALUE;
  private long most;

  /** None. */
  public Latencies() {}

  /** Adds one, in nanoseconds, from 0 on. */
  public void add(long value) {
    if (count == nanos.length && nanos.length < MOST) {
      nanos = Arrays.copyOf(nanos, 2 * nanos.length);
    }
    nanos[(int) (count % nanos.length)] = value;
    count++;
    sum += value;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }

  /** {@return how many there are} */
  public long count() {
    return count;
  }

  /** {@return the mean, rounded down; 0 if there is none} */
  public long mean() {
    return count == 0 ? 0 : sum / count;
  }

  /** {@return the smallest; 0 if there is none} */
  public long least() {
    return count == 0 ? 0 : least;
  }

  /** {@return the largest; 0 if there is none} */
  public long most() {
    return most;
  }

  /**
   * {@return the smallest that so many of a hundred do not exceed; empty if there are so few that
   * it would be no more than the largest: fewer than 100 for 99, than 10 for 90, than 2 for 50}
   *
   * @param percent from 1 to 99
   */
  public OptionalLong percentile(int percent) {
    int kept = (int) Math.min(count, nanos.length);
    if ((long) kept * (WHOLE - percent) < WHOLE) {
      return OptionalLong.empty();
    }
    long[] sorted = Arrays.copyOf(nanos, kept);
    Arrays.sort(sorted);
    int rank = (int) (((long) percent * kept + WHOLE - 1) / WHOLE);
    return OptionalLong.of(sorted[rank - 1]);
  }
}
