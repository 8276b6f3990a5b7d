package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.rdma.RepeatCause;
import org.rdmadump.rdma.TrafficCounters;

class RepeatsTest {
  private static final int PAYLOAD = 100;
  private static final long TIMER = 500_000_000;

  private final TrafficCounters traffic = new TrafficCounters();
  private final Repeats repeats = new Repeats(traffic);
  private final PsnSequence sequence = new PsnSequence();

  private long now;

  private void request(int... psns) {
    for (int psn : psns) {
      long extended = sequence.extend(psn);
      repeats.request(extended, PAYLOAD, sequence, now);
      sequence.request(extended, 1, 1);
    }
  }

  @Test
  void shouldCountNothingWhereAllIsInOrder() {
    request(0xfffffe, 0xffffff, 0, 1, 2);

    assertThat(traffic.retransmitted()).isZero();
    assertThat(traffic.timeouts()).isZero();
    assertThat(traffic.outOfOrder()).isZero();
  }

  @Test
  void shouldTakeARepeatThatNothingAskedForForATimeout() {
    request(1, 2, 3, 2, 3, 4);

    assertThat(traffic.retransmitted()).isEqualTo(2);
    assertThat(traffic.retransmittedBytes()).isEqualTo(2 * PAYLOAD);
    assertThat(traffic.timeouts()).isEqualTo(1);
    assertThat(traffic.duplicates()).isZero();
  }

  @Test
  void shouldCountEachTimeout() {
    request(1, 2);
    now += TIMER;
    request(2, 3);
    now += TIMER;
    request(3);

    assertThat(traffic.timeouts()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"10000, 0", "2000000, 1"})
  void shouldNotTakeACopyOfTheNetworkForATimeout(long later, long timeouts) {
    // Given a packet that nothing follows,
    traffic.packet(PAYLOAD, 7, now);
    request(1);
    // when it comes again, too soon for a timer or not,
    now += later;
    traffic.packet(PAYLOAD, 8, now);
    request(1);

    assertThat(traffic.retransmitted()).isEqualTo(1);
    assertThat(traffic.timeouts()).isEqualTo(timeouts);
  }

  @Test
  void shouldNotTakeWhatComesAgainBeforeATimerCanRunOutForATimeout() {
    repeats.timer(TIMER);
    traffic.packet(PAYLOAD, 7, now);
    request(1, 2);

    now += 2_200_000;
    traffic.packet(PAYLOAD, 8, now);
    request(1);
    assertThat(traffic.timeouts()).as("another packet overtook the copy").isZero();

    now += TIMER;
    traffic.packet(PAYLOAD, 9, now);
    request(1);
    assertThat(traffic.timeouts()).isEqualTo(1);
  }

  @Test
  void shouldNotTakeWhatANakAskedForForATimeout() {
    request(1, 3, 4);
    repeats.asked(RepeatCause.NAK, now, 0);
    sequence.refuse(sequence.extend(2));
    request(2, 3, 4, 5);

    assertThat(traffic.retransmitted()).isEqualTo(2);
    assertThat(traffic.timeouts()).isZero();
    assertThat(traffic.outOfOrder()).isEqualTo(2);
  }

  @Test
  void shouldForgetWhatWasAskedForOnceNewRequestsFollow() {
    request(1, 2);
    repeats.asked(RepeatCause.NAK, now, 0);
    request(2, 3);
    now += TIMER;
    request(3);

    assertThat(traffic.timeouts()).isEqualTo(1);
  }

  @Test
  void shouldKnowWhatWasAskedForThoughNewRequestsWereOnTheirWay() {
    request(1, 3);
    repeats.asked(RepeatCause.NAK, now, 0);
    request(4, 5);
    now += 10_000_000;
    request(2, 3, 4, 5, 6);

    assertThat(traffic.retransmitted()).isEqualTo(3);
    assertThat(traffic.timeouts()).isZero();
  }

  @Test
  void shouldTakeWhatComesLongAfterARefusalForATimeout() {
    request(1, 2);
    repeats.asked(RepeatCause.NAK, now, 0);
    now += 2_000_000_000;
    request(2);

    assertThat(traffic.timeouts()).isEqualTo(1);
  }

  @Test
  void shouldWaitAsLongAsTheReceiverThatIsNotReadySays() {
    request(1, 2);
    repeats.asked(RepeatCause.RNR, now, 655_360_000);
    now += 680_000_000;
    request(2);

    assertThat(traffic.timeouts()).isZero();
  }

  @Test
  void shouldTellWhatTheReceiverHadAlready() {
    request(1, 2);
    sequence.acknowledge(sequence.extend(2));
    request(2);

    assertThat(traffic.duplicates()).isEqualTo(1);
  }

  // ---- bursts

  @Test
  void shouldCountABurstOncePerCause() {
    // given a NAK, an RNR NAK, a gap in responses and a timer, each with everything sent again
    request(1, 2, 3);
    repeats.asked(RepeatCause.NAK, now, 0);
    request(2, 3, 4);
    repeats.asked(RepeatCause.RNR, now, 10_000_000);
    now += 10_000_000;
    request(3, 4, 5);
    repeats.asked(RepeatCause.LOSS, now, 0);
    request(5, 6);
    now += TIMER;
    request(5, 6, 7);

    assertThat(traffic.bursts())
        .isEqualTo(
            Map.of(
                RepeatCause.NAK, 1L,
                RepeatCause.RNR, 1L,
                RepeatCause.LOSS, 1L,
                RepeatCause.TIMEOUT, 1L));
    assertThat(traffic.retransmitted()).isEqualTo(7);
  }

  @Test
  void shouldCountEveryTryOfATimer() {
    // given no new request in between
    request(1, 2, 3);
    for (int tries = 0; tries < 3; tries++) {
      now += TIMER;
      request(2, 3);
    }

    assertThat(traffic.bursts()).isEqualTo(Map.of(RepeatCause.TIMEOUT, 3L));
  }

  @Test
  void shouldCountATryThatBeginsBehindWhatWasAcknowledgedInBetween() {
    request(1, 2, 3, 1, 2, 3);
    sequence.acknowledge(sequence.extend(1));
    now += TIMER;
    request(2, 3);

    assertThat(traffic.bursts()).isEqualTo(Map.of(RepeatCause.TIMEOUT, 2L));
  }

  @Test
  void shouldCountTwoRefusalsInARow() {
    request(1, 2, 3, 4);
    repeats.asked(RepeatCause.RNR, now, 0);
    request(2, 3);
    repeats.asked(RepeatCause.NAK, now, 0);
    request(3, 4);

    assertThat(traffic.bursts()).isEqualTo(Map.of(RepeatCause.RNR, 1L, RepeatCause.NAK, 1L));
  }

  @Test
  void shouldNotSplitABurstByAPacketWhoseFirstCopyWasNotCaptured() {
    // given 3 in its second copy only
    request(1, 2, 4, 5);
    repeats.asked(RepeatCause.NAK, now, 0);
    request(2, 3, 4, 5, 6);

    assertThat(traffic.bursts()).isEqualTo(Map.of(RepeatCause.NAK, 1L));
    assertThat(traffic.retransmitted()).isEqualTo(3);
  }

  @Test
  void shouldNotSplitABurstThatWasCapturedOutOfOrder() {
    request(1, 2, 3, 4, 5);
    repeats.asked(RepeatCause.NAK, now, 0);
    request(2, 4, 3, 5, 6);

    assertThat(traffic.bursts()).isEqualTo(Map.of(RepeatCause.NAK, 1L));
  }

  @Test
  void shouldNotSplitABurstThatANewRequestOvertook() {
    request(1, 2, 3, 4);
    repeats.asked(RepeatCause.NAK, now, 0);
    request(2, 3, 5, 4, 6);

    assertThat(traffic.bursts()).isEqualTo(Map.of(RepeatCause.NAK, 1L));
    assertThat(traffic.retransmitted()).isEqualTo(3);
  }

  @Test
  void shouldTakeACopyOfTheNetworkForThatLongAfterARefusal() {
    // given a refusal that nothing was sent again for
    request(1);
    repeats.asked(RepeatCause.LOSS, now, 0);
    now += TIMER;
    traffic.packet(PAYLOAD, 7, now);
    request(2);
    traffic.packet(PAYLOAD, 8, now);
    request(2);

    assertThat(traffic.bursts()).isEmpty();
  }

  @Test
  void shouldUseARefusalOnce() {
    // given what a NAK asked for, and later a second time
    request(1, 2, 3);
    repeats.asked(RepeatCause.NAK, now, 0);
    request(2, 3);
    now += TIMER;
    request(2, 3);

    assertThat(traffic.bursts()).isEqualTo(Map.of(RepeatCause.NAK, 1L, RepeatCause.TIMEOUT, 1L));
  }
}
