package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.done;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.errChunk;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.errVers;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.msgp;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.rpc.RpcRules;
import org.rdmadump.rpcrdma.RdmaError;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.Xdr;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.rpcrdma.decode.Leftovers;

/** Error answers, obsolete messages, and headers that break their own rules. */
class ErrorsTest {
  private final RpcConversation rpc = RpcConversation.connected();

  private Decoded decodeWithNextCall() {
    rpc.call(inline(99, Nfs3.getattrCall(99)));
    rpc.reply(inline(99, Nfs3.getattrReply(99)));
    return rpc.decode();
  }

  @AfterEach
  void shouldHaveDecodedWhatFollows() {
    Decoded seen = rpc.decode();
    assertThat(seen.call(99)).isWhole(Nfs3.getattrCall(99));
    assertThat(seen.reply(99)).isWhole(Nfs3.getattrReply(99)).answers(seen.call(99));
  }

  @Test
  @DisplayName("case 60: RDMA_ERROR ERR_CHUNK names the call that it answers")
  void shouldTieErrChunkToItsCall() {
    Segment memory = Segment.of(0x100, 128);
    rpc.call(inline(60, Nfs3.readCall(60, 4096)).writeChunk(memory));
    rpc.reply(errChunk(60));

    Decoded seen = decodeWithNextCall();
    RpcMessage call = seen.call(60);
    RpcMessage error = seen.all(60).get(1);
    assertThat(call).isWhole(Nfs3.readCall(60, 4096));
    assertThat(error.header().procedure()).contains(RdmaProcedure.RDMA_ERROR);
    assertThat(error.header().error()).contains(new RdmaError(RdmaError.ERR_CHUNK, 0, 0));
    assertThat(error.rpc()).isEmpty();
    assertThat(error).hasOnlyFindings(RpcRdmaRules.ERROR_ANSWER);
    assertThat(error.findings().get(0).message()).contains("ERR_CHUNK answers message 1");
    assertThat(seen.exchange(60).call()).contains(call);
    assertThat(seen.exchange(60).reply()).contains(error);
    assertThat(seen.summary().unanswered()).isZero();
    assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
  }

  @Test
  @DisplayName("case 60: a call that RDMA_ERROR answers waited until that came")
  void shouldKnowHowLongACallWaitedForAnError() {
    rpc.call(inline(60, Nfs3.nullCall(60)));
    rpc.reply(errChunk(60));

    Decoded seen = decodeWithNextCall();
    RpcExchange exchange = seen.exchange(60);
    assertThat(exchange.latencyNanos())
        .hasValue(
            exchange.reply().orElseThrow().sendNanos()
                - exchange.call().orElseThrow().sendBeginNanos());
    assertThat(exchange.latencyNanos().getAsLong()).isPositive();
  }

  @Test
  @DisplayName("case 60: version 2 is shown as such, and RDMA_ERROR ERR_VERS names it")
  void shouldTieErrVersToAMessageOfAnotherVersion() {
    rpc.call(inline(60, Nfs3.nullCall(60)).version(2));
    rpc.reply(errVers(60, 1, 1).version(2));
    rpc.call(inline(61, Nfs3.nullCall(61)).version(2));
    rpc.reply(errVers(61, 1, 1));

    Decoded seen = decodeWithNextCall();
    for (RpcMessage other : seen.messages().stream().filter(m -> m.rpc().isEmpty()).toList()) {
      assertThat(other.header().malformed()).isFalse();
    }
    assertThat(seen.all(60)).hasSize(2);
    assertThat(seen.all(60).get(0)).hasOnlyFindings(RpcRdmaRules.OTHER_VERSION);
    assertThat(seen.all(60).get(0).header().version()).isEqualTo(2);
    RpcMessage error = seen.all(61).get(1);
    assertThat(error.header().error()).contains(new RdmaError(RdmaError.ERR_VERS, 1, 1));
    assertThat(seen.exchange(61).call()).contains(seen.all(61).get(0));
    assertThat(seen.exchange(61).reply()).contains(error);
  }

  @Test
  @DisplayName("case 60: RDMA_ERROR that answers nothing captured")
  void shouldShowAnErrorThatAnswersNothing() {
    rpc.reply(errChunk(60));

    Decoded seen = decodeWithNextCall();
    assertThat(seen.all(60)).hasSize(1);
    assertThat(seen.all(60).get(0)).hasOnlyFindings(RpcRdmaRules.ERROR_ANSWER);
    assertThat(seen.exchange(60).call()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 20, 24})
  @DisplayName("case 60: RDMA_ERROR that ends early answers its call all the same")
  void shouldTieAnErrorThatEndsEarlyToItsCall(int length) {
    rpc.call(inline(60, Nfs3.readCall(60, 4096)));
    rpc.server().send(Arrays.copyOf(errVers(60, 1, 1).bytes(), length));

    Decoded seen = decodeWithNextCall();
    RpcMessage error = seen.all(60).get(1);
    assertThat(error).hasOnlyFindings(RpcRdmaRules.MALFORMED_HEADER, RpcRdmaRules.ERROR_ANSWER);
    assertThat(error.findings().get(1).message())
        .isEqualTo("an error that cannot be read answers message 1 of frame 4");
    assertThat(seen.exchange(60).call()).contains(seen.call(60));
    assertThat(seen.exchange(60).reply()).contains(error);
    assertThat(seen.summary().unanswered()).isZero();
    assertThat(seen.call(60)).hasNoFindings();
  }

  @Test
  @DisplayName("case 60: RDMA_MSGP")
  void shouldShowMsgp() {
    rpc.call(msgp(60, 4, 1024).inline(Nfs3.getattrCall(60).bytes()));
    rpc.reply(inline(60, Nfs3.getattrReply(60)));

    Decoded seen = decodeWithNextCall();
    assertThat(seen.call(60))
        .isWhole(Nfs3.getattrCall(60))
        .hasOnlyFindings(RpcRdmaRules.OBSOLETE_PROCEDURE);
    assertThat(seen.call(60).header().procedure()).contains(RdmaProcedure.RDMA_MSGP);
    assertThat(seen.reply(60)).isWhole(Nfs3.getattrReply(60)).answers(seen.call(60));
  }

  @Test
  @DisplayName("case 61: RDMA_DONE")
  void shouldShowDone() {
    rpc.call(done(61));

    Decoded seen = decodeWithNextCall();
    assertThat(seen.all(61)).hasSize(1);
    assertThat(seen.all(61).get(0)).hasOnlyFindings(RpcRdmaRules.OBSOLETE_PROCEDURE);
    assertThat(seen.all(61).get(0).rpc()).isEmpty();
    assertThat(seen.all(61).get(0).header().procedure()).contains(RdmaProcedure.RDMA_DONE);
  }

  @Test
  @DisplayName("case 62: header cut short at every length")
  void shouldFindAHeaderThatIsCutShort() {
    byte[] whole =
        inline(62, Nfs3.writeCall(62, new byte[8]))
            .readChunk(128, Segment.of(0x101, 100), Segment.of(0x102, 100))
            .writeChunk(Segment.of(0x103, 100), Segment.of(0x104, 100))
            .replyChunk(Segment.of(0x105, 100))
            .header();
    for (int length = 4; length < whole.length; length++) {
      rpc.client().send(Arrays.copyOf(whole, length));
    }

    Decoded seen = decodeWithNextCall();
    assertThat(seen.all(62)).hasSize(whole.length - 4);
    for (RpcMessage message : seen.all(62)) {
      assertThat(message.header().malformed()).isTrue();
      assertThat(message.header().truncated()).isFalse();
      assertThat(message).hasFinding(RpcRdmaRules.MALFORMED_HEADER);
      assertThat(message.rpc()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 0x1000, 0x7fffffff, 0x80000000, 0xffffffff})
  @DisplayName("case 62: list count beyond the message")
  void shouldFindACountBeyondTheMessage(int count) {
    byte[] header =
        new Xdr()
            .u32(62)
            .u32(1)
            .u32(32)
            .u32(0)
            .bool(false)
            .bool(true)
            .u32(count)
            .u32(0x100)
            .u32(4096)
            .u64(0x7000)
            .bytes();
    rpc.client().send(header);

    Decoded seen = decodeWithNextCall();
    RpcMessage message = seen.all(62).get(0);
    assertThat(message.header().malformed()).isTrue();
    assertThat(message).hasOnlyFindings(RpcRdmaRules.MALFORMED_HEADER);
    assertThat(Leftovers.after(rpc.capture(), new Segment(0x100, 0x7000, 4096))).isEmpty();
  }

  @Test
  @DisplayName("case 62: list marker that is neither 0 nor 1")
  void shouldFindABadMarker() {
    rpc.client().send(new Xdr().u32(62).u32(1).u32(32).u32(0).u32(7).u32(0).u32(0).bytes());

    Decoded seen = decodeWithNextCall();
    assertThat(seen.all(62).get(0)).hasOnlyFindings(RpcRdmaRules.MALFORMED_HEADER);
  }

  @Test
  @DisplayName("case 62: a malformed call that the server carries out")
  void shouldTieAReplyToAMalformedCall() {
    byte[] data = Pattern.of(62, 800);
    Segment memory = Segment.of(0x162, 800);
    XdrMessage call = Nfs3.writeCall(62, data);
    byte[] send = reduced(62, call).readChunk(call.position(0), memory).bytes();
    ByteBuffer.wrap(send).putInt(16, 2);
    rpc.client().send(send);
    rpc.pull(memory, data);
    rpc.replyInvalidating(inline(62, Nfs3.writeReply(62, 800)), memory.handle());

    Decoded seen = decodeWithNextCall();
    assertThat(seen.all(62).get(0)).hasOnlyFindings(RpcRdmaRules.MALFORMED_HEADER);
    assertThat(seen.reply(62)).isWhole(Nfs3.writeReply(62, 800)).hasNoFindings();
    assertThat(seen.exchange(62).call()).contains(seen.all(62).get(0));
    assertThat(seen.exchange(62).reply()).contains(seen.reply(62));
    assertThat(seen.reply(62).rpc().orElseThrow().callNumber())
        .hasValue(seen.all(62).get(0).number());
    assertThat(seen.call(99)).hasNoFindings();
    assertThat(seen.summary().unanswered()).isZero();
    assertThat(seen.summary().repliesWithoutCall()).isZero();
  }

  @Test
  @DisplayName("case 62: memory that nobody advertised, behind the answer to a malformed call")
  void shouldStillFindUnknownMemoryBehindTheAnswer() {
    byte[] send = inline(62, Nfs3.getattrCall(62)).bytes();
    ByteBuffer.wrap(send).putInt(16, 2);
    rpc.client().send(send);
    rpc.reply(errChunk(62));
    rpc.pull(Segment.of(0x162, 800), Pattern.of(62, 800));

    assertThat(decodeWithNextCall().call(99)).hasOnlyFindings(RpcRdmaRules.UNKNOWN_HANDLE);
  }

  @Test
  @DisplayName("case 62: nothing behind the header of RDMA_MSG, or no RPC message")
  void shouldFindThatNoRpcMessageFollows() {
    rpc.call(RpcRdmaBuilder.msg(62));
    rpc.call(RpcRdmaBuilder.msg(63).inline(new Xdr().u32(63).u32(9).u32(2).bytes()));

    Decoded seen = decodeWithNextCall();
    for (int xid = 62; xid <= 63; xid++) {
      assertThat(seen.all(xid)).hasSize(1);
      assertThat(seen.all(xid).get(0)).hasOnlyFindings(RpcRdmaRules.MALFORMED_HEADER);
      assertThat(seen.all(xid).get(0).rpc()).isEqualTo(Optional.empty());
    }
  }

  @Test
  @DisplayName("case 62: RDMA_NOMSG without a chunk; unknown message type")
  void shouldFindAMessageWithoutMessage() {
    rpc.call(nomsg(62));
    rpc.client().send(new Xdr().u32(63).u32(1).u32(32).u32(17).u32(0).u32(0).u32(0).bytes());

    Decoded seen = decodeWithNextCall();
    assertThat(seen.all(62).get(0)).hasOnlyFindings(RpcRdmaRules.NO_MESSAGE);
    assertThat(seen.all(63).get(0)).hasOnlyFindings(RpcRdmaRules.UNKNOWN_PROCEDURE);
  }

  @Test
  @DisplayName("bytes behind the header of RDMA_NOMSG")
  void shouldFindBytesBehindTheHeaderOfNomsg() {
    XdrMessage call = Nfs3.getattrCall(62);
    Segment memory = Segment.of(0x100, call.length());
    rpc.call(nomsg(62).readChunk(0, memory).inline(new byte[8])).pull(memory, call.bytes());
    rpc.reply(inline(62, Nfs3.getattrReply(62)));

    Decoded seen = decodeWithNextCall();
    assertThat(seen.call(62)).isWhole(call).hasOnlyFindings(RpcRdmaRules.NOMSG_WITH_BYTES);
    assertThat(seen.call(62).findings().get(0).message())
        .isEqualTo("8 bytes after the header (byte 52 of the Send)");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 0xffffffff})
  @DisplayName("call of another version of RPC")
  void shouldFindAnotherVersionOfRpc(int version) {
    byte[] call = Nfs3.getattrCall(64).bytes();
    ByteBuffer.wrap(call).putInt(8, version);
    rpc.call(RpcRdmaBuilder.msg(64).inline(call));
    rpc.reply(inline(64, Nfs3.getattrReply(64)));

    Decoded seen = decodeWithNextCall();
    assertThat(seen.call(64)).hasOnlyFindings(RpcRules.OTHER_VERSION);
    assertThat(seen.call(64).findings().get(0).message())
        .isEqualTo("a call of version " + Integer.toUnsignedString(version) + " of RPC");
    assertThat(seen.reply(64)).hasNoFindings().answers(seen.call(64));
  }

  @Test
  @DisplayName("RPC header with a credential beyond its limit, inline and in a Position-Zero chunk")
  void shouldFindAMalformedRpcHeaderWhereverTheCallIs() {
    XdrMessage inline = callWithCredentialOf5000(62);
    XdrMessage moved = callWithCredentialOf5000(63);
    Segment memory = Segment.of(0x100, moved.length());
    rpc.call(inline(62, inline)).reply(inline(62, Nfs3.nullReply(62)));
    rpc.call(nomsg(63).readChunk(0, memory)).pull(memory, moved.bytes());

    Decoded seen = decodeWithNextCall();
    assertThat(seen.call(62)).hasOnlyFindings(RpcRules.MALFORMED_HEADER);
    assertThat(seen.call(63)).hasOnlyFindings(RpcRules.MALFORMED_HEADER).isWhole(moved);
  }

  /** RFC 5531 section 8.2: at most 400 bytes. */
  private static XdrMessage callWithCredentialOf5000(int xid) {
    return new Xdr()
        .u32(xid)
        .u32(0)
        .u32(2)
        .u32(100003)
        .u32(3)
        .u32(0)
        .u32(1)
        .u32(5000)
        .raw(new byte[48])
        .message();
  }

  @Test
  @DisplayName("case 62: Read chunk position beyond the message")
  void shouldFindAPositionBeyondTheMessage() {
    Segment memory = Segment.of(0x100, 100);
    rpc.call(inline(62, Nfs3.nullCall(62)).readChunk(100_000, memory));
    rpc.pull(memory, new byte[100]);

    Decoded seen = decodeWithNextCall();
    assertThat(seen.all(62).get(0)).hasFinding(RpcRdmaRules.BAD_POSITION);
  }

  @Test
  @DisplayName("a Send of fewer than 4 bytes")
  void shouldFindASendWithoutAnXid() {
    rpc.client().send(new byte[] {1, 2, 3});
    rpc.client().send(new byte[0]);

    assertThat(decodeWithNextCall().rules()).containsExactly(RpcRdmaRules.MALFORMED_HEADER.name());
  }

  @Test
  @DisplayName("a Send without an XID that is all there hides no message")
  void shouldNotTakeAShortSendForAMissingMessage() {
    rpc.client().send(new byte[] {1, 2, 3});
    rpc.call(inline(1, Nfs3.nullCall(1)));
    rpc.call(inline(2, Nfs3.nullCall(2)));
    rpc.reply(inline(1, Nfs3.nullReply(1)).credits(1));
    rpc.reply(inline(2, Nfs3.nullReply(2)).credits(1));

    assertThat(decodeWithNextCall().rules())
        .containsExactly(RpcRdmaRules.CREDIT_OVERRUN.name(), RpcRdmaRules.MALFORMED_HEADER.name());
  }

  /** Sends calls with XIDs from 2 on, of which as many are in flight as the first reply granted. */
  private void useAllCredits(int credits) {
    rpc.call(inline(1, Nfs3.nullCall(1)));
    rpc.reply(inline(1, Nfs3.nullReply(1)).credits(credits));
    for (int xid = 2; xid < 2 + credits; xid++) {
      rpc.call(inline(xid, Nfs3.nullCall(xid)));
    }
  }

  @Test
  @DisplayName(
      "a reply that lowers the grant, and a call that its receiver sent before it had that")
  void shouldJudgeACallByWhatItsSenderMayHaveKnown() {
    useAllCredits(4);
    rpc.wire().acks(false);
    rpc.reply(inline(2, Nfs3.nullReply(2)).credits(2));
    rpc.capture().pause(5_000_000);
    rpc.call(inline(6, Nfs3.nullCall(6)));
    rpc.wire().acks(true);
    for (int xid = 3; xid <= 6; xid++) {
      rpc.reply(inline(xid, Nfs3.nullReply(xid)).credits(2));
    }

    assertThat(decodeWithNextCall().rules()).isEmpty();
  }

  @Test
  @DisplayName("a call right behind the acknowledgement of a reply that lowers the grant")
  void shouldLetARequesterTakeNoteOfALowerGrant() {
    useAllCredits(4);
    rpc.reply(inline(2, Nfs3.nullReply(2)).credits(2));
    rpc.call(inline(6, Nfs3.nullCall(6)));
    for (int xid = 3; xid <= 6; xid++) {
      rpc.reply(inline(xid, Nfs3.nullReply(xid)).credits(2));
    }

    assertThat(decodeWithNextCall().rules()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 5_000_000})
  @DisplayName("more calls than any reply granted that the sender may have gone by")
  void shouldFindAnOverrunOfEveryGrant(long pause) {
    useAllCredits(4);
    if (pause == 0) {
      rpc.call(inline(6, Nfs3.nullCall(6)));
    }
    rpc.reply(inline(2, Nfs3.nullReply(2)).credits(3));
    rpc.reply(inline(3, Nfs3.nullReply(3)).credits(1));
    rpc.capture().pause(pause);
    if (pause != 0) {
      rpc.call(inline(6, Nfs3.nullCall(6)));
    }
    for (int xid = 4; xid <= 6; xid++) {
      rpc.reply(inline(xid, Nfs3.nullReply(xid)).credits(1));
    }

    assertThat(decodeWithNextCall().rules()).containsExactly(RpcRdmaRules.CREDIT_OVERRUN.name());
  }

  @Test
  @DisplayName("RDMA_ERROR that takes a handle of its call away, or that of another")
  void shouldFindWhatAnErrorInvalidates() {
    Segment memory = Segment.of(0x100, 3000);
    Segment other = Segment.of(0x200, 3000);
    rpc.call(inline(1, Nfs3.nullCall(1)).credits(8));
    rpc.reply(inline(1, Nfs3.nullReply(1)).credits(8));
    rpc.call(inline(2, Nfs3.readCall(2, 3000)).writeChunk(memory));
    rpc.call(inline(3, Nfs3.readCall(3, 3000)).writeChunk(other));
    rpc.replyInvalidating(errChunk(2), memory.handle());
    rpc.push(memory, new byte[10]);
    rpc.call(inline(4, Nfs3.readCall(4, 3000)).writeChunk(memory));
    rpc.replyInvalidating(errChunk(4), other.handle());

    Decoded seen = decodeWithNextCall();
    assertThat(seen.rules())
        .containsExactly(
            RpcRdmaRules.IN_FLIGHT_AT_END.name(),
            RpcRdmaRules.ERROR_ANSWER.name(),
            RpcRdmaRules.INVALIDATES_OTHER.name());
    assertThat(seen.alone())
        .extracting(each -> each.rule())
        .containsExactly(RpcRdmaRules.AFTER_INVALIDATION);
  }
}
