package org.rdmadump.ib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.ib.build.Hex;

class BthTest {
  // RC RDMA READ Request of a Linux server, rocev2-nfs41-basic
  // 0000  0c 00 ff ff 00 00 00 11 80 8d ee 8a
  private static final String READ_REQUEST_BYTES = "0c 00 ff ff 00 00 00 11 80 8d ee 8a";

  @Test
  void shouldReadARealHeader() {
    assertThat(Bth.read(Hex.buffer(READ_REQUEST_BYTES), 0))
        .isEqualTo(
            new Bth(
                Opcode.of(0x0c), false, false, 0, 0, 0xffff, false, false, 0x11, true, 0x8dee8a));
  }

  @Test
  void shouldReadEveryFieldWhereItStandsAlone() {
    assertThat(read("04 80 00 00 00 00 00 00 00 00 00 00").solicitedEvent()).isTrue();
    assertThat(read("04 40 00 00 00 00 00 00 00 00 00 00").migReq()).isTrue();
    assertThat(read("04 30 00 00 00 00 00 00 00 00 00 00").padCount()).isEqualTo(3);
    assertThat(read("04 0f 00 00 00 00 00 00 00 00 00 00").transportVersion()).isEqualTo(15);
    assertThat(read("04 00 80 01 00 00 00 00 00 00 00 00").pKey()).isEqualTo(0x8001);
    assertThat(read("04 00 00 00 80 00 00 00 00 00 00 00").fecn()).isTrue();
    assertThat(read("04 00 00 00 40 00 00 00 00 00 00 00").becn()).isTrue();
    assertThat(read("04 00 00 00 00 fe dc ba 00 00 00 00").destinationQp()).isEqualTo(0xfedcba);
    assertThat(read("04 00 00 00 00 00 00 00 80 00 00 00").ackRequest()).isTrue();
    assertThat(read("04 00 00 00 00 00 00 00 00 fe dc ba").psn()).isEqualTo(0xfedcba);
  }

  @Test
  void shouldLeaveOutReservedBits() {
    assertThat(read("04 00 00 00 3f 00 00 00 7f 00 00 00"))
        .isEqualTo(read("04 00 00 00 00 00 00 00 00 00 00 00"));
  }

  @Test
  void shouldReadAtAnyPlaceInTheFrame() {
    assertThat(Bth.read(Hex.buffer("aa bb cc" + READ_REQUEST_BYTES), 3))
        .isEqualTo(read(READ_REQUEST_BYTES));
  }

  @Test
  void shouldReadThePartitionAlone() {
    assertThat(Bth.pKey(Hex.bytes("aa bb cc 04 00 80 01 00 00 00 00 00 00 00 00"), 3))
        .isEqualTo(0x8001);
  }

  private static Bth read(String hex) {
    return Bth.read(Hex.buffer(hex), 0);
  }
}
