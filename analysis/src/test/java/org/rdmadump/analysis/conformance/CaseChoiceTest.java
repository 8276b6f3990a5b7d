package org.rdmadump.analysis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.Rpc;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.Xdr;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** Which size a READ or WRITE is of, where that is not plain. */
class CaseChoiceTest {
  private static final int XID = 6;
  private static final int MANY = 5000;
  private static final int GETATTR = 9;
  private static final int PUTFH = 22;
  private static final int READDIR = 26;
  private static final int ACL = 12;
  private static final byte[] HANDLE = Pattern.of(41, 28);

  private static List<CaseResult> seen(ConformanceReport report) {
    return report.results().stream()
        .filter(
            each ->
                each.which() != ConformanceCase.TRAFFIC
                    && !(each.outcome() instanceof CaseOutcome.NotSeen))
        .toList();
  }

  /** The server asks again for the end of what it reads: it is still one operation. */
  @Test
  void shouldCountARetriedReadOnce() throws IOException {
    RpcConversation rpc = RpcConversation.connected();
    byte[] data = Pattern.of(XID, MANY);
    Segment memory = Segment.of(0x100, MANY);
    XdrMessage call = Nfs3.writeCall(XID, data);
    rpc.call(RpcRdmaBuilder.reduced(XID, call).readChunk(call.position(0), memory));
    ReadRequest request = rpc.server().readRequest(memory.handle(), memory.offset(), MANY);
    for (int i = 0; i < 3; i++) {
      rpc.client().readResponse(request, data, i);
    }
    int rest = 3 * 1024;
    ReadRequest again =
        new ReadRequest(
            request.psn() + 3, memory.handle(), memory.offset() + rest, MANY - rest, 1024);
    rpc.server().readRequest(again);
    rpc.client().readResponse(again, Arrays.copyOfRange(data, rest, MANY));
    rpc.reply(RpcRdmaBuilder.inline(XID, NfsMessages.writeReply(XID, MANY)));

    List<CaseResult> seen = seen(Conformance.of(rpc.capture().source(), CaptureOptions.DEFAULT));
    assertThat(seen)
        .extracting(CaseResult::which)
        .containsExactly(ConformanceCase.WRITE_MANY_PACKETS);
    // It cannot be told whether the response or the request was lost, but not that it is wrong.
    assertThat(seen.get(0).outcome()).isInstanceOf(CaseOutcome.Warn.class);
  }

  /** The reply comes by several RDMA Writes, none of which is of data. */
  @Test
  void shouldNotCountAReadAtTheEndOfTheFile() throws IOException {
    RpcConversation rpc = RpcConversation.connected();
    Segment data = Segment.of(0x100, MANY);
    Segment room = Segment.of(0x200, MANY);
    byte[] reply = NfsMessages.readReply(XID, new byte[0]).bytes();
    rpc.call(
        RpcRdmaBuilder.inline(XID, Nfs3.readCall(XID, MANY)).writeChunk(data).replyChunk(room));
    rpc.push(room, reply, 8, reply.length - 8);
    rpc.reply(
        RpcRdmaBuilder.nomsg(XID).writeChunk(data.unused()).replyChunk(room.used(reply.length)));

    assertThat(seen(Conformance.of(rpc.capture().source(), CaptureOptions.DEFAULT))).isEmpty();
  }

  @Test
  void shouldNotCountAWriteOfNothing() throws IOException {
    RpcConversation rpc = RpcConversation.connected();
    byte[] call = Nfs3.writeCall(XID, new byte[0]).bytes();
    Segment memory = Segment.of(0x100, call.length);
    rpc.call(RpcRdmaBuilder.nomsg(XID).readChunk(0, memory));
    rpc.pull(memory, call, 8, call.length - 8);
    rpc.reply(RpcRdmaBuilder.inline(XID, NfsMessages.writeReply(XID, 0)));

    assertThat(seen(Conformance.of(rpc.capture().source(), CaptureOptions.DEFAULT))).isEmpty();
  }

  /** It asks for no more than a Send has room for. */
  @Test
  void shouldTakeAReaddirThatAsksForAclsForNoGetattr() throws IOException {
    RpcConversation rpc = RpcConversation.connected();
    Xdr call = compound().string("").u32(1).u32(2).u32(PUTFH).opaque(HANDLE);
    call.u32(READDIR).u64(0).u64(0).u32(256).u32(512).u32(1).u32(1 << ACL);
    Xdr reply = Rpc.reply(XID).u32(0).string("").u32(2).u32(PUTFH).u32(0);
    reply.u32(READDIR).u32(0).u64(1).bool(false).bool(true);
    rpc.call(RpcRdmaBuilder.inline(XID, call.message()));
    rpc.reply(RpcRdmaBuilder.inline(XID, reply.message()));

    List<CaseResult> seen = seen(Conformance.of(rpc.capture().source(), CaptureOptions.DEFAULT));
    assertThat(seen).extracting(CaseResult::which).containsExactly(ConformanceCase.READDIR);
    assertThat(seen.get(0).outcome()).isInstanceOf(CaseOutcome.Pass.class);
  }

  @Test
  void shouldAskForAReplyChunkOfAGetattrOfAnAcl() throws IOException {
    RpcConversation rpc = RpcConversation.connected();
    Xdr call = compound().string("").u32(1).u32(2).u32(PUTFH).opaque(HANDLE);
    call.u32(GETATTR).u32(1).u32(1 << ACL);
    Xdr reply = Rpc.reply(XID).u32(0).string("").u32(2).u32(PUTFH).u32(0);
    reply.u32(GETATTR).u32(0).u32(0).u32(0);
    rpc.call(RpcRdmaBuilder.inline(XID, call.message()));
    rpc.reply(RpcRdmaBuilder.inline(XID, reply.message()));

    List<CaseResult> seen = seen(Conformance.of(rpc.capture().source(), CaptureOptions.DEFAULT));
    assertThat(seen).extracting(CaseResult::which).containsExactly(ConformanceCase.GETATTR_ACL);
    assertThat(seen.get(0).outcome()).isInstanceOf(CaseOutcome.Fail.class);
  }

  private static Xdr compound() {
    return Rpc.call(XID, Nfs41.PROGRAM, Nfs41.VERSION, Nfs41.COMPOUND);
  }

  /** Two segments are read in turns: each goes on where it was. */
  @ParameterizedTest
  @EnumSource(Wire.Transport.class)
  void shouldPassSegmentsThatAreReadInTurns(Wire.Transport transport) throws IOException {
    Wire wire = transport.connect();
    byte[] data = Pattern.of(XID, 4 * 500);
    Segment one = Segment.of(0x100, 1000);
    Segment other = Segment.of(0x200, 1000);
    XdrMessage call = Nfs3.writeCall(XID, data);
    wire.call(RpcRdmaBuilder.reduced(XID, call).readChunk(call.position(0), one, other));
    for (int i = 0; i < 2; i++) {
      for (Segment each : List.of(one, other)) {
        int at = 500 * i + (each.equals(one) ? 0 : 1000);
        wire.ask(each.handle(), each.offset() + 500L * i, Arrays.copyOfRange(data, at, at + 500))
            .run();
      }
    }
    wire.reply(RpcRdmaBuilder.inline(XID, NfsMessages.writeReply(XID, data.length)));

    List<CaseResult> seen = seen(Conformance.of(wire.source(), CaptureOptions.DEFAULT));
    assertThat(seen)
        .extracting(CaseResult::which)
        .containsExactly(ConformanceCase.WRITE_MANY_OPERATIONS);
    assertThat(seen.get(0).outcome()).isInstanceOf(CaseOutcome.Pass.class);
  }
}
