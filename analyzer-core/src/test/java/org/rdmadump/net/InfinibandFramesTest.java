package org.rdmadump.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.net.IpBytes.join;

import java.util.Arrays;
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

/** RoCE version 1 and native InfiniBand, down to the base transport header. */
class InfinibandFramesTest {
  private static final byte[] MACS = Hex.bytes("021122334455 f2778899aabb 8915");

  /** 12 bytes of base transport header, 4 of ICRC. */
  private static final byte[] TRANSPORT = Hex.bytes("64000000 00000001 00000005 01020304");

  private static final byte[] VCRC = Hex.bytes("0506");

  /** Within a subnet. */
  private static final byte[] GRH =
      Hex.bytes(
          "60200000 0010 1b 40 fe80000000000000 0000000000000001 fe80000000000000"
              + " 0000000000000002");

  private static final byte[] LOCAL = join(Hex.bytes("1032 0002 0006 0001"), TRANSPORT, VCRC);
  private static final byte[] GLOBAL = join(Hex.bytes("1033 0002 0010 0001"), GRH, TRANSPORT, VCRC);
  private static final byte[] RAW = join(Hex.bytes("f030 0002 0004 0001 00000800 45000000"), VCRC);
  private static final byte[] RAW_IPV6 = join(Hex.bytes("f031 0002 0003 0001 60000000"), VCRC);

  /** With 4 bytes of padding. */
  private static final byte[] ROCE = join(MACS, GRH, TRANSPORT, new byte[4]);

  private final Findings findings = new Findings();
  private final Datagram datagram = new Datagram();
  private final PacketDecoder decoder = new PacketDecoder();

  private static byte[] bytes(String name) {
    return switch (name) {
      case "local" -> LOCAL;
      case "global" -> GLOBAL;
      case "raw" -> RAW;
      case "raw IPv6" -> RAW_IPV6;
      default -> ROCE;
    };
  }

  private static int linkType(String name) {
    return name.equals("RoCE") ? LinkType.ETHERNET : LinkType.INFINIBAND;
  }

  @Test
  void shouldDecodeRoceVersionOne() {
    assertThat(decode(LinkType.ETHERNET, ROCE)).isEqualTo(PacketKind.ROCE_V1);
    assertThat(datagram.hasGlobalRoute()).isTrue();
    assertThat(datagram.networkOffset()).isEqualTo(Frames.OFFSET + 14);
    assertThat(datagram.source()).hasToString("fe80::1");
    assertThat(datagram.destination()).hasToString("fe80::2");
    assertThat(datagram.trafficClass()).isEqualTo(2);
    assertThat(datagram.payloadOffset()).isEqualTo(Frames.OFFSET + 54);
    assertThat(datagram.payloadLength()).isEqualTo(16);
    assertThat(datagram.hasVariantCrc()).isFalse();
    assertThat(findings.all()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, MALFORMED", "3, MALFORMED", "4, ROCE_V1", "5, MALFORMED"})
  void shouldDoWithoutTheIcrcOfRoceVersionOneThatADeviceTookOff(int missing, PacketKind kind) {
    byte[] bytes = Arrays.copyOf(ROCE, ROCE.length - 4 - missing);
    assertThat(decode(LinkType.ETHERNET, bytes)).isEqualTo(kind);
    if (kind == PacketKind.ROCE_V1) {
      assertThat(datagram.payloadLength()).isEqualTo(16);
      assertThat(datagram.payloadCaptured()).isEqualTo(12);
      assertThat(findings.all()).isEmpty();
    }
  }

  @Test
  void shouldDecodeNativeInfiniband() {
    assertThat(decode(LinkType.INFINIBAND, LOCAL)).isEqualTo(PacketKind.INFINIBAND);
    assertThat(datagram.localRouteOffset()).isEqualTo(Frames.OFFSET);
    assertThat(datagram.hasGlobalRoute()).isFalse();
    assertThat(datagram.source()).hasToString("lid:1");
    assertThat(datagram.destination()).hasToString("lid:2");
    assertThat(datagram.payloadOffset()).isEqualTo(Frames.OFFSET + 8);
    assertThat(datagram.payloadLength()).isEqualTo(16);
    assertThat(datagram.hasVariantCrc()).isTrue();
  }

  @Test
  void shouldKeepLocalIdentifiersWithinASubnet() {
    assertThat(decode(LinkType.INFINIBAND, GLOBAL)).isEqualTo(PacketKind.INFINIBAND);
    assertThat(datagram.hasGlobalRoute()).isTrue();
    assertThat(datagram.networkOffset()).isEqualTo(Frames.OFFSET + 8);
    assertThat(datagram.source()).hasToString("lid:1");
    assertThat(datagram.payloadOffset()).isEqualTo(Frames.OFFSET + 48);
    assertThat(datagram.payloadLength()).isEqualTo(16);
    assertThat(datagram.hasVariantCrc()).isTrue();
  }

  @Test
  void shouldTakeGlobalIdentifiersBetweenSubnets() {
    assertThat(decode(LinkType.INFINIBAND, with(GLOBAL, 23, 9))).isEqualTo(PacketKind.INFINIBAND);
    assertThat(datagram.source()).hasToString("fe80:0:0:9::1");
    assertThat(datagram.destination()).hasToString("fe80::2");
  }

  @Test
  void shouldNameRawPackets() {
    assertThat(decode(LinkType.INFINIBAND, RAW)).isEqualTo(PacketKind.INFINIBAND_RAW);
    assertThat(datagram.etherType()).isEqualTo(EtherType.IPV4);
    assertThat(datagram.payloadOffset()).isEqualTo(Frames.OFFSET + 12);
    assertThat(datagram.payloadLength()).isEqualTo(4);
    assertThat(datagram.hasVariantCrc()).isTrue();
    assertThat(decode(LinkType.INFINIBAND, RAW_IPV6)).isEqualTo(PacketKind.INFINIBAND_RAW);
    assertThat(datagram.etherType()).isEqualTo(EtherType.IPV6);
    assertThat(datagram.payloadOffset()).isEqualTo(Frames.OFFSET + 8);
  }

  /** Flow control: operand 0, 1 and 2, virtual lane 3; it has no addresses. */
  @ParameterizedTest
  @ValueSource(strings = {"0040 3050", "1040 3050", "2040 f050"})
  void shouldNameLinkPacketsOfAnErfRecord(String flowControl) {
    byte[] bytes =
        join(
            Hex.bytes("0000000000000000 99 04 0020 0000 0006"),
            Hex.bytes("85 00000000000000 06 00000000000000"),
            Hex.bytes(flowControl),
            Hex.bytes("1234 0000"));
    bytes[11] = (byte) bytes.length;
    assertThat(decode(LinkType.ERF, bytes)).isEqualTo(PacketKind.INFINIBAND_LINK);
    assertThat(datagram.payloadOffset()).isEqualTo(Frames.OFFSET + 32);
    assertThat(datagram.payloadLength()).isEqualTo(6);
    assertThat(datagram.hasGlobalRoute()).isFalse();
    assertThat(findings.all()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, false", "2, false", "3, false", "6, false"})
  void shouldDoWithoutCrcsThatADeviceTookOff(int missing, boolean variant) {
    byte[] bytes = Arrays.copyOf(LOCAL, LOCAL.length - missing);
    assertThat(decode(LinkType.INFINIBAND, bytes)).isEqualTo(PacketKind.INFINIBAND);
    assertThat(datagram.hasVariantCrc()).isEqualTo(variant);
    assertThat(datagram.payloadLength()).isEqualTo(16);
    assertThat(datagram.payloadCaptured()).isEqualTo(16 - Math.max(0, missing - 2));
    assertThat(findings.all()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"local, 8", "global, 48", "RoCE, 54", "raw, 12", "raw IPv6, 8"})
  void shouldCallHeadersTruncatedAtEverySnapLength(String name, int headers) {
    byte[] bytes = bytes(name);
    for (int captured = 0; captured < headers; captured++) {
      Frame frame = Frames.cut(linkType(name), bytes, captured);
      assertThat(decoder.decode(frame, datagram, findings))
          .as("cut at %d", captured)
          .isEqualTo(PacketKind.TRUNCATED);
    }
    for (int captured = headers; captured < bytes.length; captured++) {
      Frame frame = Frames.cut(linkType(name), bytes, captured);
      assertThat(decoder.decode(frame, datagram, findings)).isNotEqualTo(PacketKind.TRUNCATED);
      assertThat(datagram.payloadCaptured())
          .isEqualTo(Math.min(datagram.payloadLength(), captured - headers));
    }
    assertThat(findings.all()).isEmpty();
  }

  /** But for the CRCs of a transport packet, without which it is taken. */
  @ParameterizedTest
  @CsvSource({"local, 20", "global, 60", "RoCE, 66", "raw, 16", "raw IPv6, 12"})
  void shouldCallAPacketMalformedAtEveryLengthOnTheWire(String name, int needed) {
    byte[] bytes = bytes(name);
    for (int length = 0; length < needed; length++) {
      Frame frame = Frames.shortOnWire(linkType(name), bytes, length);
      assertThat(decoder.decode(frame, datagram, findings))
          .as("length %d", length)
          .isEqualTo(PacketKind.MALFORMED);
      assertThat(findings.all()).hasSize(length + 1);
    }
  }

  @ParameterizedTest(name = "{0} with byte {1} = {2}: {3}")
  @CsvSource({
    "local, 0, 0x11, lrh.version",
    "local, 5, 0x01, lrh.length",
    "local, 5, 0x08, lrh.length-beyond-frame",
    "local, 1, 0x33, grh.short-header",
    "raw, 5, 0x05, lrh.length-beyond-frame",
    "raw, 5, 0x02, lrh.length",
    "global, 8, 0x40, grh.version",
    "global, 14, 0x11, grh.next-header",
    "global, 13, 0x11, grh.length-beyond-packet",
    "RoCE, 14, 0x70, grh.version",
    "RoCE, 20, 0x3b, grh.next-header",
    "RoCE, 19, 0x15, grh.length-beyond-packet"
  })
  void shouldMakeAFindingOfAWrongField(String name, int at, String value, String rule) {
    assertThat(decode(linkType(name), with(bytes(name), at, Integer.decode(value))))
        .isEqualTo(PacketKind.MALFORMED);
    assertThat(findings.rules()).containsExactly(rule);
  }

  @Test
  void shouldForgetTheLastFrame() {
    decode(LinkType.INFINIBAND, GLOBAL);
    decode(LinkType.INFINIBAND, RAW);
    assertThat(datagram.hasGlobalRoute()).isFalse();
    assertThat(decode(147, LOCAL)).isEqualTo(PacketKind.UNKNOWN_LINK_TYPE);
    assertThat(datagram).usingRecursiveComparison().isEqualTo(new Datagram());
  }

  private PacketKind decode(int linkType, byte[] bytes) {
    return decoder.decode(Frames.whole(linkType, bytes), datagram, findings);
  }

  private static byte[] with(byte[] bytes, int at, int value) {
    byte[] copy = bytes.clone();
    copy[at] = (byte) value;
    return copy;
  }
}
