package org.rdmadump.analysis.check;

import java.io.IOException;

/** Prints findings. Every method throws the {@link IOException} of the underlying stream. */
public interface FindingWriter {
  /** Starts the output. Called once, before the first finding. */
  default void begin() throws IOException {}

  /** Prints one finding. */
  void finding(CheckFinding finding) throws IOException;

  /** Ends the output and flushes it. Called once, after the last finding. */
  void end(CheckReport report) throws IOException;
}
