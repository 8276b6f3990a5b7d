package org.rdmadump.report.table;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.rdmadump.analysis.stats.FileUse;
import org.rdmadump.analysis.stats.Intervals;
import org.rdmadump.analysis.stats.RequestInterval;
import org.rdmadump.analysis.stats.SentBySide;
import org.rdmadump.analysis.stats.SentRequests;
import org.rdmadump.analysis.stats.StatsReport;
import org.rdmadump.analysis.stats.StatsWriter;
import org.rdmadump.report.FileTables;
import org.rdmadump.report.NvmeTables;
import org.rdmadump.report.RequestTables;
import org.rdmadump.report.StatsTable;
import org.rdmadump.report.StatsTables;

/**
 * Prints statistics as tables of comma-separated values, an empty line between them. The first
 * column of each is its name, so that a script can pick one.
 */
public final class StatsCsvWriter implements StatsWriter {
  private static final String RECORD = "record";

  /** Files, and directories, that have a row. */
  private static final int MOST_FILES = 100;

  private final OutputStream out;
  private final ColumnLine line;
  private boolean begun;

  /** A writer to {@code out}, which it flushes but does not close. */
  public StatsCsvWriter(OutputStream out) {
    this.out = out;
    this.line = new ColumnLine(out, ColumnFormat.CSV, /* flushEachLine= */ false);
  }

  @Override
  public void write(StatsReport report) throws IOException {
    if (report.intervals().isPresent()) {
      Intervals intervals = report.intervals().get();
      put(StatsTables.intervals(), StatsTables.IntervalRow.of(intervals));
      more("more_interval_connections", intervals.otherConnections());
    }
    putIfAny(RequestTables.intervals(), RequestInterval.of(report.withoutRpc().connections()));
    putIfAny(StatsTables.slowest(), report.slowest());
    putIfAny(NvmeTables.commands(), report.slowestCommands());
    put(StatsTables.sides(), StatsTables.Side.of(report.connections()));
    more("more_connections", report.otherConnections());
    putIfAny(RequestTables.sides(), SentBySide.of(report.withoutRpc().connections()));
    putIfAny(RequestTables.requests(), SentRequests.of(report.withoutRpc().connections()));
    putIfAny(NvmeTables.operations(), report.nvme());
    put(StatsTables.operations(), report.operations());
    putIfAny(StatsTables.compounds(), report.compoundOperations());
    putIfAny(StatsTables.transfers(), report.transfers());
    files("named_file", "more_files", report.files());
    files("named_directory", "more_directories", report.directories());
    out.flush();
  }

  private void more(String record, long count) throws IOException {
    if (count > 0) {
      beginTable();
      line.put(List.of(RECORD, "count"));
      line.put(List.of(record, Long.toString(count)));
    }
  }

  private void files(String record, String others, FileUse all) throws IOException {
    FileUse use = all.first(MOST_FILES);
    putIfAny(FileTables.files(record, use), use.most());
    if (use.others() > 0) {
      put(FileTables.moreFiles(others), List.of(use));
    }
  }

  private <T> void putIfAny(StatsTable<T> columns, List<T> rows) throws IOException {
    if (!rows.isEmpty()) {
      put(columns, rows);
    }
  }

  private <T> void put(StatsTable<T> columns, List<T> rows) throws IOException {
    beginTable();
    line.column(RECORD);
    line.put(columns.csv().stream().map(StatsTable.Column::name).toList());
    for (T row : rows) {
      line.column(columns.record());
      line.put(
          columns.csv().stream()
              .map(column -> column.in(row).map(Object::toString).orElse(""))
              .toList());
    }
  }

  private void beginTable() throws IOException {
    if (begun) {
      line.put(List.of());
    }
    begun = true;
  }
}
