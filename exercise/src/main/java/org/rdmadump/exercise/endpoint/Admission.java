package org.rdmadump.exercise.endpoint;

/** How a request for a connection is answered. */
public sealed interface Admission {
  /**
   * It is taken.
   *
   * @param how the connection is made
   */
  record Taken(ConnectOptions how) implements Admission {}

  /**
   * It is refused.
   *
   * @param privateData what the other side is told with that, 148 bytes at most
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Refused(byte[] privateData) implements Admission {}
}
