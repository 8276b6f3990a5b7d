package org.rdmadump.bytes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A cache by byte string, for strings that recur, such as the credential in the calls of a client.
 *
 * <p>A new one may take the place of another.
 *
 * @param <T> what is known of one
 */
public final class KnownBytes<T> {
  /** Those that are known at a time: a power of two. */
  private static final int MOST = 16;

  private static final int LONGEST = 512;
  private static final byte[] NOTHING = {};

  private final byte[][] known = new byte[MOST][];
  private final List<Optional<T>> values =
      new ArrayList<>(Collections.nCopies(MOST, Optional.empty()));

  /** Without any. */
  public KnownBytes() {
    Arrays.fill(known, NOTHING);
  }

  /** {@return what is known of the bytes {@code [from, to)} of a rope} */
  public Optional<T> find(Rope rope, long from, long to) {
    if (!fits(rope, from, to)) {
      return Optional.empty();
    }
    int slot = slot(rope, from, to);
    byte[] bytes = known[slot];
    if (bytes.length != to - from) {
      return Optional.empty();
    }
    return isAt(rope, from, bytes) ? values.get(slot) : Optional.empty();
  }

  private static boolean isAt(Rope rope, long from, byte[] bytes) {
    int piece = rope.pieceAt(from);
    if (rope.start(piece + 1) - from >= bytes.length) {
      int at = rope.offset(piece) + (int) (from - rope.start(piece));
      return Arrays.equals(rope.array(piece), at, at + bytes.length, bytes, 0, bytes.length);
    }
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != rope.byteAt(from + i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Takes what was found out about the bytes {@code [from, to)} of a rope. Fewer than 4, more than
   * 512, and bytes of which some are absent are passed over.
   */
  public void add(Rope rope, long from, long to, T value) {
    if (fits(rope, from, to)) {
      int slot = slot(rope, from, to);
      known[slot] = rope.toArray(from, to);
      values.set(slot, Optional.of(value));
    }
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
