package org.rdmadump.bench.generate;

import java.io.IOException;
import org.rdmadump.link.LinkType;

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

  /** {@return LINKTYPE_ value of the frames} */
  default int linkType() {
    return LinkType.ETHERNET;
  }

  /** {@return what was written besides bytes and frames, behind a comma; may be empty} */
  default String summary() {
    return "";
  }
}
