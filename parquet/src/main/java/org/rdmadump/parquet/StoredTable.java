package org.rdmadump.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.rdmadump.analysis.table.Table;

/** A table: one batch of rows is made while the one before is written by another thread. */
final class StoredTable implements Closeable {
  private final TableFile file;
  private final ExecutorService writing;
  private RowBatch batch;
  private RowBatch other;
  private Future<?> written = CompletableFuture.completedFuture(null);

  StoredTable(Table table, TableFile file, ExecutorService writing) {
    this.file = file;
    this.writing = writing;
    this.batch = new RowBatch(table);
    this.other = new RowBatch(table);
  }

  /** {@return where the row that is being made goes} */
  RowBatch batch() {
    return batch;
  }

  /**
   * Ends the row.
   *
   * @throws IOException if rows before it could not be written
   */
  void end() throws IOException {
    if (batch.end()) {
      handOver();
    }
  }

  private void handOver() throws IOException {
    await();
    RowBatch full = batch;
    batch = other;
    other = full;
    batch.clear();
    written =
        writing.submit(
            () -> {
              file.write(full);
              return full;
            });
  }

  /** Waits until the last batch is written. */
  private void await() throws IOException {
    try {
      Object unused = written.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  /** Writes what is held, and what tells readers where it is. */
  void finish() throws IOException {
    handOver();
    await();
    file.finish();
  }

  /** Closes the file. Rows that are not written yet are lost, unless it is finished. */
  @Override
  public void close() throws IOException {
    try {
      await();
    } finally {
      file.close();
    }
  }
}
