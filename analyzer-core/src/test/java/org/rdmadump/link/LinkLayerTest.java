package org.rdmadump.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
  void shouldForgetTheLastFrame() {
    decode(LinkType.ETHERNET, TWO_TAGS);
    assertThat(decode(147, TWO_TAGS)).isEqualTo(Reach.UNKNOWN_LINK_TYPE);
    assertThat(link.etherType()).isZero();
    assertThat(link.vlanId()).isEqualTo(LinkLayer.NO_VLAN);
    assertThat(findings.all()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"ethernet", "two tags", "sll2", "sll2 tagged"})
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
    "sll2 tagged, eth.short-vlan-tag"
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
      default -> SLL2_TAGGED;
    };
  }

  private static int linkType(String name) {
    return name.startsWith("sll2") ? LinkType.LINUX_SLL2 : LinkType.ETHERNET;
  }
}
