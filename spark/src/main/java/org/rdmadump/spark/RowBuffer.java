package org.rdmadump.spark;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.table.RowSink;
import org.rdmadump.analysis.table.Table;

/**
 * Rows of several tables in one stream: a column for each table, and in each row one of them has a
 * value. Rows of tables that nobody wants are dropped.
 */
final class RowBuffer implements RowSink {
  private static final @Nullable Object[] DROPPED = {};

  private final Map<String, Integer> columns = new HashMap<>();
  private final Queue<Row> rows = new ArrayDeque<>();
  private StructType schema = new StructType();
  private String table = "";
  private @Nullable Object[] values = DROPPED;

  /**
   * Without rows so far.
   *
   * @param tables names of those that are wanted
   */
  RowBuffer(List<String> tables) {
    tables.forEach(each -> columns.put(each, columns.size()));
  }

  /** {@return the columns of such rows} */
  static StructType schema(List<String> tables) {
    StructType wide = new StructType();
    for (String each : tables) {
      wide = wide.add(each, TableSchema.of(each));
    }
    return wide;
  }

  /** {@return the next row, which is then not kept any more} */
  Optional<Row> poll() {
    return Optional.ofNullable(rows.poll());
  }

  /** Takes a row of a table, if it is wanted. */
  void add(String name, @Nullable Object... row) {
    Integer column = columns.get(name);
    if (column != null) {
      @Nullable Object[] wide = new Object[columns.size()];
      wide[column] = RowFactory.create(row);
      rows.add(RowFactory.create(wide));
    }
  }

  @Override
  public void begin(Table which) {
    table = which.word();
    if (columns.containsKey(table)) {
      schema = TableSchema.of(table);
      values = new Object[schema.size()];
    } else {
      values = DROPPED;
    }
  }

  @Override
  public void setLong(int column, long value) {
    if (values.length > 0) {
      values[column] =
          schema.apply(column).dataType().equals(TableSchema.UNSIGNED)
              ? new BigDecimal(Long.toUnsignedString(value))
              : value;
    }
  }

  @Override
  public void setBoolean(int column, boolean value) {
    if (values.length > 0) {
      values[column] = value;
    }
  }

  @Override
  public void setText(int column, String value) {
    if (values.length > 0) {
      values[column] = value;
    }
  }

  @Override
  public void end() {
    if (values.length > 0) {
      add(table, values);
    }
  }
}
