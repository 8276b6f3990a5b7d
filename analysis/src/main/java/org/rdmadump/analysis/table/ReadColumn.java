package org.rdmadump.analysis.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;

/**
 * A column, and what reads its value. Of a field with several values the first one counts.
 *
 * @param column the column
 * @param type of the field, for texts of its numbers
 * @param reader finds the values
 * @param <R> what rows are made of
 */
record ReadColumn<R>(TableColumn column, FieldType type, FieldReader<R> reader) {
  /** Fields that the protocol declares with 64 bits, and any peer may fill. */
  private static final Set<String> WIDE = Set.of("nfs.offset", "nfs.count", "nvme.cmd.slba");

  /** {@return columns of the fields of those names} */
  static <R> List<ReadColumn<R>> of(FieldRegistry<R> fields, List<String> names) {
    List<ReadColumn<R>> columns = new ArrayList<>(names.size());
    for (String name : names) {
      columns.add(of(name, fields.find(name).orElseThrow()));
    }
    return columns;
  }

  /** {@return a column of a field} */
  static <R> ReadColumn<R> of(String name, Field<R> field) {
    return new ReadColumn<>(
        new TableColumn(name, type(name, field.type()), field.meaning()),
        field.type(),
        field.reader());
  }

  /** {@return a column of a field of a part of what rows are made of} */
  <O> ReadColumn<O> within(FieldReader<O> outer) {
    return new ReadColumn<>(column, type, outer);
  }

  private static ColumnType type(String name, FieldType type) {
    return switch (type) {
      case UNSIGNED, SIGNED -> WIDE.contains(name) ? ColumnType.UNSIGNED : ColumnType.INTEGER;
      case BOOLEAN -> ColumnType.BOOLEAN;
      case TIME, DATE -> ColumnType.TIME;
      case DURATION, SECONDS -> ColumnType.DURATION;
      default -> ColumnType.TEXT;
    };
  }
}
