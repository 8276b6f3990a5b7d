package org.rdmadump.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IpAddressTest {
  @ParameterizedTest(name = "{2}")
  @CsvSource({
    "0000000000000000, 0000000000000000, ::",
    "0000000000000000, 0000000000000001, ::1",
    "20010db800000000, 0000000000000001, 2001:db8::1",
    "20010db800000001, 0001000100010001, 2001:db8:0:1:1:1:1:1",
    "2001000000000001, 0000000000000001, 2001:0:0:1::1",
    "20010db800000000, 0001000000000001, 2001:db8::1:0:0:1",
    "20010db8aaaabbbb, ccccddddeeee0000, 2001:db8:aaaa:bbbb:cccc:dddd:eeee:0",
    "20010db800000000, 0000000000000000, 2001:db8::",
    "fe80000000000000, 00000000000000ab, fe80::ab",
    "0000000000000000, 0000fffec0000201, ::fffe:c000:201",
    "0000000000000001, 0002000300040005, ::1:2:3:4:5",
  })
  void shouldWriteIpv6AsRfc5952Recommends(String high, String low, String text) {
    assertThat(new IpAddress(Long.parseUnsignedLong(high, 16), Long.parseUnsignedLong(low, 16)))
        .hasToString(text);
  }

  @Test
  void shouldWriteIpv4WithDots() {
    assertThat(IpAddress.ofIpv4(0xc0000201)).hasToString("192.0.2.1");
    assertThat(IpAddress.ofIpv4(0)).hasToString("0.0.0.0");
    assertThat(IpAddress.ofIpv4(-1)).hasToString("255.255.255.255");
  }

  @Test
  void shouldKeepIpv4AsMapped() {
    IpAddress address = IpAddress.ofIpv4(0xc0000201);
    assertThat(address).isEqualTo(new IpAddress(0, 0x0000_ffff_c000_0201L));
    assertThat(address.isIpv4()).isTrue();
    assertThat(new IpAddress(0, 0xc0000201L).isIpv4()).isFalse();
  }

  @Test
  void shouldTellLocalIdentifiersFromAddresses() {
    assertThat(IpAddress.ofLid(0xffff)).hasToString("lid:65535");
    assertThat(IpAddress.ofLid(3).isLid()).isTrue();
    assertThat(IpAddress.ofLid(3).isIpv4()).isFalse();
    assertThat(new IpAddress(0x0100L << 48, 0x10000)).hasToString("100::1:0");
    assertThat(new IpAddress(0, 3).isLid()).isFalse();
    assertThat(new IpAddress(0x0100L << 48, -1).isLid()).isFalse();
  }
}
