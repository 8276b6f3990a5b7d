package org.rdmadump.analysis.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.rdmadump.finding.Rule;

/**
 * Findings grouped by rule, for reports to people: the first few findings of each rule, and their
 * number. Its memory does not grow with the capture.
 */
public final class FoldedFindings {
  /** Findings kept of each rule. */
  private static final int MOST_OF_RULE = 10;

  private final TreeMap<String, OfRule> rules = new TreeMap<>();

  /** Creates an empty group. */
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

    /** {@return the rule} */
    public Rule rule() {
      return rule;
    }

    /** {@return the first findings, at most 10} */
    public List<CheckFinding> first() {
      return List.copyOf(first);
    }

    /** {@return the number of findings} */
    public long count() {
      return count;
    }

    /** {@return the last frame that has one; 0 if they are about no frame} */
    public long lastFrame() {
      return lastFrame;
    }
  }

  /** Adds a finding. */
  public void add(CheckFinding finding) {
    Rule rule = finding.finding().rule();
    OfRule same = rules.get(rule.name());
    if (same == null) {
      same = new OfRule(rule);
      rules.put(rule.name(), same);
    }
    same.count++;
    same.lastFrame = Math.max(same.lastFrame, finding.finding().frame());
    if (same.first.size() < MOST_OF_RULE) {
      same.first.add(finding);
    }
  }

  /** {@return the groups, sorted by the name of their rule; a live view} */
  public Collection<OfRule> rules() {
    return rules.values();
  }
}
