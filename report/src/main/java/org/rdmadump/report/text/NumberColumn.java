package org.rdmadump.report.text;

import org.rdmadump.analysis.AsciiBuffer;

/** A column of numbers, aligned to the right; one that meets a wider number grows and stays so. */
final class NumberColumn {
  private static final char NONE = '-';

  private int width;

  NumberColumn(int width) {
    this.width = width;
  }

  /** Appends a number. */
  void put(AsciiBuffer line, long number) {
    int from = line.length();
    line.putDecimal(number, width);
    width = line.length() - from;
  }

  /** Appends what stands where there is no number. */
  void putNone(AsciiBuffer line) {
    line.spaces(width - 1).put(NONE);
  }
}
