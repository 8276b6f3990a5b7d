package org.rdmadump.rpcrdma.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;
import org.rdmadump.rpcrdma.review.StrictHeaderTest;

class ParsedHeaderFuzzTest {
  /** The first byte says how many bytes at the end were not captured. */
  @FuzzTest
  void shouldReadAnySend(byte[] input) {
    if (input.length == 0) {
      return;
    }
    int cut = Math.min(input[0] & 0xff, input.length - 1);
    Rope send =
        Rope.builder()
            .add(input, 1, input.length - 1 - cut)
            .addHole(cut, Absence.NOT_CAPTURED)
            .build();
    if (ParsedHeader.hasXid(send)) {
      ParsedHeader parsed = ParsedHeader.read(send);
      RpcRdmaHeader header = parsed.header();
      assertThat(header.length()).isBetween(0, input.length - 1);
      assertThat(header.truncated() && header.malformed()).isFalse();
      StrictHeaderTest.passes(send, parsed);
      parsed.inline(send);
    }
    RpcRdmaPrivateMessage.read(ByteBuffer.wrap(input), 1, input.length - 1);
  }
}
