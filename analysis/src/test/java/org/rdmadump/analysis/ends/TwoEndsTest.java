package org.rdmadump.analysis.ends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two views made from a capture: their clocks, and packets that are taken out of one. */
class TwoEndsTest {
  private static final int SEEDS = 100;
  private static final int REMOVED = 12;
  private static final long SECOND = 1_000_000_000L;
  private static final int STRETCH = 20;

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs41-loss.pcap", "iwarp/iwarp-nfs41-ipv6.pcap"})
  void shouldKnowClocksWithinTheBound(String capture) {
    CapturedPackets captured = CapturedPackets.of(capture);
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      double drift = random.nextDouble(-5e-5, 5e-5);
      TwoViews views =
          new TwoViews(captured, seed)
              .clock(random.nextLong(-9 * SECOND, 9 * SECOND), drift)
              .delay(5000 + random.nextInt(50_000), 15_000)
              .stretched(STRETCH);

      Clocks clocks = views.compare().report().clocks();

      assertThat(clocks.isEven()).isTrue();
      assertThat((double) clocks.offset())
          .isCloseTo(views.truth(clocks.base()), within(clocks.offsetBound() + 2));
      assertThat(drift).isBetween(clocks.leastDrift() - 1e-9, clocks.mostDrift() + 1e-9);
      assertThat(clocks.drift()).isCloseTo(drift, within(1e-6));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs41-loss.pcap, 100",
    "rocev2/rocev2-nfs41-reorder.pcap, 30",
    "iwarp/iwarp-nfs41-loss.pcap, 30",
    "iwarp/iwarp-nfs41-ipv6.pcap, 30"
  })
  void shouldPlaceEveryPacketThatIsTakenOut(String capture, int seeds) {
    CapturedPackets captured = CapturedPackets.of(capture);
    Set<PacketPlace> met = new HashSet<>();
    for (int seed = 0; seed < seeds; seed++) {
      Random random = new Random(seed);
      TwoViews views =
          new TwoViews(captured, seed)
              .clock(random.nextLong(-9 * SECOND, 9 * SECOND), 2e-5)
              .delay(18_000, 5_000);
      Set<Integer> removed = new HashSet<>();
      Set<Long> keys = new HashSet<>();
      List<CapturedPacket> packets = captured.packets();
      while (removed.size() < REMOVED) {
        int index = packets.size() / 10 + random.nextInt(packets.size() * 8 / 10);
        CapturedPacket packet = packets.get(index);
        if (packet.flow() != 0 && keys.add(packet.key())) {
          removed.add(index);
          if (random.nextBoolean()) {
            views.withoutInA(index);
          } else {
            views.withoutInB(index);
          }
        }
      }

      TwoViews.Compared compared = views.compare();

      Set<Long> placed = new HashSet<>();
      for (LostPacket lost : compared.report().packets().lost()) {
        CapturedPacket packet = compared.of(lost);
        if (lost.place() == PacketPlace.RECEIVER
            || lost.place() == PacketPlace.LATE
            || lost.place() == PacketPlace.NEEDLESS
            || lost.place() == PacketPlace.NOT_READY) {
          continue;
        }
        placed.add(packet.key());
        assertThat(lost.place())
            .as("seed %d, %s", seed, lost)
            .isIn(expected(packets, packet, lost.tap()));
        met.add(lost.place());
      }
      assertThat(placed).as("seed %d", seed).isEqualTo(keys);
    }
    assertThat(met).contains(PacketPlace.MISSING_IN_A, PacketPlace.MISSING_IN_B);
    if (capture.startsWith("rocev2")) {
      assertThat(met).contains(PacketPlace.WIRE);
    }
  }

  private static Set<PacketPlace> expected(
      List<CapturedPacket> packets, CapturedPacket packet, Tap has) {
    boolean isSenders = packet.fromA() == (has == Tap.A);
    PacketPlace missing = PacketPlace.missingIn(has.other());
    if (!isSenders) {
      return Set.of(missing);
    }
    boolean again =
        packets.stream().skip(packet.index() + 1L).anyMatch(each -> each.key() == packet.key());
    if (packet.bare() || !packet.reliable()) {
      // Nothing but a repeated request tells that an acknowledgement was lost.
      return Set.of(PacketPlace.UNDECIDED, PacketPlace.WIRE);
    }
    boolean before =
        packets.stream().limit(packet.index()).anyMatch(each -> each.key() == packet.key());
    if (before && !again) {
      // Which copy was acknowledged is not always known.
      return Set.of(missing, PacketPlace.UNDECIDED);
    }
    return Set.of(again ? PacketPlace.WIRE : missing);
  }
}
