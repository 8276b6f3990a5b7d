package org.rdmadump.iwarp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmadump.rdma.RepeatCause;
import org.rdmadump.rdma.TrafficCounters;

class StreamRepeatsTest {
  private static final long MILLI = 1_000_000;
  private static final int SEGMENT = 100;

  private final TrafficCounters traffic = new TrafficCounters();
  private final StreamRepeats repeats = new StreamRepeats();
  private long frame;
  private long now = 1_000 * MILLI;
  private long sentTo;

  private void fresh(int segments) {
    for (int i = 0; i < segments; i++) {
      traffic.packet(SEGMENT, ++frame, now);
      sentTo += SEGMENT;
    }
  }

  private void again(int segment) {
    traffic.packet(SEGMENT, ++frame, now);
    traffic.retransmitted(1, SEGMENT, false);
    long from = (long) segment * SEGMENT;
    repeats.repeated(from, from + SEGMENT, sentTo, now, traffic);
  }

  @Test
  void shouldTakeARepeatSoonAfterNewDataForALoss() {
    fresh(5);
    now += 2 * MILLI;
    again(2);

    assertThat(traffic.bursts()).isEqualTo(Map.of(RepeatCause.LOSS, 1L));
  }

  @Test
  void shouldTakeARepeatAfterSilenceForATimeout() {
    fresh(5);
    now += 200 * MILLI;
    again(2);

    assertThat(traffic.bursts()).isEqualTo(Map.of(RepeatCause.TIMEOUT, 1L));
  }

  @Test
  void shouldCountEveryTryOfATimer() {
    fresh(1);
    for (int tries = 0; tries < 3; tries++) {
      now += 300 * MILLI;
      again(0);
    }

    assertThat(traffic.bursts()).isEqualTo(Map.of(RepeatCause.TIMEOUT, 3L));
  }

  @Test
  void shouldCountARecoveryOnceThoughNewDataIsSentMeanwhile() {
    fresh(5);
    now += 2 * MILLI;
    again(1);
    fresh(1);
    again(3);

    assertThat(traffic.bursts()).isEqualTo(Map.of(RepeatCause.LOSS, 1L));
  }

  @Test
  void shouldCountALossOfWhatWasSentAfterTheRecoveryBegan() {
    fresh(5);
    now += 2 * MILLI;
    again(1);
    fresh(3);
    again(6);

    assertThat(traffic.bursts()).isEqualTo(Map.of(RepeatCause.LOSS, 2L));
  }
}
