package org.rdmadump.report.xml;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.CheckReport;
import org.rdmadump.analysis.check.FindingWriter;
import org.rdmadump.analysis.check.FoldedFindings;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;

/**
 * Prints a JUnit report: every rule is a test case, which fails if it has findings that make the
 * check fail. Findings below that are output of a case that passes.
 */
public final class CheckJunitWriter implements FindingWriter {
  private final OutputStream out;
  private final List<String> files;
  private final List<Rule> rules;
  private final Optional<Severity> failOn;
  private final boolean expectsTraffic;
  private final FoldedFindings findings = new FoldedFindings();

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param files the captures
   * @param rules those that are checked, in the order to list them in
   * @param failOn the least severity that makes a case fail; empty if none does
   * @param expectsTraffic whether it is a case that there is RPC-over-RDMA
   */
  public CheckJunitWriter(
      OutputStream target,
      List<String> files,
      List<Rule> rules,
      Optional<Severity> failOn,
      boolean expectsTraffic) {
    this.out = target;
    this.files = List.copyOf(files);
    this.rules = List.copyOf(rules);
    this.failOn = failOn;
    this.expectsTraffic = expectsTraffic;
  }

  @Override
  public void finding(CheckFinding finding) {
    findings.add(finding);
  }

  @Override
  public void end(CheckReport report) throws IOException {
    Map<String, FoldedFindings.OfRule> found = new HashMap<>();
    for (FoldedFindings.OfRule each : findings.rules()) {
      found.put(each.rule().name(), each);
    }
    JunitReport junit = new JunitReport();
    junit.whole("input.whole", report.whole());
    if (expectsTraffic) {
      junit.traffic("input.traffic", report.summary());
    }
    for (Rule rule : rules) {
      put(junit, rule, found.get(rule.name()));
    }
    junit.write(out, "check", JunitReport.names(files));
  }

  private boolean fails(Rule rule) {
    return failOn.isPresent() && rule.severity().compareTo(failOn.get()) >= 0;
  }

  private void put(JunitReport junit, Rule rule, FoldedFindings.@Nullable OfRule found) {
    String layer = rule.name().substring(0, rule.name().indexOf('.'));
    if (found == null) {
      junit.passed(layer, rule.name(), "");
      return;
    }
    StringBuilder said = new StringBuilder();
    for (CheckFinding each : found.first()) {
      said.append(line(each)).append('\n');
    }
    long more = found.count() - found.first().size();
    if (more > 0) {
      said.append("... and ").append(more).append(" more\n");
    }
    if (fails(rule)) {
      String severity = rule.severity().name().toLowerCase(Locale.ROOT);
      String count = found.count() + (found.count() == 1 ? " finding" : " findings");
      junit.failed(layer, rule.name(), severity, count, said.toString());
    } else {
      junit.passed(layer, rule.name(), said.toString());
    }
  }

  private static String line(CheckFinding checked) {
    Finding finding = checked.finding();
    StringBuilder line =
        new StringBuilder(JunitReport.place(finding.frame(), checked.connection(), checked.xid()));
    line.append(": ").append(finding.message());
    if (checked.path().isPresent()) {
      line.append(" (").append(checked.path().get().text()).append(')');
    }
    if (checked.ends().isPresent()) {
      line.append(" (").append(checked.ends().get()).append(')');
    }
    return line.toString();
  }
}
