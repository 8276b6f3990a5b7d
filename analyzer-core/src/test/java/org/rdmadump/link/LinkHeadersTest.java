package org.rdmadump.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  @Test
  void shouldReadEveryFieldOfASllHeader() {
    ByteBuffer bytes = ByteBuffer.wrap(Hex.bytes("ff 0004 8001 f006 f25400123456 0102 86dd"));
    assertThat(SllHeader.read(bytes, 1))
        .isEqualTo(new SllHeader(4, 0x8001, 0xf006, 0xf254_0012_3456_0102L, EtherType.IPV6));
  }

  @ParameterizedTest
  @CsvSource({
    "00000002, 0x0800",
    "02000000, 0x0800",
    "0000000a, 0x86dd",
    "17000000, 0x86dd",
    "00000018, 0x86dd",
    "1c000000, 0x86dd",
    "0000001e, 0x86dd",
    "00000007, 0",
    "ffffffff, 0"
  })
  void shouldFindTheFamilyBehindALoopbackHeaderInEitherByteOrder(String bytes, String etherType) {
    assertThat(LoopbackHeader.read(ByteBuffer.wrap(Hex.bytes("ff" + bytes)), 1).etherType())
        .isEqualTo(Integer.decode(etherType));
  }

  @Test
  void shouldReadEveryFieldOfAnErfHeader() {
    ByteBuffer bytes = ByteBuffer.wrap(Hex.bytes("ff 0123456789abcdef 95 84 fffe 8001 f003"));
    ErfHeader header = ErfHeader.read(bytes, 1);
    assertThat(header).isEqualTo(new ErfHeader(21, true, 0x84, 65534, 0x8001, 0xf003));
    assertThat(header.content()).isEqualTo(ErfHeader.Content.INFINIBAND);
  }

  @ParameterizedTest
  @CsvSource({
    "2, ETHERNET",
    "11, ETHERNET",
    "16, ETHERNET",
    "20, ETHERNET",
    "21, INFINIBAND",
    "22, IPV4",
    "23, IPV6",
    "1, OTHER",
    "24, OTHER",
    "25, INFINIBAND_LINK",
    "127, OTHER"
  })
  void shouldKnowWhatAnErfRecordHolds(int type, ErfHeader.Content content) {
    assertThat(new ErfHeader(type, false, 0, 16, 0, 0).content()).isEqualTo(content);
  }

  @Test
  void shouldReadEveryFieldOfAnErfExtensionHeader() {
    ByteBuffer bytes = ByteBuffer.wrap(Hex.bytes("ff 85 01020304050607 7f 01020304050607"));
    assertThat(ErfExtension.read(bytes, 1)).isEqualTo(new ErfExtension(5, true));
    assertThat(ErfExtension.read(bytes, 9)).isEqualTo(new ErfExtension(127, false));
  }

  @Test
  void shouldReadEveryFieldOfALocalRouteHeader() {
    ByteBuffer bytes = ByteBuffer.wrap(Hex.bytes("ff f1 de fffe fabc 8001"));
    assertThat(Lrh.read(bytes, 1))
        .isEqualTo(new Lrh(15, 1, 13, Lrh.NextHeader.TRANSPORT, 65534, 0x2bc * 4, 0x8001));
  }

  @ParameterizedTest
  @CsvSource({"0, RAW_ETHER_TYPE", "1, RAW_IPV6", "2, TRANSPORT", "3, GLOBAL_TRANSPORT"})
  void shouldKnowWhatIsBehindALocalRouteHeader(int code, Lrh.NextHeader next) {
    byte[] bytes = {0, (byte) (0xfc | code), 0, 0, 0, 0, 0, 0};
    assertThat(Lrh.read(ByteBuffer.wrap(bytes), 0).nextHeader()).isEqualTo(next);
  }

  @Test
  void shouldReadEveryFieldOfARawHeader() {
    assertThat(RawHeader.read(ByteBuffer.wrap(Hex.bytes("ff ffff 86dd")), 1))
        .isEqualTo(new RawHeader(EtherType.IPV6));
  }
}
