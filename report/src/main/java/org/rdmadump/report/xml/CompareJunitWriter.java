package org.rdmadump.report.xml;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import org.rdmadump.analysis.compare.CompareKind;
import org.rdmadump.analysis.compare.ComparedValue;
import org.rdmadump.analysis.compare.ComparisonReport;
import org.rdmadump.analysis.compare.ComparisonWriter;

/**
 * Prints a comparison as a JUnit report: every value is a test case, which fails if it makes the
 * comparison fail. What else differs, or cannot be told, is output of a case that passes.
 */
public final class CompareJunitWriter implements ComparisonWriter {
  private final OutputStream out;
  private final Set<CompareKind> failOn;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param failOn kinds of which a difference makes a case fail
   */
  public CompareJunitWriter(OutputStream target, Set<CompareKind> failOn) {
    this.out = target;
    this.failOn = Set.copyOf(failOn);
  }

  @Override
  public void write(ComparisonReport report) throws IOException {
    JunitReport junit = new JunitReport();
    junit.whole("input.whole.a", report.a().whole());
    junit.whole("input.whole.b", report.b().whole());
    for (ComparedValue each : report.values()) {
      put(junit, each);
    }
    junit.write(
        out,
        "compare",
        JunitReport.names(report.a().files()) + " vs " + JunitReport.names(report.b().files()));
  }

  private boolean fails(ComparedValue value) {
    return failOn.contains(value.kind()) && value.verdict().isFailure();
  }

  private void put(JunitReport junit, ComparedValue value) {
    String kind = value.kind().label();
    String name = kind + "." + value.about() + "." + value.measure();
    String verdict = value.verdict().label();
    String said =
        verdict.replace('_', ' ')
            + ": A "
            + value.a()
            + ", B "
            + value.b()
            + " ("
            + value.unit().label()
            + ")";
    if (fails(value)) {
      junit.failed(kind, name, verdict, said, "");
    } else {
      junit.passed(kind, name, said);
    }
  }
}
