package org.rdmadump.testing;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;

/** Keeps findings for a test to look at. */
public final class Findings implements FindingSink {
  private final List<Finding> all = new ArrayList<>();

  @Override
  public void accept(Finding finding) {
    all.add(finding);
  }

  /** Everything so far, in order. */
  public List<Finding> all() {
    return all;
  }

  /** Names of the rules, in order. */
  public List<String> rules() {
    return all.stream().map(finding -> finding.rule().name()).toList();
  }
}
