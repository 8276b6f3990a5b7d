package org.rdmadump.analysis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;

/**
 * A READ that two RDMA Writes into one segment answer, by the order of their PSNs. Over iWARP
 * nothing in an operation tells the order, and TCP segments may overtake each other.
 */
class OrderOfWritesTest {
  private static final int XID = 4;
  private static final int HALF = 500;
  private static final byte[] DATA = Pattern.of(XID, 2 * HALF);
  private static final Segment MEMORY = Segment.of(0x100, DATA.length);

  private static RpcConversation writing(int... offsets) {
    RpcConversation rpc =
        RpcConversation.connected()
            .call(RpcRdmaBuilder.inline(XID, Nfs3.readCall(XID, DATA.length)).writeChunk(MEMORY));
    for (int from : offsets) {
      rpc.server()
          .write(
              MEMORY.handle(), MEMORY.offset() + from, Arrays.copyOfRange(DATA, from, from + HALF));
    }
    return rpc.reply(
        RpcRdmaBuilder.reduced(XID, NfsMessages.readReply(XID, DATA)).writeChunk(MEMORY));
  }

  private static void swapWrites(RpcConversation rpc) {
    int first = rpc.capture().find("WRITE Only");
    rpc.capture().swap(first, first + 1);
  }

  private static CaseOutcome traffic(RpcConversation rpc) throws IOException {
    return traffic(rpc.capture().source());
  }

  private static CaseOutcome traffic(FrameSource capture) throws IOException {
    return Conformance.of(capture, CaptureOptions.DEFAULT).results().stream()
        .filter(each -> each.which() == ConformanceCase.TRAFFIC)
        .findFirst()
        .orElseThrow()
        .outcome();
  }

  @Test
  void shouldNotBlameTheServerForTheOrderOfTheCapture() throws IOException {
    RpcConversation rpc = writing(0, HALF);
    assertThat(traffic(rpc)).isNotInstanceOf(CaseOutcome.Fail.class);

    swapWrites(rpc);
    assertThat(traffic(rpc)).isNotInstanceOf(CaseOutcome.Fail.class);
  }

  @Test
  void shouldFailWritesThatWereSentInTheWrongOrder() throws IOException {
    RpcConversation rpc = writing(HALF, 0);
    assertThat(traffic(rpc)).isInstanceOf(CaseOutcome.Fail.class);

    swapWrites(rpc);
    assertThat(traffic(rpc))
        .as("though they were captured in the right one")
        .isInstanceOf(CaseOutcome.Fail.class);
  }

  private static IwarpRpc writingOverIwarp(int... offsets) {
    IwarpRpc rpc = IwarpRpc.connected();
    rpc.call(RpcRdmaBuilder.inline(XID, Nfs3.readCall(XID, DATA.length)).writeChunk(MEMORY));
    for (int from : offsets) {
      rpc.wire()
          .server()
          .write(
              MEMORY.handle(), MEMORY.offset() + from, Arrays.copyOfRange(DATA, from, from + HALF));
    }
    return rpc.reply(
        RpcRdmaBuilder.reduced(XID, NfsMessages.readReply(XID, DATA)).writeChunk(MEMORY));
  }

  private static CaseOutcome traffic(IwarpRpc rpc) throws IOException {
    return traffic(rpc.capture().source());
  }

  @Test
  void shouldNotBlameTheServerForTcpSegmentsThatOvertookOthers() throws IOException {
    IwarpRpc rpc = writingOverIwarp(0, HALF);
    assertThat(traffic(rpc)).isInstanceOf(CaseOutcome.Pass.class);

    int reply = rpc.capture().frames().size() - 1;
    rpc.capture().swap(reply - 2, reply - 1);
    assertThat(traffic(rpc)).isInstanceOf(CaseOutcome.Warn.class);
  }

  @Test
  void shouldFailWritesInTheWrongOrderOfTheStream() throws IOException {
    assertThat(traffic(writingOverIwarp(HALF, 0))).isInstanceOf(CaseOutcome.Fail.class);
  }
}
