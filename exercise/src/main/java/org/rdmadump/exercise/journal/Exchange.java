package org.rdmadump.exercise.journal;

/**
 * A call that was answered.
 *
 * @param connection number of the connection, from 0 on
 * @param made what was called, and how it was moved
 * @param inMemory whether both sides had the bytes of both messages in memory
 */
public record Exchange(int connection, RpcCall made, boolean inMemory) {
  /** {@return what was exercised by it} */
  public ExerciseCase of() {
    return made.of();
  }

  /** {@return the XID of both messages} */
  public int xid() {
    return made.xid();
  }
}
