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
    Severity severity = finding.rule().severity();
    severities.put(severity, severities.getOrDefault(severity, 0L) + 1);
    String rule = finding.rule().name();
    rules.put(rule, rules.getOrDefault(rule, 0L) + 1);
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
    for (Severity each : severities.keySet()) {
      if (each.compareTo(least) >= 0) {
        return true;
      }
    }
    return false;
  }
}
