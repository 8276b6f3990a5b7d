package org.rdmadump.live;

import java.io.IOException;

/** Is told by the thread that captures what goes wrong meanwhile; each is told once. */
public interface CaptureListener {
  /** A device gives no more packets; the others go on. */
  void failed(String device, IOException why);

  /**
   * The capture cannot be written any further, and is whole up to there.
   *
   * @return whether to go on capturing without
   */
  boolean unwritable(IOException why);
}
