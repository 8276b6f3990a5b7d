package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.RpcConversation;

/** Which side is the server, where the set-up of the connection was not captured. */
class WhoIsServerTest {
  private final RpcConversation rpc = RpcConversation.unconnected();

  @Test
  @DisplayName("the capture begins between a call of the server and its reply")
  void shouldNotTakeTheClientForTheServerBecauseItReplies() {
    rpc.call(inline(7, Nfs41.callbackReply(7)));
    exchange(1);

    Decoded seen = rpc.decode();
    assertThat(seen.call(1).direction()).isEqualTo(Direction.FORWARD);
    assertThat(seen.reply(1).direction()).isEqualTo(Direction.BACKWARD);
  }

  @Test
  @DisplayName("the capture begins between a call and its reply, and the server calls first")
  void shouldTakeTheServerForThatThoughItCalls() {
    rpc.reply(inline(7, Nfs3.nullReply(7)));
    rpc.reply(inline(8, Nfs41.callback(8)));
    rpc.call(inline(8, Nfs41.callbackReply(8)));
    exchange(1);

    Decoded seen = rpc.decode();
    assertThat(seen.reply(7).direction()).isEqualTo(Direction.BACKWARD);
    assertThat(seen.call(8).direction()).isEqualTo(Direction.BACKWARD);
    assertThat(seen.reply(8).direction()).isEqualTo(Direction.FORWARD);
    assertThat(seen.call(1).direction()).isEqualTo(Direction.FORWARD);
  }

  @ParameterizedTest
  @CsvSource({"20049,20049", "40000,20049", "40000,40001", "20049,20050", "20050,20050"})
  @DisplayName("iWARP, whichever of the ports are those of NFS: the server's reply is seen first")
  void shouldNotTakeTheServerForTheClientBecauseItSendsFirst(int client, int server) {
    IwarpRpc iwarp = IwarpRpc.unconnected(new IwarpConversation().ports(client, server));
    iwarp.reply(inline(7, Nfs3.nullReply(7)));
    for (int xid = 8; xid < 10; xid++) {
      iwarp.call(inline(xid, Nfs3.getattrCall(xid))).reply(inline(xid, Nfs3.getattrReply(xid)));
    }

    Decoded seen = IwarpRpc.decode(iwarp.capture(), 20050);
    assertThat(seen.reply(7).direction()).isEqualTo(Direction.BACKWARD);
    assertThat(seen.call(8).direction()).isEqualTo(Direction.FORWARD);
    assertThat(seen.call(9).source().number()).hasValue(client);
    assertThat(seen.reply(9).direction()).isEqualTo(Direction.BACKWARD);
  }

  private void exchange(int xid) {
    rpc.call(inline(xid, Nfs3.nullCall(xid)));
    rpc.reply(inline(xid, Nfs3.nullReply(xid)));
  }
}
