package org.rdmadump.analysis.ends;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another connection between the same hosts has the numbers of queue pairs that one before had. */
class QueuePairReuseTest {
  private static final int PSN_AT = 14 + 20 + 8 + 9;
  private static final int QUEUE_PAIR_AT = 14 + 20 + 8 + 5;
  private static final long LATER = 30_000_000_000L;

  @ParameterizedTest
  @ValueSource(ints = {0x200000, 0x700000, 0xa00000})
  void shouldPlacePacketsOfEitherConnection(int less) {
    CapturedPackets once = CapturedPackets.of("rocev2/rocev2-nfs41-loss.pcap");
    List<CapturedPacket> twice = new ArrayList<>(once.packets());
    for (CapturedPacket each : once.packets()) {
      twice.add(withLowerPsn(each, less).at(each.nanos() + LATER));
    }

    PacketReport first = views(once).compare().report().packets();
    PacketReport both =
        views(new CapturedPackets(renumbered(twice), once.linkType())).compare().report().packets();

    for (Tap sender : Tap.values()) {
      assertThat(both.matched(sender)).isEqualTo(2 * first.matched(sender));
      for (PacketPlace place : PacketPlace.values()) {
        assertThat(both.at(place, sender))
            .as("%s from %s", place, sender)
            .isEqualTo(2 * first.at(place, sender));
      }
    }
    assertThat(first.at(PacketPlace.RECEIVER) + first.at(PacketPlace.LATE)).isPositive();
  }

  private static TwoViews views(CapturedPackets captured) {
    return new TwoViews(captured, 1).clock(3_000_000_000L, 1e-6).delay(18_000, 0);
  }

  private static List<CapturedPacket> renumbered(List<CapturedPacket> packets) {
    List<CapturedPacket> all = new ArrayList<>();
    for (CapturedPacket each : packets) {
      all.add(
          new CapturedPacket(
              all.size(),
              each.nanos(),
              each.original(),
              each.bytes(),
              each.fromA(),
              each.flow(),
              each.position(),
              each.response(),
              each.bare(),
              each.reliable()));
    }
    return all;
  }

  private static CapturedPacket withLowerPsn(CapturedPacket packet, int less) {
    byte[] bytes = packet.bytes().clone();
    if (packet.flow() != 0 && intOf3(bytes, QUEUE_PAIR_AT) > 1) {
      int psn = intOf3(bytes, PSN_AT) - less;
      bytes[PSN_AT] = (byte) (psn >> 16);
      bytes[PSN_AT + 1] = (byte) (psn >> 8);
      bytes[PSN_AT + 2] = (byte) psn;
    }
    return packet.of(bytes, packet.original());
  }

  private static int intOf3(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 16 | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff);
  }
}
