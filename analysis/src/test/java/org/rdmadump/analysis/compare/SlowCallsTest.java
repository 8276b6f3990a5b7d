package org.rdmadump.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.rpcrdma.RpcExchange;

/** Runs in which some calls take much longer than the others. */
class SlowCallsTest {
  private static final long MICROS = 1_000;
  private static final long MILLIS = 1_000_000;

  /** Of one in 200 pairs a difference is told by chance; of 200, as many in 999 of 1000 cases. */
  private static final int ALARMS = 5;

  private static final int PAIRS = 200;
  private static final int SEEDS = 3;

  private final CapturedRun captured = new CapturedRun("rocev2/rocev2-nfs3-basic.pcap");
  private final RpcExchange any = captured.of("GETATTR").get(0);

  /**
   * Calls that take some 100 us, of which a part is delayed.
   *
   * @param slow percent that are delayed
   * @param delay of each of these, in ms
   * @param spread of the delay, in percent of it
   * @param faster percent that the others take less
   */
  private List<RpcExchange> calls(
      int count, int slow, int delay, int spread, int faster, Random random) {
    return CapturedRun.taking(
        any,
        LongStream.range(0, count)
            .map(
                each -> {
                  double usual = (100 - faster + 8 * random.nextGaussian()) * MICROS;
                  boolean isSlow = random.nextInt(100) < slow;
                  double more = delay * (1 + spread * (random.nextDouble() - 0.5) / 100) * MILLIS;
                  return Math.max(1, Math.round(usual + (isSlow ? more : 0)));
                })
            .toArray());
  }

  private List<ComparedValue> latencies(List<RpcExchange> a, List<RpcExchange> b) {
    return Comparison.of(captured.run(a), captured.run(b)).differences().stream()
        .filter(each -> each.kind() == CompareKind.LATENCY)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "10, 0", "15, 0", "25, 0", "40, 0", "50, 0", "60, 0",
    "10, 1", "15, 1", "25, 1", "40, 1", "50, 1", "60, 1",
    "10, 100", "15, 100", "25, 100", "40, 100", "50, 100", "60, 100"
  })
  void shouldFindDelayedCallsWhateverTheOthersDo(int slow, int spread) {
    for (int seed = 0; seed < SEEDS; seed++) {
      for (int faster : new int[] {0, 3, 20}) {
        Random random = new Random(seed);
        List<RpcExchange> usual = calls(1000, 0, 0, 0, 0, random);
        List<RpcExchange> delayed = calls(1000, slow, 67, spread, faster, random);

        assertThat(latencies(usual, delayed))
            .filteredOn(each -> each.verdict() == Verdict.WORSE)
            .as("%d %% slow, the others %d %% faster, seed %d", slow, faster, seed)
            .extracting(ComparedValue::measure)
            .contains(slow > 15 ? "p90" : "p99");
        assertThat(latencies(delayed, usual))
            .filteredOn(each -> each.verdict() == Verdict.BETTER)
            .extracting(ComparedValue::measure)
            .contains(slow > 15 ? "p90" : "p99");
      }
    }
  }

  /** Every percentile of A that is compared is as slow as that of B, or slower. */
  @ParameterizedTest
  @CsvSource({"12, 45, 15", "15, 40, 3", "20, 35, 0", "30, 60, 40"})
  void shouldFindThatMoreCallsAreDelayed(int slow, int slower, int faster) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      assertThat(
              latencies(
                  calls(1000, slow, 67, 0, 0, random), calls(1000, slower, 67, 0, faster, random)))
          .as("seed %d", seed)
          .extracting(ComparedValue::verdict)
          .contains(Verdict.WORSE);
    }
  }

  @Test
  void shouldFindThatTheMedianBecameADelay() {
    Random random = new Random(1);
    assertThat(latencies(calls(1000, 30, 67, 0, 0, random), calls(1000, 60, 67, 0, 40, random)))
        .filteredOn(each -> each.measure().equals("p50"))
        .extracting(ComparedValue::verdict)
        .containsExactly(Verdict.WORSE);
  }

  @Test
  void shouldCallAnOperationWorseIfOnlyItsTailIs() {
    Random random = new Random(1);
    ComparisonReport report =
        Comparison.of(
            captured.run(calls(1000, 0, 0, 0, 0, random)),
            captured.run(calls(1000, 40, 67, 0, 20, random)));

    assertThat(report.differences()).extracting(ComparedValue::verdict).contains(Verdict.BETTER);
    assertThat(report.operations().get(0).latency()).isEqualTo(Verdict.WORSE);
  }

  @ParameterizedTest
  @CsvSource({
    "300, 0, 0",
    "300, 1, 0",
    "300, 10, 0",
    "300, 10, 100",
    "300, 25, 0",
    "300, 50, 0",
    "300, 50, 5",
    "40, 10, 0",
    "40, 50, 0",
    "40, 50, 100"
  })
  void shouldFindNothingInRunsThatAreSlowAlike(int count, int slow, int spread) {
    int alarms = 0;
    for (int seed = 0; seed < PAIRS; seed++) {
      Random random = new Random(seed);
      alarms +=
          latencies(
                      calls(count, slow, 67, spread, 0, random),
                      calls(count, slow, 67, spread, 0, random))
                  .isEmpty()
              ? 0
              : 1;
    }
    assertThat(alarms).isLessThanOrEqualTo(ALARMS);
  }

  /** Few different values, and none of them nearly always. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10})
  void shouldFindNothingInRunsOfTheSameFewValues(int values) {
    int alarms = 0;
    for (int seed = 0; seed < PAIRS; seed++) {
      Random random = new Random(seed);
      LongStream.Builder times = LongStream.builder();
      random.ints(600, 0, values).forEach(each -> times.add(MILLIS << each));
      List<RpcExchange> all = CapturedRun.taking(any, times.build().toArray());
      alarms += latencies(all.subList(0, 200), all.subList(200, 600)).isEmpty() ? 0 : 1;
    }
    assertThat(alarms).isLessThanOrEqualTo(ALARMS);
  }
}
