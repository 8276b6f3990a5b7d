package org.rdmadump.exercise.endpoint;

/**
 * A part of this side's memory that an operation sends or fills: an entry of its scatter-gather
 * list.
 *
 * @param memory that it is in
 * @param offset of its first byte
 * @param length bytes, from 0 on
 */
public record Slice(Memory memory, int offset, int length) {
  /** {@return the same bytes as the other side addresses them} */
  public Remote remote() {
    return memory.remote(offset, length);
  }

  /** {@return a copy of its bytes} */
  public byte[] bytes() {
    return memory.bytes(offset, length);
  }

  /** Fills it from an array, of which the first byte is at {@code from}. */
  public void put(byte[] bytes, int from) {
    memory.buffer().put(offset, bytes, from, length);
  }
}
