package org.rdmadump.analysis.stats;

import java.io.IOException;

/** Prints the statistics of a run, in one of the forms that the verb stats offers. */
public interface StatsWriter {
  /** Prints a report and flushes what it goes to. */
  void write(StatsReport report) throws IOException;
}
