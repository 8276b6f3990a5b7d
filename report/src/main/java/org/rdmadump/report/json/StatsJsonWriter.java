package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Map;
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

/** Prints statistics as JSON objects, one on a line; optionally all in one array. */
public final class StatsJsonWriter implements StatsWriter {
  private final JsonGenerator out;
  private final JsonRecords records;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all records and commas between them
   */
  public StatsJsonWriter(OutputStream target, boolean array) throws IOException {
    this.out = JsonRecordWriter.generator(target);
    this.records = new JsonRecords(out, array);
  }

  @Override
  public void write(StatsReport report) throws IOException {
    records.begin();
    if (report.intervals().isPresent()) {
      intervals(report.intervals().get());
    }
    slowest(report);
    ConnectionJsonWriter connections = new ConnectionJsonWriter(out);
    for (ConnectionStats each : report.connections()) {
      records.separate();
      connections.write(each);
      records.endOfRecord();
    }
    if (report.otherConnections() > 0) {
      begin("more_connections");
      out.writeNumberField("count", report.otherConnections());
      end();
    }
    for (OperationStats each : report.operations()) {
      operation(each);
    }
    for (CompoundOperationStats each : report.compoundOperations()) {
      begin("compound_operation");
      out.writeStringField("protocol", each.protocol());
      out.writeStringField("op", each.operation());
      out.writeNumberField("asked", each.count());
      out.writeNumberField("executed", each.executed());
      out.writeNumberField("failed", each.failed());
      end();
    }
    for (TransferStats each : report.transfers()) {
      transfers(each);
    }
    records.separate();
    new SummaryJsonWriter(out).write(report.summary());
    records.endOfRecord();
    records.end();
  }

  private void operation(OperationStats stats) throws IOException {
    begin("operation");
    out.writeStringField("protocol", stats.key().protocol());
    out.writeStringField("op", stats.key().operation());
    if (!stats.key().mainOperation().isEmpty()) {
      out.writeStringField("procedure_name", stats.key().procedure());
    }
    out.writeNumberField("calls", stats.calls());
    out.writeNumberField("replies", stats.replies());
    out.writeNumberField("failed", stats.failed());
    out.writeNumberField("sent_again", stats.sentAgain());
    out.writeObjectFieldStart("errors");
    for (Map.Entry<String, Long> each : stats.errors().entrySet()) {
      out.writeNumberField(each.getKey(), each.getValue());
    }
    out.writeEndObject();
    ConnectionJsonWriter.durations(out, "latency_ns", stats.latency());
    if (stats.callBytes().isPresent()) {
      out.writeNumberField("call_bytes", stats.callBytes().getAsLong());
    }
    if (stats.replyBytes().isPresent()) {
      out.writeNumberField("reply_bytes", stats.replyBytes().getAsLong());
    }
    out.writeObjectFieldStart("bytes");
    for (MovedBy way : MovedBy.values()) {
      out.writeNumberField(way.label(), stats.bytes(way));
    }
    out.writeEndObject();
    out.writeNumberField("read_chunks", stats.readChunks());
    out.writeNumberField("write_chunks", stats.writeChunks());
    out.writeNumberField("reply_chunks", stats.replyChunks());
    out.writeNumberField("segments", stats.segments());
    end();
  }

  private void transfers(TransferStats stats) throws IOException {
    begin("rdma");
    out.writeStringField("kind", stats.kind().label());
    out.writeNumberField("operations", stats.packets().times());
    out.writeNumberField("bytes", stats.bytes());
    out.writeNumberField("segments", stats.perSegment().times());
    out.writeNumberField("most_per_segment", stats.perSegment().most());
    out.writeNumberField("packets", stats.packets().sum());
    out.writeNumberField("most_packets", stats.packets().most());
    out.writeNumberField("most_in_flight", stats.mostInFlight());
    ConnectionJsonWriter.durations(out, "duration_ns", stats.duration());
    end();
  }

  private void slowest(StatsReport report) throws IOException {
    JsonFields fields = new JsonFields(out);
    for (SlowCall each : report.slowest()) {
      begin("slow_call");
      out.writeNumberField("number", each.number());
      out.writeNumberField("call_frame", each.callFrame());
      out.writeNumberField("reply_frame", each.replyFrame());
      out.writeNumberField("connection", each.connection());
      out.writeStringField("xid", String.format(Locale.ROOT, "0x%08x", each.xid()));
      out.writeStringField("protocol", each.key().protocol());
      out.writeStringField("op", each.key().operation());
      out.writeNumberField("latency_ns", each.latency());
      fields.timing(each.timing());
      out.writeStringField("about", each.about());
      end();
    }
  }

  private void intervals(Intervals intervals) throws IOException {
    for (long beginning : intervals.beginnings()) {
      for (IntervalStats each : intervals.rows(beginning)) {
        begin("interval");
        out.writeNumberField("from_ns", beginning);
        out.writeNumberField("length_ns", intervals.nanos());
        out.writeNumberField("connection", each.connection());
        out.writeNumberField("calls", each.calls());
        out.writeNumberField("replies", each.replies());
        out.writeNumberField("failed", each.failed());
        out.writeNumberField("latency_mean_ns", each.latencyMean());
        out.writeNumberField("latency_max_ns", each.latencyMost());
        out.writeObjectFieldStart("bytes");
        for (MovedBy way : MovedBy.values()) {
          out.writeNumberField(way.label(), each.bytes(way));
        }
        out.writeEndObject();
        out.writeNumberField("packets", each.packets());
        out.writeNumberField("packet_bytes", each.packetBytes());
        out.writeNumberField("retransmitted", each.retransmitted());
        if (each.granted().isPresent()) {
          out.writeNumberField("credits_granted", each.granted().getAsInt());
        }
        out.writeNumberField("most_in_flight", each.mostInFlight());
        end();
      }
    }
  }

  private void begin(String record) throws IOException {
    records.separate();
    out.writeStartObject();
    JsonFormat.begin(out, record);
  }

  private void end() throws IOException {
    out.writeEndObject();
    records.endOfRecord();
  }
}
