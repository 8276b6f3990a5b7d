package org.rdmadump.analysis.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.rdmadump.finding.Rule;

/**
 * Findings by rule, the first few of each and how many there were, for reports that people read.
 * What it holds does not grow with the capture.
 */
public final class FoldedFindings {
  /** Findings of a rule that are kept. */
  private static final int MOST_OF_RULE = 10;

  private final TreeMap<String, OfRule> rules = new TreeMap<>();

  /** Nothing yet. */
  public FoldedFindings() {}

  /** The findings of one rule. */
  public static final class OfRule {
    private final Rule rule;
    private final List<CheckFinding> first = new ArrayList<>(1);
    private long count;
    private long lastFrame;

    private OfRule(Rule rule) {
      this.rule = rule;
    }

    /** {@return what they are about} */
    public Rule rule() {
      return rule;
    }

    /** {@return the first of them} */
    public List<CheckFinding> first() {
      return List.copyOf(first);
    }

    /** {@return how many there were} */
    public long count() {
      return count;
    }

    /** {@return the frame of the last, 0 if it was about none} */
    public long lastFrame() {
      return lastFrame;
    }
  }

  /** Takes a finding. */
  public void add(CheckFinding finding) {
    Rule rule = finding.finding().rule();
    OfRule same = rules.computeIfAbsent(rule.name(), any -> new OfRule(rule));
    same.count++;
    same.lastFrame = finding.finding().frame();
    if (same.first.size() < MOST_OF_RULE) {
      same.first.add(finding);
    }
  }

  /** {@return all of them, by the names of their rules} */
  public Collection<OfRule> rules() {
    return rules.values();
  }
}
