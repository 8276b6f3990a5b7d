package org.rdmadump.analysis.extract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WireBytesTest {
  @Test
  void shouldBeTextWhereTheBytesAreUtf8() {
    assertThat(WireBytes.of("Grüße").text()).isEqualTo("Grüße");
  }

  @Test
  void shouldNameTheBytesOfWhatIsNotText() {
    assertThat(WireBytes.of(new byte[] {'a', (byte) 0xe9, 1}).text()).isEqualTo("a\\xE9\\x01");
  }

  @Test
  void shouldBeComparedByValue() {
    assertThat(WireBytes.of("a")).isEqualTo(WireBytes.of(new byte[] {'a'}));
    assertThat(WireBytes.of("a")).isNotEqualTo(WireBytes.of("b"));
  }
}
