package org.rdmadump.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.rdmadump.analysis.table.Table;
import org.rdmadump.analysis.table.TableFormat;
import org.rdmadump.analysis.table.TableOutput;

/**
 * Parquet files of all tables that are being written. A thread of its own encodes and compresses,
 * as that takes as long as decoding a capture.
 */
final class ParquetTables implements TableOutput {
  private final ExecutorService writing =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "rdmadump-parquet");
            thread.setDaemon(true);
            return thread;
          });
  private final Map<Table, StoredTable> tables = new EnumMap<>(Table.class);
  private StoredTable current;

  /** Begins the files, all of them: a table without rows is a file, too. */
  ParquetTables(Path folder, TableFormat format) throws IOException {
    try {
      for (Table table : Table.values()) {
        TableFile file = new TableFile(folder.resolve(format.file(table)), table);
        tables.put(table, new StoredTable(table, file, writing));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
    current = of(Table.MESSAGES);
  }

  private StoredTable of(Table table) {
    return Objects.requireNonNull(tables.get(table));
  }

  @Override
  public void begin(Table table) {
    current = of(table);
  }

  @Override
  public void setLong(int column, long value) {
    current.batch().set(column, value);
  }

  @Override
  public void setBoolean(int column, boolean value) {
    current.batch().set(column, value ? 1 : 0);
  }

  @Override
  public void setText(int column, String value) {
    current.batch().set(column, value);
  }

  @Override
  public void end() throws IOException {
    current.end();
  }

  @Override
  public void finish() throws IOException {
    for (StoredTable each : tables.values()) {
      each.finish();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      for (StoredTable each : tables.values()) {
        each.close();
      }
    } finally {
      writing.shutdownNow();
    }
  }
}
