package org.rdmadump.spark;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.apache.spark.sql.Row;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/** The rows of all captures that a task reads, one capture after the other. */
final class TaskRows implements Iterator<Row>, TaskCompletionListener {
  private final Iterator<InputSet> sets;
  private final Configuration configuration;
  private final TaskContext task;
  private final RowBuffer rows;
  private @Nullable SetRows current;
  private Optional<Row> ahead = Optional.empty();

  /**
   * Before the first row.
   *
   * @param tables those that are wanted
   * @param task at its end, files that are still open are closed
   */
  TaskRows(
      List<InputSet> sets, Configuration configuration, List<String> tables, TaskContext task) {
    this.sets = sets.iterator();
    this.configuration = configuration;
    this.rows = new RowBuffer(tables);
    this.task = task.addTaskCompletionListener(this);
  }

  @Override
  public boolean hasNext() {
    while (ahead.isEmpty()) {
      ahead = rows.poll();
      if (ahead.isEmpty() && !advance()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Row next = ahead.orElseThrow();
    ahead = Optional.empty();
    return next;
  }

  /** Reads on; false if everything was read, and there are no rows left. */
  private boolean advance() {
    if (task.isInterrupted()) {
      throw new TaskKilledException("killed between two frames");
    }
    SetRows open = current;
    if (open != null) {
      if (!open.advance()) {
        close();
      }
      return true;
    }
    if (!sets.hasNext()) {
      return false;
    }
    current = new SetRows(sets.next(), configuration, rows);
    return true;
  }

  private void close() {
    SetRows open = current;
    current = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void onTaskCompletion(TaskContext completed) {
    close();
  }
}
