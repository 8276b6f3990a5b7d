package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.rdma.TrafficCounters;

class RepeatsTest {
  private static final int PAYLOAD = 100;

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
    request(1, 2, 2, 3, 3);

    assertThat(traffic.timeouts()).isEqualTo(2);
  }

  @Test
  void shouldNotTakeWhatANakAskedForForATimeout() {
    request(1, 3, 4);
    repeats.asked(now, 0);
    sequence.refuse(sequence.extend(2));
    request(2, 3, 4, 5);

    assertThat(traffic.retransmitted()).isEqualTo(2);
    assertThat(traffic.timeouts()).isZero();
    assertThat(traffic.outOfOrder()).isEqualTo(2);
  }

  @Test
  void shouldForgetWhatWasAskedForOnceNewRequestsFollow() {
    request(1, 2);
    repeats.asked(now, 0);
    request(2, 3, 3);

    assertThat(traffic.timeouts()).isEqualTo(1);
  }

  @Test
  void shouldKnowWhatWasAskedForThoughNewRequestsWereOnTheirWay() {
    request(1, 3);
    repeats.asked(now, 0);
    request(4, 5);
    now += 10_000_000;
    request(2, 3, 4, 5, 6);

    assertThat(traffic.retransmitted()).isEqualTo(3);
    assertThat(traffic.timeouts()).isZero();
  }

  @Test
  void shouldTakeWhatComesLongAfterARefusalForATimeout() {
    request(1, 2);
    repeats.asked(now, 0);
    now += 2_000_000_000;
    request(2);

    assertThat(traffic.timeouts()).isEqualTo(1);
  }

  @Test
  void shouldWaitAsLongAsTheReceiverThatIsNotReadySays() {
    request(1, 2);
    repeats.asked(now, 655_360_000);
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
}
