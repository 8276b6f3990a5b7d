package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/**
 * Memory with a handle that an earlier call has advertised, too, and a later call that was not
 * captured, or late. Nothing shows that before the next Send of the client: until then the use of
 * the memory looks wrong.
 */
class MissingAdvertisementTest {
  private static final int LENGTH = 3000;
  private static final String CALL = "client RC SEND";

  private final RpcConversation rpc = RpcConversation.connected();
  private final byte[] ones = Pattern.of(1, LENGTH);
  private final byte[] twos = Pattern.of(2, LENGTH);
  private final Segment memory = Segment.of(0x100, LENGTH);

  private static RpcRdmaBuilder writing(int xid, byte[] data, Segment from) {
    XdrMessage call = Nfs3.writeCall(xid, data);
    return reduced(xid, call).readChunk(call.position(0), from);
  }

  private static RpcRdmaBuilder reading(int xid, Segment to) {
    return inline(xid, Nfs3.readCall(xid, LENGTH)).writeChunk(to);
  }

  private static RpcRdmaBuilder read(int xid, byte[] data, Segment to) {
    return reduced(xid, Nfs3.readReply(xid, data)).writeChunk(to);
  }

  private void another(int xid) {
    rpc.call(inline(xid, Nfs3.nullCall(xid))).reply(inline(xid, Nfs3.nullReply(xid)));
  }

  /** A WRITE and its reply, of which nothing tells yet that the client has it. */
  private void write() {
    rpc.call(writing(1, ones, memory)).pull(memory, ones);
    rpc.wire().acks(false);
    rpc.reply(inline(1, Nfs3.writeReply(1, LENGTH)));
  }

  /** Rules of all findings, also of those that are about no message. */
  private Set<String> rules() {
    return rpc.decode().summary().rules().keySet();
  }

  private int secondCall() {
    return rpc.capture().find(each -> each.label().contains(CALL), rpc.capture().find(CALL) + 1);
  }

  @Test
  @DisplayName("a Write into what was a Read chunk before the call that is missing")
  void shouldNotAccuseWhereTheUseMayBeAnother() {
    write();
    rpc.call(reading(2, memory)).push(memory, twos).reply(read(2, twos, memory));
    another(3);
    rpc.capture().drop(secondCall());

    assertThat(rules()).doesNotContain(RpcRdmaRules.WRONG_ACCESS.name());
  }

  @Test
  @DisplayName("a Write into what was a Read chunk, captured before the call that advertises it")
  void shouldNotAccuseBeforeACallThatIsCapturedLate() {
    write();
    rpc.call(reading(2, memory));
    int call = secondCall();
    rpc.push(memory, twos);
    rpc.capture().move(call, rpc.capture().size() - 1);
    rpc.reply(read(2, twos, memory));
    another(3);

    assertThat(rules()).doesNotContain(RpcRdmaRules.WRONG_ACCESS.name());
  }

  @Test
  @DisplayName("nothing is missing, and the next call advertises the handle again for the same use")
  void shouldAccuseWhereTheNextCallDoesNotExplainTheUse() {
    rpc.call(writing(1, ones, memory)).push(memory, twos);
    rpc.reply(inline(1, Nfs3.writeReply(1, LENGTH)));
    rpc.call(writing(2, ones, memory)).pull(memory, ones);
    rpc.reply(inline(2, Nfs3.writeReply(2, LENGTH)));

    assertThat(rules()).contains(RpcRdmaRules.WRONG_ACCESS.name());
  }

  @Test
  @DisplayName("RoCE: the last exchange that was captured, behind which a call may be missing")
  void shouldNotAccuseWhereNothingShowsThatAllWasCaptured() {
    rpc.call(writing(1, ones, memory)).pull(memory, ones);
    rpc.reply(inline(1, Nfs3.writeReply(1, LENGTH))).push(memory, twos);

    assertThat(rules())
        .contains(RpcRdmaRules.NOT_SEEN_ADVERTISED.name())
        .doesNotContain(RpcRdmaRules.WRONG_ACCESS.name());
  }

  @Test
  @DisplayName("RoCE: the last exchange that was captured, whose reply comes behind the use")
  void shouldAccuseWhereTheCallThatHasTheMemoryIsAnsweredBehindTheUse() {
    rpc.call(writing(1, ones, memory)).push(memory, twos);
    rpc.reply(inline(1, Nfs3.writeReply(1, LENGTH)));

    assertThat(rules()).contains(RpcRdmaRules.WRONG_ACCESS.name());
  }

  @Test
  @DisplayName("RoCE: the same, but a call before that is missing")
  void shouldNotAccuseBehindACallThatIsMissing() {
    rpc.call(inline(4, Nfs3.nullCall(4)));
    int lost = rpc.capture().size();
    rpc.call(inline(5, Nfs3.nullCall(5)));
    int kept = rpc.capture().size();
    rpc.call(writing(1, ones, memory)).push(memory, twos);
    rpc.reply(inline(1, Nfs3.writeReply(1, LENGTH)));
    for (int i = lost; i < kept; i++) {
      rpc.capture().drop(lost);
    }

    assertThat(rules()).doesNotContain(RpcRdmaRules.WRONG_ACCESS.name());
  }

  @Test
  @DisplayName("a call whose last packet was not captured, though its chunk lists were")
  void shouldKnowTheChunkListsOfACallWithoutItsEnd() {
    rpc.wire().mtu(256);
    RpcRdmaBuilder lists = inline(2, Nfs3.writeCall(2, Pattern.of(5, 400)));
    rpc.call(lists.writeChunk(memory));
    int lost = rpc.capture().find(each -> each.label().contains("client RC SEND Last"));
    rpc.push(memory, twos);
    rpc.reply(read(2, twos, memory));
    another(3);
    rpc.capture().drop(lost);

    assertThat(rules())
        .doesNotContain(
            RpcRdmaRules.NOT_SEEN_ADVERTISED.name(), RpcRdmaRules.UNKNOWN_HANDLE.name());
  }

  @Test
  @DisplayName("iWARP: the last exchange; TCP tells what was sent before it")
  void shouldAccuseWherePeersTellWhatTheyHave() {
    IwarpRpc iwarp = IwarpRpc.connected();
    iwarp.call(writing(1, ones, memory)).push(memory, twos);
    iwarp.reply(inline(1, Nfs3.writeReply(1, LENGTH)));

    assertThat(iwarp.decode().summary().rules()).containsKey(RpcRdmaRules.WRONG_ACCESS.name());
  }
}
