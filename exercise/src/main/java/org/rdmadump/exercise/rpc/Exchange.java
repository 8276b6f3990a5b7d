package org.rdmadump.exercise.rpc;

import org.rdmadump.exercise.ExerciseCase;

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

  /** {@return the whole RPC message that was called with, made anew} */
  public byte[] call() {
    return NfsMessages.call(made).bytes();
  }

  /** {@return the whole RPC message that was to be answered, made anew} */
  public byte[] reply() {
    return NfsMessages.replyTo(call()).bytes();
  }
}
