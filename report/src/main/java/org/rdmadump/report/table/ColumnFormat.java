package org.rdmadump.report.table;

import org.rdmadump.analysis.VisibleText;

/** How columns stand in a line. */
public enum ColumnFormat {
  /** Tabs between them; values are escaped, {@link VisibleText#escape}. */
  TABS('\t'),
  /**
   * Commas between them, with a heading, as RFC 4180 has it but for lines that end with a feed;
   * values are escaped, and none is a formula, {@link VisibleText#putCell}.
   */
  CSV(','),
  /** Aligned for people, with a heading; values are escaped, {@link VisibleText#escape}. */
  ALIGNED(' ');

  private final char separator;

  ColumnFormat(char separator) {
    this.separator = separator;
  }

  /** {@return what stands between columns} */
  char separator() {
    return separator;
  }

  /** {@return whether the first line has the names of the columns} */
  boolean hasHeading() {
    return this != TABS;
  }

  /** Appends a value. */
  void put(String value, StringBuilder line) {
    if (this != CSV) {
      VisibleText.escape(value, line);
    } else {
      VisibleText.putCell(value, line);
    }
  }
}
