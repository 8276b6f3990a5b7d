package org.rdmadump.report.xml;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import org.rdmadump.analysis.ends.EndsKind;
import org.rdmadump.analysis.ends.EndsReport;
import org.rdmadump.analysis.ends.EndsWriter;

/** Prints two captures of the same traffic as a JUnit report: a test case for each kind. */
public final class EndsJunitWriter implements EndsWriter {
  private final OutputStream out;
  private final Set<EndsKind> failOn;
  private final boolean expectsTraffic;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param failOn kinds that make a case fail
   * @param expectsTraffic whether it is a case that each capture has RPC-over-RDMA
   */
  public EndsJunitWriter(OutputStream target, Set<EndsKind> failOn, boolean expectsTraffic) {
    this.out = target;
    this.failOn = Set.copyOf(failOn);
    this.expectsTraffic = expectsTraffic;
  }

  @Override
  public void write(EndsReport report) throws IOException {
    JunitReport junit = new JunitReport();
    junit.whole("input.whole.a", report.a().whole());
    junit.whole("input.whole.b", report.b().whole());
    if (expectsTraffic) {
      junit.traffic("input.traffic.a", report.a().summary());
      junit.traffic("input.traffic.b", report.b().summary());
    }
    for (EndsKind each : EndsKind.values()) {
      long count = each.count(report);
      String kind = each.label();
      if (count > 0 && failOn.contains(each)) {
        junit.failed(kind, "ends." + kind, kind, Long.toString(count), "");
      } else {
        junit.passed(kind, "ends." + kind, Long.toString(count));
      }
    }
    junit.write(
        out,
        "compare",
        JunitReport.names(report.a().files()) + " and " + JunitReport.names(report.b().files()));
  }
}
