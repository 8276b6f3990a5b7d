package org.rdmadump.analysis.export;

import java.io.IOException;
import org.rdmadump.capture.PcapngWriter;

/** Turns messages into frames of one link type. */
interface MessageFrames {
  /** {@return LINKTYPE_ value of the frames} */
  int linkType();

  /** Writes the frames of a message to interface 0. */
  void write(HeldMessage message, PcapngWriter out) throws IOException;
}
