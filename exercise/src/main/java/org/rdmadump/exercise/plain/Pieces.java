package org.rdmadump.exercise.plain;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.Remote;
import org.rdmadump.exercise.endpoint.Slice;
import org.rdmadump.exercise.journal.ExerciseCase;

/**
 * This side's memory of an operation: one piece of its region, or several that are of different
 * lengths, in memory of two keys, in the opposite order, and with guards between them.
 */
final class Pieces {
  private static final byte GUARD = (byte) 0xa5;

  /** A piece, and where in the bytes of the operation it begins. */
  private record Piece(Slice slice, int from) {
    /** Puts its part of the bytes there, and guards around them. */
    void put(byte[] all) {
      guard(slice.offset() - Step.GUARD);
      slice.put(all, from);
      guard(slice.offset() + slice.length());
    }

    private void guard(int at) {
      for (int i = 0; i < Step.GUARD; i++) {
        slice.memory().buffer().put(at + i, GUARD);
      }
    }

    /** Whether something was written before or behind it. */
    boolean isTouched() {
      return isGuardTouched(slice.offset() - Step.GUARD)
          || isGuardTouched(slice.offset() + slice.length());
    }

    private boolean isGuardTouched(int at) {
      for (byte each : slice.memory().bytes(at, Step.GUARD)) {
        if (each != GUARD) {
          return true;
        }
      }
      return false;
    }
  }

  private final List<Piece> pieces = new ArrayList<>();

  Pieces(Region region, int offset, int length, int count) {
    if (count == 1 || length < count) {
      pieces.add(new Piece(region.memory().slice(offset, length), 0));
      return;
    }
    int from = 0;
    int end = Region.SCATTERED;
    for (int i = 0; i < count; i++) {
      int rest = count - i;
      int left = length - from;
      int piece = rest == 1 ? left : Math.max(1, Math.min(left - rest + 1, left / rest + i - 1));
      end -= piece + 2 * Step.GUARD + i;
      pieces.add(new Piece(region.ofPiece(i).slice(end + Step.GUARD, piece), from));
      from += piece;
    }
  }

  private List<Slice> slices() {
    return pieces.stream().map(Piece::slice).toList();
  }

  /**
   * Makes the operation of a case with them.
   *
   * @param remote memory of the other side that is read, written or invalidated
   * @param data immediate data, if the case has any
   * @param bytes that are moved; room is made for them, or they are put here first
   */
  void move(Endpoint endpoint, ExerciseCase of, Remote remote, int data, byte[] bytes)
      throws EndpointException {
    if (of.isRead()) {
      clear(bytes);
      endpoint.read(slices(), remote);
      return;
    }
    put(bytes);
    if (of.isWrite()) {
      endpoint.write(slices(), remote, of.immediate(data));
    } else {
      endpoint.send(slices(), of.immediate(data), of.invalidates(remote.handle()));
    }
  }

  /**
   * Prepares them for an operation of the other side: puts what it reads, clears what it writes.
   */
  void prepare(ExerciseCase of, byte[] bytes) {
    if (of.isRead()) {
      put(bytes);
    } else if (of.isWrite()) {
      clear(bytes);
    }
  }

  /** Puts bytes into them. */
  private void put(byte[] bytes) {
    pieces.forEach(piece -> piece.put(bytes));
  }

  /** Makes room for bytes, other than any that will come. */
  private void clear(byte[] toCome) {
    byte[] other = toCome.clone();
    for (int i = 0; i < other.length; i++) {
      other[i] = (byte) ~other[i];
    }
    put(other);
  }

  /** What is in them now. */
  byte[] bytes() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    pieces.forEach(piece -> all.writeBytes(piece.slice.bytes()));
    return all.toByteArray();
  }

  /** Whether something was written before or behind one of them. */
  boolean isTouched() {
    return pieces.stream().anyMatch(Piece::isTouched);
  }

  /** Whether they hold these bytes, and nothing was written beside. */
  boolean holds(byte[] expected) {
    return Arrays.equals(bytes(), expected) && !isTouched();
  }
}
