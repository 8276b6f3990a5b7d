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
    int piece = pieceOf(rope, from, to);
    if (piece < 0) {
      return Optional.empty();
    }
    byte[] array = rope.array(piece);
    int at = rope.indexOf(piece, from);
    int end = at + (int) (to - from);
    int slot = slot(array, at, end);
    byte[] bytes = known[slot];
    return Arrays.equals(array, at, end, bytes, 0, bytes.length)
        ? values.get(slot)
        : Optional.empty();
  }

  /**
   * Takes what was found out about the bytes {@code [from, to)} of a rope. Fewer than 4, more than
   * 512, and bytes of which some are absent, or in another piece, are passed over.
   */
  public void add(Rope rope, long from, long to, T value) {
    int piece = pieceOf(rope, from, to);
    if (piece >= 0) {
      int at = rope.indexOf(piece, from);
      byte[] bytes = Arrays.copyOfRange(rope.array(piece), at, at + (int) (to - from));
      int slot = slot(bytes, 0, bytes.length);
      known[slot] = bytes;
      values.set(slot, Optional.of(value));
    }
  }

  /** The piece that holds all of these bytes; negative if none does, or they are not taken. */
  private static int pieceOf(Rope rope, long from, long to) {
    if (to - from < Integer.BYTES || to - from > LONGEST || !rope.has(from, to - from)) {
      return -1;
    }
    int piece = rope.pieceAt(from);
    return to <= rope.start(piece + 1) ? piece : -1;
  }

  private static int slot(byte[] bytes, int from, int to) {
    int last = NetworkOrder.intAt(bytes, to - Integer.BYTES);
    int middle = NetworkOrder.intAt(bytes, (from + to) / 2 - Integer.BYTES / 2);
    return (to - from) * 31 + NetworkOrder.intAt(bytes, from) * 7 + middle + last & MOST - 1;
  }
}
