package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.conformance.CaptureLocation;
import org.rdmadump.analysis.conformance.CaseOutcome;
import org.rdmadump.analysis.conformance.CaseResult;
import org.rdmadump.analysis.conformance.ConformanceReport;
import org.rdmadump.analysis.conformance.ConformanceWriter;
import org.rdmadump.analysis.conformance.Note;
import org.rdmadump.rpcrdma.ChunkSegment;

/**
 * Prints the cases as a table for people: a row each, and below those that did not pass what was
 * found, and where.
 *
 * <pre>{@code
 * new ConformanceTextWriter(System.out, false).write(report);
 * }</pre>
 */
public final class ConformanceTextWriter implements ConformanceWriter {
  private static final int OUTCOME_COLUMN = 23;
  private static final int COUNT_COLUMN = 32;
  private static final int COUNT_WIDTH = 7;

  private final OutputStream out;
  private final Palette palette;
  private final AsciiBuffer text = new AsciiBuffer();

  /** A writer to {@code out}, which it flushes but does not close. */
  public ConformanceTextWriter(OutputStream out, boolean colour) {
    this.out = out;
    this.palette = new Palette(colour);
  }

  @Override
  public void write(ConformanceReport report) throws IOException {
    palette.on(text, Palette.Ink.NAME);
    text.put("case").padTo(OUTCOME_COLUMN).put("outcome").padTo(COUNT_COLUMN);
    text.spaces(COUNT_WIDTH - "seen".length()).put("seen  what");
    palette.off(text, Palette.Ink.NAME);
    endLine();
    for (CaseResult each : report.results()) {
      put(each);
    }
    counts(report);
    out.flush();
  }

  private void endLine() throws IOException {
    text.newline();
    text.moveTo(out);
  }

  private void put(CaseResult result) throws IOException {
    CaseOutcome outcome = result.outcome();
    text.put(result.which().label()).padTo(OUTCOME_COLUMN);
    palette.put(text, ink(outcome), outcome.word());
    text.padTo(COUNT_COLUMN);
    if (outcome instanceof CaseOutcome.NotSeen) {
      text.spaces(COUNT_WIDTH - 1).put('-');
    } else {
      text.putDecimal(outcome.seen(), COUNT_WIDTH);
    }
    text.put("  ").put(result.which().title());
    if (outcome instanceof CaseOutcome.Pass pass) {
      text.put(", first in frame ").putDecimal(pass.first().frame());
    }
    endLine();
    notes(outcome.notes(), outcome.count());
  }

  private static Palette.Ink ink(CaseOutcome outcome) {
    if (outcome instanceof CaseOutcome.Fail) {
      return Palette.Ink.ERROR;
    }
    if (outcome instanceof CaseOutcome.Warn) {
      return Palette.Ink.WARNING;
    }
    return outcome instanceof CaseOutcome.Pass ? Palette.Ink.REPLY : Palette.Ink.USUAL;
  }

  private void notes(List<Note> notes, long count) throws IOException {
    for (Note each : notes) {
      CaptureLocation at = each.place();
      PlaceColumns.put(text, at.frame(), at.connection(), at.xid(), each.message());
      at.segment().ifPresent(this::segment);
      endLine();
    }
    if (count > notes.size()) {
      PlaceColumns.putMore(text, count - notes.size());
      endLine();
    }
  }

  private void segment(ChunkSegment segment) {
    text.put(" [segment ").putHex(segment.handle()).put(", ");
    Quantities.putCount(text, segment.length(), "byte");
    text.put(" at ").putHex(segment.offset()).put(']');
  }

  private void counts(ConformanceReport report) throws IOException {
    AsciiBuffer counts = new AsciiBuffer();
    counts.putDecimal(report.count("PASS")).put(" passed, ");
    counts.putDecimal(report.count("FAIL")).put(" failed, ");
    long undecided = report.count("WARN");
    counts.putDecimal(undecided).put(" undecided");
    counts.put(
        undecided > 0 ? " (retransmissions, missing packets or times out of order), " : ", ");
    counts.putDecimal(report.count("NOT SEEN")).put(" not seen in ");
    PlaceColumns.putCounts(counts, report.summary());
    FittedLines.putProse(text, counts.toString(), out);
    text.moveTo(out);
  }
}
