package org.rdmadump.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.link.EtherType;
import org.rdmadump.link.LinkType;
import org.rdmadump.testing.Findings;
import org.rdmadump.testing.Frames;
import org.rdmadump.testing.Hex;

class PacketDecoderTest {
  private static final List<VarHandle> FIELDS = fieldsOfDatagrams();
  private static final String MACS = "021122334455 f2778899aabb ";
  private static final String ADDRESSES_6 =
      " 20010db8000000000000000000000001 20010db8000000000000000000000002 ";

  /** 14 Ethernet, 20 IPv4, 8 UDP, 6 payload, 12 padding. */
  private static final byte[] UDP_4 =
      Hex.bytes(
          MACS
              + "0800 45 02 0022 1234 4000 40 11 0000 c0000201 c0000202"
              + " c001 12b7 000e 0000 010203040506"
              + " 000000000000000000000000");

  /** A TCP segment of 4 bytes: 14 Ethernet, 20 IPv4, 20 TCP, 4 payload, 2 padding. */
  private static final byte[] TCP_4 =
      Hex.bytes(
          MACS
              + "0800 45 02 002c 1234 4000 40 06 0000 c0000201 c0000202"
              + " 9c41 4e51 00000001 00000002 5010 ffff 0000 0000 01020304"
              + " 0000");

  /** As the datagram above with 4 bytes of IPv4 options and a VLAN tag; no padding. */
  private static final byte[] UDP_4_OPTIONS =
      Hex.bytes(
          MACS
              + "8100 0064 0800 46 00 0026 1234 4000 40 11 0000 c0000201 c0000202 01010101"
              + " c001 12b7 000e 0000 010203040506");

  /** 14 Ethernet, 40 IPv6, 8 UDP, 6 payload. */
  private static final byte[] UDP_6 =
      Hex.bytes(
          MACS + "86dd 60200000 000e 11 40" + ADDRESSES_6 + "c001 12b7 000e 0000 010203040506");

  /** Every extension header once, each 8 bytes but the routing header of 24. */
  private static final byte[] UDP_6_EXTENSIONS =
      Hex.bytes(
          MACS
              + "86dd 60000000 0046 00 40"
              + ADDRESSES_6
              + "2b00 010400000000 # hop-by-hop, then routing\n"
              + "2c02 000000000000 00112233445566778899aabbccddeeff # routing, then fragment\n"
              + "3c00 0000 12345678 # atomic fragment, then destination options\n"
              + "3300 010400000000 # destination options, then authentication\n"
              + "1100 0000 00000000 # authentication, then UDP\n"
              + "c001 12b7 000e 0000 010203040506");

  private final Findings findings = new Findings();
  private final Datagram datagram = new Datagram();
  private final PacketDecoder decoder = new PacketDecoder();

  @Test
  void shouldDecodeUdpOverIpv4() {
    assertThat(decode(UDP_4)).isEqualTo(PacketKind.UDP);
    assertThat(datagram.kind()).isEqualTo(PacketKind.UDP);
    assertThat(datagram.etherType()).isEqualTo(EtherType.IPV4);
    assertThat(datagram.vlanId()).isEqualTo(Datagram.NO_VLAN);
    assertThat(datagram.networkOffset()).isEqualTo(Frames.OFFSET + 14);
    assertThat(datagram.isIpv4()).isTrue();
    assertThat(datagram.source()).hasToString("192.0.2.1");
    assertThat(datagram.destination()).hasToString("192.0.2.2");
    assertThat(datagram.trafficClass()).isEqualTo(2);
    assertThat(datagram.protocol()).isEqualTo(IpProtocol.UDP);
    assertThat(datagram.isFragment()).isFalse();
    assertThat(datagram.transportOffset()).isEqualTo(Frames.OFFSET + 34);
    assertThat(datagram.sourcePort()).isEqualTo(0xc001);
    assertThat(datagram.destinationPort()).isEqualTo(4791);
    assertThat(datagram.payloadOffset()).isEqualTo(Frames.OFFSET + 42);
    assertThat(findings.all()).isEmpty();
  }

  @Test
  void shouldNotTakePaddingForPayload() {
    decode(UDP_4);
    assertThat(datagram.payloadLength()).isEqualTo(6);
    assertThat(datagram.payloadCaptured()).isEqualTo(6);
    assertThat(datagram.isPayloadCut()).isFalse();
  }

  @Test
  void shouldLookBehindVlanTagAndIpv4Options() {
    assertThat(decode(UDP_4_OPTIONS)).isEqualTo(PacketKind.UDP);
    assertThat(datagram.vlanId()).isEqualTo(100);
    assertThat(datagram.transportOffset()).isEqualTo(Frames.OFFSET + 42);
    assertThat(datagram.payloadLength()).isEqualTo(6);
  }

  @Test
  void shouldDecodeUdpOverIpv6() {
    assertThat(decode(UDP_6)).isEqualTo(PacketKind.UDP);
    assertThat(datagram.isIpv4()).isFalse();
    assertThat(datagram.source()).hasToString("2001:db8::1");
    assertThat(datagram.destination()).hasToString("2001:db8::2");
    assertThat(datagram.trafficClass()).isEqualTo(2);
    assertThat(datagram.payloadOffset()).isEqualTo(Frames.OFFSET + 62);
    assertThat(datagram.payloadLength()).isEqualTo(6);
  }

  @Test
  void shouldWalkIpv6ExtensionHeaders() {
    assertThat(decode(UDP_6_EXTENSIONS)).isEqualTo(PacketKind.UDP);
    assertThat(datagram.transportOffset()).isEqualTo(Frames.OFFSET + 54 + 56);
    assertThat(datagram.destinationPort()).isEqualTo(4791);
    assertThat(datagram.payloadLength()).isEqualTo(6);
    assertThat(findings.all()).isEmpty();
  }

  @Test
  void shouldSayHowMuchOfThePayloadWasCaptured() {
    assertThat(decoder.decode(Frames.cut(LinkType.ETHERNET, UDP_4, 45), datagram, findings))
        .isEqualTo(PacketKind.UDP);
    assertThat(datagram.payloadLength()).isEqualTo(6);
    assertThat(datagram.payloadCaptured()).isEqualTo(3);
    assertThat(datagram.isPayloadCut()).isTrue();
  }

  @Test
  void shouldBoundThePayloadByTheUdpLength() {
    decode(with(UDP_4, 38, 0, 10));
    assertThat(datagram.payloadLength()).isEqualTo(2);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"UDP_4, 42", "UDP_4_OPTIONS, 50", "UDP_6, 62", "UDP_6_EXTENSIONS, 118"})
  void shouldCallHeadersTruncatedAtEverySnapLength(String name, int headers) {
    byte[] bytes = bytes(name);
    for (int captured = 0; captured <= bytes.length; captured++) {
      Frame frame = Frames.cut(LinkType.ETHERNET, bytes, captured);
      assertThat(decoder.decode(frame, datagram, findings))
          .as("cut at %d", captured)
          .isEqualTo(captured < headers ? PacketKind.TRUNCATED : PacketKind.UDP);
      assertThat(datagram.payloadCaptured()).isBetween(0, Math.max(0, captured - 34));
    }
    assertThat(findings.all()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"UDP_4, 48", "UDP_4_OPTIONS, 56", "UDP_6, 68", "UDP_6_EXTENSIONS, 124"})
  void shouldCallAPacketMalformedAtEveryLengthOnTheWire(String name, int packet) {
    byte[] bytes = bytes(name);
    for (int length = 0; length < packet; length++) {
      Frame frame = Frames.shortOnWire(LinkType.ETHERNET, bytes, length);
      assertThat(decoder.decode(frame, datagram, findings))
          .as("length %d", length)
          .isEqualTo(PacketKind.MALFORMED);
      assertThat(findings.all()).hasSize(length + 1);
    }
  }

  @ParameterizedTest(name = "{0} with byte {1} = {2}: {3}")
  @CsvSource({
    "UDP_4, 14, 0x65, ipv4.version",
    "UDP_4, 14, 0x44, ipv4.header-length",
    "UDP_4, 17, 0x13, ipv4.total-length",
    "UDP_4, 17, 0x00, ipv4.total-length",
    "UDP_4, 17, 0x2f, ipv4.length-beyond-frame",
    "UDP_4, 17, 0x1b, udp.short-header",
    "UDP_4, 39, 0x00, udp.length",
    "UDP_4, 39, 0x07, udp.length",
    "UDP_4, 39, 0x0f, udp.length-beyond-packet",
    "UDP_6, 14, 0x40, ipv6.version",
    "UDP_6, 19, 0x0f, ipv6.length-beyond-frame",
    "UDP_6, 19, 0x07, udp.short-header",
    "UDP_6, 19, 0x00, udp.short-header",
    "UDP_6, 59, 0x00, udp.length",
    "UDP_6_EXTENSIONS, 19, 0x04, ipv6.extension-beyond-packet",
    "UDP_6_EXTENSIONS, 55, 0xff, ipv6.extension-beyond-packet",
    "UDP_6_EXTENSIONS, 19, 0x00, ipv6.extension-beyond-packet",
  })
  void shouldMakeAFindingOfAWrongField(String name, int at, String value, String rule) {
    assertThat(decode(with(bytes(name), at, Integer.decode(value))))
        .isEqualTo(PacketKind.MALFORMED);
    assertThat(findings.rules()).containsExactly(rule);
  }

  @Test
  void shouldSayWhatWasWrongAndWhere() {
    decode(with(UDP_4, 39, 0x0f));
    assertThat(findings.all())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.frame()).isEqualTo(1);
              assertThat(finding.offset()).isEqualTo(34);
              assertThat(finding.message()).isEqualTo("needs 15 bytes, there are 14");
            });
  }

  @ParameterizedTest(name = "flags and offset {0} {1}")
  @CsvSource({"0x20, 0x00", "0x00, 0x01", "0x20, 0x01"})
  void shouldNotLookInsideAnIpv4Fragment(String high, String low) {
    // So long that the data is a multiple of 8 bytes.
    byte[] bytes = with(UDP_4, 17, 0x24);
    assertThat(decode(with(bytes, 20, Integer.decode(high), Integer.decode(low))))
        .isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(findings.all()).isEmpty();
    assertThat(datagram.isFragment()).isTrue();
    assertThat(datagram.protocol()).isEqualTo(IpProtocol.UDP);
    assertThat(datagram.destinationPort()).isZero();
    assertThat(datagram.payloadOffset()).isEqualTo(Frames.OFFSET + 34);
    assertThat(datagram.payloadLength()).isEqualTo(16);
  }

  @Test
  void shouldNotLookInsideAnIpv6Fragment() {
    // The last fragment; its header is behind 54 + 8 + 24 bytes.
    assertThat(decode(with(UDP_6_EXTENSIONS, 89, 0x08))).isEqualTo(PacketKind.IP_FRAGMENT);
    assertThat(findings.all()).isEmpty();
    assertThat(datagram.isFragment()).isTrue();
    assertThat(datagram.payloadOffset()).isEqualTo(Frames.OFFSET + 94);
    assertThat(datagram.payloadLength()).isEqualTo(30);
  }

  @Test
  void shouldTellTcpFromOtherProtocols() {
    assertThat(decode(with(UDP_4, 23, IpProtocol.TCP))).isEqualTo(PacketKind.TCP);
    assertThat(datagram.payloadOffset()).isEqualTo(datagram.transportOffset());
    assertThat(datagram.payloadLength()).isEqualTo(14);
    assertThat(decode(with(UDP_4, 23, 1))).isEqualTo(PacketKind.OTHER_PROTOCOL);
    assertThat(datagram.protocol()).isEqualTo(1);
  }

  @Test
  void shouldTakeTheFrameForAnIpv4TcpPacketWithoutLength() {
    byte[] bytes = with(with(UDP_4, 23, IpProtocol.TCP), 16, 0, 0);
    assertThat(decode(bytes)).isEqualTo(PacketKind.TCP);
    assertThat(datagram.payloadLength()).isEqualTo(26);
  }

  @Test
  void shouldTakeTheFrameForAnIpv6TcpPacketWithoutLength() {
    byte[] bytes = with(with(UDP_6, 20, IpProtocol.TCP), 18, 0, 0);
    assertThat(decode(bytes)).isEqualTo(PacketKind.TCP);
    assertThat(datagram.payloadLength()).isEqualTo(14);
  }

  @Test
  void shouldTakeTheLengthOfAJumboPayloadOption() {
    byte[] bytes =
        Hex.bytes(
            MACS
                + "86dd 60000000 0000 00 40"
                + ADDRESSES_6
                + "11 00 c2 04 00000016"
                + " c001 12b7 0000 0000 010203040506 0000");
    assertThat(decode(bytes)).isEqualTo(PacketKind.UDP);
    assertThat(datagram.payloadLength()).isEqualTo(6);
    assertThat(decode(with(bytes, 58, 0xff))).isEqualTo(PacketKind.MALFORMED);
    assertThat(findings.rules()).containsExactly("ipv6.length-beyond-frame");
  }

  @Test
  void shouldGiveWhatIsNotIpAsPayload() {
    byte[] bytes = Hex.bytes(MACS + "88cc 0207 0412");
    assertThat(decode(bytes)).isEqualTo(PacketKind.NOT_IP);
    assertThat(datagram.etherType()).isEqualTo(0x88cc);
    assertThat(datagram.payloadOffset()).isEqualTo(Frames.OFFSET + 14);
    assertThat(datagram.payloadLength()).isEqualTo(4);
  }

  @Test
  void shouldDecodeCookedFrames() {
    byte[] bytes =
        Hex.bytes(
            "0800 0000 00000003 0001 04 06 525400123456 0000"
                + " 45 00 0022 1234 4000 40 11 0000 c0000201 c0000202"
                + " c001 12b7 000e 0000 010203040506");
    assertThat(decoder.decode(Frames.whole(LinkType.LINUX_SLL2, bytes), datagram, findings))
        .isEqualTo(PacketKind.UDP);
    assertThat(datagram.payloadLength()).isEqualTo(6);
  }

  @Test
  void shouldForgetTheLastFrame() {
    decode(UDP_4_OPTIONS);
    assertThat(decoder.decode(Frames.whole(147, UDP_4), datagram, findings))
        .isEqualTo(PacketKind.UNKNOWN_LINK_TYPE);
    assertThat(datagram).usingRecursiveComparison().isEqualTo(new Datagram());
  }

  @Test
  void shouldNotOverflowOnAnOriginalLengthOfTwoGigabytes() {
    Frame whole = Frames.whole(LinkType.ETHERNET, with(UDP_4, 12, 0x12, 0x34));
    Frame frame = new Frame();
    frame.set(
        whole.bytes(),
        whole.offset(),
        whole.captured(),
        Integer.MAX_VALUE,
        0,
        LinkType.ETHERNET,
        0,
        1);
    assertThat(decoder.decode(frame, datagram, findings)).isEqualTo(PacketKind.NOT_IP);
    assertThat(datagram.payloadLength()).isPositive();
  }

  @Test
  void shouldSayWhichFrameTheOffsetsAreIn() {
    Frame frame = Frames.whole(LinkType.ETHERNET, UDP_4);
    decoder.decode(frame, datagram, findings);
    assertThat(datagram.isTogether()).isFalse();
    assertThat(decoder.holder(frame, datagram)).isSameAs(frame);
  }

  /** Every field, in the order of the class. A recursive comparison takes 100 times as long. */
  private static List<Object> values(Datagram datagram) {
    List<Object> values = new ArrayList<>(FIELDS.size());
    for (VarHandle field : FIELDS) {
      values.add(field.get(datagram));
    }
    return values;
  }

  private static List<VarHandle> fieldsOfDatagrams() {
    try {
      MethodHandles.Lookup lookup =
          MethodHandles.privateLookupIn(Datagram.class, MethodHandles.lookup());
      List<VarHandle> fields = new ArrayList<>();
      for (Field field : Datagram.class.getDeclaredFields()) {
        // Coverage puts a field of its own into every class.
        if (!Modifier.isStatic(field.getModifiers())) {
          fields.add(lookup.unreflectVarHandle(field));
        }
      }
      return List.copyOf(fields);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldSayTheSameOfAPlainPacketByTheShortWay(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int shortened = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] untagged = random.nextBoolean() ? UDP_4 : TCP_4;
      byte[] bytes = random.nextInt(3) > 0 ? untagged.clone() : tagged(untagged);
      for (int n = random.nextInt(3); n > 0; n--) {
        // Small changes are those that lengths are near to.
        int at = 12 + random.nextInt(bytes.length - 12);
        bytes[at] =
            (byte) (random.nextBoolean() ? random.nextInt() : bytes[at] + random.nextInt(-9, 10));
      }
      int original = random.nextInt(4) > 0 ? bytes.length : random.nextInt(bytes.length + 1);
      int captured = random.nextInt(4) > 0 ? original : random.nextInt(original + 1);
      Frame frame = new Frame();
      int linkType = random.nextInt(20) > 0 ? LinkType.ETHERNET : LinkType.LINUX_SLL2;
      frame.set(
          Frames.cut(linkType, bytes, captured).bytes(),
          Frames.OFFSET,
          captured,
          original,
          0,
          linkType,
          0,
          1);

      Datagram layered = new Datagram();
      Findings findingsOfLayers = new Findings();
      PacketKind kind = decoder.decodeLayers(frame, layered, findingsOfLayers);

      assertThat(decoder.decode(frame, datagram, findings)).isEqualTo(kind);
      assertThat(values(datagram)).isEqualTo(values(layered));
      boolean isShortened = PlainIpv4.decode(frame, new Datagram());
      assertThat(isShortened).isEqualTo(isPlain(layered, frame, bytes));
      shortened += isShortened ? 1 : 0;
    }
    assertThat(shortened).isBetween(2_000, 18_000);
  }

  /** Whether layer by layer a frame turned out to be what {@link PlainIpv4} is for. */
  private static boolean isPlain(Datagram layered, Frame frame, byte[] bytes) {
    boolean tagged = bytes[12] == (byte) 0x81 && bytes[13] == 0;
    int ip = tagged ? 18 : 14;
    boolean plain =
        frame.linkType() == LinkType.ETHERNET
            && frame.captured() >= 46
            && layered.isIpv4()
            && layered.networkOffset() == Frames.OFFSET + ip
            && (tagged || layered.vlanId() == Datagram.NO_VLAN)
            && bytes[ip] == 0x45;
    boolean hasLength = bytes[ip + 2] != 0 || bytes[ip + 3] != 0;
    return switch (layered.kind()) {
      case UDP -> plain && !UdpPort.isTunnel(layered.destinationPort());
      case TCP -> plain && hasLength;
      default -> false;
    };
  }

  /** The same frame with a VLAN tag, of priority 5 and identifier 291. */
  private static byte[] tagged(byte[] bytes) {
    byte[] tagged = new byte[bytes.length + 4];
    System.arraycopy(bytes, 0, tagged, 0, 12);
    System.arraycopy(new byte[] {(byte) 0x81, 0, (byte) 0xa1, 0x23}, 0, tagged, 12, 4);
    System.arraycopy(bytes, 12, tagged, 16, bytes.length - 12);
    return tagged;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldSurviveAnyBytes(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = bytes(i % 4 == 0 ? "UDP_4" : "UDP_6_EXTENSIONS").clone();
      for (int n = random.nextInt(4); n >= 0; n--) {
        bytes[12 + random.nextInt(bytes.length - 12)] = (byte) random.nextInt();
      }
      int captured = random.nextInt(bytes.length + 1);
      Frame frame =
          random.nextBoolean()
              ? Frames.cut(LinkType.ETHERNET, bytes, captured)
              : Frames.shortOnWire(LinkType.ETHERNET, bytes, captured);
      PacketKind kind = new PacketDecoder().decode(frame, datagram, findings);
      assertThat(findings.all()).hasSize(kind == PacketKind.MALFORMED ? 1 : 0);
      findings.all().clear();
      assertThat(datagram.payloadCaptured()).isBetween(0, datagram.payloadLength());
      if (datagram.payloadCaptured() > 0) {
        assertThat(datagram.payloadOffset() + datagram.payloadCaptured())
            .isLessThanOrEqualTo(frame.end());
      }
    }
  }

  private PacketKind decode(byte[] bytes) {
    return decoder.decode(Frames.whole(LinkType.ETHERNET, bytes), datagram, findings);
  }

  private static byte[] with(byte[] bytes, int at, int... values) {
    byte[] copy = Arrays.copyOf(bytes, bytes.length);
    for (int i = 0; i < values.length; i++) {
      copy[at + i] = (byte) values[i];
    }
    return copy;
  }

  private static byte[] bytes(String name) {
    return switch (name) {
      case "UDP_4" -> UDP_4;
      case "UDP_4_OPTIONS" -> UDP_4_OPTIONS;
      case "UDP_6" -> UDP_6;
      default -> UDP_6_EXTENSIONS;
    };
  }
}
