package org.rdmadump.exercise.ping;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What came of a call.
 *
 * @param number of the call, from 1 on
 * @param xid of the call
 * @param status as protocols name it, such as {@code SUCCESS}; {@code TIMEOUT} without an answer
 * @param words what that means; empty of a success
 * @param nanos from the call to the answer
 * @param credits that the answer grants
 */
public record PingReply(
    long number, int xid, String status, String words, OptionalLong nanos, OptionalInt credits) {
  /** {@return whether the procedure was called} */
  public boolean isSuccess() {
    return words.isEmpty();
  }
}
