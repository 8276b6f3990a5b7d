package org.rdmadump.exercise.ping;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What came of all calls.
 *
 * @param calls that were made, or not sent for want of a credit
 * @param answered those that the procedure answered
 * @param refused those that something else answered
 * @param latencies of those that were answered
 * @param credits that the last answer granted
 * @param connection over which they went
 * @param failure why the connection ended before all were made, in words; empty if it did not
 */
public record PingSummary(
    long calls,
    long answered,
    long refused,
    Latencies latencies,
    OptionalInt credits,
    Optional<PingConnection> connection,
    String failure) {
  /** {@return calls that nothing answered} */
  public long lost() {
    return calls - answered - refused;
  }

  /** {@return whether every call was answered} */
  public boolean isGood() {
    return failure.isEmpty() && answered == calls;
  }
}
