package org.rdmadump.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.Sample;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** What happened when, in at most 2,000 bins. */
class TimelineTest {
  private static final int MOST_BINS = 2000;
  private static final long SECOND = 1_000_000_000L;
  private static final OperationKey WRITE = key("WRITE");

  private final Timeline timeline = new Timeline(() -> Sample.TIME);

  private static OperationKey key(String operation) {
    return new OperationKey("NFS", OptionalInt.of(3), OptionalLong.empty(), operation, operation);
  }

  private static RpcMessage callAfter(long nanos) {
    return Sample.call().after(nanos).message();
  }

  private static RpcExchange replyAfter(long nanos) {
    RpcMessage call = callAfter(nanos - 1_000_000);
    RpcMessage reply = Sample.reply().after(nanos).message();
    return new RpcExchange(
        reply.header().xid(),
        1,
        Optional.of(call),
        Optional.of(reply),
        Optional.empty(),
        List.of(),
        List.of());
  }

  private static RpcExchange exchange(long called, Optional<Long> replied) {
    RpcMessage call = callAfter(called);
    return new RpcExchange(
        call.header().xid(),
        1,
        Optional.of(call),
        replied.map(nanos -> Sample.reply().after(nanos).message()),
        Optional.empty(),
        List.of(),
        List.of());
  }

  /** Of each bin, calls that waited when it ended. */
  private List<Long> waiting() {
    List<Long> waiting = new ArrayList<>();
    long before = 0;
    for (Optional<TimeBin> each : timeline.bins()) {
      before = each.isPresent() ? each.get().inFlightAfter(before) : before;
      waiting.add(before);
    }
    return waiting;
  }

  private long callsInBins() {
    return timeline.bins().stream()
        .flatMap(Optional::stream)
        .mapToLong(it -> it.tally().calls())
        .sum();
  }

  @Test
  void shouldBeginWithBinsOfAMicrosecond() {
    timeline.call(WRITE, callAfter(0));
    timeline.call(WRITE, callAfter(999));
    timeline.call(WRITE, callAfter(1000));

    assertThat(timeline.binNanos()).isEqualTo(1000);
    assertThat(timeline.bins()).hasSize(2);
    assertThat(timeline.bins().get(0).orElseThrow().tally().calls()).isEqualTo(2);
  }

  @Test
  void shouldHaveBinsFromTheEarliestTimeOfACaptureToTheLatest() {
    // given what saturated times may be, and one between them
    long earliest = -(1L << 61);
    long latest = 1L << 62;
    timeline.call(WRITE, callAfter(0));
    timeline.call(WRITE, callAfter(latest - Sample.TIME));
    timeline.call(WRITE, callAfter(earliest - Sample.TIME));
    timeline.call(WRITE, callAfter(latest - Sample.TIME));
    timeline.reachBack(earliest);

    assertThat(callsInBins()).isEqualTo(4);
    assertThat(timeline.bins()).hasSizeLessThanOrEqualTo(MOST_BINS);
    assertThat(timeline.begin()).isLessThanOrEqualTo(earliest);
  }

  @Test
  void shouldDoubleBinsAndLoseNothing() {
    for (long second = 0; second < 10_000; second += 3) {
      timeline.call(WRITE, callAfter(second * SECOND));
      timeline.reply(WRITE, replyAfter(second * SECOND + 1_000_000), second % 2 == 0);
    }

    long calls = 3334;
    assertThat(timeline.bins())
        .hasSizeLessThanOrEqualTo(MOST_BINS)
        .hasSizeGreaterThan(MOST_BINS / 2 - 1);
    assertThat(timeline.binNanos() / 1000)
        .isEqualTo(Long.highestOneBit(timeline.binNanos() / 1000));
    assertThat(callsInBins()).isEqualTo(calls);
    int number = timeline.operations().indexOf(WRITE);
    long inSpans = 0;
    long failed = 0;
    long server = 0;
    for (Map<Integer, OperationSpan> each : timeline.spans()) {
      if (each.containsKey(number)) {
        inSpans += each.get(number).tally().calls();
        failed += each.get(number).tally().failed();
        server += each.get(number).server();
      }
    }
    assertThat(inSpans).isEqualTo(calls);
    assertThat(failed).isEqualTo(calls / 2);
    assertThat(server).isEqualTo(calls * 1_000_000);
  }

  @Test
  void shouldPutACallIntoTheBinOfItsTime() {
    timeline.call(WRITE, callAfter(3600 * SECOND));
    timeline.call(key("READ"), callAfter(1800 * SECOND));

    int bin = (int) (1800 * SECOND / timeline.binNanos());
    assertThat(timeline.bins().get(bin).orElseThrow().tally().calls()).isEqualTo(1);
    assertThat(timeline.spans().get(bin / Timeline.BINS_PER_SPAN))
        .containsOnlyKeys(timeline.operations().indexOf(key("READ")));
  }

  @Test
  void shouldBeginEarlierIfTheClockWasSetBack() {
    timeline.call(WRITE, callAfter(2 * SECOND));
    timeline.call(WRITE, callAfter(-3600 * SECOND));
    timeline.call(WRITE, callAfter(-1800 * SECOND));

    assertThat(callsInBins()).isEqualTo(3);
    assertThat(timeline.begin()).isEqualTo(Sample.TIME - timeline.beforeFirst());
    assertThat(timeline.beforeFirst())
        .isBetween(3600 * SECOND, 3600 * SECOND + Timeline.BINS_PER_SPAN * timeline.binNanos());
    for (long second : new long[] {2, -3600, -1800}) {
      int bin = (int) ((second * SECOND + timeline.beforeFirst()) / timeline.binNanos());
      assertThat(timeline.bins().get(bin).orElseThrow().tally().calls()).isEqualTo(1);
      assertThat(timeline.spans().get(bin / Timeline.BINS_PER_SPAN)).isNotEmpty();
    }
  }

  @Test
  void shouldReachBackOnlyBehindSomething() {
    timeline.reachBack(Sample.TIME - SECOND);
    assertThat(timeline.bins()).isEmpty();

    timeline.call(WRITE, callAfter(0));
    timeline.reachBack(Sample.TIME - SECOND);
    assertThat(timeline.beforeFirst()).isGreaterThanOrEqualTo(SECOND);
    assertThat(callsInBins()).isEqualTo(1);
  }

  @Test
  void shouldCountFindingsAtTheTimeOfTheLatestMessage() {
    timeline.finding("bth.psn-gap");
    timeline.message(callAfter(100 * SECOND));
    timeline.finding("bth.psn-gap");
    timeline.finding("aeth.nak");

    long[] gaps = timeline.findings("bth.psn-gap");
    int span = (int) (100 * SECOND / timeline.binNanos()) / Timeline.BINS_PER_SPAN;
    assertThat(gaps[0]).isEqualTo(1);
    assertThat(gaps[span]).isEqualTo(1);
    assertThat(Arrays.stream(gaps).sum()).isEqualTo(2);
    assertThat(timeline.findings("no.such-rule")).containsOnly(0);
  }

  @Test
  void shouldKnowHowManyCallsWait() {
    timeline.exchange(exchange(1_000, Optional.of(5_000L)));
    timeline.exchange(exchange(3_000, Optional.of(4_500L)));

    assertThat(waiting()).containsExactly(0L, 1L, 1L, 2L, 1L, 0L);
    assertThat(timeline.bins().get(2)).isEmpty();
  }

  @Test
  void shouldKnowHowManyCallsWaitedAtOnce() {
    timeline.exchange(exchange(100, Optional.of(1_200L)));
    timeline.exchange(exchange(1_500, Optional.of(1_800L)));

    TimeBin first = timeline.bins().get(0).orElseThrow();
    TimeBin second = timeline.bins().get(1).orElseThrow();
    assertThat(first.inFlight(0)).isEqualTo(1);
    assertThat(second.inFlight(1)).isEqualTo(1);
    second.credits(2, -1);
    assertThat(second.inFlight(1)).isEqualTo(2);
    // more than began to wait by then
    second.credits(7, -1);
    assertThat(second.inFlight(1)).isEqualTo(2);
  }

  @Test
  void shouldHaveACallWithoutReplyWaitUntilItIsGivenUp() {
    timeline.message(callAfter(0));
    timeline.message(callAfter(2_000));
    timeline.exchange(exchange(0, Optional.empty()));
    timeline.message(callAfter(1_000));
    timeline.message(callAfter(4_000));
    timeline.exchange(exchange(4_000, Optional.empty()));
    timeline.message(callAfter(3_000));

    assertThat(waiting()).containsExactly(1L, 1L, 1L, 1L, 1L);
    timeline.message(callAfter(5_000));
    assertThat(waiting()).containsExactly(1L, 1L, 1L, 1L, 1L, 0L);
  }

  @Test
  void shouldKnowTheLowestFrameOfASpan() {
    timeline.message(callAfter(0));
    timeline.message(callAfter(3600 * SECOND));

    assertThat(LongStream.of(timeline.firstFrames()).filter(each -> each > 0)).hasSize(2);
  }

  @Test
  void shouldCountOperationsWithoutRoomTogether() {
    for (int i = 0; i < 100; i++) {
      timeline.call(key("OP" + i), callAfter(i));
    }

    assertThat(timeline.operations()).hasSize(65).endsWith(OperationKey.OTHERS);
    assertThat(callsOf(timeline.spans().get(0))).isEqualTo(100);
  }

  private static long callsOf(Map<Integer, OperationSpan> span) {
    return span.values().stream().mapToLong(it -> it.tally().calls()).sum();
  }

  @Test
  void shouldJoinSpansByPairs() {
    timeline.call(WRITE, callAfter(0));
    timeline.call(WRITE, callAfter(8_000));
    timeline.call(key("READ"), callAfter(8_000));
    timeline.call(WRITE, callAfter(16_000));

    timeline.joinSpans();
    timeline.call(WRITE, callAfter(31_000));

    assertThat(timeline.binsPerSpan()).isEqualTo(2 * Timeline.BINS_PER_SPAN);
    assertThat(timeline.spans()).extracting(TimelineTest::callsOf).containsExactly(3L, 2L);
    assertThat(timeline.spans().get(0)).hasSize(2);
  }
}
