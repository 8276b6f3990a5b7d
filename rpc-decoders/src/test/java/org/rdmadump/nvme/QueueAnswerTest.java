package org.rdmadump.nvme;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Private data of a controller: NVMe over Fabrics RDMA transport 3.2. */
class QueueAnswerTest {
  @Test
  void shouldReadAValueThatLostTheZerosBehindIt() {
    assertThat(QueueAnswer.value(ByteBuffer.wrap(new byte[] {0, 0, (byte) 128, 0, 0})))
        .isEqualTo(128);
    assertThat(QueueAnswer.value(ByteBuffer.wrap(new byte[] {0, 0, 32}))).isEqualTo(32);
    assertThat(QueueAnswer.value(ByteBuffer.allocate(0))).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "1, Invalid Private Data Length",
    "3, Invalid QID",
    "6, No Resources",
    "9, Invalid CNTLID",
    "0, status 0x0",
    "10, status 0xa"
  })
  void shouldNameARefusal(int status, String name) {
    assertThat(QueueAnswer.refusal(status)).isEqualTo(name);
  }
}
