package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.RpcConversation;

class InlineTest {
  @Test
  @DisplayName("case 1: inline call and reply")
  void shouldPairAnInlineCallWithItsReply() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(1, Nfs3.getattrCall(1)));
    rpc.reply(inline(1, Nfs3.getattrReply(1)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(1)).isWhole(Nfs3.getattrCall(1)).hasNoFindings();
    assertThat(seen.reply(1)).isWhole(Nfs3.getattrReply(1)).hasNoFindings().answers(seen.call(1));
    assertThat(seen.call(1).direction()).isEqualTo(Direction.FORWARD);
    assertThat(seen.reply(1).direction()).isEqualTo(Direction.BACKWARD);
    RpcExchange exchange = seen.exchange(1);
    assertThat(exchange.call()).contains(seen.call(1));
    assertThat(exchange.reply()).contains(seen.reply(1));
    assertThat(seen.summary().unanswered()).isZero();
  }
}
