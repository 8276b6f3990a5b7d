package org.rdmadump.exercise.endpoint;

import java.util.Optional;

/** Takes connections of other machines. */
public interface Acceptor extends AutoCloseable {
  /** {@return the port that it listens on} */
  int port();

  /**
   * {@return the next connection; empty once it is closed}
   *
   * @param answer says how to take one
   * @throws EndpointException if no more will come; one that fails by itself is none
   */
  Optional<Endpoint> accept(Answer answer) throws EndpointException;

  /** Takes no more. From any thread. */
  @Override
  void close();

  /** How a request is answered. */
  interface Answer {
    /**
     * {@return how the request is answered}
     *
     * @param privateData what the other side said; zeros may follow it
     */
    Admission to(byte[] privateData);
  }
}
