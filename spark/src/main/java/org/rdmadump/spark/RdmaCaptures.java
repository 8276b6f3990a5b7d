package org.rdmadump.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.max;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Captures as tables of Spark: {@code messages}, {@code exchanges}, {@code segments}, {@code
 * transfers}, {@code findings}, {@code connections} and {@code files}, as {@code rdmadump export
 * --format parquet} writes them; {@code problems}, a row for each file that could not be read to
 * its end; and {@code captures}, a row for each capture. Spark reads the files, so they may be
 * wherever it can read.
 *
 * <pre>{@code
 * RdmaCaptures captures = RdmaCaptures.of(spark, List.of("hdfs:///captures/2026-11-*"));
 * captures.table("exchanges").groupBy("`nfs.main_operation`").count().show();
 * }</pre>
 *
 * <p>Names of columns have dots, and stand in backticks. Times and durations are nanoseconds, times
 * since 1970 in UTC: Spark's own have microseconds. Numbers of connections and messages are counted
 * within a capture; rows belong together by {@code capture} and these.
 *
 * <p>Each action on a table reads the captures again, unless the dataset was persisted.
 */
public final class RdmaCaptures {
  private static final String RUN = "run";

  private final SparkSession spark;
  private final List<InputSet> sets;
  private final int tasks;

  RdmaCaptures(SparkSession spark, List<InputSet> sets, int tasks) {
    this.spark = spark;
    this.sets = sets;
    this.tasks = tasks;
  }

  /**
   * Lists captures. Each capture or rotated set will be read by a task of its own, the largest
   * first.
   *
   * @param paths files and globs, whose files are all read; folders, with those below them, of
   *     which files are read whose names end as those of captures do, compressed or not
   * @throws IOException if there is nothing at a path, or it cannot be listed
   */
  public static RdmaCaptures of(SparkSession spark, Collection<String> paths) throws IOException {
    List<InputSet> sets = InputSet.of(InputListing.of(paths, configuration(spark)));
    return new RdmaCaptures(spark, sets, Integer.MAX_VALUE);
  }

  /**
   * {@return the same captures, read by so many tasks, which then are the partitions of each table}
   * The bytes are spread as evenly as the captures allow. With fewer captures than tasks, each
   * capture has one.
   *
   * @throws IllegalArgumentException if there would be no task
   */
  public RdmaCaptures inTasks(int number) {
    if (number < 1) {
      throw new IllegalArgumentException(number + " tasks");
    }
    return new RdmaCaptures(spark, sets, number);
  }

  /** {@return names of the tables} */
  public static List<String> tables() {
    return TableSchema.names();
  }

  /**
   * {@return a table of all captures}
   *
   * @param name of {@link #tables()}
   * @throws IllegalArgumentException if there is no such table; the message has their names
   */
  public Dataset<Row> table(String name) {
    return pick(name, rows(List.of(name)));
  }

  /**
   * {@return a table that {@link ExtractJob} wrote, with the rows of the last run that read each
   * capture}
   *
   * @param folder the job's output
   * @param name of {@link #tables()}
   * @throws IllegalArgumentException if there is no such table; the message has their names
   */
  public static Dataset<Row> extracted(SparkSession spark, String folder, String name) {
    TableSchema.of(name);
    Dataset<Row> last =
        spark
            .read()
            .parquet(folder + Path.SEPARATOR + TableSchema.CAPTURES)
            .groupBy(TableSchema.CAPTURE)
            .agg(max(RUN).as(RUN));
    return spark
        .read()
        .parquet(folder + Path.SEPARATOR + name)
        .join(last, new String[] {TableSchema.CAPTURE, RUN}, "left_semi");
  }

  /** {@return the file systems that a session knows} */
  static Configuration configuration(SparkSession spark) {
    return spark.sparkContext().hadoopConfiguration();
  }

  /** {@return rows of several tables of one pass, for {@link #pick}} */
  Dataset<Row> rows(Collection<String> tables) {
    ArrayList<String> wanted = new ArrayList<>(tables);
    List<List<InputSet>> plan = TaskPlan.of(sets, tasks);
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Broadcast<SerializableConfiguration> configuration =
        context.broadcast(new SerializableConfiguration(configuration(spark)));
    JavaRDD<Row> rows =
        context
            .parallelize(plan, Math.max(1, plan.size()))
            .flatMap(
                each ->
                    new TaskRows(each, configuration.value().value(), wanted, TaskContext.get()));
    return spark.createDataFrame(rows, RowBuffer.schema(wanted));
  }

  /** {@return those of one table} */
  static Dataset<Row> pick(String table, Dataset<Row> rows) {
    return rows.where(col(table).isNotNull()).select(table + ".*");
  }
}
