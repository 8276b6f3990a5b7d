package org.rdmadump.analysis.compare;

import java.io.IOException;

/** Prints a comparison, in one of the forms that the verb compare offers. */
public interface ComparisonWriter {
  /** Prints a report and flushes what it goes to. */
  void write(ComparisonReport report) throws IOException;
}
