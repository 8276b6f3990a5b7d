package org.rdmadump.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Rows by the names of their columns; absent values are not there. */
final class RowsOf {
  private RowsOf() {}

  /** {@return all rows of a table, in their order} */
  static List<Map<String, Object>> table(Dataset<Row> table) {
    List<Map<String, Object>> rows = new ArrayList<>();
    String[] names = table.columns();
    for (Row row : table.collectAsList()) {
      Map<String, Object> values = new LinkedHashMap<>();
      for (int i = 0; i < names.length; i++) {
        if (!row.isNullAt(i)) {
          values.put(names[i], row.get(i));
        }
      }
      rows.add(values);
    }
    return rows;
  }

  /** {@return those of each capture, by the name of its file} */
  static Map<String, List<Map<String, Object>>> byFile(Dataset<Row> table) {
    Map<String, List<Map<String, Object>>> all = new TreeMap<>(Comparator.naturalOrder());
    for (Map<String, Object> each : table(table)) {
      String path = String.valueOf(each.get(TableSchema.CAPTURE));
      String name = path.substring(path.lastIndexOf('/') + 1);
      each.put(TableSchema.CAPTURE, name);
      all.computeIfAbsent(name, unused -> new ArrayList<>()).add(each);
    }
    return all;
  }
}
