package org.rdmadump.net;

import java.util.Arrays;

/**
 * The packets that were seen lately, and how often from each viewpoint: so that one that two places
 * of capture saw is known by its second copy, and one that was sent twice is not mistaken for it.
 *
 * <p>Of equal packets, as many were sent as the viewpoint saw that saw most of them. So a packet is
 * a copy if its viewpoint saw fewer of them so far than another one. But two viewpoints that
 * otherwise share nothing of what the two hosts say, such as the links of a bonded interface, do
 * not see the same packet twice: equal ones were sent twice.
 */
public final class PacketCopies {
  /** How far the times of two copies may lie apart, that is also the clocks of two captures. */
  static final long WINDOW_NANOS = 2_000_000_000L;

  /** Packets that are remembered. */
  static final int MOST = 1 << 17;

  /** Viewpoints that are told apart; those beyond count as one. */
  static final int MOST_VIEWPOINTS = 16;

  /** In a bucket; more are there only if somebody made them for it, and then all are forgotten. */
  private static final int MOST_IN_BUCKET = 64;

  private static final int FIRST_CAPACITY = 1 << 10;
  private static final int NONE = -1;
  private static final int COUNT_BITS = 4;
  private static final int COUNT_MASK = (1 << COUNT_BITS) - 1;

  private final int[] viewpoints = new int[MOST_VIEWPOINTS];
  private final SharedTraffic traffic = new SharedTraffic(MOST_VIEWPOINTS);
  private int known;

  /** A ring of packets in the order in which they were first seen. */
  private long[] high = new long[FIRST_CAPACITY];

  private long[] low = new long[FIRST_CAPACITY];
  private long[] lastNanos = new long[FIRST_CAPACITY];

  /** How many of each viewpoint, four bits each. */
  private long[] counts = new long[FIRST_CAPACITY];

  /** The low halves of the numbers of the frames that were no copies. */
  private int[] frames = new int[FIRST_CAPACITY];

  /** Others in the same bucket, {@link #NONE} at the end. */
  private int[] next = new int[FIRST_CAPACITY];

  private int[] buckets = new int[FIRST_CAPACITY];
  private int at;
  private boolean full;

  /** The packet that was taken last, and the count of its viewpoint. */
  private int last = NONE;

  private long lastCount;

  /** No packets so far. */
  public PacketCopies() {
    Arrays.fill(buckets, NONE);
  }

  /**
   * Takes a packet.
   *
   * @param high half of a digest of what is the same in all copies of it
   * @param low the other half
   * @param hosts a number of its sender and receiver
   * @param viewpoint where it was seen
   * @param nanos when
   * @return whether it is a copy of one that another viewpoint saw
   */
  public boolean isCopy(long high, long low, int hosts, int viewpoint, long nanos) {
    int lane = lane(viewpoint);
    int shift = COUNT_BITS * lane;
    lastCount = 1L << shift;
    int found = find(high, low);
    if (found == NONE) {
      last = add(high, low, nanos, lastCount);
      traffic.shows(hosts, lane);
      return false;
    }
    last = found;
    if (Math.abs(nanos - lastNanos[found]) > WINDOW_NANOS) {
      counts[found] = lastCount;
      lastNanos[found] = nanos;
      traffic.shows(hosts, lane);
      return false;
    }
    lastNanos[found] = Math.max(lastNanos[found], nanos);
    if ((counts[found] >>> shift & COUNT_MASK) == COUNT_MASK) {
      counts[found] = lowered(counts[found]);
    }
    long seen = counts[found];
    counts[found] = seen + lastCount;
    boolean copy =
        (seen >>> shift & COUNT_MASK) < most(seen)
            && !(traffic.isApart(hosts, lane) && areApart(hosts, seen));
    traffic.shows(hosts, lane);
    if (copy) {
      share(hosts, lane, seen);
    }
    return copy;
  }

  /** Whether each viewpoint that saw a packet shows what no other does. */
  private boolean areApart(int hosts, long seen) {
    int lane = 0;
    for (long rest = seen; rest != 0; rest >>>= COUNT_BITS) {
      if ((rest & COUNT_MASK) != 0 && !traffic.isApart(hosts, lane)) {
        return false;
      }
      lane++;
    }
    return true;
  }

  private void share(int hosts, int lane, long seen) {
    traffic.shares(hosts, lane);
    int first = Long.numberOfTrailingZeros(seen) / COUNT_BITS;
    boolean onlyOne = seen >>> (COUNT_BITS * first) <= COUNT_MASK;
    if (onlyOne) {
      traffic.shares(hosts, first);
    }
  }

  /** Remembers the frame of the last packet, which was no copy. */
  public void foundIn(long frame) {
    if (last != NONE) {
      frames[last] = (int) frame;
    }
  }

  /**
   * {@return the frame that showed the last packet, a copy, before}
   *
   * @param frame the frame of the copy, not 2^32 or more behind it
   */
  public long original(long frame) {
    return last == NONE ? frame : frame - Integer.toUnsignedLong((int) frame - frames[last]);
  }

  /** Takes the last packet back, which was of no use, so that a copy of it is none. */
  public void takeBack() {
    if (last != NONE) {
      counts[last] -= lastCount;
      last = NONE;
    }
  }

  private int lane(int viewpoint) {
    for (int i = 0; i < known; i++) {
      if (viewpoints[i] == viewpoint) {
        return i;
      }
    }
    if (known == MOST_VIEWPOINTS) {
      return MOST_VIEWPOINTS - 1;
    }
    viewpoints[known] = viewpoint;
    return known++;
  }

  private static int most(long counts) {
    int most = 0;
    for (long rest = counts; rest != 0; rest >>>= COUNT_BITS) {
      most = Math.max(most, (int) rest & COUNT_MASK);
    }
    return most;
  }

  /** Half of the greatest number less of each, as far as there are as many. */
  private static long lowered(long counts) {
    long lowered = 0;
    int less = (COUNT_MASK + 1) / 2;
    for (int shift = 0; shift < Long.SIZE; shift += COUNT_BITS) {
      long count = counts >>> shift & COUNT_MASK;
      lowered |= Math.max(0, count - less) << shift;
    }
    return lowered;
  }

  private int bucket(long lowHalf) {
    return (int) lowHalf & (buckets.length - 1);
  }

  private int find(long highHalf, long lowHalf) {
    int bucket = bucket(lowHalf);
    int each = buckets[bucket];
    int others = 0;
    while (each != NONE && (low[each] != lowHalf || high[each] != highHalf)) {
      each = next[each];
      if (++others > MOST_IN_BUCKET) {
        buckets[bucket] = NONE;
        return NONE;
      }
    }
    return each;
  }

  /** Remembers a packet; where. */
  private int add(long highHalf, long lowHalf, long nanos, long count) {
    if (at == 0 && full && high.length < MOST && nanos - lastNanos[0] <= WINDOW_NANOS) {
      grow();
    }
    if (full) {
      unlink(at);
    }
    high[at] = highHalf;
    low[at] = lowHalf;
    lastNanos[at] = nanos;
    counts[at] = count;
    link(at);
    int added = at;
    at++;
    if (at == high.length) {
      at = 0;
      full = true;
    }
    return added;
  }

  private void link(int entry) {
    int bucket = bucket(low[entry]);
    next[entry] = buckets[bucket];
    buckets[bucket] = entry;
  }

  private void unlink(int entry) {
    int bucket = bucket(low[entry]);
    if (buckets[bucket] == entry) {
      buckets[bucket] = next[entry];
      return;
    }
    int before = buckets[bucket];
    while (before != NONE && next[before] != entry) {
      before = next[before];
    }
    if (before != NONE) {
      next[before] = next[entry];
    }
  }

  /** Makes room for as many again, behind those in the ring, which begins at its first place. */
  private void grow() {
    int size = high.length;
    high = Arrays.copyOf(high, 2 * size);
    low = Arrays.copyOf(low, 2 * size);
    lastNanos = Arrays.copyOf(lastNanos, 2 * size);
    counts = Arrays.copyOf(counts, 2 * size);
    frames = Arrays.copyOf(frames, 2 * size);
    next = new int[2 * size];
    buckets = new int[2 * size];
    Arrays.fill(buckets, NONE);
    for (int entry = 0; entry < size; entry++) {
      link(entry);
    }
    at = size;
    full = false;
  }
}
