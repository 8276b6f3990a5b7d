package org.rdmadump.ib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.ib.build.Hex;

class AtomicAckEthTest {
  @Test
  void shouldReadTheOriginalData() {
    // RC ATOMIC Acknowledge, rxe-perftest
    // 0000  df 78 51 82 67 49 b2 28
    assertThat(AtomicAckEth.read(Hex.buffer("df 78 51 82 67 49 b2 28"), 0))
        .isEqualTo(new AtomicAckEth(0xdf7851826749b228L));
  }
}
