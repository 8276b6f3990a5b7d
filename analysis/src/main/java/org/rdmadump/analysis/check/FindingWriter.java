package org.rdmadump.analysis.check;

import java.io.IOException;

/** Prints findings. Every method throws what the stream behind it throws. */
public interface FindingWriter {
  /** Starts the output; called once, before any finding. */
  default void begin() throws IOException {}

  /** Takes a finding. */
  void finding(CheckFinding finding) throws IOException;

  /** Ends the output and flushes it; called once, after every finding. */
  void end(CheckReport report) throws IOException;
}
