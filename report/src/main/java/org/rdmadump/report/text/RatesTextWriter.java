package org.rdmadump.report.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.metrics.Rates;
import org.rdmadump.analysis.stats.NvmeStats;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.report.StatsTable;

/**
 * Prints rates by operation, with the columns of nfsiostat(8), in at most {@link #MOST_LINES}
 * lines. Columns do not move from one print to the next, as long as their numbers fit.
 */
public final class RatesTextWriter {
  /** The most lines that are printed. */
  public static final int MOST_LINES = 22;

  private static final long KIB = 1024;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int OPERATION = 16;
  private static final int[] WIDTHS = {7, 9, 7, 8, 7, 7, 7};
  private static final String[] HEADS = {
    "ops/s", "kB/s", "kB/op", "retrans", "errors", "RTT ms", "p99 ms"
  };

  /** Numbers from here on have no decimals. */
  private static final double WHOLE_FROM = 1000;

  private static final double THREE_DECIMALS_BELOW = 10;
  private static final int MOST_OPERATIONS = MOST_LINES - 4;

  private static final Comparator<Row> BUSIEST = Comparator.comparingLong(Row::calls).reversed();

  private final String devices;

  /** A line, of calls or of commands. */
  private record Row(
      String operation,
      String protocol,
      long calls,
      long bytes,
      long sentAgain,
      long failed,
      long answered,
      long mean,
      long p99) {
    static Row of(OperationStats calls) {
      return new Row(
          calls.key().operationInWords(),
          calls.key().protocolInWords(),
          calls.calls(),
          calls.callBytes().orElse(0) + calls.replyBytes().orElse(0),
          calls.sentAgain(),
          calls.failed(),
          calls.latency().count(),
          calls.latency().mean(),
          calls.latency().p99());
    }

    static Row of(NvmeStats commands) {
      return new Row(
          commands.operation(),
          "NVMe " + commands.set().label(),
          commands.count(),
          commands.bytes(),
          /* sentAgain= */ 0,
          commands.failed(),
          commands.latencies().count(),
          commands.latencies().mean(),
          commands.latencies().percentile(99));
    }
  }

  /** Prints rates of devices that the user calls {@code devices}. */
  public RatesTextWriter(String devices) {
    this.devices = devices;
  }

  /** Appends the lines of an interval. */
  public void put(AsciiBuffer text, Rates rates) {
    double seconds = rates.nanos() / NANOS_PER_SECOND;
    text.putSymbols(devices).put(", ");
    text.put(Quantities.cell(StatsTable.Unit.NANOS, rates.sinceStart())).put(": ");
    text.put(rate(rates.packets() / seconds)).put(" packets/s, ");
    text.put(rate(rates.bytes() / (double) KIB / seconds)).put(" kB/s, ");
    text.putDecimal(rates.retransmitted()).put(" retrans, ");
    text.put(rates.dropped().isPresent() ? "" + rates.dropped().getAsLong() : "unknown");
    text.put(" dropped, ");
    Quantities.putCount(text, rates.connections(), "connection");
    text.newline();
    List<Row> rows = new ArrayList<>();
    rates.operations().forEach(each -> rows.add(Row.of(each)));
    rates.commands().forEach(each -> rows.add(Row.of(each)));
    if (rows.isEmpty()) {
      text.put("no calls").newline();
      return;
    }
    head(text);
    List<Row> busiest = new ArrayList<>(rows);
    busiest.sort(BUSIEST);
    List<Row> shown = busiest.subList(0, Math.min(MOST_OPERATIONS, busiest.size()));
    for (Row each : rows) {
      if (shown.contains(each)) {
        row(text, each, seconds);
      }
    }
    if (busiest.size() > shown.size()) {
      Quantities.putCount(text, busiest.size() - shown.size(), "other operation");
      text.newline();
    }
  }

  private static void head(AsciiBuffer text) {
    text.put("operation").spaces(OPERATION - "operation".length());
    for (int i = 0; i < HEADS.length; i++) {
      right(text, HEADS[i], WIDTHS[i]);
    }
    text.put(" protocol").newline();
  }

  private static void row(AsciiBuffer text, Row row, double seconds) {
    int from = text.column();
    text.putSymbols(row.operation);
    text.spaces(Math.max(0, OPERATION - (text.column() - from)));
    List<String> cells =
        List.of(
            rate(row.calls / seconds),
            rate(row.bytes / (double) KIB / seconds),
            row.calls == 0 ? "-" : rate(row.bytes / (double) KIB / row.calls),
            Long.toString(row.sentAgain),
            Long.toString(row.failed),
            row.answered > 0 ? millis(row.mean) : "-",
            row.answered > 0 ? millis(row.p99) : "-");
    for (int i = 0; i < WIDTHS.length; i++) {
      right(text, cells.get(i), WIDTHS[i]);
    }
    text.put(' ').putSymbols(row.protocol).newline();
  }

  private static void right(AsciiBuffer text, String cell, int width) {
    text.spaces(Math.max(1, width - cell.length())).put(cell);
  }

  private static String rate(double value) {
    return decimal(value, value >= WHOLE_FROM ? 0 : 1);
  }

  private static String millis(long nanos) {
    double value = nanos / NANOS_PER_MILLI;
    return decimal(value, value < THREE_DECIMALS_BELOW ? 3 : value < WHOLE_FROM ? 1 : 0);
  }

  /** Rounded half up, without a locale. */
  private static String decimal(double value, int digits) {
    long scale = 1;
    for (int i = 0; i < digits; i++) {
      scale *= 10;
    }
    long scaled = Math.round(value * scale);
    AsciiBuffer text = new AsciiBuffer();
    text.putDecimal(scaled / scale);
    if (digits > 0) {
      text.put('.').putPadded(scaled % scale, digits);
    }
    return text.toString();
  }
}
