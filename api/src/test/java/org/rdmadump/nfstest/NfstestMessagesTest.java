package org.rdmadump.nfstest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.nfstest.Samples.IWARP;
import static org.rdmadump.nfstest.Samples.ROCE;
import static org.rdmadump.nfstest.Samples.call;
import static org.rdmadump.nfstest.Samples.exchange;
import static org.rdmadump.nfstest.Samples.reply;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.rdmadump.RdmaCapture;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Sends, and what is above them. Rows of docs/nfstest-mapping.md, done by a program that embeds.
 */
class NfstestMessagesTest {
  @Test
  @DisplayName("Around it: joining the packets of a Send")
  void shouldJoinThePacketsOfASend() throws IOException {
    RpcMessage call = call(exchange(ROCE, "nfs.op == WRITE && nfs.data.length == 3000"));
    assertThat(call.sendPackets()).isEqualTo(4);
    assertThat(call.stream().isComplete()).isTrue();
  }

  @Test
  @DisplayName("Around it: joining the segments of a Send, on iWARP")
  void shouldJoinTheSegmentsOfASend() throws IOException {
    RpcMessage call = call(exchange(IWARP, "nfs.op == WRITE && nfs.data.length == 3000"));
    assertThat(call.sendPackets()).isGreaterThan(1);
    assertThat(call.stream().isComplete()).isTrue();
  }

  @Test
  @DisplayName("Around it: matching replies with calls by XID")
  void shouldPairCallsWithReplies() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThat(capture.exchanges())
          .hasSize(160)
          .allMatch(each -> reply(each).header().xid() == call(each).header().xid());
    }
  }

  @Test
  @DisplayName("Around it: MPA, DDP, RDMAP")
  void shouldReadIwarp() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(IWARP)) {
      assertThat(capture.summary().calls()).isEqualTo(160);
      assertThat(capture.summary().incomplete()).isZero();
    }
  }
}
