package org.rdmadump.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Two runs side by side, value by value.
 *
 * @param a the first run
 * @param b the second run
 * @param isExact whether any difference counts but in latencies, also one that may be chance
 * @param operations by protocol and name
 * @param connections what was compared of connections; also the calls of all operations, if only
 *     one run has any
 * @param findings what was compared by rule
 */
public record ComparisonReport(
    RunReport a,
    RunReport b,
    boolean isExact,
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

  /**
   * {@return what differs, or may: differences, then those of too few calls to exclude chance, then
   * what cannot be compared}
   */
  public List<ComparedValue> unequal() {
    List<ComparedValue> all = new ArrayList<>(differences());
    all.addAll(undecided());
    all.addAll(incomparable());
    return all;
  }

  /** {@return the transports, if they differ, and rules that only one of them can break} */
  public List<ComparedValue> incomparable() {
    return values().stream().filter(each -> each.verdict() == Verdict.NOT_COMPARABLE).toList();
  }

  /** {@return what differs in too few calls to exclude chance} */
  public List<ComparedValue> undecided() {
    return values().stream().filter(ComparedValue::isUndecided).toList();
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
