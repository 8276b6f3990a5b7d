package org.rdmadump.analysis.compare;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.analysis.stats.OperationStats;

/**
 * An operation in both runs.
 *
 * @param key which one
 * @param a what A counts of it; empty if A has none
 * @param b what B counts of it, likewise
 * @param values what was compared of it
 */
public record ComparedOperation(
    OperationKey key,
    Optional<OperationStats> a,
    Optional<OperationStats> b,
    List<ComparedValue> values) {
  /** Copies the list: what was compared does not change. */
  public ComparedOperation {
    values = List.copyOf(values);
  }

  /** {@return the verdict about latencies: of the median, unless another percentile is worse} */
  public Verdict latency() {
    List<ComparedValue> latencies =
        values.stream().filter(each -> each.kind() == CompareKind.LATENCY).toList();
    if (latencies.stream().anyMatch(each -> each.verdict() == Verdict.WORSE)) {
      return Verdict.WORSE;
    }
    return latencies.stream()
        .filter(each -> each.measure().equals(OperationComparison.MEDIAN))
        .map(ComparedValue::verdict)
        .findFirst()
        .orElse(Verdict.NOT_ENOUGH);
  }
}
