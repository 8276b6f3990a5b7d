package org.rdmadump.spark;

import org.apache.spark.sql.SparkSession;

/** Spark with two threads in this JVM. */
final class LocalSpark {
  private LocalSpark() {}

  /** {@return the session of all tests, which ends with the JVM} */
  static SparkSession session() {
    return SparkSession.builder()
        .appName("test")
        .master("local[2]")
        .config("spark.ui.enabled", false)
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.hadoop.fs.stored.impl", StoredFiles.class.getName())
        .getOrCreate();
  }
}
