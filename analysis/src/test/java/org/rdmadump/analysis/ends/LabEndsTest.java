package org.rdmadump.analysis.ends;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Pairs of captures of the lab's case {@code ends}: netem lost, delayed and reordered packets
 * between the taps, and each tap missed some. In {@code late}, an RDMA Write arrived behind a Send,
 * but before the NAK that it caused. What became of each packet is known from full captures in
 * front of and behind it, which the kernels' counters agree with.
 */
@ParameterizedClass
@CsvSource({"lab, 3, 153958000, 159574000", "late, 6, -56142000, -40389000"})
class LabEndsTest {
  private static final Path FOLDER = Path.of("..", "testdata", "ends");

  /**
   * What became of a packet.
   *
   * @param sender whose side it comes from
   * @param frames its frames in A and B; 0 where the tap missed it
   * @param fate {@code wire}, {@code dropped} by the receiver behind its tap, or {@code kept}
   * @param kind {@code data}, {@code ack} or {@code ud}
   * @param number opcode and PSN
   */
  private record Packet(Tap sender, List<Long> frames, String fate, String kind, String number) {
    static Packet of(String line) {
      String[] word = line.split(" ", -1);
      return new Packet(
          tap(word[0]),
          List.of(Long.valueOf(word[1]), Long.valueOf(word[2])),
          word[3],
          word[4],
          word[0] + word[5]);
    }

    private static Tap tap(String word) {
      return word.equals("a") ? Tap.A : Tap.B;
    }

    boolean isIn(Tap tap) {
      return frames.get(tap == Tap.A ? 0 : 1) > 0;
    }

    boolean isIn(Tap tap, long frame) {
      return frames.get(tap == Tap.A ? 0 : 1) == frame;
    }

    boolean isInBoth() {
      return isIn(Tap.A) && isIn(Tap.B);
    }
  }

  private final String name;
  private final List<Packet> packets;
  private final EndsReport report;
  private final int undecided;
  private final long leastOffset;
  private final long mostOffset;

  /**
   * One pair.
   *
   * @param undecided the packets of which nothing tells where they were lost: bare
   *     acknowledgements, and copies of what had arrived
   * @param leastOffset what B's clock was ahead at least, by files that both guests saw, each
   *     asking the other, in nanoseconds
   * @param mostOffset the same at most
   */
  LabEndsTest(String name, int undecided, long leastOffset, long mostOffset) throws IOException {
    this.name = name;
    this.undecided = undecided;
    this.leastOffset = leastOffset;
    this.mostOffset = mostOffset;
    this.packets =
        Files.readAllLines(file("truth.txt")).stream()
            .filter(line -> !line.startsWith("#"))
            .map(Packet::of)
            .toList();
    this.report =
        TwoViews.compare(
            Files.readAllBytes(file("client.pcap")), Files.readAllBytes(file("server.pcap")));
  }

  private Path file(String kind) {
    return FOLDER.resolve(name + "-" + kind);
  }

  private Packet of(LostPacket lost) {
    return packets.stream()
        .filter(each -> each.isIn(lost.tap(), lost.frame()))
        .findFirst()
        .orElseThrow();
  }

  private long copies(Packet packet, String... fates) {
    return packets.stream()
        .filter(each -> each.number().equals(packet.number()))
        .filter(each -> List.of(fates).contains(each.fate()))
        .count();
  }

  @Test
  void shouldTellOfEachPacketThatOneTapLacks() {
    List<Packet> told = new ArrayList<>();
    for (LostPacket each : report.packets().lost()) {
      if (!isOfAnEarlierCopy(each.place())) {
        told.add(of(each));
      }
    }

    assertThat(told)
        .containsExactlyInAnyOrderElementsOf(
            packets.stream().filter(each -> each.isIn(Tap.A) != each.isIn(Tap.B)).toList());
  }

  @Test
  void shouldPlaceEachPacketWhereItWasLost() {
    Map<PacketPlace, Integer> met = new EnumMap<>(PacketPlace.class);
    for (LostPacket each : report.packets().lost()) {
      Packet packet = of(each);
      met.merge(each.place(), 1, Integer::sum);
      if (isOfAnEarlierCopy(each.place())) {
        boolean isDropped = copies(packet, "dropped") > 0;
        assertThat(isDropped).as("%s", each).isEqualTo(each.place() == PacketPlace.RECEIVER);
        assertThat(copies(packet, "wire", "dropped", "kept")).as("%s", each).isGreaterThan(1);
      } else {
        assertThat(each.place()).as("%s", each).isIn(possible(each, packet));
      }
    }

    assertThat(met)
        .containsOnlyKeys(
            PacketPlace.WIRE,
            PacketPlace.RECEIVER,
            PacketPlace.LATE,
            PacketPlace.NEEDLESS,
            PacketPlace.MISSING_IN_A,
            PacketPlace.MISSING_IN_B,
            PacketPlace.UNDECIDED);
    assertThat(met.get(PacketPlace.UNDECIDED)).isEqualTo(undecided);
  }

  private Set<PacketPlace> possible(LostPacket lost, Packet packet) {
    PacketPlace missing = PacketPlace.missingIn(lost.tap().other());
    if (packet.fate().equals("wire")) {
      return packet.kind().equals("ack")
          ? Set.of(PacketPlace.WIRE, PacketPlace.UNDECIDED)
          : Set.of(PacketPlace.WIRE);
    }
    if (lost.tap() != packet.sender()) {
      return Set.of(missing);
    }
    Set<PacketPlace> possible = new HashSet<>(Set.of(missing));
    if (packet.kind().equals("ack")) {
      possible.add(PacketPlace.UNDECIDED);
    }
    if (copies(packet, "wire", "kept") > 1) {
      // It went again behind one that was lost; nothing tells that it was not.
      possible.add(PacketPlace.WIRE);
    }
    return possible;
  }

  /** Whether the frame is that of the retransmission. */
  private static boolean isOfAnEarlierCopy(PacketPlace place) {
    return place == PacketPlace.RECEIVER
        || place == PacketPlace.LATE
        || place == PacketPlace.NEEDLESS;
  }

  @Test
  void shouldCountWhatBothTapsHave() {
    for (Tap sender : Tap.values()) {
      assertThat(report.packets().matched(sender))
          .isEqualTo(
              packets.stream()
                  .filter(each -> each.sender() == sender)
                  .filter(Packet::isInBoth)
                  .count());
    }
  }

  @Test
  void shouldKnowTheClocksAsTheGuestsToldThem() {
    Clocks clocks = report.clocks();

    assertThat(clocks.offset() + clocks.bound()).isGreaterThan((double) leastOffset);
    assertThat(clocks.offset() - clocks.bound()).isLessThan((double) mostOffset);
    assertThat(clocks.bound()).isLessThan(2_000_000);
    assertThat(clocks.isEven()).isTrue();
  }

  @Test
  void shouldShareOutTheWholeTimeOfEachCall() {
    assertThat(report.exchanges().slowest())
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(each.server() + each.network() + each.client())
                    .isEqualTo(each.latency()));
  }
}
