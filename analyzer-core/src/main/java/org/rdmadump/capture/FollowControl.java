package org.rdmadump.capture;

import java.io.IOException;

/** What a {@link FollowedCapture} does while it waits for data. */
public interface FollowControl {
  /**
   * Waits a moment.
   *
   * @return whether to go on; false ends the capture
   * @throws IOException to end it with a failure
   */
  boolean pause() throws IOException;
}
