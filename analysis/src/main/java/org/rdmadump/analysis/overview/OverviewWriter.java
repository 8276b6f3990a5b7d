package org.rdmadump.analysis.overview;

import java.io.IOException;

/** Prints the first page about a capture, in one of the forms that the verb summary offers. */
public interface OverviewWriter {
  /** Prints it and flushes what it goes to. */
  void write(Overview overview) throws IOException;
}
