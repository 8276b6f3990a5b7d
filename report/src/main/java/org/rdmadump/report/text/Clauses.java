package org.rdmadump.report.text;

import org.rdmadump.analysis.AsciiBuffer;

/** Separates the clauses at the end of a line, which has none, one or several. */
final class Clauses {
  static final String GAP = "  ";
  private static final String SEPARATOR = "; ";

  private boolean first = true;

  /** Begins with a new line. */
  void reset() {
    first = true;
  }

  /** Appends what stands before the next clause. */
  void next(AsciiBuffer line) {
    line.put(first ? GAP : SEPARATOR);
    first = false;
  }
}
