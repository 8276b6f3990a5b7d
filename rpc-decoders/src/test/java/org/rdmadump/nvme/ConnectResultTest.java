package org.rdmadump.nvme;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The response to Connect: NVMe over Fabrics 3.3. */
class ConnectResultTest {
  private static final int SUCCESS = 0;
  private static final int INVALID_PARAMETERS = 1 << 8 | 0x82;
  private static final int CONTROLLER_BUSY = 1 << 8 | 0x81;
  private static final int PROPERTY_GET = 4;

  private static SubmissionEntry command(int type) {
    ByteBuffer bytes = ByteBuffer.allocate(SubmissionEntry.LENGTH);
    bytes.put(0, (byte) SubmissionEntry.FABRICS).put(4, (byte) type);
    return SubmissionEntry.read(bytes.array());
  }

  private static CompletionEntry response(int status, int result) {
    ByteBuffer bytes = ByteBuffer.allocate(CompletionEntry.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(0, result).putShort(14, (short) (status << 1));
    return CompletionEntry.read(bytes.array());
  }

  private static ConnectResult connected(int status, int result) {
    return ConnectResult.of(command(SubmissionEntry.CONNECT), response(status, result))
        .orElseThrow();
  }

  /** Bit 0 of byte 2 tells where the offset begins. */
  @ParameterizedTest
  @CsvSource({
    "0x10100, data offset 256 (SUBNQN)",
    "0x10010, data offset 16 (CNTLID)",
    "0x10200, data offset 512 (HOSTNQN)",
    "0x10000, data offset 0 (HOSTID)",
    "0x10008, data offset 8 (HOSTID)",
    "0x10012, data offset 18 (reserved)",
    "0x10400, data offset 1024",
    "0x1ffff, data offset 65535",
    "0x0002a, command offset 42 (QID)",
    "0x0002c, command offset 44 (SQSIZE)",
    "0x00031, command offset 49 (KATO)",
    "0x00040, command offset 64",
    "0xfe0100, command offset 256"
  })
  void shouldNameTheParameterThatWasWrong(String result, String parameter) {
    ConnectResult refused = connected(INVALID_PARAMETERS, Integer.decode(result));

    assertThat(refused.isAccepted()).isFalse();
    assertThat(refused.parameter()).contains(parameter);
    assertThat(refused.controller()).isEmpty();
    assertThat(refused.authentication()).isEmpty();
  }

  @Test
  void shouldTellTheControllerOfAQueueThatIsConnected() {
    ConnectResult accepted = connected(SUCCESS, 0x0002_fffe);

    assertThat(accepted.isAccepted()).isTrue();
    assertThat(accepted.controller()).hasValue(0xfffe);
    assertThat(accepted.authentication()).hasValue(2);
    assertThat(accepted.offset()).isEmpty();
    assertThat(accepted.attributes()).isEmpty();
    assertThat(accepted.parameter()).isEmpty();
  }

  @Test
  void shouldReadNothingOfOtherStatusesAndCommands() {
    assertThat(
            ConnectResult.of(command(SubmissionEntry.CONNECT), response(CONTROLLER_BUSY, 0x10100)))
        .isEmpty();
    assertThat(ConnectResult.of(command(PROPERTY_GET), response(INVALID_PARAMETERS, 0x10100)))
        .isEmpty();
    assertThat(ConnectResult.of(command(PROPERTY_GET), response(SUCCESS, 1))).isEmpty();
  }
}
