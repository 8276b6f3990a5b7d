package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.rdmadump.analysis.stats.CompoundOperationStats;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.IntervalStats;
import org.rdmadump.analysis.stats.Intervals;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.analysis.stats.SlowCall;
import org.rdmadump.analysis.stats.StatsReport;
import org.rdmadump.analysis.stats.StatsWriter;
import org.rdmadump.analysis.stats.TransferStats;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RdmaTiming;

/** Prints statistics as JSON objects, one on a line; optionally all in one array. */
public final class StatsJsonWriter implements StatsWriter {
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
      intervals(report.intervals().get());
    }
    slowest(report);
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
    for (OperationStats each : report.operations()) {
      operation(each);
    }
    for (CompoundOperationStats each : report.compoundOperations()) {
      out.beginRecord("compound_operation");
      out.put("protocol", each.protocol());
      out.put("op", each.operation());
      out.put("asked", each.count());
      out.put("executed", each.executed());
      out.put("failed", each.failed());
      out.endRecord();
    }
    for (TransferStats each : report.transfers()) {
      transfers(each);
    }
    SummaryJson.write(out, report.summary());
    out.end();
  }

  private void operation(OperationStats stats) throws IOException {
    out.beginRecord("operation");
    out.put("protocol", stats.key().protocol());
    out.put("op", stats.key().operation());
    if (!stats.key().mainOperation().isEmpty()) {
      out.put("procedure_name", stats.key().procedure());
    }
    out.put("calls", stats.calls());
    out.put("replies", stats.replies());
    out.put("failed", stats.failed());
    out.put("sent_again", stats.sentAgain());
    out.put("errors", stats.errors());
    ConnectionJson.durations(out, "latency_ns", stats.latency());
    out.put("call_bytes", stats.callBytes());
    out.put("reply_bytes", stats.replyBytes());
    out.beginObject("bytes");
    for (MovedBy way : MovedBy.values()) {
      out.put(way.label(), stats.bytes(way));
    }
    out.endObject();
    out.put("read_chunks", stats.readChunks());
    out.put("write_chunks", stats.writeChunks());
    out.put("reply_chunks", stats.replyChunks());
    out.put("segments", stats.segments());
    out.endRecord();
  }

  private void transfers(TransferStats stats) throws IOException {
    out.beginRecord("rdma");
    out.put("kind", stats.kind().label());
    out.put("operations", stats.packets().times());
    out.put("bytes", stats.bytes());
    out.put("segments", stats.perSegment().times());
    out.put("most_per_segment", stats.perSegment().most());
    out.put("packets", stats.packets().sum());
    out.put("most_packets", stats.packets().most());
    out.put("most_in_flight", stats.mostInFlight());
    ConnectionJson.durations(out, "duration_ns", stats.duration());
    out.endRecord();
  }

  private void slowest(StatsReport report) throws IOException {
    for (SlowCall each : report.slowest()) {
      out.beginRecord("slow_call");
      out.put("number", each.number());
      out.put("call_frame", each.callFrame());
      out.put("reply_frame", each.replyFrame());
      out.put("connection", each.connection());
      out.putHex("xid", each.xid());
      out.put("protocol", each.key().protocol());
      out.put("op", each.key().operation());
      out.put("latency_ns", each.latency());
      timing(each.timing());
      out.put("about", each.about());
      out.endRecord();
    }
  }

  private void timing(Optional<RdmaTiming> timing) {
    if (timing.isPresent()) {
      out.beginObject("timing");
      out.put("to_first_rdma_ns", timing.get().toFirstRdma());
      out.put("rdma_ns", timing.get().rdma());
      out.put("to_reply_ns", timing.get().toReply());
      out.endObject();
    }
  }

  private void intervals(Intervals intervals) throws IOException {
    for (long beginning : intervals.beginnings()) {
      for (IntervalStats each : intervals.rows(beginning)) {
        out.beginRecord("interval");
        out.put("from_ns", beginning);
        out.put("length_ns", intervals.nanos());
        out.put("connection", each.connection());
        out.put("calls", each.calls());
        out.put("replies", each.replies());
        out.put("failed", each.failed());
        out.put("latency_mean_ns", each.latencyMean());
        out.put("latency_max_ns", each.latencyMost());
        out.beginObject("bytes");
        for (MovedBy way : MovedBy.values()) {
          out.put(way.label(), each.bytes(way));
        }
        out.endObject();
        out.put("packets", each.packets());
        out.put("packet_bytes", each.packetBytes());
        out.put("retransmitted", each.retransmitted());
        out.put("credits_granted", each.granted());
        out.put("most_in_flight", each.mostInFlight());
        out.endRecord();
      }
    }
  }
}
