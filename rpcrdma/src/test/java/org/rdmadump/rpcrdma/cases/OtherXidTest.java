package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;

import org.junit.jupiter.api.Test;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** RPC messages with another XID than the header before them, by which they are paired. */
class OtherXidTest {
  private static final int XID = 1;
  private static final int OTHER = 2;

  private final RpcConversation rpc = RpcConversation.connected();

  private static int xid(RpcMessage message) {
    return message.rpc().map(RpcSummary::xid).orElseThrow();
  }

  @Test
  void shouldFindItInACall() {
    rpc.call(inline(XID, Nfs3.getattrCall(OTHER)));
    rpc.reply(inline(XID, Nfs3.getattrReply(XID)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(XID)).hasOnlyFindings(RpcRdmaRules.XID_DIFFERS);
    assertThat(xid(seen.call(XID))).isEqualTo(OTHER);
    assertThat(seen.reply(XID)).hasNoFindings().answers(seen.call(XID));
    assertThat(xid(seen.reply(XID))).isEqualTo(XID);
  }

  @Test
  void shouldFindItInAReply() {
    rpc.call(inline(XID, Nfs3.getattrCall(XID)));
    rpc.reply(inline(XID, Nfs3.getattrReply(OTHER)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(XID)).hasNoFindings();
    assertThat(seen.reply(XID)).hasOnlyFindings(RpcRdmaRules.XID_DIFFERS).answers(seen.call(XID));
    assertThat(seen.reply(XID).findings().get(0).message())
        .isEqualTo("the RPC message has the XID 0x00000002");
    assertThat(xid(seen.reply(XID))).isEqualTo(OTHER);
  }

  @Test
  void shouldFindItInChunks() {
    XdrMessage call = Nfs3.readdirCall(OTHER, 8192);
    XdrMessage reply = Nfs3.readdirReply(OTHER, 100);
    Segment asked = Segment.of(0x101, call.length());
    Segment room = Segment.of(0x102, 8192);
    rpc.call(nomsg(XID).readChunk(0, asked).replyChunk(room));
    rpc.pull(asked, call.bytes());
    rpc.push(room, reply.bytes());
    rpc.reply(nomsg(XID).replyChunk(room.used(reply.length())));

    Decoded seen = rpc.decode();
    assertThat(seen.call(XID)).hasOnlyFindings(RpcRdmaRules.XID_DIFFERS);
    assertThat(seen.reply(XID)).hasOnlyFindings(RpcRdmaRules.XID_DIFFERS);
    assertThat(xid(seen.call(XID))).isEqualTo(OTHER);
    assertThat(xid(seen.reply(XID))).isEqualTo(OTHER);
  }

  @Test
  void shouldSayNothingOfAMessageThatWasNotCaptured() {
    XdrMessage reply = Nfs3.readdirReply(OTHER, 100);
    Segment room = Segment.of(0x102, 8192);
    rpc.call(inline(XID, Nfs3.readdirCall(XID, 8192)).replyChunk(room));
    rpc.push(room, reply.bytes(), 1000, reply.length() - 1000);
    rpc.reply(nomsg(XID).replyChunk(room.used(reply.length())));
    rpc.capture().drop(rpc.capture().find("WRITE Only"));

    RpcMessage seen = rpc.decode().reply(XID);
    assertThat(Decoded.rules(seen)).doesNotContain(RpcRdmaRules.XID_DIFFERS.name());
    assertThat(xid(seen)).isEqualTo(XID);
  }
}
