package org.rdmadump.report.json;

import org.rdmadump.analysis.AsciiBuffer;

/** Writes numbers of which the next one often is the same, such as the times of a message. */
final class RecentNumber {
  private final AsciiBuffer written = new AsciiBuffer();
  private long last;

  /** Appends a number in decimal. */
  void putDecimal(AsciiBuffer text, long value) {
    if (value != last || written.length() == 0) {
      written.clear();
      written.putDecimal(value);
      last = value;
    }
    text.putBytes(written.array(), written.length());
  }
}
