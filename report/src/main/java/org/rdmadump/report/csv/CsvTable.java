package org.rdmadump.report.csv;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.analysis.VisibleText;

/**
 * Rows of comma-separated values: RFC 4180, but for line feeds alone at the ends of lines.
 *
 * <p>Texts are escaped, and none is a formula: {@link VisibleText#putCell}.
 */
final class CsvTable {
  private final StringBuilder text;
  private boolean rowBegun;

  /** A table that is appended to {@code text}, which gets an empty line first if it has any. */
  CsvTable(StringBuilder text, String... heads) {
    this.text = text;
    if (text.length() > 0) {
      text.append('\n');
    }
    for (String head : heads) {
      add(head);
    }
    end();
  }

  CsvTable add(long value) {
    separate();
    text.append(value);
    return this;
  }

  /** Adds a cell that is empty where there is no number. */
  CsvTable add(OptionalLong value) {
    return value.isPresent() ? add(value.getAsLong()) : add("");
  }

  /** Adds a cell that is empty where there is no number. */
  CsvTable add(OptionalInt value) {
    return value.isPresent() ? add(value.getAsInt()) : add("");
  }

  CsvTable add(String value) {
    separate();
    VisibleText.putCell(value, text);
    return this;
  }

  /** Ends the row. */
  void end() {
    text.append('\n');
    rowBegun = false;
  }

  private void separate() {
    if (rowBegun) {
      text.append(',');
    }
    rowBegun = true;
  }
}
