package org.rdmadump.report.csv;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.analysis.stats.CompoundOperationStats;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.Durations;
import org.rdmadump.analysis.stats.IntervalStats;
import org.rdmadump.analysis.stats.Intervals;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.analysis.stats.SlowCall;
import org.rdmadump.analysis.stats.StatsReport;
import org.rdmadump.analysis.stats.StatsWriter;
import org.rdmadump.analysis.stats.TransferStats;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;

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
      intervals(report.intervals().get());
    }
    if (!report.slowest().isEmpty()) {
      slowest(report);
    }
    connections(report);
    operations(report);
    compounds(report);
    transfers(report);
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    text.setLength(0);
    out.flush();
  }

  private void connections(StatsReport report) {
    CsvTable table =
        new CsvTable(
            text,
            "record",
            "connection",
            "transport",
            "recognised",
            "from",
            "address",
            "number",
            "calls",
            "replies",
            "packets",
            "bytes",
            "duration_ns",
            "retransmitted",
            "retransmitted_bytes",
            "duplicates",
            "timeouts",
            "out_of_order",
            "missing_bytes",
            "naks",
            "rnr_naks",
            "cnps",
            "ack_p50_ns",
            "ack_p99_ns",
            "ack_max_ns",
            "ended",
            "credits_asked",
            "credits_granted",
            "credits_least_granted",
            "credits_most_granted",
            "calls_most_in_flight",
            "inline_threshold",
            "remote_invalidation");
    for (ConnectionStats each : report.connections()) {
      for (Direction direction : Direction.values()) {
        connection(table, each, direction);
      }
    }
    if (report.otherConnections() > 0) {
      CsvTable more = new CsvTable(text, "record", "count");
      more.add("more_connections").add(report.otherConnections()).end();
    }
  }

  private static void connection(CsvTable table, ConnectionStats stats, Direction direction) {
    ConnectionRecord record = stats.record();
    boolean client = direction == Direction.FORWARD;
    TrafficCounters traffic = record.traffic(direction);
    Durations acknowledgements = stats.acknowledgements(direction);
    table.add("connection");
    table.add(record.index());
    table.add(record.transport().label()).add(record.recognition().label());
    table.add(client ? "client" : "server");
    table.add((client ? record.client() : record.server()).address().toString());
    table.add((client ? record.client() : record.server()).number().orElse(0));
    table.add(client ? record.calls() : record.callbacks());
    table.add(client ? record.callbackReplies() : record.replies());
    table.add(traffic.packets()).add(traffic.bytes());
    table.add(traffic.lastNanos() - traffic.firstNanos());
    table.add(traffic.retransmitted()).add(traffic.retransmittedBytes());
    if (record.transport().hasPacketNumbers()) {
      table.add(traffic.duplicates()).add(traffic.timeouts());
    } else {
      table.add("").add("");
    }
    table.add(traffic.outOfOrder());
    if (record.transport().hasPacketNumbers()) {
      table.add("");
    } else {
      table.add(traffic.missingBytes());
    }
    long naks = 0;
    for (long count : traffic.refusals().values()) {
      naks += count;
    }
    table.add(naks).add(traffic.notReadyCount()).add(traffic.congestionNotifications());
    table.add(acknowledgements.p50()).add(acknowledgements.p99());
    table.add(acknowledgements.greatest());
    table.add(record.end().isPresent() ? record.end().get().how().label() : "");
    credits(table, record.credits(direction));
    table.add(record.inlineThreshold(direction));
    Optional<RpcRdmaPrivateMessage> said = record.said(direction);
    table.add(said.isPresent() ? String.valueOf(said.get().remoteInvalidation()) : "");
    table.end();
  }

  private static void credits(CsvTable table, CreditUse credits) {
    table.add(credits.asked());
    if (credits.isGrantSeen()) {
      table.add(credits.granted()).add(credits.leastGranted()).add(credits.mostGranted());
    } else {
      table.add("").add("").add("");
    }
    table.add(credits.mostInFlight());
  }

  private void operations(StatsReport report) {
    CsvTable table =
        new CsvTable(
            text,
            "record",
            "protocol",
            "op",
            "calls",
            "replies",
            "failed",
            "latency_p50_ns",
            "latency_p90_ns",
            "latency_p99_ns",
            "latency_max_ns",
            "call_bytes",
            "reply_bytes",
            "inline",
            "read_chunk",
            "write_chunk",
            "reply_chunk",
            "position_zero",
            "read_chunks",
            "write_chunks",
            "reply_chunks",
            "segments",
            "sent_again",
            "errors");
    for (OperationStats each : report.operations()) {
      table.add("operation").add(each.key().protocol()).add(each.key().operation());
      table.add(each.calls()).add(each.replies()).add(each.failed());
      table.add(each.latency().p50()).add(each.latency().p90());
      table.add(each.latency().p99()).add(each.latency().greatest());
      table.add(each.callBytes()).add(each.replyBytes());
      for (MovedBy way : MovedBy.values()) {
        table.add(each.bytes(way));
      }
      table.add(each.readChunks()).add(each.writeChunks()).add(each.replyChunks());
      table.add(each.segments()).add(each.sentAgain()).add(errors(each.errors())).end();
    }
  }

  /** Which errors there were, and how often each. */
  private static String errors(Map<String, Long> errors) {
    StringBuilder cell = new StringBuilder();
    for (Map.Entry<String, Long> each : errors.entrySet()) {
      cell.append(cell.length() > 0 ? "; " : "").append(each.getKey());
      cell.append(' ').append(each.getValue());
    }
    return cell.toString();
  }

  private void compounds(StatsReport report) {
    if (report.compoundOperations().isEmpty()) {
      return;
    }
    CsvTable table = new CsvTable(text, "record", "protocol", "op", "asked", "executed", "failed");
    for (CompoundOperationStats each : report.compoundOperations()) {
      table.add("compound_operation").add(each.protocol()).add(each.operation());
      table.add(each.count()).add(each.executed()).add(each.failed()).end();
    }
  }

  private void transfers(StatsReport report) {
    if (report.transfers().isEmpty()) {
      return;
    }
    CsvTable table =
        new CsvTable(
            text,
            "record",
            "kind",
            "operations",
            "bytes",
            "segments",
            "most_per_segment",
            "packets",
            "most_packets",
            "most_in_flight",
            "duration_p50_ns",
            "duration_p99_ns",
            "duration_max_ns");
    for (TransferStats each : report.transfers()) {
      table.add("rdma").add(each.kind().label());
      table.add(each.packets().times()).add(each.bytes());
      table.add(each.perSegment().times()).add(each.perSegment().most());
      table.add(each.packets().sum()).add(each.packets().most()).add(each.mostInFlight());
      table.add(each.duration().p50()).add(each.duration().p99());
      table.add(each.duration().greatest()).end();
    }
  }

  private void slowest(StatsReport report) {
    CsvTable table =
        new CsvTable(
            text,
            "record",
            "number",
            "call_frame",
            "reply_frame",
            "connection",
            "xid",
            "protocol",
            "op",
            "latency_ns",
            "to_first_rdma_ns",
            "rdma_ns",
            "to_reply_ns",
            "about");
    for (SlowCall each : report.slowest()) {
      table.add("slow_call").add(each.number()).add(each.callFrame()).add(each.replyFrame());
      table.add(each.connection()).add(String.format(Locale.ROOT, "0x%08x", each.xid()));
      table.add(each.key().protocol()).add(each.key().operation()).add(each.latency());
      if (each.timing().isPresent()) {
        RdmaTiming timing = each.timing().get();
        table.add(timing.toFirstRdma()).add(timing.rdma()).add(timing.toReply());
      } else {
        table.add("").add("").add("");
      }
      table.add(each.about()).end();
    }
  }

  private void intervals(Intervals intervals) {
    CsvTable table =
        new CsvTable(
            text,
            "record",
            "from_ns",
            "length_ns",
            "connection",
            "calls",
            "replies",
            "failed",
            "latency_mean_ns",
            "latency_max_ns",
            "inline",
            "read_chunk",
            "write_chunk",
            "reply_chunk",
            "position_zero",
            "packets",
            "packet_bytes",
            "retransmitted",
            "credits_granted",
            "most_in_flight");
    for (long beginning : intervals.beginnings()) {
      for (IntervalStats each : intervals.rows(beginning)) {
        table.add("interval").add(beginning).add(intervals.nanos()).add(each.connection());
        table.add(each.calls()).add(each.replies()).add(each.failed());
        table.add(each.latencyMean()).add(each.latencyMost());
        for (MovedBy way : MovedBy.values()) {
          table.add(each.bytes(way));
        }
        table.add(each.packets()).add(each.packetBytes()).add(each.retransmitted());
        table.add(each.granted()).add(each.mostInFlight()).end();
      }
    }
  }
}
