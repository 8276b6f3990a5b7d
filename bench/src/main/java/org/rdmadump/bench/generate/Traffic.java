package org.rdmadump.bench.generate;

import java.io.IOException;

/** Something that can go on sending for as long as it is asked to. */
public interface Traffic {
  /**
   * Writes a few frames more.
   *
   * <p>What was begun is ended: a conversation or a call begins only if all of it still fits.
   *
   * @param size bytes that the whole file may have
   * @return false if there is nothing to write any more
   */
  boolean burst(FrameOutput out, long size) throws IOException;
}
