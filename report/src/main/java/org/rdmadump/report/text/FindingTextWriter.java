package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.CheckReport;
import org.rdmadump.analysis.check.FindingWriter;
import org.rdmadump.analysis.check.FoldedFindings;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * Prints findings for people when all are known: errors first, by rule, of each rule the first few
 * and how many more there are, and the counts in the end.
 */
public final class FindingTextWriter implements FindingWriter {
  private static final List<Severity> LOUDEST_FIRST =
      List.of(Severity.ERROR, Severity.WARNING, Severity.NOTE);

  private static final int RULE_COLUMN = 9;
  private static final int COUNT_WIDTH = 8;

  private final OutputStream out;
  private final Palette palette;
  private final boolean countsOnly;
  private final FoldedFindings findings = new FoldedFindings();
  private final AsciiBuffer line = new AsciiBuffer();

  /**
   * A writer to {@code out}, which it flushes but does not close.
   *
   * @param colour print severities in colours of a terminal
   * @param countsOnly print a line for each rule in place of its findings
   */
  public FindingTextWriter(OutputStream out, boolean colour, boolean countsOnly) {
    this.out = out;
    this.palette = new Palette(colour);
    this.countsOnly = countsOnly;
  }

  @Override
  public void finding(CheckFinding finding) {
    findings.add(finding);
  }

  @Override
  public void end(CheckReport report) throws IOException {
    for (Severity severity : LOUDEST_FIRST) {
      for (FoldedFindings.OfRule each : findings.rules()) {
        if (each.rule().severity() == severity) {
          put(each);
        }
      }
    }
    counts(report);
    line.moveTo(out);
    out.flush();
  }

  private void put(FoldedFindings.OfRule some) throws IOException {
    Rule rule = some.rule();
    int start = line.length();
    palette.put(line, Palette.ink(rule.severity()), Parts.name(rule.severity()));
    line.padTo(RULE_COLUMN);
    if (countsOnly) {
      line.putDecimal(some.count(), COUNT_WIDTH).put("  ").put(rule.name()).newline();
    } else {
      palette.put(line, Palette.Ink.NAME, rule.name());
      line.put("  (").put(some.first().get(0).finding().rule().source()).put(')').newline();
      for (CheckFinding each : some.first()) {
        put(each);
      }
      more(some);
    }
    if (line.length() > start) {
      line.moveTo(out);
    }
  }

  private void put(CheckFinding checked) {
    Finding finding = checked.finding();
    PlaceColumns.put(line, finding.frame(), checked.connection(), checked.xid(), finding.message());
    if (checked.path().isPresent()) {
      line.put(" (");
      PathText.put(line, palette, checked.path().get());
      line.put(')');
    }
    if (checked.ends().isPresent()) {
      line.put(" (").put(checked.ends().get()).put(')');
    }
    line.newline();
  }

  private void more(FoldedFindings.OfRule some) {
    long more = some.count() - some.first().size();
    if (more > 0) {
      PlaceColumns.putMore(line, more);
      if (some.lastFrame() > 0) {
        line.put(", the last in frame ").putDecimal(some.lastFrame());
      }
      line.newline();
    }
  }

  private void counts(CheckReport report) {
    CaptureSummary summary = report.summary();
    AsciiBuffer counts = new AsciiBuffer();
    boolean any = false;
    for (Severity severity : LOUDEST_FIRST) {
      long count = summary.findings().getOrDefault(severity, 0L);
      if (count > 0) {
        counts.put(any ? ", " : "");
        Quantities.putCount(counts, count, Parts.name(severity));
        any = true;
      }
    }
    long left = report.left().orElse(0);
    if (any || left == 0) {
      counts.put(any ? " in " : "no findings in ");
    } else {
      counts.put("the filter chooses none of ");
      Quantities.putCount(counts, left, "finding");
      counts.put(" in ");
    }
    PlaceColumns.putCounts(counts, summary);
    FittedLines.putProse(line, counts.toString(), out);
  }
}
