package org.rdmadump.analysis.check;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;

/** Counts findings by severity and by rule. */
public final class RuleTally {
  private final Map<Severity, Long> severities = new EnumMap<>(Severity.class);
  private final Map<String, Long> rules = new TreeMap<>();

  /** Creates an empty tally. */
  RuleTally() {}

  /** Counts a finding. */
  void add(Finding finding) {
    severities.merge(finding.rule().severity(), 1L, Long::sum);
    rules.merge(finding.rule().name(), 1L, Long::sum);
  }

  /** {@return the number of findings of each severity; severities without findings are left out} */
  public Map<Severity, Long> severities() {
    return Map.copyOf(severities);
  }

  /**
   * {@return the number of findings of each rule, sorted by name; rules without findings are left
   * out}
   */
  public Map<String, Long> rules() {
    return new TreeMap<>(rules);
  }

  /** {@return whether there is a finding of severity {@code least} or higher} */
  public boolean reaches(Severity least) {
    return severities.keySet().stream().anyMatch(each -> each.compareTo(least) >= 0);
  }
}
