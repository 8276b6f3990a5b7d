package org.rdmadump.report.csv;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.analysis.stats.StatsReport;
import org.rdmadump.analysis.stats.StatsWriter;
import org.rdmadump.report.StatsTable;
import org.rdmadump.report.StatsTables;

/**
 * Prints statistics as tables of comma-separated values, an empty line between them. The first
 * column of each is its name, so that a script can pick one.
 */
public final class StatsCsvWriter implements StatsWriter {
  private final OutputStream out;
  private final StringBuilder text = new StringBuilder();

  /** A writer to {@code out}, which it flushes but does not close. */
  public StatsCsvWriter(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(StatsReport report) throws IOException {
    if (report.intervals().isPresent()) {
      put(StatsTables.intervals(), StatsTables.IntervalRow.of(report.intervals().get()));
    }
    putIfAny(StatsTables.slowest(), report.slowest());
    put(StatsTables.sides(), StatsTables.Side.of(report.connections()));
    if (report.otherConnections() > 0) {
      CsvTable more = new CsvTable(text, List.of("record", "count"));
      more.add("more_connections").add(report.otherConnections()).end();
    }
    put(StatsTables.operations(), report.operations());
    putIfAny(StatsTables.compounds(), report.compoundOperations());
    putIfAny(StatsTables.transfers(), report.transfers());
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    text.setLength(0);
    out.flush();
  }

  private <T> void putIfAny(StatsTable<T> columns, List<T> rows) {
    if (!rows.isEmpty()) {
      put(columns, rows);
    }
  }

  private <T> void put(StatsTable<T> columns, List<T> rows) {
    List<String> heads = new ArrayList<>(List.of("record"));
    columns.csv().forEach(column -> heads.add(column.name()));
    CsvTable table = new CsvTable(text, heads);
    for (T row : rows) {
      table.add(columns.record());
      columns.csv().forEach(column -> table.add(column.value().apply(row)));
      table.end();
    }
  }
}
