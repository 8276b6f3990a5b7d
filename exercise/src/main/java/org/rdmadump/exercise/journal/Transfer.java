package org.rdmadump.exercise.journal;

import java.util.OptionalInt;

/**
 * A Send, an RDMA Read or an RDMA Write that completed.
 *
 * @param connection number of the connection, from 0 on
 * @param of what was exercised by it
 * @param by who sent it
 * @param handle of the memory that was read or written; 0 of a Send
 * @param address of its first byte; 0 of a Send
 * @param content the bytes that it was to move
 * @param immediate data that went with it
 * @param invalidates handle that it took away
 * @param inMemory whether both sides had these bytes in memory, and nothing beside was touched
 */
public record Transfer(
    int connection,
    ExerciseCase of,
    Side by,
    int handle,
    long address,
    Content content,
    OptionalInt immediate,
    OptionalInt invalidates,
    boolean inMemory) {
  /** {@return a Send of what the sides tell each other; what came of it is known at the end} */
  public static Transfer control(int connection, Side by, byte[] bytes) {
    return new Transfer(
        connection,
        ExerciseCase.CONTROL,
        by,
        0,
        0,
        Content.of(bytes),
        OptionalInt.empty(),
        OptionalInt.empty(),
        /* inMemory= */ true);
  }

  /** {@return the same, whose bytes were right in memory if this holds as well} */
  public Transfer inMemoryIf(boolean also) {
    return new Transfer(
        connection, of, by, handle, address, content, immediate, invalidates, inMemory && also);
  }

  /** {@return the same, which takes memory away} */
  public Transfer invalidating(int handle) {
    return new Transfer(
        connection, of, by, 0, 0, content, immediate, OptionalInt.of(handle), inMemory);
  }
}
