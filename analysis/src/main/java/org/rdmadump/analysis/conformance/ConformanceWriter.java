package org.rdmadump.analysis.conformance;

import java.io.IOException;

/**
 * Prints a conformance report.
 *
 * <pre>{@code
 * new ConformanceTextWriter(System.out, colour).write(report);
 * }</pre>
 */
public interface ConformanceWriter {
  /**
   * Prints a report and flushes the output.
   *
   * @throws IOException if the underlying stream fails
   */
  void write(ConformanceReport report) throws IOException;
}
