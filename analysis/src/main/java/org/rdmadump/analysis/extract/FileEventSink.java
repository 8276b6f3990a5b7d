package org.rdmadump.analysis.extract;

import java.io.IOException;

/** Takes what messages say about files. */
public interface FileEventSink {
  /** Takes one event; in the order in which the server acted, as far as known. */
  void event(FileEvent event) throws IOException;

  /** {@return whether it wants to know of sizes that were set; else it need not be told} */
  default boolean takesSizes() {
    return true;
  }
}
