package org.rdmadump.analysis.ends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Views of which one was translated, put into a tunnel, cut, joined, filtered or reordered. */
class OneSideChangedTest {
  private static final String ROCE = "rocev2/rocev2-nfs41-loss.pcap";
  private static final String IWARP = "iwarp/iwarp-nfs41-loss.pcap";
  private static final int IP = 14;
  private static final int SOURCE = IP + 12;
  private static final int DESTINATION = IP + 16;
  private static final int UDP = IP + 20;
  private static final int BTH = UDP + 8;

  private static TwoViews views(String capture) {
    return new TwoViews(CapturedPackets.of(capture), 7)
        .clock(3_200_000_000L, 2e-5)
        .delay(18_000, 5_000);
  }

  private static void assertAllFound(TwoViews views, PacketReport packets) {
    assertThat(packets.missing()).isZero();
    for (PacketPlace each :
        List.of(PacketPlace.WIRE, PacketPlace.UNDECIDED, PacketPlace.ONE_SIDE)) {
      assertThat(packets.at(each)).as(each.label()).isZero();
    }
    long all = views.packets().stream().filter(each -> each.flow() != 0).count();
    assertThat(packets.matched(Tap.A) + packets.matched(Tap.B) + packets.at(PacketPlace.OUTSIDE))
        .isGreaterThanOrEqualTo(all);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ROCE,
        IWARP,
        "iwarp/iwarp-nfs41-ipv6.pcap",
        "iwarp/iwarp-nfs41-large-gso.pcap",
        "rocev2/rocev2-nfs41-reorder.pcap"
      })
  void shouldFindNothingMissingInACaptureAndItself(String capture) {
    TwoViews views = new TwoViews(CapturedPackets.of(capture), 1);

    EndsReport report = views.compare().report();

    assertAllFound(views, report.packets());
    assertThat(report.packets().delays(Tap.A).delays().greatest()).isZero();
    assertThat(report.packets().delays(Tap.B).delays().greatest()).isZero();
    assertThat(report.clocks().offset()).isZero();
    assertThat(report.exchanges().onlyInA() + report.exchanges().onlyInB()).isZero();
    assertThat(report.exchanges().matched()).isPositive();
  }

  /** Captures of two hosts with clocks of their own, merged to one side. */
  @Test
  void shouldSayThatNoLineFitsTheClocksOfTwoHosts() {
    TwoViews views =
        views("rocev2/rocev2-mixed-versions.pcap")
            .changedA(
                packets -> {
                  List<CapturedPacket> all = new ArrayList<>();
                  for (CapturedPacket each : packets) {
                    boolean isOther = each.flow() != 0 && each.bytes()[BTH + 7] == 18;
                    all.add(isOther ? each.at(each.nanos() + 400_000_000) : each);
                  }
                  all.sort(Comparator.comparingLong(CapturedPacket::nanos));
                  return all;
                });

    EndsReport report = views.compare().report();

    assertThat(report.clocks().isEven()).isFalse();
    assertThat(report.fails(EnumSet.of(EndsKind.CLOCKS))).isTrue();
    assertThat(report.packets().missing()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {ROCE, IWARP})
  void shouldFindNothingMissingInAReorderedCapture(String capture) {
    TwoViews views = views(capture).changedB(OneSideChangedTest::reordered);

    assertAllFound(views, views.compare().report().packets());
  }

  private static List<CapturedPacket> reordered(List<CapturedPacket> packets) {
    List<CapturedPacket> all = new ArrayList<>(packets);
    Random random = new Random(5);
    for (int i = 0; i + 16 < all.size(); i += 16) {
      Collections.shuffle(all.subList(i, i + 16), random);
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {ROCE, IWARP})
  void shouldFindNothingMissingWhereASnapLengthCutOneSide(String capture) {
    TwoViews views =
        views(capture)
            .changedB(
                packets ->
                    packets.stream()
                        .map(
                            each ->
                                each.of(
                                    Arrays.copyOf(each.bytes(), Math.min(96, each.bytes().length)),
                                    each.original()))
                        .toList());

    EndsReport report = views.compare().report();

    assertAllFound(views, report.packets());
    assertThat(report.b().snapLength()).isEqualTo(96);
  }

  @Test
  void shouldNotCallAFilteredWayLost() {
    CapturedPackets captured = CapturedPackets.of(ROCE);
    long flow =
        captured.packets().stream()
            .filter(each -> each.fromA())
            .skip(40)
            .findFirst()
            .orElseThrow()
            .flow();
    TwoViews views =
        views(ROCE)
            .changedB(packets -> packets.stream().filter(each -> each.flow() != flow).toList());

    PacketReport packets = views.compare().report().packets();

    assertThat(packets.missing() + packets.at(PacketPlace.WIRE)).isZero();
    assertThat(packets.at(PacketPlace.ONE_SIDE)).isPositive();
    assertThat(packets.oneSided()).isPositive();
  }

  @Test
  void shouldNotCountWhatWasSentWhileOneCaptureRan() {
    TwoViews views =
        views(ROCE)
            .changedA(packets -> packets.subList(300, packets.size()))
            .changedB(packets -> packets.subList(0, packets.size() - 200));

    PacketReport packets = views.compare().report().packets();

    assertThat(packets.missing() + packets.at(PacketPlace.WIRE)).isZero();
    assertThat(packets.at(PacketPlace.OUTSIDE)).isBetween(400L, 600L);
  }

  private static CapturedPacket translated(CapturedPacket packet, int number) {
    byte[] bytes = packet.bytes().clone();
    for (int at : new int[] {SOURCE, DESTINATION}) {
      if (packet.flow() != 0 && bytes[at + 3] == number) {
        bytes[at] = 10;
        bytes[at + 1] = 9;
        bytes[at + 2] = 8;
      }
    }
    return packet.of(bytes, packet.original());
  }

  @ParameterizedTest
  @ValueSource(strings = {ROCE, IWARP})
  void shouldFindPacketsBehindATranslationOfAddresses(String capture) {
    TwoViews views =
        views(capture)
            .changedB(packets -> packets.stream().map(each -> translated(each, 2)).toList());

    EndsReport report = views.compare().report();

    assertAllFound(views, report.packets());
    assertThat(report.translated()).isPositive();
    assertThat((double) report.clocks().offset())
        .isCloseTo(views.truth(report.clocks().base()), within(report.clocks().offsetBound() + 2));
    if (capture.equals(IWARP)) {
      assertThat(report.exchanges().matched()).isEqualTo(63);
    }
  }

  private static CapturedPacket tunnelled(CapturedPacket packet) {
    int outer = IP + 20 + 8 + 8;
    ByteBuffer bytes = ByteBuffer.allocate(outer + packet.bytes().length);
    bytes.put(packet.bytes(), 0, 12).putShort((short) 0x800);
    bytes.put((byte) 0x45).put((byte) 0).putShort((short) (bytes.capacity() - IP));
    bytes.putInt(0).put((byte) 64).put((byte) 17).putShort((short) 0);
    bytes.putInt(0x0a000001).putInt(0x0a000002);
    bytes.putShort((short) 50000).putShort((short) 4789);
    bytes.putShort((short) (bytes.capacity() - IP - 20)).putShort((short) 0);
    bytes.putInt(0x08000000).putInt(77 << 8).put(packet.bytes());
    return packet.of(bytes.array(), packet.original() + outer);
  }

  @ParameterizedTest
  @ValueSource(strings = {ROCE, IWARP})
  void shouldFindPacketsInATunnel(String capture) {
    TwoViews views =
        views(capture)
            .changedB(
                packets ->
                    packets.stream()
                        .map(each -> each.flow() == 0 ? each : tunnelled(each))
                        .toList());

    assertAllFound(views, views.compare().report().packets());
  }

  private static List<CapturedPacket> cut(List<CapturedPacket> packets, int most) {
    List<CapturedPacket> pieces = new ArrayList<>();
    for (CapturedPacket packet : packets) {
      byte[] bytes = packet.bytes();
      int payloadAt = packet.flow() == 0 ? 0 : UDP + ((bytes[UDP + 12] & 0xf0) >> 2);
      int length =
          packet.flow() == 0
              ? 0
              : (ByteBuffer.wrap(bytes).getShort(IP + 2) & 0xffff) + IP - payloadAt;
      if (length <= most) {
        pieces.add(packet);
        continue;
      }
      for (int from = 0; from < length; from += most) {
        int size = Math.min(most, length - from);
        ByteBuffer piece = ByteBuffer.allocate(payloadAt + size);
        piece.put(bytes, 0, payloadAt).put(bytes, payloadAt + from, size);
        piece.putShort(IP + 2, (short) (payloadAt + size - IP));
        piece.putInt(UDP + 4, piece.getInt(UDP + 4) + from);
        pieces.add(
            packet.of(piece.array(), piece.capacity()).at(packet.nanos() + 100L * from / most));
      }
    }
    return pieces;
  }

  @Test
  void shouldFindSegmentsThatOneSideShowsJoined() {
    String capture = "iwarp/iwarp-nfs41-large-gso.pcap";
    TwoViews views = views(capture).changedB(packets -> cut(packets, 1448));

    TwoViews.Compared compared = views.compare();

    assertThat(compared.b().size()).isGreaterThan(compared.a().size() + 400);
    assertAllFound(views, compared.report().packets());
  }

  @Test
  void shouldPlaceASegmentOfWhichTheOtherSideHasMore() {
    String capture = "iwarp/iwarp-nfs41-large-gso.pcap";
    TwoViews views =
        views(capture)
            .changedB(
                packets -> {
                  List<CapturedPacket> pieces = new ArrayList<>(cut(packets, 1448));
                  int at = pieces.size() / 2;
                  while (pieces.get(at).bytes().length < 1448) {
                    at++;
                  }
                  pieces.remove(at);
                  return pieces;
                });

    PacketReport packets = views.compare().report().packets();

    assertThat(packets.missing()).isEqualTo(1);
    assertThat(packets.at(PacketPlace.WIRE)).isZero();
  }

  @Test
  void shouldFollowPacketNumbersThatWrap() {
    CapturedPackets captured = CapturedPackets.of(ROCE);
    int middle =
        ByteBuffer.wrap(captured.packets().get(captured.packets().size() / 2).bytes())
                .getInt(BTH + 8)
            & 0xffffff;
    List<CapturedPacket> moved =
        captured.packets().stream()
            .map(
                each -> {
                  if (each.flow() == 0 || !each.reliable()) {
                    return each;
                  }
                  ByteBuffer bytes = ByteBuffer.wrap(each.bytes().clone());
                  int word = bytes.getInt(BTH + 8);
                  bytes.putInt(BTH + 8, (word & 0xff000000) | ((word - middle) & 0xffffff));
                  return each.of(bytes.array(), each.original());
                })
            .toList();
    TwoViews views =
        new TwoViews(new CapturedPackets(moved, captured.linkType()), 7)
            .clock(3_200_000_000L, 2e-5)
            .delay(18_000, 5_000);
    PacketReport as = views(ROCE).compare().report().packets();

    PacketReport packets = views.compare().report().packets();

    assertThat(packets.matched()).isEqualTo(as.matched());
    assertThat(packets.missing()).isZero();
    assertThat(packets.sentAgain()).isEqualTo(as.sentAgain());
  }
}
