package org.rdmadump.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.link.LinkLayer.Reach;
import org.rdmadump.testing.Findings;
import org.rdmadump.testing.Frames;
import org.rdmadump.testing.Hex;

class LinkLayerTest {
  private static final byte[] ETHERNET = Hex.bytes("021122334455 f2778899aabb 0800");
  private static final byte[] TWO_TAGS =
      Hex.bytes("021122334455 f2778899aabb 88a8 0064 8100 2007 86dd");
  private static final byte[] SLL2 = Hex.bytes("0800 0000 00000003 0001 04 06 525400123456 0000");
  private static final byte[] SLL2_TAGGED =
      Hex.bytes("8100 0000 00000003 0001 04 06 525400123456 0000 0abc 0800");

  private static final byte[] SLL = Hex.bytes("0000 0001 0006 525400123456 0000 86dd");
  private static final byte[] LOOPBACK = Hex.bytes("02000000");

  /** Type Ethernet, two extension headers, two bytes of padding. */
  private static final byte[] ERF_ETHERNET =
      Hex.bytes(
          "0000000000000000 82 04 0030 0000 000e"
              + "85 00000000000000 05 00000000000000"
              + "0000 021122334455 f2778899aabb 0800");

  private static final byte[] ERF_INFINIBAND =
      Hex.bytes("0000000000000000 95 04 0018 0000 0020 05 00000000000000");

  private final Findings findings = new Findings();
  private final LinkLayer link = new LinkLayer();

  @Test
  void shouldFindWhatAnEthernetFrameCarries() {
    assertThat(decode(LinkType.ETHERNET, ETHERNET)).isEqualTo(Reach.PAYLOAD);
    assertThat(link.etherType()).isEqualTo(EtherType.IPV4);
    assertThat(link.vlanId()).isEqualTo(LinkLayer.NO_VLAN);
    assertThat(link.end()).isEqualTo(Frames.OFFSET + 14);
  }

  @Test
  void shouldLookBehindStackedVlanTags() {
    assertThat(decode(LinkType.ETHERNET, TWO_TAGS)).isEqualTo(Reach.PAYLOAD);
    assertThat(link.etherType()).isEqualTo(EtherType.IPV6);
    assertThat(link.vlanId()).isEqualTo(7);
    assertThat(link.end()).isEqualTo(Frames.OFFSET + 22);
  }

  @Test
  void shouldFindWhatACookedFrameCarries() {
    assertThat(decode(LinkType.LINUX_SLL2, SLL2)).isEqualTo(Reach.PAYLOAD);
    assertThat(link.etherType()).isEqualTo(EtherType.IPV4);
    assertThat(link.end()).isEqualTo(Frames.OFFSET + 20);
  }

  @Test
  void shouldLookBehindTheVlanTagOfACookedFrame() {
    assertThat(decode(LinkType.LINUX_SLL2, SLL2_TAGGED)).isEqualTo(Reach.PAYLOAD);
    assertThat(link.etherType()).isEqualTo(EtherType.IPV4);
    assertThat(link.vlanId()).isEqualTo(0xabc);
  }

  @Test
  void shouldFindWhatACookedFrameOfVersionOneCarries() {
    assertThat(decode(LinkType.LINUX_SLL, SLL)).isEqualTo(Reach.PAYLOAD);
    assertThat(link.etherType()).isEqualTo(EtherType.IPV6);
    assertThat(link.end()).isEqualTo(Frames.OFFSET + 16);
  }

  @ParameterizedTest(name = "link type {0}")
  @ValueSource(ints = {LinkType.NULL, LinkType.LOOP})
  void shouldFindWhatALoopbackFrameCarries(int linkType) {
    assertThat(decode(linkType, LOOPBACK)).isEqualTo(Reach.PAYLOAD);
    assertThat(link.etherType()).isEqualTo(EtherType.IPV4);
    assertThat(link.end()).isEqualTo(Frames.OFFSET + 4);
  }

  @ParameterizedTest(name = "link type {0}, {1}")
  @CsvSource({
    "101, 45, 0x0800",
    "12, 4f, 0x0800",
    "14, 60, 0x86dd",
    "101, 50, 0",
    "228, 00, 0x0800",
    "229, 00, 0x86dd"
  })
  void shouldFindIpWithoutALinkLayer(int linkType, String first, String etherType) {
    assertThat(decode(linkType, Hex.bytes(first))).isEqualTo(Reach.PAYLOAD);
    assertThat(link.etherType()).isEqualTo(Integer.decode(etherType));
    assertThat(link.end()).isEqualTo(Frames.OFFSET);
  }

  @Test
  void shouldLeaveNativeInfinibandToItsOwnHeaders() {
    assertThat(decode(LinkType.INFINIBAND, new byte[0])).isEqualTo(Reach.INFINIBAND);
    assertThat(link.end()).isEqualTo(Frames.OFFSET);
  }

  @Test
  void shouldLookBehindTheHeadersOfAnErfRecord() {
    assertThat(decode(LinkType.ERF, ERF_ETHERNET)).isEqualTo(Reach.PAYLOAD);
    assertThat(link.etherType()).isEqualTo(EtherType.IPV4);
    assertThat(link.end()).isEqualTo(Frames.OFFSET + 48);
    assertThat(link.wireEnd()).isEqualTo(Frames.OFFSET + 48);
    assertThat(decode(LinkType.ERF, ERF_INFINIBAND)).isEqualTo(Reach.INFINIBAND);
    assertThat(link.end()).isEqualTo(Frames.OFFSET + 24);
  }

  @Test
  void shouldTakeTheLengthOfAPacketFromItsErfRecord() {
    byte[] padded = Arrays.copyOf(ERF_INFINIBAND, 64);
    padded[11] = 64;
    decode(LinkType.ERF, padded);
    assertThat(link.wireEnd()).as("wire length").isEqualTo(Frames.OFFSET + 24 + 32);
    assertThat(link.capturedEnd()).as("without padding").isEqualTo(Frames.OFFSET + 24 + 32);
    padded[11] = 40;
    decode(LinkType.ERF, padded);
    assertThat(link.capturedEnd()).as("record length").isEqualTo(Frames.OFFSET + 40);
    padded[15] = 0;
    decode(LinkType.ERF, padded);
    assertThat(link.wireEnd()).as("wire length unknown").isEqualTo(Frames.OFFSET + 64);
  }

  @Test
  void shouldNotBelieveAnErfRecordThatIsShorterThanItsHeader() {
    byte[] bytes = ERF_INFINIBAND.clone();
    bytes[11] = 15;
    assertThat(decode(LinkType.ERF, bytes)).isEqualTo(Reach.MALFORMED);
    assertThat(findings.rules()).containsExactly("erf.record-length");
  }

  @Test
  void shouldTellLinkPacketsOfInfinibandFromOthers() {
    byte[] bytes = ERF_INFINIBAND.clone();
    bytes[8] = (byte) (0x80 | 25);
    assertThat(decode(LinkType.ERF, bytes)).isEqualTo(Reach.INFINIBAND_LINK);
    assertThat(link.end()).isEqualTo(Frames.OFFSET + 24);
  }

  @Test
  void shouldNotKnowEveryErfType() {
    byte[] bytes = ERF_INFINIBAND.clone();
    bytes[8] = 1;
    assertThat(decode(LinkType.ERF, bytes)).isEqualTo(Reach.UNKNOWN_LINK_TYPE);
  }

  @Test
  void shouldDecodeAnEthernetHeaderInsideOfAFrame() {
    Frame frame = Frames.whole(LinkType.RAW, ERF_ETHERNET);
    int at = Frames.OFFSET + 34;
    assertThat(link.ethernet(frame, at, frame.wireEnd(), frame.end(), findings))
        .isEqualTo(Reach.PAYLOAD);
    assertThat(link.etherType()).isEqualTo(EtherType.IPV4);
    assertThat(link.ethernet(frame, at, frame.wireEnd() - 1, frame.end() - 1, findings))
        .isEqualTo(Reach.MALFORMED);
    assertThat(findings.rules()).containsExactly("eth.short-frame");
  }

  @Test
  void shouldForgetTheLastFrame() {
    decode(LinkType.ETHERNET, TWO_TAGS);
    assertThat(decode(147, TWO_TAGS)).isEqualTo(Reach.UNKNOWN_LINK_TYPE);
    assertThat(link.etherType()).isZero();
    assertThat(link.vlanId()).isEqualTo(LinkLayer.NO_VLAN);
    assertThat(findings.all()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"ethernet", "two tags", "sll2", "sll2 tagged", "sll", "loopback", "erf"})
  void shouldCallAHeaderTruncatedAtEverySnapLength(String name) {
    byte[] bytes = bytes(name);
    for (int captured = 0; captured < bytes.length; captured++) {
      Frame frame = Frames.cut(linkType(name), bytes, captured);
      assertThat(link.decode(frame, findings)).as("cut at %d", captured).isEqualTo(Reach.TRUNCATED);
    }
    assertThat(findings.all()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "ethernet, eth.short-frame",
    "two tags, eth.short-vlan-tag",
    "sll2, sll2.short-frame",
    "sll2 tagged, eth.short-vlan-tag",
    "sll, sll.short-frame",
    "loopback, loopback.short-frame",
    "erf, erf.short-frame"
  })
  void shouldCallAHeaderMalformedAtEveryLengthOnTheWire(String name, String lastRule) {
    byte[] bytes = bytes(name);
    for (int length = 0; length < bytes.length; length++) {
      Frame frame = Frames.shortOnWire(linkType(name), bytes, length);
      assertThat(link.decode(frame, findings)).as("length %d", length).isEqualTo(Reach.MALFORMED);
      assertThat(findings.all()).hasSize(length + 1);
    }
    assertThat(findings.rules()).endsWith(lastRule);
  }

  @Test
  void shouldSayWhereATagIsCutAndByHowMuch() {
    link.decode(Frames.shortOnWire(LinkType.ETHERNET, TWO_TAGS, 20), findings);
    assertThat(findings.all())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.offset()).isEqualTo(18);
              assertThat(finding.message()).isEqualTo("needs 4 bytes, the frame has 2 left");
            });
  }

  private Reach decode(int linkType, byte[] bytes) {
    return link.decode(Frames.whole(linkType, bytes), findings);
  }

  private static byte[] bytes(String name) {
    return switch (name) {
      case "ethernet" -> ETHERNET;
      case "two tags" -> TWO_TAGS;
      case "sll2" -> SLL2;
      case "sll" -> SLL;
      case "loopback" -> LOOPBACK;
      case "erf" -> Arrays.copyOf(ERF_ETHERNET, 34);
      default -> SLL2_TAGGED;
    };
  }

  private static int linkType(String name) {
    return switch (name) {
      case "sll2", "sll2 tagged" -> LinkType.LINUX_SLL2;
      case "sll" -> LinkType.LINUX_SLL;
      case "loopback" -> LinkType.NULL;
      case "erf" -> LinkType.ERF;
      default -> LinkType.ETHERNET;
    };
  }
}
