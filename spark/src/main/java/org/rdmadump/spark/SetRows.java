package org.rdmadump.spark;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.table.CaptureTables;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * One pass over a capture, which makes the rows of all tables. It goes no further than rows are
 * asked for, so memory does not grow with the capture. What is wrong with the capture is a row, not
 * an exception.
 */
final class SetRows implements Closeable {
  private final InputSet set;
  private final RowBuffer rows;
  private final CaptureTables tables;
  private final List<Problem> problems = new ArrayList<>();
  private @Nullable SetSource source;
  private @Nullable CaptureDecoder decoder;
  private boolean ended;
  private long frames;

  /** A pass at its beginning. */
  SetRows(InputSet set, Configuration configuration, RowBuffer rows) {
    this.set = set;
    this.rows = rows;
    this.tables = new CaptureTables(set.name(), rows, Optional.empty());
    try {
      SetSource opened = new SetSource(set, configuration);
      source = opened;
      decoder = new CaptureDecoder(opened.frames(), CaptureOptions.DEFAULT, tables);
    } catch (IOException e) {
      problems.add(Problem.of(set.name(), e));
    } catch (RuntimeException e) {
      problems.add(Problem.of(set.name(), e));
    }
  }

  /**
   * Reads a little further.
   *
   * @return false if the capture is over and all its rows are there
   */
  boolean advance() {
    if (ended) {
      return false;
    }
    CaptureDecoder from = decoder;
    SetSource files = source;
    if (from == null || files == null) {
      end();
      return false;
    }
    try {
      if (decodeNext(from)) {
        return true;
      }
      finish(from, files);
    } catch (RuntimeException e) {
      problems.add(Problem.of(set.name(), e));
    }
    end();
    return false;
  }

  private boolean decodeNext(CaptureDecoder from) {
    try {
      return from.decodeNext();
    } catch (IOException e) {
      problems.add(Problem.of(set.name(), e));
      return false;
    }
  }

  private void finish(CaptureDecoder from, SetSource files) {
    CaptureSummary summary = from.finish();
    frames = summary.frames();
    problems.addAll(files.problems(frames));
    for (Problem each : problems) {
      tables.cutShort(each.place(), set.files().size() == 1 ? each.message() : each.text());
    }
    tables.end(summary);
  }

  private void end() {
    ended = true;
    problems.forEach(each -> each.write(set.name(), rows));
    rows.add(
        TableSchema.CAPTURES,
        set.name(),
        set.files().stream()
            .map(each -> RowFactory.create(each.path(), each.length(), each.modified()))
            .toArray(Row[]::new),
        set.bytes(),
        frames,
        tables.exchanges(),
        problems.stream().noneMatch(each -> each.kind().mayPass()));
  }

  @Override
  public void close() {
    if (source != null) {
      try {
        source.close();
      } catch (IOException e) {
        // Nothing was written to it.
      }
    }
  }
}
