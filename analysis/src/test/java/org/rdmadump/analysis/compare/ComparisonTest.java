package org.rdmadump.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.rpcrdma.RpcExchange;

/** How often a comparison is right, with calls and latencies of real captures. */
class ComparisonTest {
  private static final int MANY = 100_000;
  private static final int SEEDS = 100;
  private static final int CALLS = 200;

  private static Verdict latency(ComparisonReport report) {
    assertThat(report.operations()).hasSize(1);
    return report.operations().get(0).latency();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-nfs3-basic.pcap",
        "rocev2/rocev2-nfs42-xattr.pcap",
        "rocev2/rocev2-mixed-versions.pcap",
        "iwarp/iwarp-mixed-versions.pcap",
        "rocev2/rocev2-nfs41-reorder.pcap"
      })
  void shouldFindNothingInNinetyNineOfAHundredSplitsOfARun(String capture) {
    CapturedRun run = new CapturedRun(capture);
    int alarms = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      List<RpcExchange> a = new ArrayList<>();
      List<RpcExchange> b = new ArrayList<>();
      run.exchanges().forEach(each -> (random.nextBoolean() ? a : b).add(each));
      ComparisonReport report = Comparison.of(run.run(a), run.run(b));
      assertThat(report.operations()).isNotEmpty();
      alarms += report.differences().isEmpty() ? 0 : 1;
    }
    assertThat(alarms).isLessThanOrEqualTo(SEEDS / 100);
  }

  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs3-basic.pcap, CREATE",
    "rocev2/rocev2-nfs3-basic.pcap, LOOKUP",
    "rocev2/rocev2-nfs3-basic.pcap, GETACL",
    "rocev2/rocev2-nfs42-xattr.pcap, OPEN",
    "rocev2/rocev2-nfs42-xattr.pcap, CLOSE"
  })
  void shouldFindAShiftByAFifthOverTwoHundredCalls(String capture, String operation) {
    CapturedRun run = new CapturedRun(capture);
    List<RpcExchange> shape = run.of(operation);
    long fifth = CapturedRun.median(shape) / 5;
    int slower = 0;
    int faster = 0;
    int enough = 0;
    int same = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      RunReport a = run.run(CapturedRun.alike(shape, CALLS, 1, 0, random));
      RunReport b = run.run(CapturedRun.alike(shape, CALLS, 1, fifth, random));
      RunReport other = run.run(CapturedRun.alike(shape, CALLS, 1, 0, random));
      slower += latency(Comparison.of(a, b)) == Verdict.WORSE ? 1 : 0;
      faster += latency(Comparison.of(b, a)) == Verdict.BETTER ? 1 : 0;
      Verdict ofSame = latency(Comparison.of(a, other));
      enough += ofSame == Verdict.NOT_ENOUGH ? 0 : 1;
      same += ofSame == Verdict.SAME ? 1 : 0;
    }
    assertThat(slower).isGreaterThanOrEqualTo(95);
    assertThat(faster).isGreaterThanOrEqualTo(95);
    assertThat(enough - same).isLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 10, 15})
  void shouldSayNotEnoughWithFewCallsUnlessItFindsTheDifference(int calls) {
    CapturedRun run = new CapturedRun("rocev2/rocev2-nfs3-basic.pcap");
    List<RpcExchange> shape = run.of("GETACL");
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      RunReport a = run.run(CapturedRun.alike(shape, calls, 1, 0, random));
      RunReport b = run.run(CapturedRun.alike(shape, calls, 1.2, 0, random));
      assertThat(latency(Comparison.of(a, b))).isIn(Verdict.NOT_ENOUGH, Verdict.WORSE);
      assertThat(latency(Comparison.of(a, a))).isEqualTo(Verdict.NOT_ENOUGH);
    }
  }

  @Test
  void shouldNameOneCallMoreAndOneFailureMore() {
    CapturedRun run = new CapturedRun("rocev2/rocev2-nfs3-basic.pcap");
    List<RpcExchange> some =
        run.exchanges().stream()
            .filter(each -> !each.status().orElse("").equals("NFS3ERR_NOENT"))
            .toList();
    RpcExchange failed =
        run.exchanges().stream()
            .filter(each -> each.status().orElse("").equals("NFS3ERR_NOENT"))
            .findFirst()
            .orElseThrow();
    List<RpcExchange> more = new ArrayList<>(some);
    more.add(failed);

    ComparisonReport report = Comparison.of(run.run(some), run.run(more));
    assertThat(report.differences()).isEmpty();
    assertThat(report.undecided())
        .extracting(each -> each.kind().label() + " " + each.measure() + each.a() + each.b())
        .contains("failures NFS3ERR_NOENT[0][1]");

    assertThat(Comparison.of(run.run(some), run.run(some), /* isExact= */ true).differences())
        .isEmpty();
    ComparisonReport exact = Comparison.of(run.run(some), run.run(more), /* isExact= */ true);
    assertThat(exact.differences())
        .extracting(each -> each.measure() + " " + each.verdict().label())
        .contains("calls changed", "NFS3ERR_NOENT worse");
    assertThat(exact.undecided()).isEmpty();
  }

  @Test
  void shouldNameOneOfManyCallsThatMovedAnotherNumberOfBytes() {
    CapturedRun run = new CapturedRun("rocev2/rocev2-nfs3-basic.pcap");
    List<RpcExchange> reads = run.of("READ");
    RpcExchange usual = reads.get(0);
    RpcExchange other =
        reads.stream().filter(each -> length(each) != length(usual)).findFirst().orElseThrow();
    List<RpcExchange> some = new ArrayList<>(Collections.nCopies(MANY, usual));
    List<RpcExchange> odd = new ArrayList<>(some);
    odd.set(MANY / 2, other);

    assertThat(Comparison.of(run.run(some), run.run(odd)).differences()).isEmpty();
    assertThat(Comparison.of(run.run(some), run.run(odd), /* isExact= */ true).differences())
        .extracting(each -> each.kind().label() + " " + each.measure())
        .contains("bytes write_chunk_total");
  }

  @Test
  void shouldCompareLengthsOfOfferedChunksAndWhatRepliesSayWasWrittenOnlyExactly() {
    for (String capture :
        List.of("rocev2/rocev2-nfs3-basic.pcap", "rocev2/rocev2-nfs41-vlan.pcap")) {
      CapturedRun run = new CapturedRun(capture);
      List<RpcExchange> writes = new ArrayList<>(run.of("WRITE"));
      List<RpcExchange> other = new ArrayList<>(writes);
      RpcExchange first = writes.get(0);
      RpcExchange longer = writes.get(writes.size() - 1);
      other.set(0, mixed(first, longer));

      assertThat(Comparison.of(run.run(writes), run.run(other), /* isExact= */ true).differences())
          .extracting(each -> each.kind().label() + " " + each.measure())
          .contains("bytes written_total");
      other.set(0, mixed(longer, first));
      assertThat(Comparison.of(run.run(writes), run.run(other), /* isExact= */ true).differences())
          .extracting(each -> each.kind().label() + " " + each.measure())
          .contains("chunks read_chunk_length_total");
      assertThat(measures(Comparison.of(run.run(writes), run.run(other))))
          .doesNotContain("written_total", "read_chunk_length_total");
      assertThat(measures(Comparison.of(run.run(writes), run.run(writes), /* isExact= */ true)))
          .contains("written_total", "read_chunk_length_total");
    }
  }

  /** The call of one, with the reply of another. */
  private static RpcExchange mixed(RpcExchange one, RpcExchange other) {
    return new RpcExchange(
        one.xid(),
        one.connection(),
        one.call(),
        other.reply(),
        one.timing(),
        one.transfers(),
        List.of());
  }

  private static List<String> measures(ComparisonReport report) {
    return report.operations().stream()
        .flatMap(each -> each.values().stream())
        .map(ComparedValue::measure)
        .toList();
  }

  private static long length(RpcExchange exchange) {
    return exchange.reply().orElseThrow().rpc().orElseThrow().length().orElseThrow();
  }

  @Test
  void shouldFindThatOnlyTheTailGotSlower() {
    CapturedRun run = new CapturedRun("rocev2/rocev2-nfs3-basic.pcap");
    List<RpcExchange> shape = run.of("LOOKUP");
    Random random = new Random(1);
    List<RpcExchange> slower = new ArrayList<>(CapturedRun.alike(shape, 1700, 1, 0, random));
    slower.addAll(CapturedRun.alike(shape, 300, 1, 20_000_000, random));

    ComparisonReport report =
        Comparison.of(run.run(CapturedRun.alike(shape, 2000, 1, 0, random)), run.run(slower));

    assertThat(report.differences())
        .filteredOn(each -> each.measure().equals("p90"))
        .singleElement()
        .satisfies(each -> assertThat(each.verdict()).isEqualTo(Verdict.WORSE));
  }

  @Test
  void shouldTellOfMoreCallsAndFailuresOnlyBeyondChance() {
    CapturedRun run = new CapturedRun("rocev2/rocev2-nfs3-basic.pcap");
    List<RpcExchange> lookups = run.of("LOOKUP");
    List<RpcExchange> failed =
        lookups.stream().filter(each -> !each.status().equals(Optional.of("NFS3_OK"))).toList();
    List<RpcExchange> good = lookups.stream().filter(each -> !failed.contains(each)).toList();
    assertThat(failed).isNotEmpty();
    assertThat(good).isNotEmpty();
    Random random = new Random(1);

    ComparisonReport report =
        Comparison.of(
            run.run(CapturedRun.alike(good, 100, 1, 0, random)),
            run.run(CapturedRun.alike(failed, 250, 1, 0, random)));

    assertThat(report.differences())
        .extracting(ComparedValue::kind)
        .contains(CompareKind.COUNTS, CompareKind.FAILURES);
    assertThat(
            Comparison.of(
                    run.run(CapturedRun.alike(good, 100, 1, 0, random)),
                    run.run(CapturedRun.alike(good, 103, 1, 0, random)))
                .differences())
        .isEmpty();
  }
}
