package org.rdmadump.exercise.plain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmadump.exercise.endpoint.Slice;

/**
 * This side's memory of an operation: one piece of its region, or several that are of different
 * lengths, in memory of two keys, in the opposite order, and with guards between them.
 */
final class Pieces {
  /** A piece, and where in the bytes of the operation it begins. */
  private record Piece(Region region, int offset, int from, int length) {}

  private final List<Piece> pieces = new ArrayList<>();

  Pieces(Region region, int offset, int length, int count) {
    if (count == 1 || length < count) {
      pieces.add(new Piece(region, offset, 0, length));
      return;
    }
    int from = 0;
    int end = Region.SCATTERED;
    for (int i = 0; i < count; i++) {
      int rest = count - i;
      int left = length - from;
      int piece = rest == 1 ? left : Math.max(1, Math.min(left - rest + 1, left / rest + i - 1));
      end -= piece + 2 * Step.GUARD + i;
      pieces.add(new Piece(region.piece(i), end + Step.GUARD, from, piece));
      from += piece;
    }
  }

  List<Slice> slices() {
    return pieces.stream()
        .map(piece -> piece.region.memory().slice(piece.offset, piece.length))
        .toList();
  }

  /** Puts bytes into them. */
  void put(byte[] bytes) {
    for (Piece piece : pieces) {
      piece.region.put(piece.offset, part(piece, bytes));
    }
  }

  /** Makes room for bytes, other than any that will come. */
  void clear(byte[] toCome) {
    for (Piece piece : pieces) {
      piece.region.clear(piece.offset, part(piece, toCome));
    }
  }

  private static byte[] part(Piece piece, byte[] bytes) {
    return Arrays.copyOfRange(bytes, piece.from, piece.from + piece.length);
  }

  /** What is in them now. */
  byte[] bytes() {
    int length = pieces.stream().mapToInt(Piece::length).sum();
    byte[] all = new byte[length];
    for (Piece piece : pieces) {
      byte[] part = piece.region.bytes(piece.offset, piece.length);
      System.arraycopy(part, 0, all, piece.from, part.length);
    }
    return all;
  }

  /** Whether something was written before or behind one of them. */
  boolean isTouched() {
    return pieces.stream().anyMatch(piece -> piece.region.isTouched(piece.offset, piece.length));
  }

  /** Whether they hold these bytes, and nothing was written beside. */
  boolean holds(byte[] expected) {
    return Arrays.equals(bytes(), expected) && !isTouched();
  }
}
