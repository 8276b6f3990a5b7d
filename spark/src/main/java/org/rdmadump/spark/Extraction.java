package org.rdmadump.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * One run of the job: reads the captures that are new, and adds their rows to each table.
 *
 * <p>Tables are folders of the output; rows of a run are in {@code TABLE/run=NUMBER}. The table of
 * captures is written last: a run that is not in it did not come to its end, and the next one
 * writes over what it left.
 */
final class Extraction {
  private final SparkSession spark;
  private final ExtractOptions options;

  Extraction(SparkSession spark, ExtractOptions options) {
    this.spark = spark;
    this.options = options;
  }

  /**
   * What a run did.
   *
   * @param number of the run, counted from 1; that of the last one if nothing was new
   * @param known captures that earlier runs read
   * @param read captures that this run read
   * @param problems files with problems among them
   */
  record Result(long number, long known, long read, long problems) {
    @Override
    public String toString() {
      return read == 0
          ? "nothing new: " + known + " captures were read before"
          : "run "
              + number
              + ": read "
              + read
              + " captures, "
              + known
              + " were read before, "
              + problems
              + " files with problems";
    }
  }

  /**
   * Runs it.
   *
   * @throws IOException if captures cannot be listed, or the output cannot be read
   */
  Result run() throws IOException {
    List<InputSet> sets =
        InputSet.of(InputListing.of(options.inputs(), RdmaCaptures.configuration(spark)));
    DoneCaptures done = DoneCaptures.read(spark, options.output());
    List<InputSet> fresh = sets.stream().filter(each -> !done.contains(each)).toList();
    int known = sets.size() - fresh.size();
    if (fresh.isEmpty()) {
      return new Result(done.run(), known, 0, 0);
    }
    long run = done.run() + 1;
    return new Result(run, known, fresh.size(), write(fresh, run));
  }

  /** Writes all tables; returns how many problems there are. */
  private long write(List<InputSet> sets, long run) {
    List<String> tables = new ArrayList<>(RdmaCaptures.tables());
    Dataset<Row> rows = new RdmaCaptures(spark, sets, options.partitions()).rows(tables);
    if (options.cached()) {
      rows.persist(StorageLevel.DISK_ONLY());
    }
    tables.remove(TableSchema.CAPTURES);
    try {
      for (String each : tables) {
        write(RdmaCaptures.pick(each, rows), each, run);
      }
      long problems = RdmaCaptures.pick(TableSchema.PROBLEMS, rows).count();
      // In one file, which is there or not.
      write(RdmaCaptures.pick(TableSchema.CAPTURES, rows).coalesce(1), TableSchema.CAPTURES, run);
      return problems;
    } finally {
      if (options.cached()) {
        rows.unpersist();
      }
    }
  }

  private void write(Dataset<Row> rows, String table, long run) {
    Path folder = new Path(new Path(options.output(), table), "run=" + run);
    rows.write().mode(SaveMode.Overwrite).parquet(folder.toString());
  }
}
