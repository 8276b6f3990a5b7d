package org.rdmadump.live;

import java.io.IOException;

/** What a {@link LiveSource} asks of those who run it. */
@FunctionalInterface
public interface LiveControl {
  /** {@return whether the capture is to end now; asked often, by several threads} */
  boolean isStopped();

  /**
   * What was found is not to be held back: nothing waits to be decoded, or 100 ms passed. Called by
   * the thread that decodes.
   */
  default void idle() throws IOException {}
}
