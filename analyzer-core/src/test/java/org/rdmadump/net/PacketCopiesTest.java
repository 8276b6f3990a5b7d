package org.rdmadump.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketCopiesTest {
  private static final long MILLI = 1_000_000L;

  /** Makes of numbers what looks like digests. */
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private static final int HOSTS = 12345;
  private static final int CLIENT = 1;
  private static final int SERVER = 70_001;

  private final PacketCopies copies = new PacketCopies();

  @Test
  void shouldKnowTheSecondCopyOnly() {
    assertThat(copies.isCopy(7, 8, HOSTS, CLIENT, 0)).isFalse();
    assertThat(copies.isCopy(7, 8, HOSTS, SERVER, MILLI)).isTrue();
    assertThat(copies.isCopy(7, 8, HOSTS, 3, MILLI)).as("a third place").isTrue();
  }

  @Test
  void shouldTellPacketsApartByAllBits() {
    assertThat(copies.isCopy(7, 8, HOSTS, CLIENT, 0)).isFalse();
    assertThat(copies.isCopy(6, 8, HOSTS, SERVER, 0)).isFalse();
    assertThat(copies.isCopy(7, 8 + (1L << 40), HOSTS, SERVER, 0)).isFalse();
  }

  @Test
  void shouldTakeWhatAPlaceSeesAgainForSentAgain() {
    // given a packet that was lost on its way to the server, and sent again
    assertThat(copies.isCopy(7, 8, HOSTS, CLIENT, 0)).isFalse();
    assertThat(copies.isCopy(7, 8, HOSTS, CLIENT, MILLI)).isFalse();

    // then what the server sees is a copy of it, and no more than the client sent
    assertThat(copies.isCopy(7, 8, HOSTS, SERVER, 2 * MILLI)).isTrue();
    assertThat(copies.isCopy(7, 8, HOSTS, SERVER, 3 * MILLI)).isTrue();
    assertThat(copies.isCopy(7, 8, HOSTS, SERVER, 4 * MILLI)).isFalse();
  }

  @Test
  void shouldKeepTheCopyOfAPacketThatWasTakenBack() {
    // given a packet of which the first place saw a damaged copy
    assertThat(copies.isCopy(7, 8, HOSTS, CLIENT, 0)).isFalse();
    copies.takeBack();

    // then
    assertThat(copies.isCopy(7, 8, HOSTS, SERVER, MILLI)).isFalse();
    assertThat(copies.isCopy(7, 8, HOSTS, 3, MILLI)).as("of a third place").isTrue();
  }

  @Test
  void shouldTakeAPacketOfAnotherTimeForAnother() {
    long window = PacketCopies.WINDOW_NANOS;

    assertThat(copies.isCopy(7, 8, HOSTS, CLIENT, 0)).isFalse();
    assertThat(copies.isCopy(7, 8, HOSTS, SERVER, window + 1)).isFalse();
    assertThat(copies.isCopy(7, 8, HOSTS, CLIENT, 2 * window + 1)).isTrue();
  }

  @Test
  void shouldForgetTheOldestPacketsWhenThereAreTooMany() {
    for (int i = 0; i <= PacketCopies.MOST; i++) {
      assertThat(copies.isCopy(0, i, HOSTS, CLIENT, i)).isFalse();
    }
    assertThat(copies.isCopy(0, PacketCopies.MOST / 2, HOSTS, SERVER, PacketCopies.MOST)).isTrue();
    assertThat(copies.isCopy(0, 0, HOSTS, SERVER, PacketCopies.MOST)).as("forgotten").isFalse();
  }

  @Test
  void shouldNotGrowSlowWithOnePacketAMillionTimes() {
    for (int i = 0; i < 1_000_000; i++) {
      assertThat(copies.isCopy(7, 8, HOSTS, CLIENT, i)).isFalse();
    }
    assertThat(copies.isCopy(7, 8, HOSTS, SERVER, 1_000_000)).isTrue();
  }

  @Test
  @Timeout(60)
  void shouldNotGrowSlowWithDigestsThatWereMadeForOneBucket() {
    for (int i = 0; i < 2 * PacketCopies.MOST; i++) {
      assertThat(copies.isCopy(i, 8, HOSTS, CLIENT, i)).isFalse();
      assertThat(copies.isCopy(i, 8, HOSTS, SERVER, i)).isTrue();
    }
  }

  @Test
  void shouldTakeAllPlacesBeyondTheLastForOne() {
    for (int i = 0; i < PacketCopies.MOST_VIEWPOINTS; i++) {
      assertThat(copies.isCopy(7, 8, HOSTS, i, 0)).isEqualTo(i > 0);
    }
    assertThat(copies.isCopy(7, 8, HOSTS, 100, 0)).as("the same place as the one before").isFalse();
  }

  /** A sight of a packet. */
  private record Sight(int packet, int viewpoint, long nanos) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void shouldKeepAsManyOfEachAsThePlaceSawThatSawMost(long seed) {
    // given places whose clocks differ, that miss some packets, and packets that are sent again
    SplittableRandom random = new SplittableRandom(seed);
    int places = 1 + random.nextInt(4);
    List<Sight> sights = new ArrayList<>();
    Map<Integer, int[]> seen = new HashMap<>();
    long[] offsets = random.longs(places, 0, 900 * MILLI).toArray();
    long now = 0;
    for (int packet = 0; packet < 3000; packet++) {
      int[] counts = seen.computeIfAbsent(packet, each -> new int[places]);
      for (int sent = 1 + Math.max(0, random.nextInt(20) - 17); sent > 0; sent--) {
        now += random.nextLong(MILLI);
        for (int place = 0; place < places; place++) {
          if (random.nextInt(10) > 0) {
            sights.add(new Sight(packet, place, now + offsets[place]));
            counts[place]++;
          }
        }
      }
    }
    sights.sort(Comparator.comparing(Sight::nanos));

    // when
    Map<Integer, Integer> kept = new HashMap<>();
    for (Sight sight : sights) {
      if (!copies.isCopy(3, sight.packet * GOLDEN, HOSTS, sight.viewpoint, sight.nanos)) {
        kept.merge(sight.packet, 1, Integer::sum);
      }
    }

    // then
    seen.forEach(
        (packet, counts) -> {
          int most = 0;
          for (int count : counts) {
            most = Math.max(most, count);
          }
          assertThat(kept.getOrDefault(packet, 0)).as("packet %d", packet).isEqualTo(most);
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void shouldKeepWhatIsSentAgainOverTheOtherLinkOfABond(long seed) {
    // given two links that carry packets of two hosts in turn, most of them once
    SplittableRandom random = new SplittableRandom(seed);
    for (int packet = 0; packet < 2 * SharedTraffic.FEW; packet++) {
      assertThat(copies.isCopy(1, packet * GOLDEN, HOSTS, packet % 2, packet)).isFalse();
    }
    for (int packet = 100; packet < 3000; packet++) {
      int link = random.nextInt(2);
      long nanos = packet * MILLI;
      assertThat(copies.isCopy(1, packet * GOLDEN, HOSTS, link, nanos)).isFalse();
      while (random.nextInt(8) == 0) {
        // when a packet is sent again with the same bytes, over either link
        nanos += MILLI;
        boolean copy = copies.isCopy(1, packet * GOLDEN, HOSTS, random.nextInt(2), nanos);

        // then
        assertThat(copy).as("packet %d", packet).isFalse();
      }
    }
  }

  @Test
  void shouldKnowCopiesWherePlacesShareOnlyWhatTwoOfManyHostsSay() {
    // given a client and a server that mostly talk to others
    for (int packet = 0; packet < 1000; packet++) {
      assertThat(copies.isCopy(1, packet * GOLDEN, 1, CLIENT, packet)).isFalse();
      assertThat(copies.isCopy(2, packet * GOLDEN, 2, SERVER, packet)).isFalse();
    }

    // then
    for (int packet = 0; packet < 1000; packet++) {
      assertThat(copies.isCopy(3, packet * GOLDEN, 3, CLIENT, packet)).isFalse();
      assertThat(copies.isCopy(3, packet * GOLDEN, 3, SERVER, packet)).isTrue();
    }
  }

  @Test
  void shouldKnowCopiesFromWhereTheSecondPlaceBegins() {
    for (int packet = 0; packet < 1000; packet++) {
      assertThat(copies.isCopy(1, packet * GOLDEN, HOSTS, CLIENT, packet)).isFalse();
    }
    for (int packet = 1000; packet < 2000; packet++) {
      assertThat(copies.isCopy(1, packet * GOLDEN, HOSTS, CLIENT, packet)).isFalse();
      assertThat(copies.isCopy(1, packet * GOLDEN, HOSTS, SERVER, packet)).isTrue();
    }
  }
}
