package org.rdmadump.analysis.report;

/**
 * How often latencies occurred, by buckets whose bounds grow as powers of two do, each octave cut
 * into eight: a value is known to one part in eight. A report has thousands of these, so each takes
 * less than {@link org.rdmadump.analysis.stats.Durations}.
 */
public final class LatencyBuckets {
  private static final int PER_OCTAVE_BITS = 3;
  private static final int PER_OCTAVE = 1 << PER_OCTAVE_BITS;

  /** Latencies of 146 years or more share the last bucket. */
  private static final int LONGEST_BITS = 62;

  private static final long LONGEST = (1L << LONGEST_BITS) - 1;

  /** From the octave of the lowest bucket that is used to that of the highest. */
  private int[] counts = {};

  private int first;
  private long greatest;

  LatencyBuckets() {}

  /** Takes a latency in nanoseconds; below 0 it counts as 0. */
  void add(long nanos) {
    int bucket = bucket(nanos);
    reach(bucket, bucket);
    counts[bucket - first]++;
    greatest = Math.max(greatest, nanos);
  }

  /** Takes those of another. */
  void add(LatencyBuckets other) {
    greatest = Math.max(greatest, other.greatest);
    if (other.counts.length > 0) {
      reach(other.first, other.size() - 1);
      for (int i = 0; i < other.counts.length; i++) {
        counts[other.first - first + i] += other.counts[i];
      }
    }
  }

  private void reach(int lowest, int highest) {
    if (lowest >= first && highest < size()) {
      return;
    }
    int octave = lowest - lowest % PER_OCTAVE;
    first = counts.length == 0 ? octave : first;
    int from = Math.min(first, octave);
    int to = Math.max(size(), highest - highest % PER_OCTAVE + PER_OCTAVE);
    int[] longer = new int[to - from];
    System.arraycopy(counts, 0, longer, first - from, counts.length);
    counts = longer;
    first = from;
  }

  /** {@return the bucket of a latency} */
  static int bucket(long nanos) {
    long value = Math.max(0, Math.min(LONGEST, nanos));
    if (value < PER_OCTAVE) {
      return (int) value;
    }
    int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - PER_OCTAVE_BITS;
    return (octave << PER_OCTAVE_BITS) + (int) (value >>> octave);
  }

  /** {@return the least latency of a bucket, in nanoseconds} */
  static long least(int bucket) {
    if (bucket < 2 * PER_OCTAVE) {
      return bucket;
    }
    int octave = (bucket >> PER_OCTAVE_BITS) - 1;
    return (long) (PER_OCTAVE + bucket % PER_OCTAVE) << octave;
  }

  /** {@return number of buckets up to the last one that is used} */
  public int size() {
    return first + counts.length;
  }

  /** {@return how often latencies of a bucket below {@link #size} occurred} */
  public int count(int bucket) {
    return bucket < first ? 0 : counts[bucket - first];
  }

  /** {@return how many buckets are used} */
  public int used() {
    int used = 0;
    for (int count : counts) {
      used += count > 0 ? 1 : 0;
    }
    return used;
  }

  /**
   * {@return the least bound that so many percent do not exceed, in nanoseconds: that of a bucket,
   * or the greatest latency if that is less; 0 if there is none}
   *
   * @param percent from 0 to 100
   */
  public long percentile(double percent) {
    long all = 0;
    for (int count : counts) {
      all += count;
    }
    long below = 0;
    for (int i = 0; i < counts.length; i++) {
      below += counts[i];
      if (below > 0 && below * 100.0 >= percent * all) {
        return Math.min(greatest, least(first + i + 1) - 1);
      }
    }
    return 0;
  }
}
