package org.rdmadump.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.net.IpBytes.ETHERNET;
import static org.rdmadump.net.IpBytes.join;
import static org.rdmadump.net.IpBytes.udp;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.link.LinkType;
import org.rdmadump.testing.Findings;
import org.rdmadump.testing.Hex;

/** Fragments of IP packets, put together. */
class FragmentsTest {
  private static final int MORE = 0x2000;
  private static final int FROM = 0x0a000001;
  private static final int TO = 0x0a000002;
  private static final byte[] IPV6 = Hex.bytes("021122334455 f2778899aabb 86dd");
  private static final long SECOND = 1_000_000_000L;

  private final Findings findings = new Findings();
  private final Datagram datagram = new Datagram();
  private final PacketDecoder decoder = new PacketDecoder();
  private long number;
  private long nanos = SECOND;
  private Frame last = new Frame();

  /** The data of a packet: a datagram with a payload that tells where each byte belongs. */
  private static byte[] data(int payload) {
    byte[] bytes = new byte[payload];
    for (int i = 0; i < payload; i++) {
      bytes[i] = (byte) (i * 7 + i / 256);
    }
    return udp(UdpPort.ROCE_V2, bytes);
  }

  private static byte[] ipv4(int id, int at, int end, byte[] data) {
    int place = at / 8 | (end < data.length ? MORE : 0);
    byte[] part = Arrays.copyOfRange(data, at, end);
    return join(ETHERNET, IpBytes.ipv4Fragment(FROM, TO, id, place, IpProtocol.UDP, part));
  }

  private static byte[] ipv6(int id, int at, int end, byte[] data) {
    ByteBuffer extension =
        ByteBuffer.allocate(8)
            .putShort((short) (IpProtocol.UDP << 8))
            .putShort((short) (at | (end < data.length ? 1 : 0)))
            .putInt(id);
    byte[] part = join(extension.array(), Arrays.copyOfRange(data, at, end));
    return join(IPV6, IpBytes.ipv6(IpProtocol.FRAGMENT, part));
  }

  private static byte[] fragment(boolean v4, int id, int at, int end, byte[] data) {
    return v4 ? ipv4(id, at, end, data) : ipv6(id, at, end, data);
  }

  @ParameterizedTest(name = "IPv4 {0}")
  @ValueSource(booleans = {true, false})
  void shouldPutAPacketTogether(boolean v4) {
    byte[] data = data(100);
    assertThat(decode(fragment(v4, 9, 0, 48, data))).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(decode(fragment(v4, 9, 48, 96, data))).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(decode(fragment(v4, 9, 96, 108, data))).isEqualTo(PacketKind.UDP);
    assertThat(datagram.isTogether()).isTrue();
    assertThat(datagram.isFragment()).isFalse();
    assertThat(datagram.isIpv4()).isEqualTo(v4);
    assertThat(datagram.destinationPort()).isEqualTo(UdpPort.ROCE_V2);
    assertThat(datagram.networkOffset()).isZero();
    assertThat(datagram.transportOffset()).isEqualTo(v4 ? 20 : 40);
    assertThat(payload()).isEqualTo(Arrays.copyOfRange(data, 8, 108));
    assertThat(holder().number()).isEqualTo(3);
    assertThat(holder().epochNanos()).isEqualTo(nanos);
    assertThat(findings.all()).isEmpty();
    assertThat(decoder.unusedFragments()).isZero();
  }

  @Test
  void shouldGiveThePacketTheHeaderThatItHadBefore() {
    byte[] data = data(100);
    decode(ipv4(9, 48, 108, data));
    decode(ipv4(9, 0, 48, data));
    byte[] whole = IpBytes.ipv4Fragment(FROM, TO, 9, 0, IpProtocol.UDP, data);
    assertThat(bytes()).isEqualTo(whole);

    decode(ipv6(9, 48, 108, data));
    decode(ipv6(9, 0, 48, data));
    assertThat(bytes()).isEqualTo(IpBytes.ipv6(IpProtocol.UDP, data));
  }

  @Test
  void shouldKeepTheExtensionHeadersThatEveryFragmentHas() {
    byte[] data = data(20);
    byte[] hopByHop = Hex.bytes("2c00 010400000000");
    byte[] first = join(hopByHop, Hex.bytes("3c00 0001 00000009"), Hex.bytes("1100 010400000000"));
    byte[] second = join(hopByHop, Hex.bytes("3c00 0008 00000009"), data);
    decode(join(IPV6, IpBytes.ipv6(IpProtocol.HOP_BY_HOP, second)));
    assertThat(decode(join(IPV6, IpBytes.ipv6(IpProtocol.HOP_BY_HOP, first))))
        .isEqualTo(PacketKind.UDP);
    byte[] headers = Hex.bytes("3c00 010400000000 1100 010400000000");
    assertThat(bytes()).isEqualTo(IpBytes.ipv6(IpProtocol.HOP_BY_HOP, join(headers, data)));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("org.rdmadump.testing.Cases#seeds")
  void shouldNotDependOnTheOrderOfFragmentsOrOnRepeats(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean v4 = seed % 2 == 0;
    int most = 40;
    List<byte[]> all = new ArrayList<>();
    for (int id = 1; id <= most; id++) {
      byte[] data = data(100 + id * 13);
      for (int at = 0; at < data.length; ) {
        int end = Math.min(data.length, at + 8 * (1 + random.nextInt(10)));
        byte[] fragment = fragment(v4, id, at, end, data);
        all.add(fragment);
        at = end;
      }
    }
    Collections.shuffle(all, new Random(seed));
    int whole = 0;
    List<byte[]> seen = new ArrayList<>();
    for (byte[] each : all) {
      seen.add(each);
      whole += decode(each) == PacketKind.UDP && isRight() ? 1 : 0;
      byte[] again = seen.get(random.nextInt(seen.size()));
      // A repeat of a packet that is whole already waits for the rest of it.
      whole += decode(again) == PacketKind.UDP && isRight() ? 1 : 0;
    }
    assertThat(whole).isGreaterThanOrEqualTo(most);
    assertThat(findings.rules()).isEmpty();
  }

  private boolean isRight() {
    byte[] payload = payload();
    return Arrays.equals(payload, Arrays.copyOfRange(data(payload.length), 8, 8 + payload.length));
  }

  @Test
  void shouldTellPacketsApart() {
    byte[] data = data(100);
    decode(ipv4(9, 0, 48, data));
    byte[] rest = Arrays.copyOfRange(data, 48, 108);
    int place = 48 / 8;
    byte[] otherHost = IpBytes.ipv4Fragment(FROM, TO + 1, 9, place, IpProtocol.UDP, rest);
    byte[] otherProtocol = IpBytes.ipv4Fragment(FROM, TO, 9, place, IpProtocol.TCP, rest);
    assertThat(decode(join(ETHERNET, otherHost))).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(decode(join(ETHERNET, otherProtocol))).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(decode(ipv4(10, 48, 108, data))).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(decode(ipv4(9, 48, 108, data))).isEqualTo(PacketKind.UDP);
    assertThat(decoder.unusedFragments()).isEqualTo(3);
  }

  @ParameterizedTest(name = "IPv4 {0}")
  @ValueSource(booleans = {true, false})
  void shouldPutTogetherWhatEachPlaceShowsOfAPacket(boolean v4) {
    // given two places of capture whose sights of the same fragments alternate
    byte[] data = data(100);
    byte[] first = fragment(v4, 9, 0, 48, data);
    byte[] second = fragment(v4, 9, 48, 108, data);

    // then
    assertThat(seenFrom(1, first)).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(seenFrom(2, first)).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(seenFrom(1, second)).isEqualTo(PacketKind.UDP);
    assertThat(holder().viewpoint()).isEqualTo(1);
    assertThat(seenFrom(2, second)).isEqualTo(PacketKind.UDP);
    assertThat(holder().viewpoint()).isEqualTo(2);
    assertThat(decoder.unusedFragments()).isZero();
  }

  @Test
  void shouldBeginAnewWhereAnIpv4FragmentLiesOverAnother() {
    byte[] lost = data(60);
    byte[] data = data(100);
    decode(ipv4(9, 0, 32, lost));
    // The numbers came round: this is another packet.
    assertThat(decode(ipv4(9, 0, 48, data))).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(findings.rules()).containsExactly("ipv4.fragment-overlap");
    assertThat(decode(ipv4(9, 48, 108, data))).isEqualTo(PacketKind.UDP);
    assertThat(isRight()).isTrue();
    assertThat(findings.all())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.frame()).isEqualTo(2);
              assertThat(finding.offset()).isEqualTo(14);
              assertThat(finding.message())
                  .isEqualTo(
                      "fragment of 48 bytes at offset 0 of packet 9 overlaps other fragments or the"
                          + " end of the packet");
            });
  }

  @Test
  void shouldGiveUpAnIpv6PacketWithFragmentsThatOverlap() {
    byte[] data = data(100);
    decode(ipv6(9, 0, 56, data));
    assertThat(decode(ipv6(9, 48, 96, data))).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(findings.rules()).containsExactly("ipv6.fragment-overlap");
    assertThat(decode(ipv6(9, 56, 108, data))).isEqualTo(PacketKind.IP_FRAGMENT);
  }

  @ParameterizedTest(name = "{0} to {1}")
  @CsvSource({"0, 16", "40, 56", "48, 64", "88, 120", "104, 120"})
  void shouldNoticeEveryOverlap(int at, int end) {
    byte[] longer = data(200);
    byte[] data = data(100);
    decode(ipv4(9, 0, 8, longer));
    decode(ipv4(9, 48, 64, longer));
    decode(ipv4(9, 96, 108, data));
    boolean same = at == 48;
    decode(ipv4(9, at, end, longer));
    assertThat(findings.rules()).isEqualTo(same ? List.of() : List.of("ipv4.fragment-overlap"));
  }

  @Test
  void shouldNoticeThatAPacketHasTwoEnds() {
    decode(ipv4(9, 48, 108, data(100)));
    decode(ipv4(9, 112, 128, data(120)));
    assertThat(findings.rules()).containsExactly("ipv4.fragment-overlap");
  }

  @ParameterizedTest(name = "IPv4 {0}, {1} bytes at {2}, followed {3}")
  @CsvSource({
    "true, 0, 8, true",
    "true, 0, 8, false",
    "true, 12, 8, true",
    "true, 32, 65504, false",
    "false, 0, 8, true",
    "false, 12, 8, true",
    "false, 32, 65512, false"
  })
  void shouldMakeAFindingOfWhatCannotBeAFragment(boolean v4, int length, int at, boolean followed) {
    byte[] frame;
    if (v4) {
      int place = at / 8 | (followed ? MORE : 0);
      byte[] data = new byte[length];
      frame = join(ETHERNET, IpBytes.ipv4Fragment(FROM, TO, 1, place, IpProtocol.UDP, data));
    } else {
      ByteBuffer extension = ByteBuffer.allocate(8 + length).putShort((short) (17 << 8));
      extension.putShort((short) (at | (followed ? 1 : 0)));
      frame = join(IPV6, IpBytes.ipv6(IpProtocol.FRAGMENT, extension.array()));
    }
    assertThat(decode(frame)).isEqualTo(PacketKind.MALFORMED);
    assertThat(findings.rules())
        .containsExactly(v4 ? "ipv4.fragment-length" : "ipv6.fragment-length");
    assertThat(decoder.unusedFragments()).isZero();
  }

  @Test
  void shouldPutTheLongestPacketTogether() {
    byte[] data = new byte[65535 - Ipv4Header.LENGTH];
    ByteBuffer.wrap(data).putShort(2, (short) 4791).putShort(4, (short) data.length);
    for (int at = 0; at < data.length; at += 1480) {
      decode(ipv4(9, at, Math.min(data.length, at + 1480), data));
    }
    assertThat(datagram.kind()).isEqualTo(PacketKind.UDP);
    assertThat(datagram.payloadLength()).isEqualTo(data.length - 8);
  }

  @Test
  void shouldCountNothingAsCapturedBehindWhatWasCut() {
    byte[] data = data(100);
    byte[] first = ipv4(9, 0, 48, data);
    decode(first, first.length - 8);
    assertThat(decode(ipv4(9, 48, 108, data))).isEqualTo(PacketKind.UDP);
    assertThat(datagram.payloadLength()).isEqualTo(100);
    assertThat(datagram.payloadCaptured()).isEqualTo(32);
    assertThat(datagram.isPayloadCut()).isTrue();
  }

  @Test
  void shouldSayWhatNeverBecameWhole() {
    byte[] data = data(100);
    decode(ipv4(9, 0, 48, data));
    decode(ipv4(10, 0, 48, data));
    decode(ipv4(9, 96, 108, data));
    decoder.finish(findings);
    assertThat(findings.rules()).containsExactly("ipv4.fragment", "ipv4.fragment");
    // The one that a fragment came of last is the younger.
    assertThat(findings.all().get(1).frame()).isEqualTo(1);
    assertThat(findings.all().get(1).message())
        .isEqualTo("fragments with 60 bytes of an incomplete packet, the first one in this frame");
    assertThat(decoder.unusedFragments()).isEqualTo(3);
    assertThat(decoder.evictedPackets()).isZero();
  }

  @Test
  void shouldNotWaitForLongerThanAMinute() {
    byte[] data = data(100);
    decode(ipv6(9, 0, 48, data));
    nanos += 59 * SECOND;
    decode(ipv6(10, 0, 48, data));
    assertThat(findings.all()).isEmpty();
    nanos += SECOND;
    assertThat(decode(ipv6(9, 48, 108, data))).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(findings.rules()).containsExactly("ipv6.fragment");
    assertThat(decode(ipv6(10, 48, 108, data))).isEqualTo(PacketKind.UDP);
  }

  @Test
  void shouldNotWaitForLongerBecauseMoreFragmentsCome() {
    byte[] data = data(100);
    decode(ipv4(9, 0, 48, data));
    nanos += 50 * SECOND;
    decode(ipv4(10, 0, 48, data));
    decode(ipv4(9, 48, 96, data));
    nanos += 10 * SECOND;
    assertThat(decode(ipv4(9, 96, 108, data))).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(findings.rules()).containsExactly("ipv4.fragment");
  }

  @Test
  void shouldHoldOnlySoMuch() {
    byte[] data = data(9000);
    for (int id = 0; id < 2000; id++) {
      decode(ipv4(id, 0, 8000, data));
    }
    assertThat(decoder.evictedPackets()).isBetween(1700L, 1800L);
    assertThat(findings.rules())
        .hasSize((int) decoder.evictedPackets())
        .containsOnly("ipv4.fragment");
    assertThat(decode(ipv4(1, 8000, data.length, data))).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(decode(ipv4(1999, 8000, data.length, data))).isEqualTo(PacketKind.UDP);
  }

  @ParameterizedTest(name = "IPv4 {0}")
  @ValueSource(booleans = {true, false})
  void shouldFindNothingWrongWithFragmentsThatAreCapturedTwice(boolean v4) {
    byte[] data = data(100);
    int whole = 0;
    for (int id = 0; id < 20; id++) {
      for (int at : new int[] {0, 0, 48, 48, 96, 96, 48}) {
        int end = Math.min(at + 48, data.length);
        whole += decode(fragment(v4, id, at, end, data)) == PacketKind.UDP && isRight() ? 1 : 0;
      }
    }
    decoder.finish(findings);

    assertThat(whole).isEqualTo(20);
    assertThat(findings.all()).isEmpty();
    assertThat(decoder.unusedFragments()).isZero();
  }

  @Test
  void shouldNotCallRepeatsOfWholePacketsGivenUp() {
    byte[] data = data(9000);
    for (int id = 0; id < 2000; id++) {
      decode(ipv4(id, 0, 8000, data));
      decode(ipv4(id, 8000, data.length, data));
      decode(ipv4(id, 0, 8000, data));
    }

    assertThat(decoder.evictedPackets()).isZero();
    assertThat(findings.all()).isEmpty();
  }

  @Test
  void shouldPutTogetherWhatIsCapturedTwiceAsAWhole() {
    byte[] data = data(100);
    for (int i = 0; i < 2; i++) {
      assertThat(decode(ipv4(9, 0, 48, data))).isEqualTo(PacketKind.IP_FRAGMENT);
      assertThat(decode(ipv4(9, 48, 108, data))).isEqualTo(PacketKind.UDP);
      assertThat(isRight()).isTrue();
    }
  }

  @Test
  void shouldNotTakeARepeatForAPartOfALaterPacketWithTheSameNumber() {
    byte[] data = data(100);
    byte[] later = data(100);
    Arrays.fill(later, 20, later.length, (byte) 3);
    decode(ipv4(9, 0, 48, data));
    decode(ipv4(9, 48, 108, data));
    decode(ipv4(9, 48, 108, data));
    nanos += SECOND / 4;

    assertThat(decode(ipv4(9, 0, 48, later))).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(decode(ipv4(9, 48, 108, later))).isEqualTo(PacketKind.UDP);
    assertThat(payload()).isEqualTo(Arrays.copyOfRange(later, 8, 108));
    assertThat(findings.all()).isEmpty();
  }

  @Test
  void shouldNotFindThatARepeatOverlapsALaterPacketWithTheSameNumber() {
    byte[] data = data(100);
    byte[] later = data(200);
    decode(ipv4(9, 0, 48, data));
    decode(ipv4(9, 48, 108, data));
    decode(ipv4(9, 0, 96, later));
    assertThat(decode(ipv4(9, 48, 108, data))).isEqualTo(PacketKind.IP_FRAGMENT);

    assertThat(decode(ipv4(9, 96, 208, later))).isEqualTo(PacketKind.UDP);
    assertThat(isRight()).isTrue();
    assertThat(findings.all()).isEmpty();
    assertThat(decoder.unusedFragments()).isZero();
  }

  @ParameterizedTest(name = "after {0} ms")
  @ValueSource(ints = {1, 10_000})
  void shouldSayWhatNeverBecameWholeThoughAPacketWithItsNumberDid(int millis) {
    byte[] data = data(100);
    decode(ipv4(9, 0, 48, data));
    decode(ipv4(9, 48, 108, data));
    nanos += millis * 1_000_000L;
    decode(ipv4(9, 0, 48, data(200)));
    decoder.finish(findings);

    assertThat(findings.rules()).containsExactly("ipv4.fragment");
    assertThat(decoder.unusedFragments()).isEqualTo(1);
  }

  @Test
  void shouldPutTogetherWhatCarriesFragments() {
    byte[] data = data(100);
    byte[] inner = Arrays.copyOfRange(ipv4(9, 0, 48, data), 14, 14 + 20 + 48);
    byte[] rest = Arrays.copyOfRange(ipv4(9, 48, 108, data), 14, 14 + 20 + 60);
    byte[] outer = IpBytes.ipv4Fragment(1, 2, 5, MORE, 4, Arrays.copyOf(inner, 40));
    byte[] outerRest =
        IpBytes.ipv4Fragment(1, 2, 5, 5, 4, Arrays.copyOfRange(inner, 40, inner.length));
    assertThat(decode(join(ETHERNET, outer))).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(decode(join(ETHERNET, outerRest))).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(decode(join(ETHERNET, IpBytes.ipv4Fragment(1, 2, 6, 0, 4, rest))))
        .isEqualTo(PacketKind.UDP);
    assertThat(isRight()).isTrue();
    assertThat(datagram.source()).hasToString("10.0.0.1");
  }

  private PacketKind decode(byte[] frame) {
    return decode(frame, frame.length);
  }

  private PacketKind decode(byte[] bytes, int captured) {
    return decode(bytes, captured, Frame.ONLY_VIEWPOINT);
  }

  private PacketKind seenFrom(int viewpoint, byte[] frame) {
    return decode(frame, frame.length, viewpoint);
  }

  private PacketKind decode(byte[] bytes, int captured, int viewpoint) {
    Frame frame = new Frame();
    frame.set(
        ByteBuffer.wrap(bytes, 0, captured),
        0,
        captured,
        bytes.length,
        nanos,
        LinkType.ETHERNET,
        0,
        ++number);
    frame.viewpoint(viewpoint);
    PacketKind kind = decoder.decode(frame, datagram, findings);
    last = frame;
    return kind;
  }

  private Frame holder() {
    return decoder.holder(last, datagram);
  }

  private byte[] bytes() {
    return Arrays.copyOfRange(holder().array(), holder().offset(), holder().end());
  }

  private byte[] payload() {
    int at = datagram.payloadOffset();
    return Arrays.copyOfRange(holder().array(), at, at + datagram.payloadCaptured());
  }
}
