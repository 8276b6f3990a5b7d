package org.rdmadump.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.rdmadump.analysis.table.Table;
import org.rdmadump.analysis.table.TableFormat;
import org.rdmadump.analysis.table.TableOutput;

/** Parquet files of all tables that are being written. */
final class ParquetTables implements TableOutput {
  private final Map<Table, TableFile> files = new EnumMap<>(Table.class);
  private TableFile current;

  /** Begins the files, all of them: a table without rows is a file, too. */
  ParquetTables(Path folder, TableFormat format) throws IOException {
    try {
      for (Table table : Table.values()) {
        files.put(table, new TableFile(folder.resolve(format.file(table)), table));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
    current = file(Table.MESSAGES);
  }

  private TableFile file(Table table) {
    return Objects.requireNonNull(files.get(table));
  }

  @Override
  public void begin(Table table) {
    current = file(table);
    current.row().clear();
  }

  @Override
  public void setLong(int column, long value) {
    current.row().set(column, value);
  }

  @Override
  public void setBoolean(int column, boolean value) {
    current.row().set(column, value ? 1 : 0);
  }

  @Override
  public void setText(int column, String value) {
    current.row().set(column, value);
  }

  @Override
  public void end() throws IOException {
    current.write();
  }

  @Override
  public void finish() throws IOException {
    for (TableFile each : files.values()) {
      each.finish();
    }
  }

  @Override
  public void close() throws IOException {
    for (TableFile each : files.values()) {
      each.close();
    }
  }
}
