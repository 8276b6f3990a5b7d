package org.rdmadump.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.XdrReader;

class RpcHeaderFuzzTest {
  /** The first byte says where a hole begins, if there is one. */
  @FuzzTest
  void shouldReadAnyMessage(byte[] input) {
    if (input.length == 0) {
      return;
    }
    int hole = 1 + Math.min(input[0] & 0xff, input.length - 1);
    Rope message =
        Rope.builder()
            .add(input, 1, hole - 1)
            .addHole(input[0] < 0 ? 4 : 0, Absence.LOST)
            .add(input, hole, input.length - hole)
            .build();

    RpcReading reading = RpcHeader.read(message);
    if (reading instanceof RpcHeader whole) {
      assertThat(whole.bodyOffset()).isBetween(0L, message.length());
    }
    int xid = new XdrReader(message).i32();
    RpcHeader.looksLikeRpc(new XdrReader(message), xid);
  }
}
