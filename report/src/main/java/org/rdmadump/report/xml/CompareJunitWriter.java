package org.rdmadump.report.xml;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;
import org.rdmadump.analysis.compare.CompareKind;
import org.rdmadump.analysis.compare.ComparedValue;
import org.rdmadump.analysis.compare.ComparisonReport;
import org.rdmadump.analysis.compare.ComparisonWriter;
import org.rdmadump.analysis.compare.ValueUnit;
import org.rdmadump.analysis.compare.Verdict;

/**
 * Prints a comparison as a JUnit report: every value is a test case, which fails if it makes the
 * comparison fail, and is skipped if too few calls were captured to tell. What else differs is
 * output of a case that passes.
 */
public final class CompareJunitWriter implements ComparisonWriter {
  private final OutputStream out;
  private final Set<CompareKind> failOn;
  private final boolean expectsTraffic;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param failOn kinds of which a difference makes a case fail
   * @param expectsTraffic whether it is a case that each run has RPC-over-RDMA
   */
  public CompareJunitWriter(OutputStream target, Set<CompareKind> failOn, boolean expectsTraffic) {
    this.out = target;
    this.failOn = Set.copyOf(failOn);
    this.expectsTraffic = expectsTraffic;
  }

  @Override
  public void write(ComparisonReport report) throws IOException {
    JunitReport junit = new JunitReport();
    junit.whole("input.whole.a", report.a().whole());
    junit.whole("input.whole.b", report.b().whole());
    if (expectsTraffic) {
      junit.traffic("input.traffic.a", report.a().summary());
      junit.traffic("input.traffic.b", report.b().summary());
    }
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

  private static List<String> names(List<Long> transports) {
    return transports.stream().map(ValueUnit::transport).toList();
  }

  private void put(JunitReport junit, ComparedValue value) {
    String kind = value.kind().label();
    String name = kind + "." + value.about() + "." + value.measure();
    String verdict = value.verdict().label();
    boolean areNames = value.unit() == ValueUnit.TRANSPORT;
    String said =
        verdict.replace('_', ' ')
            + ": A "
            + (areNames ? names(value.a()) : value.a())
            + ", B "
            + (areNames ? names(value.b()) : value.b())
            + " ("
            + value.unit().label()
            + ")";
    if (fails(value)) {
      junit.failed(kind, name, verdict, said, "");
    } else if (value.verdict() == Verdict.NOT_ENOUGH || value.verdict() == Verdict.NOT_COMPARABLE) {
      junit.skipped(kind, name, said);
    } else {
      junit.passed(kind, name, said);
    }
  }
}
