package org.rdmadump.ib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.ib.build.Hex;

class AtomicEthTest {
  // RC FetchAdd of ib_atomic_bw, rxe-perftest
  // 0000  00 00 55 a7 5d 71 30 00 00 00 08 44 00 00 00 00
  // 0010  00 00 00 01 00 00 00 00 00 00 00 00
  private static final String FETCH_ADD_BYTES =
      "00 00 55 a7 5d 71 30 00 00 00 08 44 00 00 00 00" + "00 00 00 01 00 00 00 00 00 00 00 00";

  @Test
  void shouldReadARealFetchAdd() {
    assertThat(AtomicEth.read(Hex.buffer(FETCH_ADD_BYTES), 0))
        .isEqualTo(new AtomicEth(0x55a75d713000L, 0x844, 1, 0));
  }

  @Test
  void shouldKeepSwapAndCompareApart() {
    AtomicEth header =
        AtomicEth.read(
            Hex.buffer("0000000000000001 00000002 0000000000000003 0000000000000004"), 0);

    assertThat(header).isEqualTo(new AtomicEth(1, 2, 3, 4));
  }
}
