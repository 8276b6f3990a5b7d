package org.rdmadump.exercise.plain;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Slice;

/** The memory of a side: what is put there for a step, and what is there afterwards. */
final class Region {
  private static final byte GUARD = (byte) 0xa5;

  private final Memory memory;

  Region(Memory memory) {
    this.memory = memory;
  }

  Memory memory() {
    return memory;
  }

  /** Whether a step of the other side lies inside of it. */
  boolean holds(int offset, int length) {
    return offset >= Step.GUARD
        && length >= 0
        && (long) offset + length + Step.GUARD <= memory.buffer().capacity();
  }

  /** Puts bytes there, and guards around them. */
  void put(int offset, byte[] bytes) {
    guard(offset - Step.GUARD);
    memory.put(offset, bytes);
    guard(offset + bytes.length);
  }

  /** Makes room for so many bytes, other than any that will come. */
  void clear(int offset, byte[] toCome) {
    byte[] other = toCome.clone();
    for (int i = 0; i < other.length; i++) {
      other[i] = (byte) ~other[i];
    }
    put(offset, other);
  }

  byte[] bytes(int offset, int length) {
    return memory.bytes(offset, length);
  }

  /** Whether something was written before or behind those bytes. */
  boolean isTouched(int offset, int length) {
    return isGuardTouched(offset - Step.GUARD) || isGuardTouched(offset + length);
  }

  /** The bytes in so many pieces, of lengths that differ. */
  List<Slice> slices(int offset, int length, int pieces) {
    List<Slice> slices = new ArrayList<>(pieces);
    int at = offset;
    int left = length;
    for (int i = 0; i < pieces; i++) {
      int rest = pieces - i;
      int piece = rest == 1 ? left : Math.max(1, Math.min(left - rest + 1, left / rest + i - 1));
      slices.add(memory.slice(at, piece));
      at += piece;
      left -= piece;
    }
    return slices;
  }

  private void guard(int at) {
    for (int i = 0; i < Step.GUARD; i++) {
      memory.buffer().put(at + i, GUARD);
    }
  }

  private boolean isGuardTouched(int at) {
    for (int i = 0; i < Step.GUARD; i++) {
      if (memory.buffer().get(at + i) != GUARD) {
        return true;
      }
    }
    return false;
  }
}
