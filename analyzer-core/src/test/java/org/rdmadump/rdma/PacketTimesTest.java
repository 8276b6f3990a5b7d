package org.rdmadump.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacketTimesTest {
  private static final long ORIGIN = 1_000;

  private final TrafficCounters traffic = new TrafficCounters();
  private final List<String> parts = new ArrayList<>();

  private List<String> take() {
    parts.clear();
    traffic
        .times(ORIGIN, 100)
        .take(
            (begin, packets, bytes, again) ->
                parts.add(begin + ": " + packets + ", " + bytes + " B, " + again + " again"));
    return parts;
  }

  @Test
  void shouldCountEachPacketAtItsOwnTime() {
    take();
    traffic.packet(10, 1, 1_010);
    traffic.packet(20, 2, 1_099);
    traffic.retransmitted(1, 20, false);
    traffic.packet(40, 3, 1_350);

    assertThat(take()).containsExactly("1000: 2, 30 B, 1 again", "1300: 1, 40 B, 0 again");
    assertThat(take()).isEmpty();
  }

  @Test
  void shouldCountWhatWasBeforeAtTheLatestOfIt() {
    traffic.packet(10, 1, 1_010);
    traffic.packet(10, 2, 1_250);

    assertThat(take()).containsExactly("1200: 2, 20 B, 0 again");
  }

  @Test
  void shouldTakeAClockThatIsSetBack() {
    take();
    traffic.packet(10, 1, 1_010);
    traffic.packet(20, 2, 950);

    assertThat(take()).containsExactly("1000: 1, 10 B, 0 again", "900: 1, 20 B, 0 again");
  }

  @Test
  void shouldCountNothingEarlierThanItWasWhereNobodyTakesIt() {
    take();
    for (int i = 0; i <= 2 * PacketTimes.MOST_PARTS; i++) {
      traffic.packet(1, 1, ORIGIN + 100L * i);
    }

    assertThat(take())
        .containsExactly(
            "1700: 8, 8 B, 0 again",
            "2500: 8, 8 B, 0 again",
            "2900: 4, 4 B, 0 again",
            "3300: 4, 4 B, 0 again",
            "3500: 2, 2 B, 0 again",
            "3700: 2, 2 B, 0 again",
            "3900: 2, 2 B, 0 again",
            "4100: 2, 2 B, 0 again",
            "4200: 1, 1 B, 0 again");
  }
}
