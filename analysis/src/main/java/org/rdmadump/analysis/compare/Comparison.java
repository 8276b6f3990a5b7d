package org.rdmadump.analysis.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.analysis.stats.OperationStats;

/**
 * Compares two runs. All tests together find a difference by chance alone in at most one of 200
 * comparisons (Holm, Scandinavian Journal of Statistics 6, 1979); a test that so few calls can
 * never pass is not counted (Tarone, Biometrics 46, 1990).
 */
public final class Comparison {
  /** How often chance alone may make any difference of two runs that have none. */
  private static final double ALARMS = 0.005;

  /** What is left of that for the first test of each value. */
  private static final double LEVEL = ALARMS / (1 + OperationComparison.SHARE_OF_SPLITS);

  private Comparison() {}

  /** {@return two runs side by side; differences are beyond chance} */
  public static ComparisonReport of(RunReport a, RunReport b) {
    return of(a, b, /* isExact= */ false);
  }

  /**
   * {@return two runs side by side}
   *
   * @param isExact whether any difference counts, also one that may be chance; not of latencies,
   *     which always differ
   */
  public static ComparisonReport of(RunReport a, RunReport b, boolean isExact) {
    Map<OperationKey, OperationStats> countsA = byKey(a);
    Map<OperationKey, OperationStats> countsB = byKey(b);
    Set<OperationKey> keys = new TreeSet<>(countsA.keySet());
    keys.addAll(countsB.keySet());
    List<OperationComparison> comparisons = new ArrayList<>(keys.size());
    List<Draft> drafts = new ArrayList<>();
    for (OperationKey key : keys) {
      OperationComparison comparison =
          new OperationComparison(
              key,
              Optional.ofNullable(countsA.get(key)),
              Optional.ofNullable(countsB.get(key)),
              isExact);
      comparison.compare(
          Optional.ofNullable(a.amounts().get(key)), Optional.ofNullable(b.amounts().get(key)));
      comparisons.add(comparison);
      drafts.addAll(comparison.drafts());
    }
    List<ComparedValue> judged = judged(drafts, isExact);
    List<ComparedOperation> operations = new ArrayList<>(keys.size());
    int from = 0;
    for (OperationComparison each : comparisons) {
      int until = from + each.drafts().size();
      operations.add(each.with(judged.subList(from, until)));
      from = until;
    }
    return new ComparisonReport(a, b, isExact, operations, connections(a, b), findings(a, b));
  }

  private static Map<OperationKey, OperationStats> byKey(RunReport run) {
    Map<OperationKey, OperationStats> counts = new TreeMap<>();
    run.operations().forEach(each -> counts.put(each.key(), each));
    return counts;
  }

  /** Their verdicts, in the same order. */
  private static List<ComparedValue> judged(List<Draft> drafts, boolean isExact) {
    IntPredicate exactly = each -> isExact && drafts.get(each).value().kind().isRepeatable();
    List<Integer> tested =
        IntStream.range(0, drafts.size())
            .boxed()
            .filter(each -> !exactly.test(each))
            .filter(each -> drafts.get(each).chance().least() <= LEVEL)
            .sorted(Comparator.comparingDouble(each -> drafts.get(each).chance().p()))
            .toList();
    double[] adjusted = new double[drafts.size()];
    Arrays.fill(adjusted, 1);
    double most = 0;
    for (int i = 0; i < tested.size(); i++) {
      double p = drafts.get(tested.get(i)).chance().p();
      most = Math.max(most, Math.min(1, (tested.size() - i) * p));
      adjusted[tested.get(i)] = most;
    }
    double share = LEVEL / Math.max(1, tested.size());
    return IntStream.range(0, drafts.size())
        .mapToObj(
            each ->
                exactly.test(each)
                    ? drafts.get(each).judgedExactly()
                    : drafts.get(each).judged(adjusted[each], LEVEL, share))
        .toList();
  }

  private static List<ComparedValue> connections(RunReport a, RunReport b) {
    List<ComparedValue> values = new ArrayList<>();
    long callsA = calls(a);
    long callsB = calls(b);
    if ((callsA == 0) != (callsB == 0)) {
      values.add(
          new ComparedValue(
              CompareKind.COUNTS,
              "",
              "",
              OperationComparison.CALLS,
              ValueUnit.COUNT,
              List.of(callsA),
              List.of(callsB),
              Optional.empty(),
              Verdict.CHANGED));
    }
    if (haveOtherTransports(a, b)) {
      values.add(
          new ComparedValue(
              CompareKind.TRANSPORT,
              "",
              "",
              "transport",
              ValueUnit.TRANSPORT,
              a.transports().stream().map(ValueUnit::of).toList(),
              b.transports().stream().map(ValueUnit::of).toList(),
              Optional.empty(),
              Verdict.NOT_COMPARABLE));
    }
    for (ConnectionSetting each : ConnectionSetting.values()) {
      List<Long> first = a.settings().getOrDefault(each, List.of());
      List<Long> second = b.settings().getOrDefault(each, List.of());
      if (!first.isEmpty() || !second.isEmpty()) {
        Verdict verdict =
            first.isEmpty() || second.isEmpty()
                ? Verdict.NOT_ENOUGH
                : first.equals(second) ? Verdict.SAME : Verdict.CHANGED;
        values.add(
            new ComparedValue(
                each.kind(),
                "",
                "",
                each.label(),
                each.unit(),
                first,
                second,
                Optional.empty(),
                verdict));
      }
    }
    return values;
  }

  private static boolean haveOtherTransports(RunReport a, RunReport b) {
    return !a.transports().isEmpty()
        && !b.transports().isEmpty()
        && !a.transports().equals(b.transports());
  }

  private static long calls(RunReport run) {
    return run.operations().stream().mapToLong(OperationStats::calls).sum();
  }

  private static List<ComparedValue> findings(RunReport a, RunReport b) {
    Set<String> rules = new TreeSet<>(a.rules().keySet());
    rules.addAll(b.rules().keySet());
    List<ComparedValue> values = new ArrayList<>(rules.size());
    RulesOfTransports transports = new RulesOfTransports();
    for (String rule : rules) {
      long first = a.rules().getOrDefault(rule, 0L);
      long second = b.rules().getOrDefault(rule, 0L);
      boolean isComparable =
          (first > 0 || transports.canBreak(rule, a.transports()))
              && (second > 0 || transports.canBreak(rule, b.transports()));
      Verdict verdict = first == 0 ? Verdict.WORSE : second == 0 ? Verdict.BETTER : Verdict.SAME;
      values.add(
          new ComparedValue(
              CompareKind.FINDINGS,
              "",
              rule,
              "findings",
              ValueUnit.COUNT,
              List.of(first),
              List.of(second),
              Optional.empty(),
              isComparable ? verdict : Verdict.NOT_COMPARABLE));
    }
    return values;
  }
}
