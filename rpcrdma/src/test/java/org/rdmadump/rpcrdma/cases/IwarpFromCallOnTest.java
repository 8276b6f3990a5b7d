package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.missing;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.tcp.TcpRules;

/**
 * Captures of iWARP without CRCs that begin with a READ call: one FPDU of the client, which proves
 * nothing before the next one or the end, and the RDMA Writes that wait for it.
 */
class IwarpFromCallOnTest {
  private static final int XID = 1;

  /** Writes that read the memory of the call, and a call behind them. */
  private static Decoded decoded(int bytes, int payload, int lost) {
    IwarpRpc rpc = IwarpRpc.unconnected(new IwarpConversation().payload(payload));
    byte[] data = Pattern.of(9, bytes);
    Segment memory = Segment.of(0x100, bytes);
    rpc.call(inline(XID, Nfs3.readCall(XID, bytes)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(XID, reply(bytes)).writeChunk(memory));
    if (lost > 0) {
      rpc.capture().drop(rpc.capture().frames().size() - 1 - lost);
    }
    return rpc.decode();
  }

  private static XdrMessage reply(int bytes) {
    return Nfs3.readReply(XID, Pattern.of(9, bytes));
  }

  @ParameterizedTest
  @ValueSource(ints = {1_400, 4_096, 20_480, 60_000})
  @DisplayName("more RDMA Writes than may wait are all decoded once the call is found")
  void shouldKeepAllWritesThatWaitForTheCall(int payload) {
    Decoded seen = decoded(500_000, payload, 0);

    assertThat(seen.reply(XID)).isWhole(reply(500_000)).answers(seen.call(XID)).hasNoFindings();
    assertThat(seen.rules()).isEmpty();
  }

  @Test
  @DisplayName("of a lost RDMA Write only its own bytes are missing, and the hole is told")
  void shouldMissNoMoreThanWhatWasLost() {
    Decoded seen = decoded(100_000, 1_000, 4);

    XdrMessage sent = reply(100_000);
    assertThat(seen.reply(XID))
        .isWholeBut(sent, missing(sent.position(0) + 96_000, 1_000, Absence.NOT_CAPTURED));
    assertThat(seen.rules()).contains(TcpRules.HOLE.name());
  }

  @Test
  @DisplayName("the same of a lost RDMA Write in the middle of many")
  void shouldKeepWhatIsOnBothSidesOfAHole() {
    Decoded seen = decoded(300_000, 4_000, 40);

    XdrMessage sent = reply(300_000);
    assertThat(seen.reply(XID))
        .isWholeBut(sent, missing(sent.position(0) + 140_000, 4_000, Absence.NOT_CAPTURED));
    assertThat(seen.rules()).contains(TcpRules.HOLE.name());
  }

  @Test
  @DisplayName("bytes that were captured and given up, as no framing is found in them, are evicted")
  void shouldSayThatBytesWereGivenUp() {
    int bytes = 400_000;
    IwarpRpc rpc = IwarpRpc.unconnected(new IwarpConversation());
    Segment memory = Segment.of(0x100, bytes);
    rpc.call(inline(XID, Nfs3.readCall(XID, bytes)).writeChunk(memory));
    byte[] noise = new byte[1_400];
    for (int i = 0; i < bytes / noise.length; i++) {
      new SplittableRandom(i).nextBytes(noise);
      rpc.wire().server().segment("Noise", TcpFrame.ACK, noise.clone());
    }
    rpc.reply(reduced(XID, reply(bytes)).writeChunk(memory));
    rpc.call(inline(2, Nfs3.readCall(2, 0)));
    rpc.reply(inline(2, Nfs3.writeReply(2, 0)));
    rpc.reply(inline(3, Nfs3.writeReply(3, 0)));

    Decoded seen = rpc.decode();
    XdrMessage sent = reply(bytes);
    assertThat(seen.reply(XID)).isWholeBut(sent, missing(sent.position(0), bytes, Absence.EVICTED));
    assertThat(seen.rules()).contains(IwarpRules.LOST_FRAMING.name());
    assertThat(seen.summary().evictions()).containsEntry("tcp_bytes", 1L);
  }
}
