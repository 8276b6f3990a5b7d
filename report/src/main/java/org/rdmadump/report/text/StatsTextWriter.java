package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.stats.FileUse;
import org.rdmadump.analysis.stats.Intervals;
import org.rdmadump.analysis.stats.RequestInterval;
import org.rdmadump.analysis.stats.SentBySide;
import org.rdmadump.analysis.stats.SentRequests;
import org.rdmadump.analysis.stats.StatsReport;
import org.rdmadump.analysis.stats.StatsWriter;
import org.rdmadump.analysis.stats.WithoutRpc;
import org.rdmadump.finding.Counted;
import org.rdmadump.report.FileTables;
import org.rdmadump.report.NvmeTables;
import org.rdmadump.report.RequestTables;
import org.rdmadump.report.StatsTable;
import org.rdmadump.report.StatsTables;
import org.rdmadump.rpcrdma.CaptureSummary;

/** Prints statistics as tables for people. */
public final class StatsTextWriter implements StatsWriter {
  private static final String NONE = "-";

  /** Files, and directories, that are listed. */
  private static final int MOST_FILES = 10;

  private final OutputStream out;
  private final Palette palette;

  /** Columns of the terminal that tables have to fit. */
  private final OptionalInt width;

  private final AsciiBuffer text = new AsciiBuffer();

  /** A writer to {@code out}, which it flushes but does not close. */
  public StatsTextWriter(OutputStream out, boolean colour) {
    this(out, colour, OptionalInt.empty());
  }

  /**
   * The same.
   *
   * @param width columns of a terminal: tables leave out columns that are 0, or do not fit; empty
   *     to leave out none
   */
  public StatsTextWriter(OutputStream out, boolean colour, OptionalInt width) {
    this.out = out;
    this.width = width;
    this.palette = new Palette(colour);
  }

  @Override
  public void write(StatsReport report) throws IOException {
    if (report.intervals().isPresent()) {
      intervals(report.intervals().get());
    }
    List<RequestInterval> parts = RequestInterval.of(report.withoutRpc().connections());
    if (!parts.isEmpty()) {
      String length = Quantities.duration(parts.get(0).nanos());
      put("Requests in intervals of " + length, RequestTables.intervals(), parts);
    }
    if (!report.slowest().isEmpty()) {
      put("Slowest calls", StatsTables.slowest(), report.slowest());
    }
    if (!report.slowestCommands().isEmpty()) {
      put("Slowest NVMe commands", NvmeTables.commands(), report.slowestCommands());
    }
    noMessage(report.summary());
    connections(report);
    put("Packets", StatsTables.sides(), StatsTables.Side.of(report.connections()));
    connectionsWithoutRpc(report.withoutRpc());
    if (!report.nvme().isEmpty()) {
      put("NVMe commands", NvmeTables.operations(), report.nvme());
    }
    put("Operations", StatsTables.operations(), report.operations());
    put("Operations inside compounds", StatsTables.compounds(), report.compoundOperations());
    put("RDMA operations", StatsTables.transfers(), report.transfers());
    files("Files", report.files());
    files("Directories", report.directories());
    text.moveTo(out);
    out.flush();
  }

  /** Prints connections without RPC-over-RDMA, and flushes them. */
  public void write(WithoutRpc found) throws IOException {
    connectionsWithoutRpc(found);
    text.moveTo(out);
    out.flush();
  }

  private void files(String title, FileUse all) {
    FileUse use = all.first(MOST_FILES);
    put(title, FileTables.files("", use), use.most());
    if (use.others() > 0) {
      text.put("  and ").putDecimal(use.others()).put(" more, of ");
      Quantities.putCount(text, use.otherCalls(), "call");
      text.put("; read ");
      Quantities.putSize(text, use.otherReadBytes());
      text.put(", written ");
      Quantities.putSize(text, use.otherWrittenBytes());
      text.newline();
    }
  }

  /** Says what there is in place of messages, so that an empty report is none of a failure. */
  private void noMessage(CaptureSummary summary) {
    if (summary.calls() + summary.replies() + summary.otherMessages() + summary.incomplete() > 0) {
      return;
    }
    long mads = 0;
    for (long count : summary.mads().values()) {
      mads += count;
    }
    String line =
        "no RPC-over-RDMA message in "
            + Counted.of(summary.frames(), "frame")
            + "; "
            + Counted.of(summary.rdmaPackets(), "RDMA packet")
            + (mads > 0 ? ", of which " + Counted.of(mads, "management datagram") : "");
    fold(line);
  }

  private void connections(StatsReport report) {
    if (report.connections().isEmpty()) {
      return;
    }
    if (text.length() > 0) {
      text.newline();
    }
    palette.put(text, Palette.Ink.NAME, "Connections");
    text.newline();
    facts(connections -> report.connections().forEach(connections::put));
    if (report.otherConnections() > 0) {
      text.put("  and ").putDecimal(report.otherConnections()).put(" more").newline();
    }
  }

  private void connectionsWithoutRpc(WithoutRpc found) {
    if (found.connections().isEmpty()) {
      return;
    }
    if (text.length() > 0) {
      text.newline();
    }
    palette.put(text, Palette.Ink.NAME, "Connections without RPC-over-RDMA");
    text.newline();
    facts(connections -> found.connections().forEach(connections::put));
    if (found.others() > 0) {
      text.put("  and ").putDecimal(found.others()).put(" more").newline();
    }
    put("Requests", RequestTables.requests(), SentRequests.of(found.connections()));
    put("Packets without RPC-over-RDMA", RequestTables.sides(), SentBySide.of(found.connections()));
  }

  /** Prints lines of facts, folded if they do not fit. */
  private void facts(Consumer<ConnectionText> connections) {
    if (width.isEmpty()) {
      connections.accept(new ConnectionText(text, palette));
      return;
    }
    AsciiBuffer lines = new AsciiBuffer();
    connections.accept(new ConnectionText(lines, palette));
    lines.toString().lines().forEach(this::fold);
  }

  /** Prints a line of facts, folded if it does not fit. */
  private void fold(String line) {
    List<String> folded = new ArrayList<>();
    FoldedLine.add(line, width.orElse(Integer.MAX_VALUE), folded);
    for (String each : folded) {
      byte[] utf8 = each.getBytes(StandardCharsets.UTF_8);
      text.putBytes(utf8, utf8.length).newline();
    }
  }

  private void intervals(Intervals intervals) {
    List<StatsTables.IntervalRow> rows = StatsTables.IntervalRow.of(intervals);
    // Times that leap tell people of it; a table of thousands of rows would not.
    rows.removeIf(row -> row.stats().isSilent());
    put("Intervals of " + Quantities.duration(intervals.nanos()), StatsTables.intervals(), rows);
    if (intervals.otherConnections() > 0) {
      text.put("  ").putDecimal(intervals.otherConnections()).put(" more connections").newline();
    }
  }

  private <T> void put(String title, StatsTable<T> columns, List<T> rows) {
    if (rows.isEmpty()) {
      return;
    }
    TextTable table = new TextTable(title);
    List<StatsTable.Column<T>> shown = columns.text(rows);
    for (StatsTable.Column<T> column : shown) {
      if (column.unit() == StatsTable.Unit.WORDS) {
        table.words(column.name());
      } else {
        table.number(column.name());
      }
    }
    for (T row : rows) {
      List<String> cells = new ArrayList<>(shown.size());
      shown.forEach(column -> cells.add(cell(column, row)));
      table.row(columns.isStriking(row), cells);
    }
    width.ifPresent(table::fit);
    table.put(text, palette);
  }

  // ---- cells

  private <T> String cell(StatsTable.Column<T> column, T row) {
    Object value = column.in(row).map(Object.class::cast).orElse(NONE);
    if (value instanceof Map<?, ?> counts) {
      return StatsTables.counts(counts, ", ");
    }
    return value instanceof Number number
        ? Quantities.cell(column.unit(), number.longValue())
        : value.toString();
  }
}
