package org.rdmadump.capture;

import java.io.IOException;

/** Is told of the captures of a {@link MergedSource} that could not be read to their end. */
public interface MergeListener {
  /**
   * A capture ended before its end, or damage was passed over; what is whole was delivered.
   *
   * @param frame number, among those of all captures, of the frame at the damage: the next one of
   *     this capture that was read, or its last one if there was none; 0 if it has none
   */
  void damaged(CaptureInput input, Damage damage, long frame);

  /** A capture could not be opened, or no further be read. */
  void failed(CaptureInput input, IOException why);
}
