package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.build.QueuePair;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;

/** What InfiniBand can carry and RPC-over-RDMA has no use for. */
class AsidesTest {
  private final RpcConversation rpc = RpcConversation.connected();
  private final Segment memory = Segment.of(0x100, 16);

  @Test
  @DisplayName("immediate data of a Send and of a Write")
  void shouldTellImmediateData() {
    rpc.client()
        .sendWithImmediate(inline(1, Nfs3.readCall(1, 16)).writeChunk(memory).bytes(), 0x01020304);
    rpc.server().writeWithImmediate(memory.handle(), memory.offset(), Pattern.of(1, 16), 7);
    rpc.reply(inline(1, Nfs3.readReply(1, new byte[0])));

    Decoded seen = rpc.decode();
    assertThat(seen.call(1)).hasOnlyFindings(IbRules.IMMEDIATE_DATA);
    assertThat(seen.call(1).findings())
        .extracting(Finding::message)
        .containsExactly("Immediate Data 0x01020304");
    assertThat(seen.reply(1))
        .hasOnlyFindings(IbRules.IMMEDIATE_DATA, RpcRdmaRules.CHUNK_NOT_RETURNED);
    assertThat(seen.reply(1).findings())
        .extracting(Finding::message)
        .contains("Immediate Data 0x00000007");
  }

  @Test
  @DisplayName("atomic operations and what they answer, each once")
  void shouldTellAtomicOperations() {
    rpc.call(inline(1, Nfs3.nullCall(1)));
    QueuePair client = rpc.client();
    client.fetchAdd(0xa, 0x100, 1, 9);
    client.compareSwap(0xa, 0x100, 5, 4, 10);
    rpc.capture().duplicate(rpc.capture().find("FetchAdd"), rpc.capture().size());
    rpc.capture().duplicate(rpc.capture().find("ATOMIC Acknowledge"), rpc.capture().size());
    rpc.reply(inline(1, Nfs3.nullReply(1)));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(1).findings()).as("those of the reply, which is next").isEmpty();
    assertThat(seen.alone())
        .filteredOn(each -> each.rule().equals(IbRules.ATOMIC))
        .extracting(Finding::message)
        .containsExactly(
            "FetchAdd of 0x0000000000000001 at 0x0000000000000100 of R_Key 0x0000000a",
            "ATOMIC Acknowledge, 0x0000000000000009 was there",
            "CmpSwap of 0x0000000000000005 if 0x0000000000000004 at 0x0000000000000100 of R_Key"
                + " 0x0000000a",
            "ATOMIC Acknowledge, 0x000000000000000a was there");
  }
}
