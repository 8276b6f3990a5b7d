package org.rdmadump.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Writes the metrics to a file, again and again, by a thread of its own. The file is always whole:
 * it is written under another name in the same folder and renamed. That it cannot be written is
 * said once.
 */
final class MetricsFile implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 2000;

  /** For everyone to read, as far as the umask lets it. */
  private static final String PERMISSIONS = "rw-r--r--";

  private final Path file;
  private final MetricsSnapshot metrics;
  private final Duration interval;
  private final Messages err;
  private final CountDownLatch ending = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "metrics file");

  // Of that thread.
  private boolean failed;

  private MetricsFile(Path file, MetricsSnapshot metrics, Duration interval, Messages err) {
    this.file = file;
    this.metrics = metrics;
    this.interval = interval;
    this.err = err;
  }

  /** Begins to write. */
  static MetricsFile start(Path file, MetricsSnapshot metrics, Duration interval, Messages err) {
    MetricsFile started = new MetricsFile(file, metrics, interval, err);
    started.thread.setDaemon(true);
    started.thread.start();
    return started;
  }

  private void run() {
    try {
      while (!ending.await(interval.toNanos(), TimeUnit.NANOSECONDS)) {
        write();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    write();
  }

  private void write() {
    byte[] text = metrics.text();
    if (text.length == 0) {
      return;
    }
    try {
      // The name does not end as the file's does: collectors read all files of an ending.
      Path beside =
          Files.createTempFile(
              file.resolveSibling("").toAbsolutePath(),
              "." + file.getFileName() + ".",
              ".tmp",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PERMISSIONS)));
      try {
        Files.write(beside, text);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(beside);
      }
    } catch (IOException e) {
      if (!failed) {
        failed = true;
        err.say(
            CommandOption.METRICS_FILE.display()
                + " "
                + file
                + ": "
                + Inputs.reason(e)
                + "; the capture goes on, and writing is tried again");
      }
    }
  }

  /** Writes the last metrics, for which a file system that does not answer has two seconds. */
  @Override
  public void close() {
    ending.countDown();
    try {
      thread.join(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
