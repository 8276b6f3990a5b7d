package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.rpc.RpcRules;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.Rpc;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.Xdr;
import org.rdmadump.rpcrdma.build.XdrMessage;

/**
 * The sequence number inside of bodies under integrity protection: a call that is sent again has a
 * higher one, and a reply that of the copy which it answers (RFC 2203 sections 5.3.3.1 and
 * 5.3.3.4.2).
 */
class GssSequenceTest {
  private static final int XID = 1;
  private static final int INTEGRITY = 2;
  private static final int NFS3ERR_STALE = 70;

  private final RpcConversation rpc = RpcConversation.connected();

  @Test
  void shouldFindAnotherNumberInACall() {
    rpc.call(inline(XID, call(5, 9)));
    rpc.reply(inline(XID, reply(5)));

    Decoded seen = rpc.decodeContent();
    assertThat(rules(seen.call(XID))).containsExactly(RpcRules.GSS_SEQUENCE_DIFFERS);
    assertThat(rules(seen.reply(XID))).isEmpty();
  }

  @Test
  void shouldFindALowerNumberInTheReplyToACallThatWasSentOnce() {
    rpc.call(inline(XID, call(5, 5)));
    rpc.reply(inline(XID, reply(4)));

    assertThat(rules(rpc.decodeContent().reply(XID)))
        .containsExactly(RpcRules.GSS_SEQUENCE_DIFFERS);
  }

  @Test
  void shouldTakeAHigherNumberForThatOfACopyThatIsNotCaptured() {
    rpc.call(inline(XID, call(5, 5)));
    rpc.reply(inline(XID, reply(6)));

    assertThat(rules(rpc.decodeContent().reply(XID))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 6})
  void shouldTakeTheNumberOfAnyCopyOfACall(int answered) {
    rpc.call(inline(XID, call(5, 5)));
    rpc.call(inline(XID, call(6, 6)));
    rpc.reply(inline(XID, reply(answered)));

    assertThat(rules(rpc.decodeContent().reply(XID))).isEmpty();
  }

  @Test
  void shouldTakeTheNumberOfACopyThatOfferedOtherMemory() {
    rpc.call(inline(XID, call(5, 5)).replyChunk(Segment.of(0x101, 8192)));
    rpc.call(inline(XID, call(6, 6)).replyChunk(Segment.of(0x102, 8192)));
    rpc.reply(inline(XID, reply(5)));

    assertThat(rules(rpc.decodeContent().reply(XID))).doesNotContain(RpcRules.GSS_SEQUENCE_DIFFERS);
  }

  @Test
  void shouldNotCompareTheReplyWhereTheFirstCopyMayNotBeCaptured() {
    RpcConversation begun = RpcConversation.unconnected();
    begun.call(inline(XID, call(6, 6)));
    begun.reply(inline(XID, reply(5)));

    assertThat(rules(begun.decodeContent().reply(XID))).isEmpty();
  }

  @Test
  void shouldNotAccuseTheCopyOfACallThatIsWrong() {
    rpc.call(inline(XID, call(5, 9)));
    rpc.call(inline(XID, call(6, 6)));
    rpc.reply(inline(XID, reply(6)));

    RpcMessage again = rpc.decodeContent().all(XID).get(1);
    assertThat(rules(again)).doesNotContain(RpcRules.GSS_SEQUENCE_DIFFERS);
  }

  /** A GETATTR with sequence numbers of its credential and its body. */
  private static XdrMessage call(int credential, int body) {
    return Rpc.gssCall(XID, Nfs3.PROGRAM, Nfs3.VERSION, 1, INTEGRITY, credential)
        .opaque(new Xdr().u32(body).opaque(Pattern.of(3, 32)).bytes())
        .opaque(Pattern.of(credential, 28))
        .message();
  }

  private static XdrMessage reply(int sequence) {
    return Rpc.reply(XID)
        .opaque(new Xdr().u32(sequence).u32(NFS3ERR_STALE).bytes())
        .opaque(Pattern.of(sequence, 28))
        .message();
  }

  private static Iterable<Rule> rules(RpcMessage message) {
    return message.findings().stream().map(Finding::rule).toList();
  }
}
