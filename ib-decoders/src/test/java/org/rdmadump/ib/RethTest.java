package org.rdmadump.ib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.ib.build.Hex;

class RethTest {
  // RC RDMA READ Request of a Linux server, rocev2-nfs41-basic
  // 0000  0d 29 c4 de 4b a2 20 00 00 00 09 77 00 00 10 00
  private static final String READ_REQUEST_BYTES =
      "0d 29 c4 de 4b a2 20 00 00 00 09 77 00 00 10 00";

  @Test
  void shouldReadEveryField() {
    assertThat(Reth.read(Hex.buffer(READ_REQUEST_BYTES), 0))
        .isEqualTo(new Reth(0x0d29c4de4ba22000L, 0x977, 4096));
  }

  @Test
  void shouldReadALengthAboveTwoGibibytesAsPositive() {
    assertThat(Reth.read(Hex.buffer("0000000000000000 00000000 ffffffff"), 0).dmaLength())
        .isEqualTo(0xffffffffL);
  }

  @Test
  void shouldReadTheSameOfAnArray() {
    assertThat(Reth.in(Hex.bytes("aa bb" + READ_REQUEST_BYTES), 2))
        .isEqualTo(Reth.read(Hex.buffer(READ_REQUEST_BYTES), 0));
    assertThat(Reth.in(Hex.bytes("8000000000000000 80000000 ffffffff"), 0))
        .isEqualTo(new Reth(Long.MIN_VALUE, Integer.MIN_VALUE, 0xffffffffL));
  }
}
