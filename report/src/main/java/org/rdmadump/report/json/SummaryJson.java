package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.CaptureSummary;

/** Writes the counts of a run as an object with {@code "record": "summary"}. */
public final class SummaryJson {
  private SummaryJson() {}

  /**
   * Writes the counts to {@code target} and flushes it.
   *
   * @param array put brackets around them
   */
  public static void write(OutputStream target, boolean array, CaptureSummary summary)
      throws IOException {
    JsonOutput out = new JsonOutput(target, array);
    out.begin();
    write(out, summary);
    out.end();
  }

  /** Writes the counts as a record; times only if there were frames. */
  static void write(JsonOutput out, CaptureSummary summary) throws IOException {
    out.beginRecord("summary");
    out.put("frames", summary.frames());
    out.put("bytes", summary.bytes());
    out.put("not_decoded", summary.notDecoded());
    out.put("rdma_packets", summary.rdmaPackets());
    out.put("duplicates", summary.duplicates());
    out.put("congestion", summary.congestion());
    out.put("mads", summary.mads());
    out.put("mad_errors", summary.madErrors());
    out.put("refused", summary.refused());
    out.put("connections", summary.connections());
    out.put("other_protocols", summary.otherProtocols());
    out.put("calls", summary.calls());
    if (summary.repeatedCalls() > 0) {
      out.put("repeated_calls", summary.repeatedCalls());
    }
    out.put("replies", summary.replies());
    out.put("unanswered", summary.unanswered());
    out.put("replies_without_call", summary.repliesWithoutCall());
    out.put("incomplete", summary.incomplete());
    out.put("other_messages", summary.otherMessages());
    if (summary.nvmeCommands() > 0) {
      out.put("nvme_commands", summary.nvmeCommands());
    }
    out.beginObject("findings");
    for (Severity severity : Severity.values()) {
      out.put(Parts.name(severity), summary.findings().getOrDefault(severity, 0L));
    }
    out.endObject();
    out.put("rules", summary.rules());
    out.put("evictions", summary.evictions());
    if (summary.frames() > 0) {
      time(out, "first", summary.firstNanos());
      time(out, "last", summary.lastNanos());
      out.put("duration_ns", summary.lastNanos() - summary.firstNanos());
    }
    if (summary.backwards() > 0) {
      out.put("frames_back_in_time", summary.backwards());
    }
    if (!summary.devices().isEmpty()) {
      devices(out, summary.devices());
    }
    out.endRecord();
  }

  private static void time(JsonOutput out, String which, long nanos) {
    out.name(which + "_time");
    out.time(nanos);
    out.name(which + "_epoch_ns");
    out.decimalString(nanos);
  }

  /** What a device does not tell is left out. */
  private static void devices(JsonOutput out, List<DeviceCounts> devices) {
    out.beginArray("devices");
    for (DeviceCounts device : devices) {
      out.beginObject();
      out.put("device", device.device());
      out.put("captured", device.captured());
      out.put("received", device.received());
      out.put("dropped", device.dropped());
      out.put("dropped_by_interface", device.droppedByInterface());
      out.put("not_decoded", device.notDecoded());
      out.endObject();
    }
    out.endArray();
  }
}
