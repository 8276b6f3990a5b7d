package org.rdmadump.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which answer belongs to which request, and how long it took. */
class RequestCountersTest {
  private final AtomicLong held = new AtomicLong();
  private final RequestCounters counters = new RequestCounters(held::addAndGet);

  private RequestTally of(RequestKind kind) {
    return Objects.requireNonNull(counters.tallies().get(kind));
  }

  @Test
  void shouldMeasureAWriteFromItsFirstPacketToTheAcknowledgementOfItsLast() {
    counters.begins(RequestKind.WRITE, 10, 4000, 1000);
    counters.acknowledged(11, 1500);
    counters.ends(RequestKind.WRITE, 10, 13);
    counters.acknowledged(12, 2000);
    assertThat(of(RequestKind.WRITE).latencies().count()).isZero();

    counters.acknowledged(13, 3000);

    assertThat(of(RequestKind.WRITE).count()).isEqualTo(1);
    assertThat(of(RequestKind.WRITE).bytes()).isEqualTo(4000);
    assertThat(of(RequestKind.WRITE).latencies().sum()).isEqualTo(2000);
  }

  @Test
  void shouldSettleAllThatAnAcknowledgementCovers() {
    counters.sent(RequestKind.SEND, 1, 1, 10, 100);
    counters.sent(RequestKind.SEND_INVALIDATE, 2, 3, 20, 200);
    counters.sent(RequestKind.SEND, 4, 4, 30, 300);

    counters.acknowledged(3, 1000);

    assertThat(of(RequestKind.SEND).latencies().sum()).isEqualTo(900);
    assertThat(of(RequestKind.SEND_INVALIDATE).latencies().sum()).isEqualTo(800);
    assertThat(of(RequestKind.SEND).count()).isEqualTo(2);
    assertThat(counters.isAwaitedAt(4)).isTrue();
    assertThat(counters.isAwaitedAt(3)).isFalse();
  }

  @Test
  void shouldHoldNothingForRequestsThatNothingAnswers() {
    counters.sent(RequestKind.SEND, 10, 100);
    long one = held.get();
    for (int i = 0; i < 2 * RequestCounters.MOST_WAITING; i++) {
      counters.sent(RequestKind.SEND, 10, 200);
    }

    assertThat(held).hasValue(one);
    assertThat(of(RequestKind.SEND).bytes()).isEqualTo(10 + 20 * RequestCounters.MOST_WAITING);
    assertThat(of(RequestKind.SEND).latencies().count()).isZero();
  }

  @Test
  void shouldLeaveAReadToItsResponse() {
    counters.sent(RequestKind.READ, 1, 1, 5000, 100);
    counters.sent(RequestKind.SEND, 6, 6, 10, 200);

    counters.acknowledged(6, 300);
    counters.responded(5, 400);

    assertThat(of(RequestKind.SEND).latencies().sum()).isEqualTo(100);
    assertThat(of(RequestKind.READ).latencies().sum()).isEqualTo(300);
  }

  @Test
  void shouldNotTakeALaterResponseForOneThatWasNotCaptured() {
    counters.sent(RequestKind.READ, 1, 1, 1000, 100);
    counters.sent(RequestKind.FETCH_ADD, 2, 2, 8, 200);

    counters.responded(2, 1000);

    assertThat(of(RequestKind.FETCH_ADD).latencies().sum()).isEqualTo(800);
    assertThat(of(RequestKind.READ).latencies().count()).isZero();
    assertThat(of(RequestKind.READ).count()).isEqualTo(1);
  }

  @Test
  void shouldTakeResponsesInAnyOrderWhereTheyNameTheirRequests() {
    counters.sent(RequestKind.READ, 0, 50, 1000, 100);
    counters.sent(RequestKind.READ, 50, 100, 2000, 200);
    counters.sent(RequestKind.SEND, 100, 150, 10, 300);

    counters.respondedTo(50, 1200);
    counters.acknowledged(150, 1300);
    counters.respondedTo(0, 1400);

    assertThat(of(RequestKind.READ).latencies().sum()).isEqualTo(1000 + 1300);
    assertThat(of(RequestKind.SEND).latencies().sum()).isEqualTo(1000);
  }

  @Test
  void shouldCountWhatBeganAndWhoseEndWasNotSeen() {
    counters.begins(RequestKind.WRITE, 10, 4000, 1000);
    assertThat(counters.tallies()).isEmpty();

    counters.finish();

    assertThat(of(RequestKind.WRITE).bytes()).isEqualTo(4000);
    assertThat(held).hasValue(0);
  }

  @Test
  void shouldHaveNoLatencyOfWhatWasAcknowledgedBeforeItWasSeen() {
    counters.acknowledged(7, 100);
    counters.sent(RequestKind.SEND, 6, 7, 10, 200);
    counters.acknowledged(8, 300);

    assertThat(of(RequestKind.SEND).count()).isEqualTo(1);
    assertThat(of(RequestKind.SEND).latencies().count()).isZero();
  }

  @Test
  void shouldHoldNoMoreThanItsBoundWhateverIsNeverAnswered() {
    for (int i = 0; i < 100_000; i++) {
      counters.sent(RequestKind.SEND, i, i, 1, i);
    }

    assertThat(held.get()).isLessThan(64 << 10);
    counters.acknowledged(100_000, 100_000);
    assertThat(of(RequestKind.SEND).count()).isEqualTo(100_000);
    assertThat(of(RequestKind.SEND).latencies().count()).isEqualTo(RequestCounters.MOST_WAITING);
    counters.stop();
    assertThat(held).hasValue(0);
    assertThat(counters.tallies()).isEmpty();
  }

  @Test
  void shouldKnowTheFewestCredits() {
    assertThat(counters.leastCredits()).isEmpty();
    counters.credits(3);
    counters.credits(0);
    counters.credits(12);

    assertThat(counters.leastCredits()).hasValue(0);
    assertThat(counters.withoutCredits()).isEqualTo(1);
    assertThat(counters.acknowledgementsWithCredits()).isEqualTo(3);
  }

  /** A request as a model remembers it. */
  private record Sent(RequestKind kind, long first, long last, long nanos) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldAgreeWithAListOfRequests(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Sent> waiting = new ArrayList<>();
    // Just below where the PSNs of 24 bits begin anew.
    long place = (1L << 32) + (1 << 24) - 500;
    long now = 0;
    long sum = 0;
    long answers = 0;
    for (int step = 0; step < 5000; step++) {
      now += random.nextInt(1, 1000);
      if (waiting.size() < 100 && random.nextInt(3) > 0) {
        RequestKind kind =
            List.of(RequestKind.SEND, RequestKind.WRITE, RequestKind.READ).get(random.nextInt(3));
        long last = kind == RequestKind.READ ? place : place + random.nextInt(4);
        if (kind == RequestKind.WRITE && last > place) {
          counters.begins(kind, place, 1, now);
          counters.ends(kind, place, last);
        } else {
          counters.sent(kind, place, last, 1, now);
        }
        waiting.add(new Sent(kind, place, last, now));
        place = last + 1;
      } else if (!waiting.isEmpty()) {
        // All up to one of them was done, in the order of sending.
        Sent done = waiting.get(random.nextInt(waiting.size()));
        while (!waiting.isEmpty() && waiting.get(0).last() <= done.last()) {
          Sent each = waiting.remove(0);
          if (each.kind() == RequestKind.READ) {
            counters.responded(each.last(), now);
          }
          sum += now - each.nanos();
          answers++;
        }
        if (done.kind() != RequestKind.READ) {
          counters.acknowledged(done.last(), now);
        }
      }
    }

    assertThat(counters.tallies().values().stream().mapToLong(it -> it.latencies().count()).sum())
        .isEqualTo(answers);
    assertThat(counters.tallies().values().stream().mapToLong(it -> it.latencies().sum()).sum())
        .isEqualTo(sum);
  }
}
