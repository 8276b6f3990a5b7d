package org.rdmadump.exercise.plain;

import java.util.List;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.Memory;

/**
 * The memory of a side.
 *
 * @param memory for operations of one piece
 * @param scattered memory of other keys, for operations of several pieces
 */
record Region(Memory memory, List<Memory> scattered) {
  /** Room for the pieces of the longest operation that is in pieces. */
  static final int SCATTERED = 1 << 16;

  /** Memory of so many bytes, and what pieces need. */
  static Region of(Endpoint endpoint, int length) throws EndpointException {
    return new Region(
        endpoint.register(length),
        List.of(endpoint.register(SCATTERED), endpoint.register(SCATTERED)));
  }

  /** The memory of the pieces with even numbers, or of those with odd ones. */
  Memory ofPiece(int number) {
    return scattered.get(number % scattered.size());
  }

  /** Whether a step of the other side lies inside of it. */
  boolean holds(int offset, int length) {
    return offset >= Step.GUARD
        && length >= 0
        && (long) offset + length + Step.GUARD <= memory.buffer().capacity();
  }
}
