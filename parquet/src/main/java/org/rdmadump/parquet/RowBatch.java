package org.rdmadump.parquet;

import java.util.Arrays;
import org.rdmadump.analysis.table.Table;

/** Rows of a table that are written together. Used again when they are. */
final class RowBatch {
  private static final int ROWS = 512;

  private final int columns;

  /** Words of 64 bits that say which columns of a row have a value. */
  private final int words;

  private final long[] present;
  private final long[] numbers;
  private final String[] texts;
  private int rows;

  /** An empty batch. */
  RowBatch(Table table) {
    columns = table.columns().size();
    words = (columns + Long.SIZE - 1) / Long.SIZE;
    present = new long[ROWS * words];
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
    Arrays.fill(present, 0, Math.min(rows + 1, ROWS) * words, 0);
    rows = 0;
  }

  /** Sets a value of the row that is being made. */
  void set(int column, long value) {
    numbers[rows * columns + column] = value;
    mark(column);
  }

  /** Likewise. */
  void set(int column, String value) {
    texts[rows * columns + column] = value;
    mark(column);
  }

  private void mark(int column) {
    present[rows * words + column / Long.SIZE] |= 1L << column;
  }

  /** {@return the first column from one on that has a value in a row, or -1} */
  int next(int row, int from) {
    for (int word = from / Long.SIZE; word < words; word++) {
      long rest = present[row * words + word];
      if (word == from / Long.SIZE) {
        rest &= -1L << from;
      }
      if (rest != 0) {
        return word * Long.SIZE + Long.numberOfTrailingZeros(rest);
      }
    }
    return -1;
  }

  /** {@return the number that a column has in a row} */
  long number(int row, int column) {
    return numbers[row * columns + column];
  }

  /** {@return the text that a column has in a row} */
  String text(int row, int column) {
    return texts[row * columns + column];
  }
}
