package org.rdmadump.analysis.table;

import java.io.IOException;

/**
 * Takes rows, one after the other, of all tables in turn: {@code begin}, the values that are there
 * in the order of the columns, {@code end}. A column without a value is absent (NULL). Columns are
 * counted from 0, as in {@link Table#columns}.
 */
public interface RowSink {
  /** Begins a row. */
  void begin(Table table);

  /** Takes an integer, a time or a duration; see {@link ColumnType} for its unit. */
  void setLong(int column, long value);

  /** Takes a boolean. */
  void setBoolean(int column, boolean value);

  /** Takes a text. */
  void setText(int column, String value);

  /**
   * Ends the row.
   *
   * @throws IOException if it cannot be stored, which ends the run
   */
  void end() throws IOException;
}
