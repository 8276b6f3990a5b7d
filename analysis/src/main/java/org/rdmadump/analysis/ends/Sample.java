package org.rdmadump.analysis.ends;

import java.util.Arrays;

/**
 * Some packets of a capture, in bounded memory. Whether a packet is among them depends only on its
 * key, so that two captures of the same traffic keep the same packets: those whose key is below a
 * threshold, which is halved whenever the table is full.
 */
final class Sample {
  /** Packets that are kept at most. */
  static final int MOST = 1 << 16;

  private static final int FIRST = 1 << 11;

  private long[] keys = new long[FIRST];
  private long[] nanos = new long[FIRST];
  private long[] sources = new long[FIRST];
  private long[] destinations = new long[FIRST];
  private long[] sourceHosts = new long[FIRST];
  private long[] destinationHosts = new long[FIRST];

  /** How often a key came; 0 where a slot is free. */
  private int[] counts = new int[FIRST];

  private int size;

  /** Upper bits of a key that have to be 0. */
  private int bits;

  /** Adds a packet, if its key is one to keep. */
  void add(long key, TapPacket packet) {
    if (!keeps(key, bits)) {
      return;
    }
    int at = slot(key);
    if (counts[at] != 0) {
      counts[at]++;
      return;
    }
    keys[at] = key;
    nanos[at] = packet.nanos();
    sources[at] = packet.source();
    destinations[at] = packet.destination();
    sourceHosts[at] = packet.sourceHost();
    destinationHosts[at] = packet.destinationHost();
    counts[at] = 1;
    if (++size == MOST) {
      bits++;
      rebuild(keys.length);
    } else if (2 * size > keys.length) {
      rebuild(2 * keys.length);
    }
  }

  private static boolean keeps(long key, int bits) {
    return bits == 0 || key >>> (Long.SIZE - bits) == 0;
  }

  private int slot(long key) {
    int at = (int) key & (keys.length - 1);
    while (counts[at] != 0 && keys[at] != key) {
      at = (at + 1) & (keys.length - 1);
    }
    return at;
  }

  /** Puts what is to be kept into a table of another length. */
  private void rebuild(int length) {
    int[] kept = slots(bits, 1, Integer.MAX_VALUE);
    long[][] from = {keys, nanos, sources, destinations, sourceHosts, destinationHosts};
    int[] seen = counts;
    keys = new long[length];
    nanos = new long[length];
    sources = new long[length];
    destinations = new long[length];
    sourceHosts = new long[length];
    destinationHosts = new long[length];
    counts = new int[length];
    long[][] to = {keys, nanos, sources, destinations, sourceHosts, destinationHosts};
    size = kept.length;
    for (int each : kept) {
      int at = slot(from[0][each]);
      for (int column = 0; column < to.length; column++) {
        to[column][at] = from[column][each];
      }
      counts[at] = seen[each];
    }
  }

  /** Upper bits of a key that were 0 in all that is kept. */
  int bits() {
    return bits;
  }

  int size() {
    return size;
  }

  /** The slots of packets that came once, with so many upper bits 0. */
  int[] single(int upperBits) {
    return slots(upperBits, 1, 1);
  }

  private int[] slots(int upperBits, int least, int most) {
    int[] found = new int[size];
    int many = 0;
    for (int i = 0; i < keys.length; i++) {
      if (counts[i] >= least && counts[i] <= most && keeps(keys[i], upperBits)) {
        found[many++] = i;
      }
    }
    return Arrays.copyOf(found, many);
  }

  /** The slot of a packet that came once; -1 without one. */
  int find(long key) {
    int at = slot(key);
    return counts[at] == 1 ? at : -1;
  }

  long key(int slot) {
    return keys[slot];
  }

  long nanos(int slot) {
    return nanos[slot];
  }

  long source(int slot) {
    return sources[slot];
  }

  long destination(int slot) {
    return destinations[slot];
  }

  long sourceHost(int slot) {
    return sourceHosts[slot];
  }

  long destinationHost(int slot) {
    return destinationHosts[slot];
  }
}
