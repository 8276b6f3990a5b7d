package org.rdmadump.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrafficCountersTest {
  private final TrafficCounters traffic = new TrafficCounters();

  @Test
  void shouldKnowWhenSomethingNewWasLastSent() {
    assertThat(traffic.lastNewFrame()).isZero();

    traffic.packet(100, 1, 10);
    traffic.packets(3, 300, 5, 50);
    traffic.packet(0, 6, 60);

    assertThat(traffic.lastNewFrame()).isEqualTo(5);
    assertThat(traffic.lastNewNanos()).isEqualTo(50);
    assertThat(traffic.lastFrame()).isEqualTo(6);
  }

  @Test
  void shouldLastFromTheEarliestToTheLatestIfAClockWasSetBack() {
    assertThat(traffic.durationNanos()).isZero();

    traffic.packet(100, 1, 1000);
    traffic.packet(100, 2, 1500);
    traffic.packet(100, 3, 200);
    traffic.packet(100, 4, 300);

    assertThat(traffic.durationNanos()).isEqualTo(1300);
    assertThat(traffic.firstNanos()).isEqualTo(1000);
    assertThat(traffic.lastNanos()).isEqualTo(300);
  }

  @Test
  void shouldNotTakeForNewWhatIsSentAgain() {
    traffic.packet(100, 1, 10);
    for (long frame = 2; frame < 5; frame++) {
      traffic.packet(100, frame, frame * 10);
      traffic.retransmitted(1, 100, false);
    }

    assertThat(traffic.lastNewFrame()).isEqualTo(1);
    assertThat(traffic.lastNewNanos()).isEqualTo(10);
  }

  @Test
  void shouldNotMindARequestWithoutPayloadThatIsSentAgain() {
    traffic.packet(100, 1, 10);
    traffic.packet(200, 2, 20);
    traffic.packet(0, 3, 30);
    traffic.retransmitted(1, 0, false);

    assertThat(traffic.lastNewFrame()).isEqualTo(2);
  }
}
