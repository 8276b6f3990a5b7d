package org.rdmadump.live;

import java.io.IOException;

/** Lets the owner of a {@link LiveSource} stop it and flush output. */
@FunctionalInterface
public interface LiveControl {
  /** {@return whether to end the capture now; several threads call it often} */
  boolean isStopped();

  /**
   * Asks to flush output: no packet waits to be decoded, or 100 ms have passed. Called by the
   * decoding thread.
   *
   * @throws IOException if the output cannot be written
   */
  default void idle() throws IOException {}
}
