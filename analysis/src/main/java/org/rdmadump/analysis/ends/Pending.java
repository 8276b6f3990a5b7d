package org.rdmadump.analysis.ends;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Packets that one capture has shown and the other one not yet, in a table that never grows: by
 * key, the newest first, and in the order in which they came.
 */
final class Pending {
  /** Packets that may wait. */
  static final int MOST = 1 << 18;

  static final int NONE = -1;

  private static final int BUCKETS = MOST;

  private final int[] buckets = new int[BUCKETS];
  private final int[] nextInBucket = new int[MOST];
  private final int[] newer = new int[MOST];
  private final int[] older = new int[MOST];
  private final long[] keys = new long[MOST];
  private final long[] kinds = new long[MOST];
  private final long[] nanos = new long[MOST];
  private final long[] frames = new long[MOST];
  private final int[] positions = new int[MOST];
  private final short[] opcodes = new short[MOST];
  private final byte[] flags = new byte[MOST];
  private final @Nullable Flow[] flows = new Flow[MOST];

  private int free;
  private int oldest = NONE;
  private int newest = NONE;
  private int size;

  Pending() {
    Arrays.fill(buckets, NONE);
    for (int i = 0; i < MOST; i++) {
      nextInBucket[i] = i + 1 < MOST ? i + 1 : NONE;
    }
  }

  boolean isFull() {
    return free == NONE;
  }

  int size() {
    return size;
  }

  /** Adds a packet; there must be room. */
  int add(long key, long kind, long time, long frame, int position, int opcode, Flow flow) {
    int at = free;
    free = nextInBucket[at];
    keys[at] = key;
    kinds[at] = kind;
    nanos[at] = time;
    frames[at] = frame;
    positions[at] = position;
    opcodes[at] = (short) opcode;
    flags[at] = 0;
    flows[at] = flow;
    int bucket = bucket(key);
    nextInBucket[at] = buckets[bucket];
    buckets[bucket] = at;
    older[at] = newest;
    newer[at] = NONE;
    if (newest == NONE) {
      oldest = at;
    } else {
      newer[newest] = at;
    }
    newest = at;
    size++;
    return at;
  }

  void remove(int at) {
    int bucket = bucket(keys[at]);
    if (buckets[bucket] == at) {
      buckets[bucket] = nextInBucket[at];
    } else {
      int before = buckets[bucket];
      while (nextInBucket[before] != at) {
        before = nextInBucket[before];
      }
      nextInBucket[before] = nextInBucket[at];
    }
    if (older[at] == NONE) {
      oldest = newer[at];
    } else {
      newer[older[at]] = newer[at];
    }
    if (newer[at] == NONE) {
      newest = older[at];
    } else {
      older[newer[at]] = older[at];
    }
    flows[at] = null;
    nextInBucket[at] = free;
    free = at;
    size--;
  }

  private static int bucket(long key) {
    return (int) key & (BUCKETS - 1);
  }

  /** The newest one of a key. */
  int first(long key) {
    return from(buckets[bucket(key)], key);
  }

  /** The one of the same key before it. */
  int next(int at) {
    return from(nextInBucket[at], keys[at]);
  }

  private int from(int start, long key) {
    int at = start;
    while (at != NONE && keys[at] != key) {
      at = nextInBucket[at];
    }
    return at;
  }

  int oldest() {
    return oldest;
  }

  long kind(int at) {
    return kinds[at];
  }

  long nanos(int at) {
    return nanos[at];
  }

  long frame(int at) {
    return frames[at];
  }

  int position(int at) {
    return positions[at];
  }

  int opcode(int at) {
    return opcodes[at];
  }

  Flow flow(int at) {
    Flow flow = flows[at];
    if (flow == null) {
      throw new IllegalStateException("no packet waits at " + at);
    }
    return flow;
  }

  void flag(int at, int flag) {
    flags[at] |= (byte) flag;
  }

  boolean has(int at, int flag) {
    return (flags[at] & flag) != 0;
  }
}
