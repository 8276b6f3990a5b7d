package org.rdmadump.parquet;

import java.util.Arrays;
import java.util.BitSet;
import org.rdmadump.analysis.table.Table;

/** Rows of a table that are written together. Used again when they are. */
final class RowBatch {
  private static final int ROWS = 512;

  private final int columns;

  /** Which columns of each row have a value. */
  private final BitSet present;

  private final long[] numbers;
  private final String[] texts;
  private int rows;

  /** An empty batch. */
  RowBatch(Table table) {
    columns = table.columns().size();
    present = new BitSet(ROWS * columns);
    numbers = new long[ROWS * columns];
    texts = new String[ROWS * columns];
    Arrays.fill(texts, "");
  }

  /** {@return rows in it} */
  int rows() {
    return rows;
  }

  /** Ends the row; true if there is no room for another. */
  boolean end() {
    return ++rows == ROWS;
  }

  /** Takes the rows away. */
  void clear() {
    present.clear();
    rows = 0;
  }

  /** Sets a value of the row that is being made. */
  void set(int column, long value) {
    numbers[place(rows, column)] = value;
    present.set(place(rows, column));
  }

  /** Likewise. */
  void set(int column, String value) {
    texts[place(rows, column)] = value;
    present.set(place(rows, column));
  }

  /** {@return the first column from one on that has a value in a row, or -1} */
  int next(int row, int from) {
    int next = present.nextSetBit(place(row, from));
    return next < 0 || next >= place(row + 1, 0) ? -1 : next - place(row, 0);
  }

  /** {@return the number that a column has in a row} */
  long number(int row, int column) {
    return numbers[place(row, column)];
  }

  /** {@return the text that a column has in a row} */
  String text(int row, int column) {
    return texts[place(row, column)];
  }

  private int place(int row, int column) {
    return row * columns + column;
  }
}
