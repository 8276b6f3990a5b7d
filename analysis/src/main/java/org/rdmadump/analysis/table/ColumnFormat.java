package org.rdmadump.analysis.table;

/** How columns stand in a line. */
public enum ColumnFormat {
  /**
   * Tabs between them; a tab, line feed or backslash in a value has a backslash before its name.
   */
  TABS('\t'),
  /** Commas between them, with a heading, as RFC 4180 has it but for lines that end with a feed. */
  CSV(',');

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
    return this == CSV;
  }

  /** Appends a value. */
  void put(String value, StringBuilder line) {
    if (this == TABS) {
      escaped(value, line);
    } else if (needsQuotes(value)) {
      line.append('"').append(value.replace("\"", "\"\"")).append('"');
    } else {
      line.append(value);
    }
  }

  private static void escaped(String value, StringBuilder line) {
    for (int i = 0; i < value.length(); i++) {
      char each = value.charAt(i);
      switch (each) {
        case '\t' -> line.append("\\t");
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        case '\\' -> line.append("\\\\");
        default -> line.append(each);
      }
    }
  }

  private static boolean needsQuotes(String value) {
    for (int i = 0; i < value.length(); i++) {
      char each = value.charAt(i);
      if (each == ',' || each == '"' || each == '\n' || each == '\r') {
        return true;
      }
    }
    return false;
  }
}
