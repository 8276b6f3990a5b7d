package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.stats.CompoundOperationStats;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.Durations;
import org.rdmadump.analysis.stats.IntervalStats;
import org.rdmadump.analysis.stats.Intervals;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.analysis.stats.SlowCall;
import org.rdmadump.analysis.stats.Spread;
import org.rdmadump.analysis.stats.StatsReport;
import org.rdmadump.analysis.stats.StatsWriter;
import org.rdmadump.analysis.stats.TransferStats;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RdmaTiming;

/** Prints statistics as tables for people. */
public final class StatsTextWriter implements StatsWriter {
  private static final String NONE = "-";
  private static final long SECOND = 1_000_000_000L;
  private static final long MICROSECOND = 1000;
  private static final long MICROS = 1_000_000L;
  private static final int MICRO_DIGITS = 6;

  private final OutputStream out;
  private final Palette palette;
  private final AsciiBuffer text = new AsciiBuffer();
  private final AsciiBuffer cell = new AsciiBuffer();

  /** A writer to {@code out}, which it flushes but does not close. */
  public StatsTextWriter(OutputStream out, boolean colour) {
    this.out = out;
    this.palette = new Palette(colour);
  }

  @Override
  public void write(StatsReport report) throws IOException {
    if (report.intervals().isPresent()) {
      intervals(report.intervals().get());
    }
    slowest(report);
    noMessage(report.summary());
    connections(report);
    traffic(report);
    operations(report);
    compounds(report);
    transfers(report);
    out.write(text.array(), 0, text.length());
    text.clear();
    out.flush();
  }

  private void slowest(StatsReport report) {
    TextTable table =
        new TextTable("Slowest calls")
            .number("")
            .words("")
            .number("frame")
            .number("reply")
            .words("XID")
            .words("")
            .words("")
            .number("latency")
            .number("to RDMA")
            .number("RDMA")
            .number("to reply")
            .words("about");
    for (SlowCall each : report.slowest()) {
      Optional<RdmaTiming> timing = each.timing();
      table.row(
          false,
          List.of(
              "#" + each.number(),
              "c" + each.connection(),
              decimal(each.callFrame()),
              decimal(each.replyFrame()),
              String.format(Locale.ROOT, "0x%08x", each.xid()),
              each.key().protocol(),
              each.key().operation(),
              duration(each.latency()),
              timing.isPresent() ? duration(timing.get().toFirstRdma()) : NONE,
              timing.isPresent() ? duration(timing.get().rdma()) : NONE,
              timing.isPresent() ? duration(timing.get().toReply()) : NONE,
              each.about()));
    }
    put(table);
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
    text.put("no RPC-over-RDMA message in ");
    Quantities.putCount(text, summary.frames(), "frame");
    text.put("; ");
    Quantities.putCount(text, summary.rdmaPackets(), "RDMA packet");
    if (mads > 0) {
      text.put(", of which ");
      Quantities.putCount(text, mads, "management datagram");
    }
    text.newline();
  }

  // ---- tables

  private void connections(StatsReport report) {
    if (report.connections().isEmpty()) {
      return;
    }
    if (text.length() > 0) {
      text.newline();
    }
    palette.on(text, Palette.Ink.NAME);
    text.put("Connections");
    palette.off(text);
    text.newline();
    ConnectionText connections = new ConnectionText(text, palette);
    for (ConnectionStats each : report.connections()) {
      connections.put(each);
    }
    if (report.otherConnections() > 0) {
      text.put("  and ").putDecimal(report.otherConnections()).put(" more").newline();
    }
  }

  private void traffic(StatsReport report) {
    TextTable table =
        new TextTable("Packets")
            .words("")
            .words("from")
            .number("packets")
            .number("bytes")
            .number("per second")
            .number("sent again")
            .number("dupl.")
            .number("time-outs")
            .number("early")
            .number("missing")
            .number("RNR")
            .number("CNP")
            .number("ACK p50")
            .number("p99")
            .number("max")
            .words("NAKs");
    for (ConnectionStats each : report.connections()) {
      for (Direction direction : Direction.values()) {
        TrafficCounters traffic = each.record().traffic(direction);
        Durations acknowledgements = each.acknowledgements(direction);
        boolean any = acknowledgements.count() > 0;
        boolean numbered = each.record().transport().hasPacketNumbers();
        table.row(
            traffic.retransmitted() > 0 || !traffic.refusals().isEmpty(),
            List.of(
                ConnectionText.name(each.record()),
                direction == Direction.FORWARD ? "client" : "server",
                decimal(traffic.packets()),
                size(traffic.bytes()),
                rate(traffic.bytes(), traffic.lastNanos() - traffic.firstNanos()),
                decimal(traffic.retransmitted()),
                numbered ? decimal(traffic.duplicates()) : NONE,
                numbered ? decimal(traffic.timeouts()) : NONE,
                decimal(traffic.outOfOrder()),
                numbered ? NONE : size(traffic.missingBytes()),
                decimal(traffic.notReadyCount()),
                decimal(traffic.congestionNotifications()),
                any ? duration(acknowledgements.p50()) : NONE,
                any ? duration(acknowledgements.p99()) : NONE,
                any ? duration(acknowledgements.greatest()) : NONE,
                counts(traffic.refusals())));
      }
    }
    put(table);
  }

  private void operations(StatsReport report) {
    boolean again = isAnySentAgain(report);
    TextTable table = new TextTable("Operations").words("").words("").number("calls");
    if (again) {
      table.number("again");
    }
    table
        .number("replies")
        .number("failed")
        .number("p50")
        .number("p90")
        .number("p99")
        .number("max")
        .number("call bytes")
        .number("reply bytes")
        .number("inline")
        .number("Read")
        .number("Write")
        .number("Reply")
        .number("Pos. 0")
        .number("chunks R/W/r")
        .number("segments")
        .words("errors");
    for (OperationStats each : report.operations()) {
      boolean any = each.latency().count() > 0;
      List<String> cells = new ArrayList<>();
      cells.add(each.key().protocol());
      cells.add(each.key().operation());
      cells.add(decimal(each.calls()));
      if (again) {
        cells.add(decimal(each.sentAgain()));
      }
      cells.addAll(
          List.of(
              decimal(each.replies()),
              decimal(each.failed()),
              any ? duration(each.latency().p50()) : NONE,
              any ? duration(each.latency().p90()) : NONE,
              any ? duration(each.latency().p99()) : NONE,
              any ? duration(each.latency().greatest()) : NONE,
              size(each.callBytes()),
              size(each.replyBytes()),
              size(each.bytes(MovedBy.INLINE)),
              size(each.bytes(MovedBy.READ_CHUNK)),
              size(each.bytes(MovedBy.WRITE_CHUNK)),
              size(each.bytes(MovedBy.REPLY_CHUNK)),
              size(each.bytes(MovedBy.POSITION_ZERO)),
              each.readChunks() + "/" + each.writeChunks() + "/" + each.replyChunks(),
              decimal(each.segments()),
              counts(each.errors())));
      table.row(each.failed() > 0, cells);
    }
    put(table);
  }

  /** The column is there only if it tells something. */
  private static boolean isAnySentAgain(StatsReport report) {
    for (OperationStats each : report.operations()) {
      if (each.sentAgain() > 0) {
        return true;
      }
    }
    return false;
  }

  private void compounds(StatsReport report) {
    TextTable table =
        new TextTable("Operations inside of compounds")
            .words("")
            .words("")
            .number("asked")
            .number("executed")
            .number("failed");
    for (CompoundOperationStats each : report.compoundOperations()) {
      table.row(
          each.failed() > 0,
          List.of(
              each.protocol(),
              each.operation(),
              decimal(each.count()),
              decimal(each.executed()),
              decimal(each.failed())));
    }
    put(table);
  }

  private void transfers(StatsReport report) {
    TextTable table =
        new TextTable("RDMA operations")
            .words("")
            .number("operations")
            .number("bytes")
            .number("segments")
            .number("per segment")
            .number("max")
            .number("packets")
            .number("per operation")
            .number("max")
            .number("in flight")
            .number("p50")
            .number("p99")
            .number("max");
    for (TransferStats each : report.transfers()) {
      table.row(
          false,
          List.of(
              each.kind().label(),
              decimal(each.packets().times()),
              size(each.bytes()),
              decimal(each.perSegment().times()),
              mean(each.perSegment()),
              decimal(each.perSegment().most()),
              decimal(each.packets().sum()),
              mean(each.packets()),
              decimal(each.packets().most()),
              decimal(each.mostInFlight()),
              duration(each.duration().p50()),
              duration(each.duration().p99()),
              duration(each.duration().greatest())));
    }
    put(table);
  }

  private void intervals(Intervals intervals) {
    TextTable table =
        new TextTable("Intervals of " + duration(intervals.nanos()))
            .number("from")
            .words("")
            .number("calls")
            .number("replies")
            .number("failed")
            .number("mean")
            .number("max")
            .number("inline")
            .number("Read")
            .number("Write")
            .number("Reply")
            .number("Pos. 0")
            .number("packets")
            .number("bytes")
            .number("sent again")
            .number("credits")
            .number("in flight");
    for (long beginning : intervals.beginnings()) {
      for (IntervalStats each : intervals.rows(beginning)) {
        if (each.isSilent()) {
          // Times that leap tell people of it; a table of thousands of rows would not.
          continue;
        }
        boolean any = each.replies() > 0;
        table.row(
            each.failed() > 0 || each.retransmitted() > 0,
            List.of(
                seconds(beginning),
                "c" + each.connection(),
                decimal(each.calls()),
                decimal(each.replies()),
                decimal(each.failed()),
                any ? duration(each.latencyMean()) : NONE,
                any ? duration(each.latencyMost()) : NONE,
                size(each.bytes(MovedBy.INLINE)),
                size(each.bytes(MovedBy.READ_CHUNK)),
                size(each.bytes(MovedBy.WRITE_CHUNK)),
                size(each.bytes(MovedBy.REPLY_CHUNK)),
                size(each.bytes(MovedBy.POSITION_ZERO)),
                decimal(each.packets()),
                size(each.packetBytes()),
                decimal(each.retransmitted()),
                each.granted().isPresent() ? decimal(each.granted().getAsInt()) : NONE,
                decimal(each.mostInFlight())));
      }
    }
    put(table);
  }

  private void put(TextTable table) {
    if (!table.isEmpty()) {
      table.put(text, palette);
    }
  }

  // ---- cells

  private static String decimal(long value) {
    return Long.toString(value);
  }

  private String size(long bytes) {
    if (bytes == 0) {
      return "0";
    }
    cell.clear();
    Quantities.putSize(cell, bytes);
    return cell.toString();
  }

  private String size(OptionalLong bytes) {
    return bytes.isPresent() ? size(bytes.getAsLong()) : NONE;
  }

  private String rate(long bytes, long nanos) {
    return nanos <= 0 ? NONE : size((long) (bytes / ((double) nanos / SECOND)));
  }

  private String duration(long nanos) {
    cell.clear();
    Quantities.putDuration(cell, nanos);
    return cell.toString();
  }

  /** Time since the first frame, as {@code dump} has it. */
  private String seconds(long nanos) {
    cell.clear();
    if (nanos < 0) {
      cell.put('-');
    }
    long micros = Math.abs(nanos) / MICROSECOND;
    cell.putDecimal(micros / MICROS).put('.').putPadded(micros % MICROS, MICRO_DIGITS);
    return cell.toString();
  }

  private String mean(Spread spread) {
    cell.clear();
    cell.putDecimal(spread.meanHundredths() / 100).put('.');
    cell.putPadded(spread.meanHundredths() % 100, 2);
    return cell.toString();
  }

  private static String counts(Map<String, Long> counts) {
    List<String> some = new ArrayList<>(counts.size());
    for (Map.Entry<String, Long> each : counts.entrySet()) {
      some.add(each.getKey() + " " + each.getValue());
    }
    return String.join(", ", some);
  }
}
