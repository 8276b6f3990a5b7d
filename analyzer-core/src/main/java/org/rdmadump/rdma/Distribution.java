package org.rdmadump.rdma;

import java.util.Arrays;

/**
 * How values above or equal to 0 are distributed. Count, sum, least and greatest are exact; so are
 * percentiles of at most 64 values. Of more values, percentiles are at most one part in eight too
 * high. Memory does not grow with the number of values.
 */
public final class Distribution {
  private static final int MOST_SINGLE = 64;
  private static final int FIRST_SINGLE = 4;

  /** Buckets of a power of two. */
  private static final int PARTS = 8;

  private static final int PART_BITS = 3;

  /** Values from 2 to the power of this on count as the largest bucket: 2^47 ns are 39 hours. */
  private static final int MOST_BITS = 47;

  private static final int PERCENT = 100;

  private long[] singles = {};
  private int[] buckets = {};
  private long count;
  private long sum;
  private long least = Long.MAX_VALUE;
  private long greatest;

  /** No value. */
  public Distribution() {}

  /** Takes a value; one below 0 counts as 0. */
  public void add(long given) {
    long value = Math.max(0, given);
    if (count < MOST_SINGLE) {
      if (count == singles.length) {
        singles = Arrays.copyOf(singles, Math.max(FIRST_SINGLE, 2 * singles.length));
      }
      singles[(int) count] = value;
    } else {
      if (buckets.length == 0) {
        spread();
      }
      buckets[bucket(value)]++;
    }
    count++;
    sum = saturatedSum(sum, value);
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }

  private static long saturatedSum(long one, long other) {
    long both = one + other;
    return both < 0 ? Long.MAX_VALUE : both;
  }

  private void spread() {
    buckets = new int[bucket(Long.MAX_VALUE) + 1];
    for (long each : singles) {
      buckets[bucket(each)]++;
    }
    singles = new long[0];
  }

  /** Values below 8 have a bucket each, larger ones share it with those of the same first bits. */
  private static int bucket(long value) {
    if (value < PARTS) {
      return (int) value;
    }
    long bounded = Math.min(value, (1L << MOST_BITS) - 1);
    int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(bounded) - PART_BITS;
    return PARTS * shift + (int) (bounded >> shift);
  }

  private static long largestOf(int bucket) {
    if (bucket < PARTS) {
      return bucket;
    }
    int shift = bucket / PARTS - 1;
    return ((long) (PARTS + bucket % PARTS + 1) << shift) - 1;
  }

  /** {@return how many values there were} */
  public long count() {
    return count;
  }

  /** {@return all of them together} */
  public long sum() {
    return sum;
  }

  /** {@return the least; 0 if there is none} */
  public long least() {
    return count == 0 ? 0 : least;
  }

  /** {@return the greatest; 0 if there is none} */
  public long greatest() {
    return greatest;
  }

  /** {@return the mean, rounded down; 0 if there is none} */
  public long mean() {
    return count == 0 ? 0 : sum / count;
  }

  /**
   * {@return the least value that so many of a hundred do not exceed; 0 if there is none}
   *
   * @param percent 1 to 100
   */
  public long percentile(int percent) {
    if (count == 0) {
      return 0;
    }
    long rank = (count * percent + PERCENT - 1) / PERCENT;
    if (buckets.length == 0) {
      long[] sorted = Arrays.copyOf(singles, (int) count);
      Arrays.sort(sorted);
      return sorted[(int) rank - 1];
    }
    int bucket = 0;
    long before = buckets[0];
    while (before < rank) {
      bucket++;
      before += buckets[bucket];
    }
    return Math.max(least, Math.min(greatest, largestOf(bucket)));
  }
}
