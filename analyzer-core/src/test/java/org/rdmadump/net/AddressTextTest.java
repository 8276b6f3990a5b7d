package org.rdmadump.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses in text. */
class AddressTextTest {
  @ParameterizedTest
  @CsvSource({
    "2001:db8::1, 2001:db8::1",
    "2001:DB8:0:0:0:0:0:1, 2001:db8::1",
    "::, ::",
    "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "::ffff:192.0.2.1, 192.0.2.1",
    "1:2:3:4:5:6:192.0.2.1, 1:2:3:4:5:6:c000:201"
  })
  void shouldReadAnyFormOfAnIpv6Address(String text, String address) {
    assertThat(AddressText.ipv6(text)).hasToString("Optional[" + address + "]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1:2:3:4:5:6:7",
        "1:2:3:4::5:6:7:8",
        "fe80::12345",
        "192.0.2.1::1",
        "::1%eth0"
      })
  void shouldRefuseAnInvalidIpv6Address(String text) {
    assertThat(AddressText.ipv6(text)).isEmpty();
  }
}
