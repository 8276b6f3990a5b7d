package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.rdmadump.analysis.conformance.CaptureLocation;
import org.rdmadump.analysis.conformance.CaseOutcome;
import org.rdmadump.analysis.conformance.CaseResult;
import org.rdmadump.analysis.conformance.ConformanceReport;
import org.rdmadump.analysis.conformance.ConformanceWriter;
import org.rdmadump.analysis.conformance.Note;
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
  private final JsonOutput out;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all records and commas between them
   */
  public ConformanceJsonWriter(OutputStream target, boolean array) {
    this.out = new JsonOutput(target, array);
  }

  @Override
  public void write(ConformanceReport report) throws IOException {
    out.begin();
    for (CaseResult each : report.results()) {
      out.beginRecord("case");
      put(each);
      out.endRecord();
    }
    SummaryJson.write(out, report.summary());
    out.end();
  }

  private void put(CaseResult result) {
    CaseOutcome outcome = result.outcome();
    out.put("case", result.which().label());
    out.put("title", result.which().title());
    out.put("outcome", outcome.word().toLowerCase(Locale.ROOT).replace(' ', '_'));
    out.put("seen", outcome.seen());
    if (outcome instanceof CaseOutcome.Pass pass) {
      out.beginObject("first");
      put(pass.first());
      out.endObject();
    } else if (!(outcome instanceof CaseOutcome.NotSeen)) {
      notes(outcome);
    }
    out.put("filter", result.which().expression());
  }

  private void notes(CaseOutcome outcome) {
    out.put("count", outcome.count());
    out.beginArray("notes");
    for (Note each : outcome.notes()) {
      out.beginObject();
      put(each.place());
      out.put("message", each.message());
      out.endObject();
    }
    out.endArray();
  }

  private void put(CaptureLocation place) {
    if (place.frame() > 0) {
      out.put("frame", place.frame());
    }
    out.put("connection", place.connection());
    out.putHex("xid", place.xid());
    if (place.segment().isPresent()) {
      ChunkSegment segment = place.segment().get();
      out.beginObject("segment");
      out.putHex("handle", segment.handle());
      out.put("length", segment.length());
      out.putHex("offset", segment.offset());
      out.endObject();
    }
  }
}
