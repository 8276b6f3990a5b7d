package org.rdmadump.ib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.ib.build.Hex;

class DethTest {
  @Test
  void shouldReadTheSenderOfACmMessage() {
    // UD SEND Only, rocev2-nfs41-basic
    // 0000  80 01 00 00 00 00 00 01
    assertThat(Deth.read(Hex.buffer("80 01 00 00 00 00 00 01"), 0))
        .isEqualTo(new Deth(0x80010000, 1));
  }

  @Test
  void shouldLeaveOutTheReservedByte() {
    assertThat(Deth.read(Hex.buffer("00 00 00 00 ff fe dc ba"), 0).sourceQp()).isEqualTo(0xfedcba);
  }

  @Test
  void shouldReadTheSenderAlone() {
    assertThat(Deth.sourceQp(Hex.bytes("aa 00 00 00 00 ff fe dc ba"), 1)).isEqualTo(0xfedcba);
  }
}
