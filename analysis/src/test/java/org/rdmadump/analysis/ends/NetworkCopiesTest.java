package org.rdmadump.analysis.ends;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets of which the network made two: same identification of IPv4, shortly after another. */
class NetworkCopiesTest {
  private static final int FIRST = 40;
  private static final int EACH = 7;
  private static final long LATER_NANOS = 133_000;

  private static List<CapturedPacket> withCopies(List<CapturedPacket> view) {
    List<CapturedPacket> copied = new ArrayList<>(view);
    for (CapturedPacket packet : view) {
      if (packet.index() > FIRST && packet.index() % EACH == 0) {
        copied.add(packet.at(packet.nanos() + LATER_NANOS));
      }
    }
    copied.sort(Comparator.comparingLong(CapturedPacket::nanos));
    return copied;
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs3-acl.pcap", "iwarp/iwarp-nfs3-acl.pcap"})
  void shouldNotTakeCopiesOfTheNetworkForRetransmissions(String capture) {
    PacketReport packets =
        new TwoViews(CapturedPackets.of(capture), 1)
            .delay(18_000, 5_000)
            .changedA(NetworkCopiesTest::withCopies)
            .changedB(NetworkCopiesTest::withCopies)
            .compare()
            .report()
            .packets();

    assertThat(packets.sentAgain()).containsExactly(0L, 0L);
    assertThat(packets.lost())
        .extracting(LostPacket::place)
        .doesNotContain(
            PacketPlace.RECEIVER, PacketPlace.NEEDLESS, PacketPlace.WIRE, PacketPlace.LATE);
  }
}
