package org.rdmadump.parquet;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.rdmadump.analysis.table.Table;
import org.rdmadump.analysis.table.TableColumn;

/** How Parquet describes a table: flat, every column optional. */
final class TableSchema {
  private static final int LONG_BITS = 64;

  private TableSchema() {}

  /** {@return the schema of a table} */
  static MessageType of(Table table) {
    List<Type> columns = new ArrayList<>();
    for (TableColumn each : table.columns()) {
      columns.add(type(each));
    }
    return new MessageType(table.word(), columns);
  }

  private static Type type(TableColumn column) {
    return switch (column.type()) {
      case INTEGER, DURATION -> Types.optional(INT64).named(column.name());
      case UNSIGNED ->
          Types.optional(INT64)
              .as(LogicalTypeAnnotation.intType(LONG_BITS, /* isSigned= */ false))
              .named(column.name());
      case TIME ->
          Types.optional(INT64)
              .as(LogicalTypeAnnotation.timestampType(/* isAdjustedToUTC= */ true, TimeUnit.NANOS))
              .named(column.name());
      case BOOLEAN -> Types.optional(BOOLEAN).named(column.name());
      case TEXT ->
          Types.optional(BINARY).as(LogicalTypeAnnotation.stringType()).named(column.name());
    };
  }
}
