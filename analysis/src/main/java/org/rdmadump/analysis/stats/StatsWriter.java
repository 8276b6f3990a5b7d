package org.rdmadump.analysis.stats;

import java.io.IOException;

/** Prints statistics. */
public interface StatsWriter {
  /** Prints a report and flushes what it goes to. */
  void write(StatsReport report) throws IOException;
}
