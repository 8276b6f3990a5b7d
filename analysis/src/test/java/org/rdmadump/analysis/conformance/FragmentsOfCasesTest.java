package org.rdmadump.analysis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.build.Opcodes;
import org.rdmadump.ib.build.QueuePair;
import org.rdmadump.iwarp.build.DdpSegments;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;

/** A READ of two packets of which one is not what it should be. */
class FragmentsOfCasesTest {
  private static final int XID = 4;
  private static final byte[] DATA = Pattern.of(XID, 1500);
  private static final Segment MEMORY = Segment.of(0x100, DATA.length);
  private static final RpcRdmaBuilder CALL =
      RpcRdmaBuilder.inline(XID, Nfs3.readCall(XID, DATA.length)).writeChunk(MEMORY);
  private static final RpcRdmaBuilder REPLY =
      RpcRdmaBuilder.reduced(XID, NfsMessages.readReply(XID, DATA)).writeChunk(MEMORY);

  private static CaseOutcome outcome(FrameSource source) throws IOException {
    return Conformance.of(source, CaptureOptions.DEFAULT).results().stream()
        .filter(each -> each.which() == ConformanceCase.READ_TWO_PACKETS)
        .findFirst()
        .orElseThrow()
        .outcome();
  }

  private static void assertFail(CaseOutcome outcome, String words) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            CaseOutcome.Fail.class,
            fail -> assertThat(fail.notes().get(0).message()).contains(words));
  }

  private static CaseOutcome overRoce(int cut, int lastOpcode) throws IOException {
    RpcConversation rpc = RpcConversation.connected().call(CALL);
    QueuePair server = rpc.server();
    server.emit(
        server
            .packet(Opcodes.RC_WRITE_FIRST)
            .reth(MEMORY.offset(), MEMORY.handle(), DATA.length)
            .payload(Arrays.copyOf(DATA, cut)));
    server.nextPsn(server.nextPsn() + 1);
    server.emit(server.packet(lastOpcode).payload(Arrays.copyOfRange(DATA, cut, DATA.length)));
    server.nextPsn(server.nextPsn() + 1);
    rpc.reply(REPLY);
    return outcome(rpc.capture().source());
  }

  private static CaseOutcome overIwarp(int cut, boolean isLast) throws IOException {
    IwarpRpc rpc = IwarpRpc.connected().call(CALL);
    int at = 0;
    for (int to : new int[] {cut, DATA.length}) {
      rpc.wire()
          .server()
          .fpdu(
              "Write",
              DdpSegments.tagged(
                  DdpSegments.WRITE,
                  isLast && to == DATA.length,
                  MEMORY.handle(),
                  MEMORY.offset() + at,
                  Arrays.copyOfRange(DATA, at, to)));
      at = to;
    }
    rpc.reply(REPLY);
    return outcome(rpc.capture().source());
  }

  @Test
  void shouldPassAFirstOfThePathMtuAndALast() throws IOException {
    assertThat(overRoce(1024, Opcodes.RC_WRITE_LAST)).isInstanceOf(CaseOutcome.Pass.class);
  }

  @Test
  void shouldFailAMiddleInThePlaceOfTheLast() throws IOException {
    assertFail(overRoce(1024, Opcodes.RC_WRITE_MIDDLE), "as packet 2 of 2 of the RDMA write");
  }

  @Test
  void shouldFailAFirstThatIsShorterThanThePathMtu() throws IOException {
    assertFail(overRoce(1000, Opcodes.RC_WRITE_LAST), "1024 bytes, but the last of the RDMA write");
  }

  @Test
  void shouldPassSegmentsOfAnyLengthOverIwarp() throws IOException {
    assertThat(overIwarp(1000, /* isLast= */ true)).isInstanceOf(CaseOutcome.Pass.class);
    assertThat(overIwarp(1400, /* isLast= */ true)).isInstanceOf(CaseOutcome.Pass.class);
  }

  @Test
  void shouldFailSegmentsOfWhichNoneSaysThatItIsTheLast() throws IOException {
    assertFail(overIwarp(1000, /* isLast= */ false), "as packet 2 of 2 of the RDMA write");
  }
}
