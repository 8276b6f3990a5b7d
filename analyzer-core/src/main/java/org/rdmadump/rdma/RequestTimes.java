package org.rdmadump.rdma;

import java.util.Arrays;

/**
 * When requests were sent: how many, and of how many bytes, in each part of the time. With more
 * than {@value #MOST_PARTS} parts, parts become twice as long.
 */
public final class RequestTimes {
  /** Parts that are told apart. */
  static final int MOST_PARTS = 1024;

  private static final int FIRST_CAPACITY = 16;

  private final long origin;
  private long nanos;
  private long[] counts = {};
  private long[] bytes = {};

  /**
   * No request.
   *
   * @param origin time at which the first part begins
   * @param nanos length of a part, above 0
   */
  RequestTimes(long origin, long nanos) {
    this.origin = origin;
    this.nanos = nanos;
  }

  /** Takes a request; one before the origin counts in the first part. */
  void add(long time, long length) {
    long part = Math.max(0, (time - origin) / nanos);
    while (part >= MOST_PARTS) {
      lengthen();
      part = Math.max(0, (time - origin) / nanos);
    }
    if (part >= counts.length) {
      int capacity = FIRST_CAPACITY;
      while (capacity <= part) {
        capacity *= 2;
      }
      counts = Arrays.copyOf(counts, capacity);
      bytes = Arrays.copyOf(bytes, capacity);
    }
    counts[(int) part]++;
    bytes[(int) part] += length;
  }

  /** Makes parts twice as long. */
  public void lengthen() {
    nanos *= 2;
    for (int i = 0; i < counts.length; i++) {
      long count = counts[i];
      long length = bytes[i];
      counts[i] = 0;
      bytes[i] = 0;
      counts[i / 2] += count;
      bytes[i / 2] += length;
    }
  }

  /** {@return how long a part is, in nanoseconds} */
  public long nanos() {
    return nanos;
  }

  /** {@return how many parts there may be} */
  public int parts() {
    return counts.length;
  }

  /** {@return requests in a part} */
  public long count(int part) {
    return counts[part];
  }

  /** {@return their bytes} */
  public long bytes(int part) {
    return bytes[part];
  }
}
