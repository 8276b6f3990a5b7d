package org.rdmadump.analysis.frame;

import java.io.Flushable;
import java.io.IOException;

/** Prints frames. Every method throws what the stream behind it throws. */
public interface FrameWriter extends Flushable {
  /** Starts the output; called once, before any frame. */
  default void begin() throws IOException {}

  /** Prints a frame. */
  void frame(FrameRecord frame) throws IOException;

  /** Ends the output and flushes it; called once, after every frame. */
  default void end() throws IOException {
    flush();
  }
}
