package org.rdmadump.rpcrdma;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmadump.ib.build.Hex;

class RpcRdmaPrivateMessageTest {
  // A Linux client's, rocev2-nfs41-basic
  // 0000  f6 ab 0e 18 01 01 03 03
  private static final byte[] CLIENT_BYTES = Hex.bytes("f6 ab 0e 18 01 01 03 03");

  // A Linux server's, rocev2-nfs41-basic
  // 0000  f6 ab 0e 18 01 00 03 03
  private static final byte[] SERVER_BYTES = Hex.bytes("f6 ab 0e 18 01 00 03 03");

  @Test
  void shouldReadWhatALinuxClientSays() {
    assertThat(read(CLIENT_BYTES)).contains(new RpcRdmaPrivateMessage(true, 4096, 4096));
  }

  @Test
  void shouldReadWhatALinuxServerSays() {
    assertThat(read(SERVER_BYTES)).contains(new RpcRdmaPrivateMessage(false, 4096, 4096));
  }

  @Test
  void shouldReadTheSmallestAndTheLargestSize() {
    assertThat(read(Hex.bytes("f6 ab 0e 18 01 00 00 ff")))
        .contains(new RpcRdmaPrivateMessage(false, 1024, 262144));
  }

  @Test
  void shouldIgnoreReservedFlags() {
    assertThat(read(Hex.bytes("f6 ab 0e 18 01 fe 03 03")))
        .contains(new RpcRdmaPrivateMessage(false, 4096, 4096));
  }

  @Test
  void shouldFindNothingInOtherPrivateData() {
    assertThat(read(Hex.bytes("f6 ab 0e 19 01 01 03 03"))).isEmpty();
    assertThat(read(Hex.bytes("f6 ab 0e 18 02 01 03 03"))).isEmpty();
    assertThat(read(new byte[8])).isEmpty();
  }

  @Test
  void shouldFindNothingInAPartOfIt() {
    for (int length = 0; length < RpcRdmaPrivateMessage.LENGTH; length++) {
      assertThat(read(Arrays.copyOf(CLIENT_BYTES, length))).isEmpty();
    }
  }

  private static Optional<RpcRdmaPrivateMessage> read(byte[] bytes) {
    return RpcRdmaPrivateMessage.read(Hex.buffer(bytes), 0, bytes.length);
  }
}
