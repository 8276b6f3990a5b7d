package org.rdmadump.report.xml;

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

/**
 * Prints the cases as a JUnit report. A case that was not seen is skipped, and so is one that
 * cannot be decided, unless that is a failure.
 */
public final class ConformanceJunitWriter implements ConformanceWriter {
  private final OutputStream out;
  private final List<String> files;
  private final boolean whole;
  private final boolean strict;

  /**
   * A writer to {@code out}, which it flushes but does not close.
   *
   * @param files the captures
   * @param whole whether they were read to their ends
   * @param strict whether what cannot be decided is a failure
   */
  public ConformanceJunitWriter(
      OutputStream out, List<String> files, boolean whole, boolean strict) {
    this.out = out;
    this.files = List.copyOf(files);
    this.whole = whole;
    this.strict = strict;
  }

  @Override
  public void write(ConformanceReport report) throws IOException {
    JunitReport junit = new JunitReport();
    junit.whole("input.whole", whole);
    if (report.isNothingSeen()) {
      junit.failed("input", "input.seen", "input", "no case could be decided", "");
    } else {
      junit.passed("input", "input.seen", "");
    }
    for (CaseResult each : report.results()) {
      put(junit, each);
    }
    junit.write(out, "conformance", JunitReport.names(files));
  }

  private void put(JunitReport junit, CaseResult result) {
    String name = result.which().label();
    CaseOutcome outcome = result.outcome();
    if (outcome instanceof CaseOutcome.NotSeen) {
      junit.skipped("conformance", name, "not seen: " + result.which().title());
    } else if (result.isFailure(strict)) {
      String type = outcome.word().toLowerCase(Locale.ROOT);
      junit.failed("conformance", name, type, result.which().title(), said(outcome));
    } else if (outcome instanceof CaseOutcome.Warn) {
      String where = said(outcome).strip().replace("\n", "; ");
      junit.skipped("conformance", name, "unknown: " + where);
    } else {
      junit.passed("conformance", name, said(outcome));
    }
  }

  private static String said(CaseOutcome outcome) {
    StringBuilder said = new StringBuilder();
    for (Note each : outcome.notes()) {
      CaptureLocation place = each.place();
      said.append(JunitReport.place(place.frame(), place.connection(), place.xid()));
      said.append(": ").append(each.message()).append('\n');
    }
    long more = outcome.count() - outcome.notes().size();
    if (more > 0) {
      said.append("... and ").append(more).append(" more\n");
    }
    return said.toString();
  }
}
