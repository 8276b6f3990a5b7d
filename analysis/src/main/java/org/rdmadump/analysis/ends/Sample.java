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

  /** Where a packet is, counted from 1, by its key; 0 where a slot is free. */
  private int[] slots = new int[FIRST];

  private SentBetween ends = new SentBetween();
  private long[] keys = new long[room(FIRST)];
  private long[] nanos = new long[room(FIRST)];
  private int[] between = new int[room(FIRST)];

  /** How often a key came. */
  private int[] counts = new int[room(FIRST)];

  private int size;

  /** Upper bits of a key that have to be 0. */
  private int bits;

  /** Adds a packet, if its key is one to keep. */
  void add(long key, TapPacket packet) {
    if (!keeps(key, bits)) {
      return;
    }
    int slot = slot(key);
    if (slots[slot] != 0) {
      counts[slots[slot] - 1]++;
      return;
    }
    int at = size++;
    slots[slot] = size;
    keys[at] = key;
    nanos[at] = packet.nanos();
    between[at] =
        ends.of(
            packet.source(), packet.destination(), packet.sourceHost(), packet.destinationHost());
    counts[at] = 1;
    if (2 * size > slots.length && size < MOST) {
      grow();
    }
    while (size >= MOST || ends.isFull()) {
      bits++;
      halve();
    }
  }

  /** Packets that so many slots are for: more of them are free. */
  private static int room(int slots) {
    return slots / 2 + 1;
  }

  private static boolean keeps(long key, int bits) {
    return bits == 0 || key >>> (Long.SIZE - bits) == 0;
  }

  private int slot(long key) {
    int at = (int) key & (slots.length - 1);
    while (slots[at] != 0 && keys[slots[at] - 1] != key) {
      at = (at + 1) & (slots.length - 1);
    }
    return at;
  }

  private void grow() {
    int[] inOrder = packets(bits, Integer.MAX_VALUE);
    slots = new int[2 * slots.length];
    keys = Arrays.copyOf(keys, room(slots.length));
    nanos = Arrays.copyOf(nanos, room(slots.length));
    between = Arrays.copyOf(between, room(slots.length));
    counts = Arrays.copyOf(counts, room(slots.length));
    for (int each : inOrder) {
      slots[slot(keys[each])] = each + 1;
    }
  }

  /** Makes room in place: a large capture does so several times. */
  private void halve() {
    int[] inOrder = packets(bits, Integer.MAX_VALUE);
    int[] movedTo = new int[size];
    SentBetween before = ends;
    ends = new SentBetween();
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (keeps(keys[i], bits)) {
        keys[kept] = keys[i];
        nanos[kept] = nanos[i];
        between[kept] = ends.of(before, between[i]);
        counts[kept] = counts[i];
        movedTo[i] = kept++;
      }
    }
    size = kept;
    Arrays.fill(slots, 0);
    for (int each : inOrder) {
      int packet = movedTo[each];
      slots[slot(keys[packet])] = packet + 1;
    }
  }

  /** Upper bits of a key that were 0 in all that is kept. */
  int bits() {
    return bits;
  }

  int size() {
    return size;
  }

  /** Numbers of packets that came once, with so many upper bits 0. */
  int[] single(int upperBits) {
    return packets(upperBits, 1);
  }

  /** In the order of their slots, so that it does not depend on the capture's order. */
  private int[] packets(int upperBits, int most) {
    int[] found = new int[size];
    int many = 0;
    for (int slot : slots) {
      if (slot != 0 && counts[slot - 1] <= most && keeps(keys[slot - 1], upperBits)) {
        found[many++] = slot - 1;
      }
    }
    return Arrays.copyOf(found, many);
  }

  /** The number of a packet that came once; -1 without one. */
  int find(long key) {
    int found = slots[slot(key)] - 1;
    return found >= 0 && counts[found] == 1 ? found : -1;
  }

  long key(int packet) {
    return keys[packet];
  }

  long nanos(int packet) {
    return nanos[packet];
  }

  long source(int packet) {
    return ends.source(between[packet]);
  }

  long destination(int packet) {
    return ends.destination(between[packet]);
  }

  long sourceHost(int packet) {
    return ends.sourceHost(between[packet]);
  }

  long destinationHost(int packet) {
    return ends.destinationHost(between[packet]);
  }
}
