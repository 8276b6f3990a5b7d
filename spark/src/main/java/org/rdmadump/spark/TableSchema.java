package org.rdmadump.spark;

import static org.apache.spark.sql.types.DataTypes.BooleanType;
import static org.apache.spark.sql.types.DataTypes.LongType;
import static org.apache.spark.sql.types.DataTypes.StringType;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.rdmadump.analysis.table.ColumnType;
import org.rdmadump.analysis.table.Table;
import org.rdmadump.analysis.table.TableColumn;

/** The tables, with their columns as Spark has them. */
final class TableSchema {
  /** Table of captures that could not be read to their end. */
  static final String PROBLEMS = "problems";

  /** Table of captures that were read. */
  static final String CAPTURES = "captures";

  /** The column that every table has first. */
  static final String CAPTURE = "capture";

  /** An integer of 64 bits without a sign. */
  static final DataType UNSIGNED = DataTypes.createDecimalType(20, 0);

  private static final Map<String, StructType> ALL = all();

  private TableSchema() {}

  /** {@return names of the tables} */
  static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /**
   * {@return the columns of a table}
   *
   * @throws IllegalArgumentException if there is no such table; the message has their names
   */
  static StructType of(String table) {
    StructType schema = ALL.get(table);
    if (schema == null) {
      throw new IllegalArgumentException(
          "no table " + table + "; tables are " + String.join(", ", names()));
    }
    return schema;
  }

  private static Map<String, StructType> all() {
    Map<String, StructType> all = new LinkedHashMap<>();
    for (Table table : Table.values()) {
      StructType columns = new StructType();
      for (TableColumn each : table.columns()) {
        columns = columns.add(each.name(), type(each.type()), true, each.meaning());
      }
      all.put(table.word(), columns);
    }
    all.put(
        PROBLEMS,
        new StructType()
            .add(CAPTURE, StringType, true, Table.MESSAGES.columns().get(0).meaning())
            .add("file", StringType, true, "the file that has the problem")
            .add("kind", StringType, true, "not_a_capture, damaged, unreadable or failed")
            .add("frame", LongType, true, "number of the frame that could not be read")
            .add("byte", LongType, true, "where in the file")
            .add("message", StringType, true, "what is wrong"));
    StructType file =
        new StructType().add("path", StringType).add("length", LongType).add("modified", LongType);
    all.put(
        CAPTURES,
        new StructType()
            .add(CAPTURE, StringType, true, Table.MESSAGES.columns().get(0).meaning())
            .add(
                "files",
                DataTypes.createArrayType(file, false),
                true,
                "its files, as they were listed; modified is in milliseconds since 1970")
            .add("bytes", LongType, true, "length of its files")
            .add("frames", LongType, true, "frames that were read")
            .add("exchanges", LongType, true, "calls, answered or not, and replies without call")
            .add("done", BooleanType, true, "false if the next run reads it again"));
    return all;
  }

  private static DataType type(ColumnType type) {
    return switch (type) {
      case INTEGER, TIME, DURATION -> LongType;
      case UNSIGNED -> UNSIGNED;
      case BOOLEAN -> BooleanType;
      case TEXT -> StringType;
    };
  }
}
