package org.rdmadump.analysis.ends;

import java.io.IOException;

/** Prints what two captures of the same traffic say, in one of the forms of the verb compare. */
public interface EndsWriter {
  /** Prints a report and flushes what it goes to. */
  void write(EndsReport report) throws IOException;
}
