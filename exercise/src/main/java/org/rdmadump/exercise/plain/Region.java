package org.rdmadump.exercise.plain;

import java.util.List;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.Memory;

/** The memory of a side: what is put there for a step, and what is there afterwards. */
final class Region {
  private static final byte GUARD = (byte) 0xa5;

  /** Room for the pieces of the longest operation that is in pieces. */
  static final int SCATTERED = 1 << 16;

  private final Memory memory;
  private final List<Memory> scattered;

  Region(Endpoint endpoint, int length) throws EndpointException {
    this.memory = endpoint.register(length);
    this.scattered = List.of(endpoint.register(SCATTERED), endpoint.register(SCATTERED));
  }

  private Region(Memory memory) {
    this.memory = memory;
    this.scattered = List.of();
  }

  /** Memory of another key, for the pieces with even numbers, or one more for the odd ones. */
  Region piece(int number) {
    return new Region(scattered.get(number % scattered.size()));
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
