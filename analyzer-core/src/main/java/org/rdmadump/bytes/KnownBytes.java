package org.rdmadump.bytes;

import java.util.Arrays;

/**
 * Few strings of bytes that are met again and again, such as the credential that a client sends
 * with call after call: what was found out about one need not be found out each time.
 *
 * <p>A new one may take the slot of another.
 */
public final class KnownBytes {
  /** Those that are known at a time: a power of two. */
  public static final int MOST = 16;

  private static final int LONGEST = 512;
  private static final int NONE = -1;
  private static final byte[] NOTHING = {};

  private final byte[][] known = new byte[MOST][];

  /** Without any. */
  public KnownBytes() {
    Arrays.fill(known, NOTHING);
  }

  /**
   * {@return the slot, from 0 to {@link #MOST} - 1, of the bytes {@code [from, to)} of a rope; -1
   * if they are not known}
   */
  public int find(Rope rope, long from, long to) {
    if (!fits(rope, from, to)) {
      return NONE;
    }
    int slot = slot(rope, from, to);
    byte[] bytes = known[slot];
    if (bytes.length != to - from) {
      return NONE;
    }
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != rope.byteAt(from + i)) {
        return NONE;
      }
    }
    return slot;
  }

  /**
   * Takes the bytes {@code [from, to)} of a rope.
   *
   * @return their slot; -1 if they are not taken, being fewer than 4, more than 512 or not there
   */
  public int add(Rope rope, long from, long to) {
    if (!fits(rope, from, to)) {
      return NONE;
    }
    int slot = slot(rope, from, to);
    known[slot] = rope.toArray(from, to);
    return slot;
  }

  private static boolean fits(Rope rope, long from, long to) {
    return to - from >= Integer.BYTES && to - from <= LONGEST && rope.has(from, to - from);
  }

  private static int slot(Rope rope, long from, long to) {
    int last = rope.getInt(to - Integer.BYTES);
    int middle = rope.getInt((from + to) / 2 - Integer.BYTES / 2);
    return (int) ((to - from) * 31 + rope.getInt(from) * 7L + middle + last) & (MOST - 1);
  }
}
