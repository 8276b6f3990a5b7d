package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.missing;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/**
 * Over iWARP, a call acknowledges what its sender had received before. An RDMA Write among that is
 * not the call's, though the call has the same memory, and the next reply is its own.
 */
class BeforeTheCallTest {
  private static final int LENGTH = 3000;

  private final IwarpRpc rpc = IwarpRpc.connected();
  private final Segment memory = Segment.of(0x100, LENGTH);
  private final byte[] ones = Pattern.of(1, LENGTH);
  private final byte[] twos = Pattern.of(2, LENGTH);
  private final byte[] stale = Pattern.of(3, LENGTH);

  private RpcRdmaBuilder call(int xid) {
    return inline(xid, Nfs3.readCall(xid, LENGTH)).writeChunk(memory);
  }

  private RpcRdmaBuilder reply(int xid, byte[] data) {
    return reduced(xid, Nfs3.readReply(xid, data)).writeChunk(memory);
  }

  /** An exchange, and a Write behind its reply. */
  private void writeBehindAReply() {
    rpc.call(call(1)).push(memory, ones).reply(reply(1, ones));
    rpc.push(memory, stale);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a reply reports bytes that were written before its call, and none since")
  void shouldMissWhatWasNotWrittenForTheCall(boolean anotherBetween) {
    writeBehindAReply();
    if (anotherBetween) {
      rpc.call(inline(7, Nfs3.nullCall(7))).reply(inline(7, Nfs3.nullReply(7)));
    }
    rpc.call(call(2)).reply(reply(2, twos));
    rpc.wire().client().acknowledge();

    Decoded seen = rpc.decode();
    XdrMessage reply = Nfs3.readReply(2, twos);
    assertThat(seen.reply(2))
        .isWholeBut(reply, missing(reply.position(0), LENGTH, Absence.NOT_CAPTURED))
        .hasFinding(RpcRdmaRules.TRANSFERRED_SHORT);
    assertThat(seen.reply(2).transfers()).isEmpty();
    assertThat(seen.summary().rules()).containsKey(RpcRdmaRules.UNKNOWN_HANDLE.name());
    assertThat(seen.reply(1)).isWhole(Nfs3.readReply(1, ones)).hasNoFindings();
  }

  @Test
  @DisplayName("a call has what was written since, and no operation from before it")
  void shouldTakeWhatWasWrittenSince() {
    writeBehindAReply();
    rpc.call(call(2)).push(memory, twos).reply(reply(2, twos));

    Decoded seen = rpc.decode();
    RpcMessage reply = seen.reply(2);
    assertThat(reply).isWhole(Nfs3.readReply(2, twos)).pushed(LENGTH);
    assertThat(reply.transfers()).hasSize(1);
    assertThat(reply.transfers().get(0).firstFrame()).isGreaterThan(seen.call(2).firstFrame());
  }

  @Test
  @DisplayName("a call that is captured behind the acknowledgement of its Writes has these")
  void shouldTakeTheWritesOfACallThatIsCapturedLate() {
    rpc.call(call(1)).push(memory, ones).reply(reply(1, ones));
    int second = rpc.capture().frames().size();
    rpc.call(call(2)).push(memory, twos);
    rpc.wire().client().acknowledge();
    int behind = rpc.capture().frames().size() - 1;
    rpc.reply(reply(2, twos));
    for (int i = second; i < behind; i++) {
      rpc.capture().swap(i, i + 1);
    }

    Decoded seen = rpc.decode();
    assertThat(seen.reply(2)).isWhole(Nfs3.readReply(2, twos)).pushed(LENGTH);
    assertThat(seen.rules()).doesNotContain(RpcRdmaRules.TRANSFERRED_SHORT.name());
  }

  @Test
  @DisplayName("an acknowledgement of a call's Writes, captured before the call and these")
  void shouldTakeWritesThatAreAcknowledgedEarly() {
    rpc.call(call(1)).push(memory, ones).reply(reply(1, ones));
    int second = rpc.capture().frames().size();
    rpc.call(call(2)).push(memory, twos);
    rpc.wire().client().acknowledge();
    int last = rpc.capture().frames().size() - 1;
    rpc.reply(reply(2, twos));
    for (int i = last; i > second; i--) {
      rpc.capture().swap(i - 1, i);
    }

    Decoded seen = rpc.decode();
    assertThat(seen.reply(2)).isWhole(Nfs3.readReply(2, twos)).pushed(LENGTH);
    assertThat(seen.rules()).doesNotContain(RpcRdmaRules.TRANSFERRED_SHORT.name());
  }
}
