package org.rdmadump.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * The job for {@code spark-submit}: writes captures as tables of Parquet.
 *
 * <pre>{@code
 * spark-submit --class org.rdmadump.spark.ExtractJob spark-VERSION-application.jar \
 *     -o hdfs:///tables hdfs:///captures
 * }</pre>
 */
public final class ExtractJob {
  private static final int USAGE = 2;

  private ExtractJob() {}

  /**
   * Runs the job. A bad command line, and a path at which there is nothing, end the program with
   * status 2.
   *
   * @param arguments as {@code --help} says
   * @throws IOException if captures cannot be listed, or the tables of earlier runs cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    List<String> given = List.of(arguments);
    if (given.contains("-h") || given.contains("--help")) {
      System.out.print(ExtractOptions.USAGE);
      return;
    }
    ExtractOptions options;
    try {
      options = ExtractOptions.parse(given);
    } catch (IllegalArgumentException e) {
      refuse(e);
      return;
    }
    try (SparkSession spark = SparkSession.builder().appName("rdmadump").getOrCreate()) {
      System.out.println(new Extraction(spark, options).run());
    } catch (FileNotFoundException e) {
      refuse(e);
    }
  }

  private static void refuse(Exception why) {
    System.err.println("rdmadump: " + why.getMessage());
    System.exit(USAGE);
  }
}
