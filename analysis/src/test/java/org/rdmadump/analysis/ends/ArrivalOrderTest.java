package org.rdmadump.analysis.ends;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArrivalOrderTest {
  private static final int EARLIER = 7;
  private static final int LATER = 8;

  private final ArrivalOrder arrivals = new ArrivalOrder();

  @Test
  void shouldFindWhatArrivedBehindALaterPacket() {
    arrivals.matched(LATER, 11, 20);
    arrivals.matched(EARLIER, 10, 21);

    assertThat(arrivals.endsBehind(EARLIER)).isTrue();
    assertThat(arrivals.endsBehind(EARLIER)).isFalse();
  }

  @Test
  void shouldFindItWhenTheLaterPacketIsMatchedLast() {
    arrivals.matched(EARLIER, 10, 21);
    arrivals.matched(LATER, 11, 20);

    assertThat(arrivals.endsBehind(EARLIER)).isTrue();
    assertThat(arrivals.endsBehind(LATER)).isFalse();
  }

  @Test
  void shouldNotFindWhatArrivedInOrder() {
    arrivals.matched(EARLIER, 10, 20);
    arrivals.matched(LATER, 11, 21);

    assertThat(arrivals.endsBehind(EARLIER)).isFalse();
    assertThat(arrivals.endsBehind(LATER)).isFalse();
  }

  @Test
  void shouldNotTakeARetransmissionForALatePacket() {
    arrivals.matched(EARLIER, 10, 20);
    arrivals.matched(LATER, 11, 21);
    arrivals.matched(EARLIER, 12, 22);

    assertThat(arrivals.endsBehind(EARLIER)).isFalse();
  }

  @Test
  void shouldNotTakeSegmentsOfOneFrameForLateOnes() {
    arrivals.matched(EARLIER, 10, 20);
    arrivals.matched(LATER, 10, 21);
    arrivals.matched(LATER + 1, 11, 21);

    assertThat(arrivals.endsBehind(EARLIER)).isFalse();
    assertThat(arrivals.endsBehind(LATER)).isFalse();
  }
}
