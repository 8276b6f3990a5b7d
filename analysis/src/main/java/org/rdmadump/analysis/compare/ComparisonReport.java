package org.rdmadump.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Two runs side by side, value by value.
 *
 * @param a the first run
 * @param b the second run
 * @param operations by protocol and name
 * @param connections what was compared of connections
 * @param findings what was compared by rule
 */
public record ComparisonReport(
    RunReport a,
    RunReport b,
    List<ComparedOperation> operations,
    List<ComparedValue> connections,
    List<ComparedValue> findings) {
  /** {@return everything that was compared} */
  public List<ComparedValue> values() {
    List<ComparedValue> all = new ArrayList<>();
    operations.forEach(each -> all.addAll(each.values()));
    all.addAll(connections);
    all.addAll(findings);
    return all;
  }

  /** {@return what differs} */
  public List<ComparedValue> differences() {
    return values().stream().filter(each -> each.verdict().isDifference()).toList();
  }

  /** {@return whether something of these kinds changed, or got worse} */
  public boolean fails(Set<CompareKind> kinds) {
    return values().stream()
        .anyMatch(each -> kinds.contains(each.kind()) && each.verdict().isFailure());
  }

  /** {@return operations of which too few calls were captured to compare latencies} */
  public long withoutEnough() {
    return operations.stream().filter(each -> each.latency() == Verdict.NOT_ENOUGH).count();
  }
}
