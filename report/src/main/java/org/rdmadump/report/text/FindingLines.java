package org.rdmadump.report.text;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;

/** Prints findings below a record, a line each; those that repeat a rule often in one line. */
final class FindingLines {
  private static final int MARGIN = 8;

  /** Findings of a rule that have a line each; of more, one line less and one for the rest. */
  private static final int MOST_OF_A_RULE = 3;

  private final Palette palette;
  private final boolean everything;

  /**
   * Prints in the colours of {@code palette}.
   *
   * @param everything a line for each, and where rules come from
   */
  FindingLines(Palette palette, boolean everything) {
    this.palette = palette;
    this.everything = everything;
  }

  /** The findings of one rule. */
  private static final class OfRule {
    int count;
    int shown;
    long firstHidden = Long.MAX_VALUE;
    long lastHidden;
  }

  /** Appends a line for each finding or rule; every one ends with a line feed. */
  void put(AsciiBuffer line, List<Finding> findings) {
    if (everything || findings.size() <= MOST_OF_A_RULE) {
      for (int i = 0; i < findings.size(); i++) {
        put(line, findings.get(i));
      }
      return;
    }
    Map<String, OfRule> rules = new HashMap<>();
    for (Finding finding : findings) {
      of(rules, finding).count++;
    }
    for (Finding finding : findings) {
      OfRule rule = of(rules, finding);
      if (rule.count <= MOST_OF_A_RULE || rule.shown < MOST_OF_A_RULE - 1) {
        put(line, finding);
        rule.shown++;
      } else if (finding.frame() > 0) {
        rule.firstHidden = Math.min(rule.firstHidden, finding.frame());
        rule.lastHidden = Math.max(rule.lastHidden, finding.frame());
      }
    }
    for (Finding finding : findings) {
      OfRule rule = of(rules, finding);
      if (rule.shown < rule.count) {
        putRest(line, finding, rule);
        rule.shown = rule.count;
      }
    }
  }

  private static OfRule of(Map<String, OfRule> rules, Finding finding) {
    return rules.computeIfAbsent(finding.rule().name(), name -> new OfRule());
  }

  private void put(AsciiBuffer line, Finding finding) {
    putRule(line, finding);
    if (finding.frame() > 0) {
      line.put(", frame ").putDecimal(finding.frame());
    }
    if (finding.offset() >= 0) {
      line.put(", byte ").putDecimal(finding.offset());
    }
    line.put(": ").put(finding.message());
    if (everything) {
      line.put(" (").put(finding.rule().source()).put(')');
    }
    line.newline();
  }

  private void putRest(AsciiBuffer line, Finding example, OfRule rule) {
    putRule(line, example);
    line.put(": ").putDecimal(rule.count - rule.shown).put(" more");
    if (rule.lastHidden > 0) {
      line.put(", frame");
      MessageDetails.putRange(line, "s", rule.firstHidden, rule.lastHidden);
    }
    line.newline();
  }

  private void putRule(AsciiBuffer line, Finding finding) {
    Severity severity = finding.rule().severity();
    line.spaces(MARGIN);
    palette.put(line, Palette.ink(severity), Parts.name(severity) + " " + finding.rule().name());
  }
}
