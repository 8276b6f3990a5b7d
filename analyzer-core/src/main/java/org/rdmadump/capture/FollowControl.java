package org.rdmadump.capture;

import java.io.IOException;

/**
 * What a {@link FollowedCapture} does while it waits for data. It is called where the file has no
 * more, by the thread that reads.
 *
 * <pre>{@code
 * FollowControl untilDone = () -> {
 *   LockSupport.parkNanos(100_000_000);
 *   return workload.isAlive();
 * };
 * }</pre>
 */
public interface FollowControl {
  /**
   * Waits a moment.
   *
   * @return whether to go on; false ends the capture once what was written by then is read
   * @throws IOException to end it with a failure
   */
  boolean pause() throws IOException;
}
