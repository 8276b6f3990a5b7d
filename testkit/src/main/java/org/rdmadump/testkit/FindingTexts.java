package org.rdmadump.testkit;

import java.util.List;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.finding.Finding;

/** Findings as a failure shows them, a line each: rule, place, words. */
final class FindingTexts {
  private FindingTexts() {}

  static String of(List<Finding> findings) {
    StringBuilder text = new StringBuilder();
    findings.forEach(each -> append(text, each).append('\n'));
    return text.toString();
  }

  static String of(CheckFinding finding) {
    StringBuilder text = append(new StringBuilder(), finding.finding());
    finding.message().ifPresent(number -> text.append(" (message #").append(number).append(')'));
    return text.append('\n').toString();
  }

  private static StringBuilder append(StringBuilder text, Finding finding) {
    text.append("  ").append(finding.rule().severity()).append(' ');
    text.append(finding.rule().name());
    if (finding.frame() > 0) {
      text.append(", frame ").append(finding.frame());
    }
    if (finding.offset() >= 0) {
      text.append(" byte ").append(finding.offset());
    }
    return text.append(": ").append(finding.message());
  }
}
