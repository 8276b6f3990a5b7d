package org.rdmadump.analysis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;

/**
 * An iWARP capture without CRCs that begins with a READ call: the peers are not blamed for what
 * comes before framing is known.
 */
class CaptureFromACallOnTest {
  private static final int XID = 4;

  private static IwarpRpc reading(int bytes) {
    byte[] data = Pattern.of(XID, bytes);
    Segment memory = Segment.of(0x100, bytes);
    return IwarpRpc.unconnected(new IwarpConversation().payload(20_000))
        .call(RpcRdmaBuilder.inline(XID, Nfs3.readCall(XID, bytes)).writeChunk(memory))
        .push(memory, data)
        .reply(RpcRdmaBuilder.reduced(XID, NfsMessages.readReply(XID, data)).writeChunk(memory));
  }

  private static CaseOutcome traffic(IwarpRpc rpc) throws IOException {
    return Conformance.of(rpc.capture().source(), CaptureOptions.DEFAULT).results().stream()
        .filter(each -> each.which() == ConformanceCase.TRAFFIC)
        .findFirst()
        .orElseThrow()
        .outcome();
  }

  @Test
  void shouldPassWhatIsAllThere() throws IOException {
    assertThat(traffic(reading(600_000))).isInstanceOf(CaseOutcome.Pass.class);
  }

  @Test
  void shouldWarnOfALostWrite() throws IOException {
    IwarpRpc rpc = reading(100_000);
    rpc.capture().drop(rpc.capture().frames().size() - 2);

    assertThat(traffic(rpc)).isInstanceOf(CaseOutcome.Warn.class);
  }
}
