package org.rdmadump.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.link.EtherType;
import org.rdmadump.testing.Hex;

class NetHeadersTest {
  @Test
  void shouldReadEveryFieldOfAnIpv4Header() {
    Ipv4Header header =
        Ipv4Header.read(buffer("ff 46 b9 fffe 8001 e003 fd 11 beef c0000201 ff000001 00000000"), 1);
    assertThat(header)
        .isEqualTo(
            new Ipv4Header(
                4,
                24,
                0xb9,
                65534,
                0x8001,
                true,
                true,
                24,
                253,
                17,
                0xbeef,
                0xc0000201,
                0xff000001));
    assertThat(header.isFragment()).isTrue();
  }

  @Test
  void shouldKnowAnIpv4PacketThatIsNoFragment() {
    Ipv4Header header =
        Ipv4Header.read(buffer("45 00 0014 0000 4000 40 06 0000 c0000201 c0000202"), 0);
    assertThat(header.isFragment()).isFalse();
  }

  @Test
  void shouldReadEveryFieldOfAnIpv6Header() {
    assertThat(
            Ipv6Header.read(
                buffer(
                    "ff 6b9abcde fffe 11 fd"
                        + " 20010db8000000010000000000000002"
                        + " fe80000000000003f000000000000004"),
                1))
        .isEqualTo(
            new Ipv6Header(
                6,
                0xb9,
                0xabcde,
                65534,
                17,
                253,
                0x20010db8_00000001L,
                2,
                0xfe800000_00000003L,
                0xf0000000_00000004L));
  }

  @Test
  void shouldReadTheLengthOfAnExtensionHeaderInItsOwnUnits() {
    Ipv6Extension header = Ipv6Extension.read(buffer("ff 11 04 000000000000"), 1);
    assertThat(header).isEqualTo(new Ipv6Extension(IpProtocol.UDP, 4));
    assertThat(header.headerLength(IpProtocol.ROUTING)).isEqualTo(40);
    assertThat(header.headerLength(IpProtocol.AUTHENTICATION)).isEqualTo(24);
  }

  @Test
  void shouldReadEveryFieldOfAnIpv6FragmentHeader() {
    assertThat(Ipv6Fragment.read(buffer("ff 11 00 fff9 89abcdef"), 1))
        .isEqualTo(new Ipv6Fragment(IpProtocol.UDP, 65528, true, 0x89abcdef));
    assertThat(Ipv6Fragment.read(buffer("11 00 0000 89abcdef"), 0).isAtomic()).isTrue();
    assertThat(Ipv6Fragment.read(buffer("11 00 0001 89abcdef"), 0).isAtomic()).isFalse();
    assertThat(Ipv6Fragment.read(buffer("11 00 0008 89abcdef"), 0).isAtomic()).isFalse();
  }

  @Test
  void shouldReadEveryFieldOfAJumboPayloadOption() {
    JumboPayload option = JumboPayload.read(buffer("ff 06 00 c2 04 f0000001"), 1);
    assertThat(option).isEqualTo(new JumboPayload(0xc2, 4, 0xf0000001L));
    assertThat(option.isPresent()).isTrue();
    assertThat(JumboPayload.read(buffer("06 00 01 04 00000000"), 0).isPresent()).isFalse();
  }

  @Test
  void shouldReadEveryFieldOfAUdpHeader() {
    assertThat(UdpHeader.read(buffer("ff c001 12b7 fffe beef"), 1))
        .isEqualTo(new UdpHeader(0xc001, 4791, 65534, 0xbeef));
  }

  @Test
  void shouldReadEveryFieldOfAGlobalRouteHeader() {
    Grh header =
        Grh.read(
            buffer(
                "ff 6b9abcde fffe 1b fd"
                    + " fe800000000000010000000000000002"
                    + " fe80000000000003f000000000000004"),
            1);
    assertThat(header)
        .isEqualTo(
            new Grh(
                6,
                0xb9,
                0xabcde,
                65534,
                Grh.TRANSPORT,
                253,
                0xfe800000_00000001L,
                2,
                0xfe800000_00000003L,
                0xf0000000_00000004L));
  }

  @Test
  void shouldReadEveryFieldOfAVxlanHeader() {
    assertThat(VxlanHeader.read(buffer("ff f7 ffffff abcdef ff"), 1))
        .isEqualTo(new VxlanHeader(false, 0xabcdef));
    assertThat(VxlanHeader.read(buffer("08 000000 00002a 00"), 0))
        .isEqualTo(new VxlanHeader(true, 42));
  }

  @Test
  void shouldReadEveryFieldOfAGeneveHeader() {
    assertThat(GeneveHeader.read(buffer("ff bf c0 6558 abcdef ff"), 1))
        .isEqualTo(new GeneveHeader(2, 260, EtherType.TRANSPARENT_ETHERNET, 0xabcdef));
  }

  @Test
  void shouldReadEveryFieldOfAGreHeader() {
    assertThat(GreHeader.read(buffer("ff 8001 86dd"), 1))
        .isEqualTo(new GreHeader(true, false, false, false, 1, EtherType.IPV6));
    assertThat(GreHeader.read(buffer("ff 7000 0800"), 1))
        .isEqualTo(new GreHeader(false, true, true, true, 0, EtherType.IPV4));
  }

  @ParameterizedTest
  @CsvSource({"0000, 4", "8000, 8", "2000, 8", "1000, 8", "3000, 12", "b000, 16"})
  void shouldCountTheOptionalFieldsOfAGreHeader(String flags, int length) {
    assertThat(GreHeader.read(buffer(flags + "0800"), 0).headerLength()).isEqualTo(length);
  }

  @Test
  void shouldReadEveryFieldOfAnMplsLabel() {
    assertThat(MplsLabel.read(buffer("ff abcde b fd"), 1))
        .isEqualTo(new MplsLabel(0xabcde, 5, true, 253));
    assertThat(MplsLabel.read(buffer("00010 4 40"), 0)).isEqualTo(new MplsLabel(16, 2, false, 64));
  }

  private static ByteBuffer buffer(String hex) {
    return ByteBuffer.wrap(Hex.bytes(hex));
  }
}
