package org.rdmadump.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.rdmadump.testing.Hex;

class LinkHeadersTest {
  @Test
  void shouldReadEveryFieldOfAnEthernetHeader() {
    ByteBuffer bytes = ByteBuffer.wrap(Hex.bytes("ff 021122334455 f2778899aabb 8915"));
    assertThat(EthernetHeader.read(bytes, 1))
        .isEqualTo(new EthernetHeader(0x0211_2233_4455L, 0xf277_8899_aabbL, EtherType.ROCE_V1));
  }

  @Test
  void shouldReadEveryFieldOfAVlanTag() {
    ByteBuffer bytes = ByteBuffer.wrap(Hex.bytes("ff b064 86dd"));
    assertThat(VlanTag.read(bytes, 1)).isEqualTo(new VlanTag(5, true, 100, EtherType.IPV6));
  }

  @Test
  void shouldReadEveryFieldOfASll2Header() {
    ByteBuffer bytes =
        ByteBuffer.wrap(Hex.bytes("ff 0800 0000 80000003 0001 04 06 525400123456 0000"));
    assertThat(Sll2Header.read(bytes, 1))
        .isEqualTo(new Sll2Header(EtherType.IPV4, 0x80000003, 1, 4, 6, 0x5254_0012_3456_0000L));
  }
}
