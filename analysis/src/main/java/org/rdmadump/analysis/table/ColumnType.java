package org.rdmadump.analysis.table;

/** What the values of a column are, and with which method a {@link RowSink} gets them. */
public enum ColumnType {
  /** A signed integer of 64 bits, {@link RowSink#setLong}. */
  INTEGER,
  /**
   * An integer from 0 to 2<sup>64</sup>-1, {@link RowSink#setLong} with its bits. Only for values
   * that a peer may choose that large: SQL subtracts signed integers with less surprise.
   */
  UNSIGNED,
  /** Yes or no, {@link RowSink#setBoolean}. */
  BOOLEAN,
  /** Characters, {@link RowSink#setText}: also XIDs, handles and addresses, as JSON has them. */
  TEXT,
  /** Nanoseconds since 1970 in UTC, {@link RowSink#setLong}. */
  TIME,
  /** Nanoseconds, {@link RowSink#setLong}. */
  DURATION
}
