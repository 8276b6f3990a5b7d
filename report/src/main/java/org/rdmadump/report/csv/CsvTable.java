package org.rdmadump.report.csv;

import java.util.List;
import java.util.Optional;
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
  CsvTable(StringBuilder text, List<String> heads) {
    this.text = text;
    if (text.length() > 0) {
      text.append('\n');
    }
    heads.forEach(this::add);
    end();
  }

  /** Adds a cell: a number, a text, or one of them that may be absent, which leaves it empty. */
  CsvTable add(Object value) {
    if (value instanceof OptionalLong number) {
      return add(number.isPresent() ? number.getAsLong() : "");
    }
    if (value instanceof OptionalInt number) {
      return add(number.isPresent() ? number.getAsInt() : "");
    }
    if (value instanceof Optional<?> some) {
      return add(some.isPresent() ? some.get() : "");
    }
    text.append(rowBegun ? "," : "");
    rowBegun = true;
    if (value instanceof Number number) {
      text.append(number.longValue());
    } else {
      VisibleText.putCell(value.toString(), text);
    }
    return this;
  }

  /** Ends the row. */
  void end() {
    text.append('\n');
    rowBegun = false;
  }
}
