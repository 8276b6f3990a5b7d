package org.rdmadump.live;

import java.io.IOException;

/** Receives the failures of a capture, each once, on the capture thread. */
public interface CaptureListener {
  /**
   * A device failed and gives no more packets; the other devices continue.
   *
   * @param device name of the device
   * @param why the failure
   */
  void failed(String device, IOException why);

  /**
   * The capture file cannot be written any more; it is whole up to its last packet.
   *
   * @param why the failure
   * @return whether to continue the capture without a file
   */
  boolean unwritable(IOException why);
}
