package org.rdmadump.parquet;

import java.io.IOException;
import java.nio.file.Path;
import org.rdmadump.analysis.table.Table;
import org.rdmadump.analysis.table.TableFormat;
import org.rdmadump.analysis.table.TableOutput;

/**
 * Parquet: a file for each table, compressed with Zstandard. Times are {@code TIMESTAMP} of
 * nanoseconds in UTC, offsets and counts of NFS unsigned integers of 64 bits.
 */
public final class ParquetFormat implements TableFormat {
  /** The format, as a service loader makes it. */
  public ParquetFormat() {}

  @Override
  public String word() {
    return "parquet";
  }

  @Override
  public String file(Table table) {
    return table.word() + ".parquet";
  }

  @Override
  public TableOutput begin(Path folder) throws IOException {
    return new ParquetTables(folder, this);
  }
}
