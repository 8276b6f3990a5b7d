package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.FileUse;
import org.rdmadump.analysis.stats.Intervals;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.analysis.stats.RequestInterval;
import org.rdmadump.analysis.stats.SentRequests;
import org.rdmadump.analysis.stats.StatsReport;
import org.rdmadump.analysis.stats.StatsWriter;
import org.rdmadump.analysis.stats.WithoutRpc;
import org.rdmadump.report.FileTables;
import org.rdmadump.report.NvmeTables;
import org.rdmadump.report.RequestTables;
import org.rdmadump.report.StatsTable;
import org.rdmadump.report.StatsTables;

/** Prints statistics as JSON objects, one on a line; optionally all in one array. */
public final class StatsJsonWriter implements StatsWriter {
  /** Files, and directories, that have a record. */
  private static final int MOST_FILES = 100;

  private final JsonOutput out;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all records and commas between them
   */
  public StatsJsonWriter(OutputStream target, boolean array) {
    this.out = new JsonOutput(target, array);
  }

  @Override
  public void write(StatsReport report) throws IOException {
    out.begin();
    if (report.intervals().isPresent()) {
      Intervals intervals = report.intervals().get();
      put(StatsTables.intervals(), StatsTables.IntervalRow.of(intervals));
      if (intervals.otherConnections() > 0) {
        out.beginRecord("more_interval_connections");
        out.put("count", intervals.otherConnections());
        out.endRecord();
      }
    }
    put(RequestTables.intervals(), RequestInterval.of(report.withoutRpc().connections()));
    put(StatsTables.slowest(), report.slowest());
    put(NvmeTables.commands(), report.slowestCommands());
    ConnectionJson connections = new ConnectionJson(out);
    for (ConnectionStats each : report.connections()) {
      out.beginRecord("connection");
      connections.write(each);
      out.endRecord();
    }
    if (report.otherConnections() > 0) {
      out.beginRecord("more_connections");
      out.put("count", report.otherConnections());
      out.endRecord();
    }
    withoutRpc(connections, report.withoutRpc());
    put(NvmeTables.operations(), report.nvme());
    put(StatsTables.operations(), report.operations());
    put(StatsTables.compounds(), report.compoundOperations());
    put(StatsTables.transfers(), report.transfers());
    files("named_file", "more_files", report.files());
    files("named_directory", "more_directories", report.directories());
    SummaryJson.write(out, report.summary());
    out.end();
  }

  /** Prints connections without RPC-over-RDMA, and flushes them. */
  public void write(WithoutRpc found) throws IOException {
    out.begin();
    withoutRpc(new ConnectionJson(out), found);
    out.end();
  }

  private void withoutRpc(ConnectionJson connections, WithoutRpc found) throws IOException {
    for (NumberedConnection each : found.connections()) {
      out.beginRecord("rdma_connection");
      connections.write(each);
      out.endRecord();
    }
    if (found.others() > 0) {
      out.beginRecord("more_rdma_connections");
      out.put("count", found.others());
      out.endRecord();
    }
    for (SentRequests each : SentRequests.of(found.connections())) {
      out.beginRecord(RequestTables.REQUEST);
      connections.write(each);
      out.endRecord();
    }
  }

  private void files(String record, String others, FileUse all) throws IOException {
    FileUse use = all.first(MOST_FILES);
    put(FileTables.files(record, use), use.most());
    if (use.others() > 0) {
      put(FileTables.moreFiles(others), List.of(use));
    }
  }

  private <T> void put(StatsTable<T> columns, List<T> rows) throws IOException {
    for (T row : rows) {
      out.beginRecord(columns.record());
      members(out, columns, row);
      out.endRecord();
    }
  }

  /** Writes the members of a row; what is absent has none. */
  public static <T> void members(JsonOutput out, StatsTable<T> columns, T row) {
    for (StatsTable.Column<T> column : columns.json()) {
      column.in(row).ifPresent(value -> member(out, column.name(), value));
    }
  }

  private static void member(JsonOutput out, String name, Object value) {
    if (value instanceof Number number) {
      out.put(name, number.longValue());
    } else if (value instanceof Map<?, ?> counts) {
      out.beginObject(name);
      counts.forEach((key, count) -> member(out, key.toString(), count));
      out.endObject();
    } else {
      out.put(name, value.toString());
    }
  }
}
