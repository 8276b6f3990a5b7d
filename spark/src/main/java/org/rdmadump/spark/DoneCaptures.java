package org.rdmadump.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;

/**
 * What earlier runs of the job read.
 *
 * @param run number of the last one, 0 if there was none
 * @param files of each capture, as they were when it was read last
 */
record DoneCaptures(long run, Map<String, Set<InputFile>> files) {
  private static final String RUN = "run";

  /**
   * {@return what stands in the table of captures}
   *
   * @throws IOException if its file system fails
   */
  static DoneCaptures read(SparkSession spark, String output) throws IOException {
    Path table = new Path(output, TableSchema.CAPTURES);
    if (!table.getFileSystem(RdmaCaptures.configuration(spark)).exists(table)) {
      return new DoneCaptures(0, Map.of());
    }
    List<Row> rows =
        new ArrayList<>(
            spark
                .read()
                .schema(TableSchema.of(TableSchema.CAPTURES).add(RUN, DataTypes.LongType))
                .parquet(table.toString())
                .select(RUN, TableSchema.CAPTURE, "done", "files")
                .collectAsList());
    rows.sort(Comparator.comparingLong(each -> each.getLong(0)));
    long last = 0;
    Map<String, Set<InputFile>> files = new HashMap<>();
    for (Row each : rows) {
      last = each.getLong(0);
      String capture = each.getString(1);
      if (each.getBoolean(2)) {
        files.put(capture, files(each.getList(3)));
      } else {
        files.remove(capture);
      }
    }
    return new DoneCaptures(last, files);
  }

  private static Set<InputFile> files(List<Row> rows) {
    Set<InputFile> files = new HashSet<>();
    for (Row each : rows) {
      files.add(new InputFile(each.getString(0), each.getLong(1), each.getLong(2)));
    }
    return files;
  }

  /** {@return whether a capture was read, and none of its files changed since} */
  boolean contains(InputSet set) {
    return new HashSet<>(set.files()).equals(files.get(set.name()));
  }
}
