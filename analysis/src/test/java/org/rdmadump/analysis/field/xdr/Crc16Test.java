package org.rdmadump.analysis.field.xdr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Crc16Test {
  @Test
  void shouldHaveTheCheckValueOfX25() {
    assertThat(Crc16.of("123456789".getBytes(StandardCharsets.US_ASCII))).isEqualTo(0x906e);
  }
}
