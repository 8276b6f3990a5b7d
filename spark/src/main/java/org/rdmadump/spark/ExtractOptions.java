package org.rdmadump.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * What the job is asked to do.
 *
 * @param inputs files, folders and globs
 * @param output folder of the tables
 * @param partitions number of tasks, and of files of each table and run
 * @param cached keep rows on the executors' disks while tables are written, rather than decode once
 *     for each table
 */
record ExtractOptions(List<String> inputs, String output, int partitions, boolean cached) {
  /** What the job takes. */
  static final String USAGE =
      """
      usage: spark-submit --class org.rdmadump.spark.ExtractJob JAR [options]
                          -o FOLDER PATH...

      Writes what captures contain as tables, a folder of Parquet files each. A PATH
      is a file, a folder or a glob of any file system of the cluster. Captures that
      an earlier run wrote to FOLDER, and that did not change, are left out.

        -o, --output FOLDER  where the tables are, or will be
        --partitions N       tasks, and files of each table (one for each capture)
        --uncached           decode once for each table, and keep no rows on disk
        -h, --help           this help
      """;

  ExtractOptions {
    inputs = List.copyOf(inputs);
  }

  /**
   * Reads a command line.
   *
   * @throws IllegalArgumentException with a message for a person
   */
  static ExtractOptions parse(List<String> arguments) {
    List<String> inputs = new ArrayList<>();
    String output = "";
    int partitions = Integer.MAX_VALUE;
    boolean cached = true;
    Iterator<String> left = arguments.iterator();
    while (left.hasNext()) {
      String each = left.next();
      switch (each) {
        case "-o", "--output" -> output = value(each, left);
        case "--partitions" -> partitions = number(each, value(each, left));
        case "--uncached" -> cached = false;
        default -> {
          if (each.startsWith("-")) {
            throw new IllegalArgumentException("unknown option " + each);
          }
          inputs.add(each);
        }
      }
    }
    if (output.isEmpty()) {
      throw new IllegalArgumentException("no output; -o FOLDER says where the tables are");
    }
    if (inputs.isEmpty()) {
      throw new IllegalArgumentException("no captures; name files, folders or globs");
    }
    return new ExtractOptions(inputs, output, partitions, cached);
  }

  private static String value(String option, Iterator<String> left) {
    if (!left.hasNext()) {
      throw new IllegalArgumentException(option + " takes a value");
    }
    return left.next();
  }

  private static int number(String option, String text) {
    try {
      int number = Integer.parseInt(text);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(option + " takes a whole number above 0, not " + text);
  }
}
