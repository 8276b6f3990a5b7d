package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.CaptureSummary;

/** Writes the counts of a run as an object with {@code "record": "summary"}. */
final class SummaryJsonWriter {
  private static final SerializedString SUMMARY = new SerializedString("summary");
  private static final SerializedString FRAMES = new SerializedString("frames");
  private static final SerializedString BYTES = new SerializedString("bytes");
  private static final SerializedString NOT_DECODED = new SerializedString("not_decoded");
  private static final SerializedString RDMA_PACKETS = new SerializedString("rdma_packets");
  private static final SerializedString DUPLICATES = new SerializedString("duplicates");
  private static final SerializedString CONGESTION = new SerializedString("congestion");
  private static final SerializedString MADS = new SerializedString("mads");
  private static final SerializedString MAD_ERRORS = new SerializedString("mad_errors");
  private static final SerializedString REFUSED = new SerializedString("refused");
  private static final SerializedString CONNECTIONS = new SerializedString("connections");
  private static final SerializedString OTHER_PROTOCOLS = new SerializedString("other_protocols");
  private static final SerializedString CALLS = new SerializedString("calls");
  private static final SerializedString REPLIES = new SerializedString("replies");
  private static final SerializedString UNANSWERED = new SerializedString("unanswered");
  private static final SerializedString REPLIES_WITHOUT_CALL =
      new SerializedString("replies_without_call");
  private static final SerializedString INCOMPLETE = new SerializedString("incomplete");
  private static final SerializedString OTHER_MESSAGES = new SerializedString("other_messages");
  private static final SerializedString FINDINGS = new SerializedString("findings");
  private static final SerializedString RULES = new SerializedString("rules");
  private static final SerializedString EVICTIONS = new SerializedString("evictions");
  private static final SerializedString FIRST_TIME = new SerializedString("first_time");
  private static final SerializedString FIRST_EPOCH_NS = new SerializedString("first_epoch_ns");
  private static final SerializedString LAST_TIME = new SerializedString("last_time");
  private static final SerializedString LAST_EPOCH_NS = new SerializedString("last_epoch_ns");
  private static final SerializedString DURATION_NS = new SerializedString("duration_ns");
  private static final SerializedString BACK_IN_TIME = new SerializedString("frames_back_in_time");

  private static final SerializedString DEVICES = new SerializedString("devices");
  private static final SerializedString DEVICE = new SerializedString("device");
  private static final SerializedString CAPTURED = new SerializedString("captured");
  private static final SerializedString RECEIVED = new SerializedString("received");
  private static final SerializedString DROPPED = new SerializedString("dropped");
  private static final SerializedString DROPPED_BY_INTERFACE =
      new SerializedString("dropped_by_interface");

  private final JsonGenerator out;
  private final JsonFields fields;

  /** A writer to {@code out}, which stays the caller's. */
  SummaryJsonWriter(JsonGenerator out) {
    this.out = out;
    this.fields = new JsonFields(out);
  }

  /** Writes the counts as one object; times are absent where there were no frames. */
  void write(CaptureSummary summary) throws IOException {
    out.writeStartObject();
    JsonFormat.begin(out, SUMMARY);
    fields.number(FRAMES, summary.frames());
    fields.number(BYTES, summary.bytes());
    counts(NOT_DECODED, summary.notDecoded());
    fields.number(RDMA_PACKETS, summary.rdmaPackets());
    fields.number(DUPLICATES, summary.duplicates());
    counts(CONGESTION, summary.congestion());
    counts(MADS, summary.mads());
    counts(MAD_ERRORS, summary.madErrors());
    counts(REFUSED, summary.refused());
    fields.number(CONNECTIONS, summary.connections());
    counts(OTHER_PROTOCOLS, summary.otherProtocols());
    fields.number(CALLS, summary.calls());
    fields.number(REPLIES, summary.replies());
    fields.number(UNANSWERED, summary.unanswered());
    fields.number(REPLIES_WITHOUT_CALL, summary.repliesWithoutCall());
    fields.number(INCOMPLETE, summary.incomplete());
    fields.number(OTHER_MESSAGES, summary.otherMessages());
    findings(summary);
    counts(RULES, summary.rules());
    counts(EVICTIONS, summary.evictions());
    if (summary.frames() > 0) {
      fields.rfc3339(FIRST_TIME, summary.firstNanos());
      fields.decimalString(FIRST_EPOCH_NS, summary.firstNanos());
      fields.rfc3339(LAST_TIME, summary.lastNanos());
      fields.decimalString(LAST_EPOCH_NS, summary.lastNanos());
      fields.number(DURATION_NS, summary.lastNanos() - summary.firstNanos());
    }
    if (summary.backwards() > 0) {
      fields.number(BACK_IN_TIME, summary.backwards());
    }
    if (!summary.devices().isEmpty()) {
      devices(summary.devices());
    }
    out.writeEndObject();
  }

  /** What a device does not tell is left out. */
  private void devices(List<DeviceCounts> devices) throws IOException {
    out.writeFieldName(DEVICES);
    out.writeStartArray();
    for (DeviceCounts device : devices) {
      out.writeStartObject();
      out.writeFieldName(DEVICE);
      out.writeString(device.device());
      fields.number(CAPTURED, device.captured());
      ifKnown(RECEIVED, device.received());
      ifKnown(DROPPED, device.dropped());
      ifKnown(DROPPED_BY_INTERFACE, device.droppedByInterface());
      fields.number(NOT_DECODED, device.notDecoded());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void ifKnown(SerializedString name, OptionalLong count) throws IOException {
    if (count.isPresent()) {
      fields.number(name, count.getAsLong());
    }
  }

  private void findings(CaptureSummary summary) throws IOException {
    out.writeFieldName(FINDINGS);
    out.writeStartObject();
    for (Severity severity : Severity.values()) {
      out.writeFieldName(JsonFields.severity(severity));
      out.writeNumber(summary.findings().getOrDefault(severity, 0L));
    }
    out.writeEndObject();
  }

  private void counts(SerializedString name, Map<String, ? extends Number> counts)
      throws IOException {
    out.writeFieldName(name);
    out.writeStartObject();
    for (Map.Entry<String, ? extends Number> count : counts.entrySet()) {
      out.writeFieldName(count.getKey());
      out.writeNumber(count.getValue().longValue());
    }
    out.writeEndObject();
  }
}
