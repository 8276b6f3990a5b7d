package org.rdmadump.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pseudonyms: the same for the same, throughout a report. */
class NamesTest {
  private final Names hidden = new Names(/* hidden= */ true);
  private final Names shown = new Names(/* hidden= */ false);

  @Test
  void shouldNumberNamesOfAKindInTheirOrder() {
    assertThat(hidden.of(Names.Kind.HOST, "192.0.2.1")).isEqualTo("host-1");
    assertThat(hidden.of(Names.Kind.PATH, "192.0.2.1")).isEqualTo("path-1");
    assertThat(hidden.of(Names.Kind.HOST, "192.0.2.2")).isEqualTo("host-2");
    assertThat(hidden.of(Names.Kind.HOST, "192.0.2.1")).isEqualTo("host-1");
  }

  @Test
  void shouldLeaveNamesThatAreNotHidden() {
    assertThat(shown.of(Names.Kind.HOST, "192.0.2.1")).isEqualTo("192.0.2.1");
    assertThat(shown.inText("\"a\" of 192.0.2.1")).isEqualTo("\"a\" of 192.0.2.1");
  }

  @Test
  void shouldReplaceCapturesInText() {
    hidden.captures(List.of("of customer/prod.pcap", "a", "-", "./x//b.pcap.gz"));

    assertThat(hidden.inText("of customer/prod.pcap: cut short")).isEqualTo("capture-1: cut short");
    assertThat(hidden.inText("a call (prod.pcap)")).isEqualTo("a call (capture-1)");
    assertThat(hidden.inText("a: a call")).isEqualTo("capture-2: a call");
    assertThat(hidden.inText("x/b.pcap.gz: no capture")).doesNotContain("b.pcap");
    assertThat(shown.inText("a: a call")).isEqualTo("a: a call");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "192.0.2.1",
        "255.255.255.255",
        "fe80::1",
        "::1",
        "2001:db8:0:0:0:0:0:1",
        "2001:db8::192.0.2.1",
        "::ffff:192.0.2.1",
        "00:1b:21:3c:9d:f8",
        "lid:2"
      })
  void shouldFindAddressesInText(String address) {
    assertThat(hidden.inAddresses("from " + address + " on")).isEqualTo("from host-1 on");
    assertThat(hidden.inAddresses("\"" + address + "\"")).isEqualTo("\"host-1\"");
    assertThat(hidden.of(Names.Kind.HOST, address)).isEqualTo("host-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12:30:05",
        "valid:3",
        "2026-11-20T23:02:29.809984000Z",
        "version 4.1",
        "0x676090a2",
        "\"calls\":63",
        "1.2.3"
      })
  void shouldLeaveWhatOnlyResemblesAnAddress(String text) {
    assertThat(hidden.inAddresses(text)).isEqualTo(text);
  }

  @Test
  void shouldHideWhatASentenceQuotes() {
    assertThat(hidden.inText("name \"secret\" of 192.0.2.1"))
        .isEqualTo("name \"(hidden)\" of host-1");
  }
}
