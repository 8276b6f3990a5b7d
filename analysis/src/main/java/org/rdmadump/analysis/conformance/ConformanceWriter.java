package org.rdmadump.analysis.conformance;

import java.io.IOException;

/**
 * Prints what came of the cases.
 *
 * <pre>{@code
 * new ConformanceTextWriter(System.out, colour).write(report);
 * }</pre>
 */
public interface ConformanceWriter {
  /** Prints a report and flushes; throws what the stream behind it throws. */
  void write(ConformanceReport report) throws IOException;
}
