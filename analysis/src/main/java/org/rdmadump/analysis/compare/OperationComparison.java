package org.rdmadump.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.stats.Durations;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.analysis.stats.Sample;

/** What there is to compare of one operation. */
final class OperationComparison {
  /** The percentile that Mann-Whitney U is about. */
  static final String MEDIAN = "p50";

  /** Of all calls, not of one. */
  private static final String TOTAL = "_total";

  /** How many calls there are. */
  static final String CALLS = "calls";

  /** The part of the level that a second test of the median takes beside the first. */
  static final double SHARE_OF_SPLITS = 0.001;

  /** The median needs no second test from here on. */
  private static final double SURE = 1e-6;

  private static final Chance UNTESTED =
      new Chance(Chance.Test.FISHER, /* p= */ 1, /* least= */ 1, /* isMore= */ false);

  private final OperationKey key;
  private final Optional<OperationStats> a;
  private final Optional<OperationStats> b;
  private final boolean isExact;
  private final List<Draft> drafts = new ArrayList<>();

  /**
   * Nothing compared yet.
   *
   * @param isExact whether what all calls moved is compared, as what one of many moved changes no
   *     mean
   */
  OperationComparison(
      OperationKey key, Optional<OperationStats> a, Optional<OperationStats> b, boolean isExact) {
    this.key = key;
    this.a = a;
    this.b = b;
    this.isExact = isExact;
  }

  private static long count(Optional<OperationStats> of, ToLongFunction<OperationStats> what) {
    return of.isPresent() ? what.applyAsLong(of.get()) : 0;
  }

  private void draft(
      CompareKind kind, String measure, ValueUnit unit, Pair values, Draft.Judgement judgement) {
    drafts.add(
        new Draft(
            new ComparedValue(
                kind,
                key.protocol(),
                key.operation(),
                measure,
                unit,
                values.a().stream().boxed().toList(),
                values.b().stream().boxed().toList(),
                Optional.of(judgement.chance()),
                Verdict.SAME),
            judgement));
  }

  /** {@return what was compared, in the order to list it in} */
  List<Draft> drafts() {
    return drafts;
  }

  ComparedOperation with(List<ComparedValue> judged) {
    return new ComparedOperation(key, a, b, judged);
  }

  /** Compares all of it. */
  void compare(Optional<CallAmounts> amountsA, Optional<CallAmounts> amountsB) {
    long callsA = count(a, OperationStats::calls);
    long callsB = count(b, OperationStats::calls);
    Pair calls = new Pair(callsA, callsB);
    draft(
        CompareKind.COUNTS,
        CALLS,
        ValueUnit.COUNT,
        calls,
        Draft.change(ExactTests.counts(callsA, callsB), calls.isNotable()));
    failures();
    latency();
    if (amountsA.isPresent() && amountsB.isPresent()) {
      amounts(amountsA.get(), amountsB.get());
    }
  }

  private void failures() {
    Set<String> statuses = new TreeSet<>();
    a.ifPresent(each -> statuses.addAll(each.errors().keySet()));
    b.ifPresent(each -> statuses.addAll(each.errors().keySet()));
    long sizeA = count(a, OperationComparison::answered);
    long sizeB = count(b, OperationComparison::answered);
    for (String status : statuses) {
      Pair failed =
          new Pair(count(a, each -> failed(each, status)), count(b, each -> failed(each, status)));
      Chance chance =
          ExactTests.proportions(failed.a().getAsLong(), sizeA, failed.b().getAsLong(), sizeB);
      draft(
          CompareKind.FAILURES,
          status,
          ValueUnit.COUNT,
          failed,
          Draft.quality(
              chance, /* isNotable= */ true, level -> failed.isEqual() || chance.least() <= level));
    }
  }

  private static long failed(OperationStats stats, String status) {
    return stats.errors().getOrDefault(status, 0L);
  }

  /** Answers, of which an RDMA_ERROR is no reply, and calls without one. */
  private static long answered(OperationStats stats) {
    return Math.max(Math.max(stats.calls(), stats.replies()), stats.failed());
  }

  private void latency() {
    Optional<Durations> of = a.map(OperationStats::latency);
    Optional<Durations> with = b.map(OperationStats::latency);
    Sample first = of.map(Durations::sample).orElseGet(() -> Sample.zeros(0));
    Sample second = with.map(Durations::sample).orElseGet(() -> Sample.zeros(0));
    Pair p50 = Pair.of(of, with, Durations::p50);
    Pair p90 = Pair.of(of, with, Durations::p90);
    Pair p99 = Pair.of(of, with, Durations::p99);
    Pair mean = Pair.of(of, with, Durations::mean);
    boolean isNotable = p50.isNotable() || p90.isNotable() || p99.isNotable();
    MannWhitney test = new MannWhitney(first, second);
    latency(
        MEDIAN, p50, Draft.quality(median(first, second, test, p50), isNotable, test.isEnough()));
    latency("p90", p90, tail(first, second, 90, p90, mean));
    latency("p99", p99, tail(first, second, 99, p99, mean));
  }

  private void latency(String percentile, Pair values, Draft.Judgement judgement) {
    draft(CompareKind.LATENCY, percentile, ValueUnit.NANOS, values, judgement);
  }

  /**
   * Whether values of B tend to be larger. That does not show where some got much larger and the
   * others a little smaller. Then the shares above each tenth of all values may.
   */
  private static Chance median(Sample a, Sample b, MannWhitney test, Pair shown) {
    Chance tendency = test.test();
    if (tendency.p() <= SURE || !shown.isNotable()) {
      return tendency;
    }
    Splits tenths = new Splits(a, b);
    for (int percent = 10; percent < 100; percent += 10) {
      tenths.at(percent);
    }
    Chance split =
        tenths.leastLikely(each -> each.isMore() == shown.isMore()).times(1 / SHARE_OF_SPLITS);
    return split.p() < tendency.p() ? split : tendency;
  }

  /**
   * Whether B has more values above that percentile of all values of both. If that makes the mean
   * notably larger it matters, even where both runs have the same percentile.
   */
  private static Draft.Judgement tail(Sample a, Sample b, double percent, Pair shown, Pair mean) {
    Chance chance = new Splits(a, b).at(percent).leastLikely(any -> true);
    boolean isNotable = shown.isNotable() || (mean.isNotable() && mean.isMore() == chance.isMore());
    return Draft.quality(chance, isNotable, level -> chance.least() <= level);
  }

  private void amounts(CallAmounts first, CallAmounts second) {
    Set<String> measures = new TreeSet<>(first.measures());
    measures.addAll(second.measures());
    for (String measure : measures) {
      Optional<Amounts> of = first.of(measure);
      Optional<Amounts> with = second.of(measure);
      amount(
          of.or(() -> with).orElseThrow().kind(),
          measure,
          new Pair(sum(of), sum(with)),
          new Pair(first.calls(), second.calls()),
          new MannWhitney(sample(of, first.calls()), sample(with, second.calls())).test());
    }
    if (isExact) {
      totals(first.totals(), second.totals());
    }
    if (first.invalidating() + second.invalidating() > 0) {
      amount(
          CompareKind.INVALIDATION,
          "invalidating_replies",
          new Pair(first.invalidating(), second.invalidating()),
          new Pair(first.replies(), second.replies()),
          ExactTests.proportions(
              first.invalidating(), first.replies(), second.invalidating(), second.replies()));
    }
  }

  /** Compares sums, of which no test tells whether they differ by chance. */
  private void totals(List<CallAmounts.Total> first, List<CallAmounts.Total> second) {
    for (int i = 0; i < first.size(); i++) {
      CallAmounts.Total of = first.get(i);
      Pair sums = new Pair(of.bytes(), second.get(i).bytes());
      if (of.bytes() > 0 || second.get(i).bytes() > 0) {
        draft(
            of.kind(),
            of.measure() + TOTAL,
            ValueUnit.BYTES,
            sums,
            Draft.change(UNTESTED, sums.isNotable()));
      }
    }
  }

  /** Compares totals, or what there is of them for each of so many times. */
  private void amount(CompareKind kind, String measure, Pair totals, Pair times, Chance chance) {
    boolean isBytes = kind == CompareKind.BYTES;
    Pair values = isExact ? totals : totals.over(times, isBytes ? 1 : 100);
    ValueUnit counted = isExact ? ValueUnit.COUNT : ValueUnit.HUNDREDTHS;
    draft(
        kind,
        isExact ? measure + TOTAL : measure,
        isBytes ? ValueUnit.BYTES : counted,
        values,
        Draft.change(chance, values.isNotable()));
  }

  private static Sample sample(Optional<Amounts> of, long calls) {
    return of.map(each -> each.of(calls)).orElseGet(() -> Sample.zeros(calls));
  }

  private static long sum(Optional<Amounts> of) {
    return of.isPresent() ? of.get().sum() : 0;
  }
}
