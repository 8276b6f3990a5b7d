package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import org.rdmadump.analysis.conformance.CaptureLocation;
import org.rdmadump.analysis.conformance.CaseOutcome;
import org.rdmadump.analysis.conformance.CaseResult;
import org.rdmadump.analysis.conformance.ConformanceReport;
import org.rdmadump.analysis.conformance.ConformanceWriter;
import org.rdmadump.analysis.conformance.Note;
import org.rdmadump.finding.Hex;
import org.rdmadump.rpcrdma.ChunkSegment;

/**
 * Prints the cases as JSON objects, one on a line, and the counts of the run behind them;
 * optionally all in one array.
 *
 * <pre>{@code
 * new ConformanceJsonWriter(System.out, false).write(report);
 * }</pre>
 */
public final class ConformanceJsonWriter implements ConformanceWriter {
  private final JsonGenerator out;
  private final JsonRecords records;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all records and commas between them
   */
  public ConformanceJsonWriter(OutputStream target, boolean array) throws IOException {
    this.out = JsonRecordWriter.generator(target);
    this.records = new JsonRecords(out, array);
  }

  @Override
  public void write(ConformanceReport report) throws IOException {
    records.begin();
    for (CaseResult each : report.results()) {
      records.separate();
      out.writeStartObject();
      put(each);
      out.writeEndObject();
      records.endOfRecord();
    }
    records.separate();
    new SummaryJsonWriter(out).write(report.summary());
    records.endOfRecord();
    records.end();
  }

  private void put(CaseResult result) throws IOException {
    CaseOutcome outcome = result.outcome();
    JsonFormat.begin(out, "case");
    out.writeStringField("case", result.which().label());
    out.writeStringField("title", result.which().title());
    out.writeStringField("outcome", outcome.word().toLowerCase(Locale.ROOT).replace(' ', '_'));
    if (outcome instanceof CaseOutcome.Pass pass) {
      out.writeNumberField("seen", pass.seen());
      out.writeObjectFieldStart("first");
      put(pass.first());
      out.writeEndObject();
    } else if (outcome instanceof CaseOutcome.Fail fail) {
      notes(fail.seen(), fail.count(), fail.notes());
    } else if (outcome instanceof CaseOutcome.Warn warn) {
      notes(warn.seen(), warn.count(), warn.notes());
    } else {
      out.writeNumberField("seen", 0);
    }
    out.writeStringField("filter", result.which().expression());
  }

  private void notes(long seen, long count, List<Note> notes) throws IOException {
    out.writeNumberField("seen", seen);
    out.writeNumberField("count", count);
    out.writeArrayFieldStart("notes");
    for (Note each : notes) {
      out.writeStartObject();
      put(each.place());
      out.writeStringField("message", each.message());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void put(CaptureLocation place) throws IOException {
    if (place.frame() > 0) {
      out.writeNumberField("frame", place.frame());
    }
    if (place.connection().isPresent()) {
      out.writeNumberField("connection", place.connection().getAsInt());
    }
    if (place.xid().isPresent()) {
      out.writeStringField("xid", Hex.of(place.xid().getAsInt()));
    }
    if (place.segment().isPresent()) {
      ChunkSegment segment = place.segment().get();
      out.writeObjectFieldStart("segment");
      out.writeStringField("handle", Hex.of(segment.handle()));
      out.writeNumberField("length", segment.length());
      out.writeStringField("offset", String.format(Locale.ROOT, "0x%016x", segment.offset()));
      out.writeEndObject();
    }
  }
}
