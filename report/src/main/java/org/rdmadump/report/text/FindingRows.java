package org.rdmadump.report.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;

/** Puts findings below the rows that they belong to. */
final class FindingRows {
  /** Rows that a rule has below one row. */
  private static final int MOST_OF_A_RULE = 3;

  private final boolean everything;
  private final Map<TreeRow, Map<String, List<Finding>>> byRow = new LinkedHashMap<>();

  /**
   * None yet.
   *
   * @param everything fold nothing, and say where rules come from
   */
  FindingRows(boolean everything) {
    this.everything = everything;
  }

  /** Notes a finding about a row. */
  void note(Finding finding, TreeRow row) {
    byRow
        .computeIfAbsent(row, unused -> new LinkedHashMap<>())
        .computeIfAbsent(finding.rule().name(), unused -> new ArrayList<>(1))
        .add(finding);
  }

  /** Puts what was noted where it belongs. */
  void put() {
    byRow.forEach(this::put);
  }

  private void put(TreeRow row, Map<String, List<Finding>> byRule) {
    byRule.forEach((rule, findings) -> put(row, rule, findings));
  }

  private void put(TreeRow row, String rule, List<Finding> findings) {
    boolean folds = !everything && findings.size() > MOST_OF_A_RULE;
    int shown = folds ? MOST_OF_A_RULE - 1 : findings.size();
    for (Finding finding : findings.subList(0, shown)) {
      row.add(rowOf(finding));
    }
    if (folds) {
      row.add(rest(rule, findings.subList(shown, findings.size())));
    }
  }

  private TreeRow rowOf(Finding finding) {
    Severity severity = finding.rule().severity();
    TreeRow row = new TreeRow().say(mark(severity) + finding.rule().name(), Palette.ink(severity));
    StringBuilder text = new StringBuilder();
    if (finding.frame() > 0) {
      text.append("frame ").append(finding.frame());
      if (finding.offset() >= 0) {
        text.append(" byte ").append(finding.offset());
      }
      text.append(": ");
    }
    text.append(finding.message());
    if (everything) {
      text.append(" (").append(finding.rule().source()).append(')');
    }
    return row.say(text.toString());
  }

  private static TreeRow rest(String rule, List<Finding> findings) {
    TreeRow row = new TreeRow();
    Severity worst = Severity.NOTE;
    for (Finding finding : findings) {
      Severity severity = finding.rule().severity();
      worst = severity.compareTo(worst) > 0 ? severity : worst;
      if (finding.frame() > 0) {
        row.measures(0, finding.frame(), finding.frame());
      }
    }
    row.say("... " + findings.size() + " more " + rule, Palette.ink(worst));
    return row.lastFrame() > 0 ? row.say(Folding.frames(row.firstFrame(), row.lastFrame())) : row;
  }

  private static String mark(Severity severity) {
    return severity == Severity.NOTE ? "note " : "! ";
  }
}
