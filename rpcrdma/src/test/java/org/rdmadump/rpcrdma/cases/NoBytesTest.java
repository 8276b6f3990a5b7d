package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** Operations of no bytes, and segments of no bytes at an address of other memory. */
class NoBytesTest {
  private final RpcConversation rpc = RpcConversation.connected();
  private final byte[] data = Pattern.of(2, 4000);
  private final Segment memory = Segment.of(0x100, data.length);

  @BeforeEach
  void grantCredits() {
    rpc.call(inline(1, Nfs3.nullCall(1)).credits(8));
    rpc.reply(inline(1, Nfs3.nullReply(1)).credits(8));
  }

  @Test
  @DisplayName("nobody looks at the handle of an RDMA Read or Write of no bytes")
  void shouldNotLookAtTheHandleOfAnOperationOfNoBytes() {
    Segment written = memory;
    rpc.call(inline(2, Nfs3.readCall(2, data.length)).writeChunk(written));
    rpc.server().write(0, 0, new byte[0]);
    rpc.server().read(0, 0, new byte[0]);
    rpc.server().read(written.handle(), written.offset(), new byte[0]);
    rpc.push(written, data);
    rpc.reply(reduced(2, Nfs3.readReply(2, data)).writeChunk(written));
    rpc.call(inline(3, Nfs3.nullCall(3)));
    rpc.reply(inline(3, Nfs3.nullReply(3)));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(2)).isWhole(Nfs3.readReply(2, data)).hasNoFindings();
    assertThat(seen.rules()).isEmpty();
  }

  @Test
  @DisplayName("a WRITE of no bytes lists the address of memory that another call waits for")
  void shouldLetASegmentOfNoBytesReplaceNone() {
    XdrMessage empty = Nfs3.writeCall(3, new byte[0]);
    rpc.call(inline(2, Nfs3.readCall(2, data.length)).writeChunk(memory));
    rpc.call(reduced(3, empty).readChunk(empty.position(0), memory.unused()));
    rpc.reply(inline(3, Nfs3.writeReply(3, 0)));
    rpc.push(memory, data);
    rpc.reply(reduced(2, Nfs3.readReply(2, data)).writeChunk(memory));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(2))
        .isWhole(Nfs3.readReply(2, data))
        .answers(seen.call(2))
        .hasNoFindings()
        .pushed(data.length);
    assertThat(seen.call(3)).isWhole(empty).hasNoFindings();
    assertThat(seen.rules()).isEmpty();
    assertThat(seen.summary().rules()).isEmpty();
  }

  @Test
  @DisplayName("a Reply chunk of no bytes has the address of the Write chunk")
  void shouldKeepTheOtherSegmentOfACall() {
    rpc.call(
        inline(2, Nfs3.readCall(2, data.length)).writeChunk(memory).replyChunk(memory.unused()));
    rpc.push(memory, data);
    rpc.reply(reduced(2, Nfs3.readReply(2, data)).writeChunk(memory).replyChunk(memory.unused()));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(2)).isWhole(Nfs3.readReply(2, data)).hasNoFindings().pushed(data.length);
    assertThat(seen.summary().evictions()).isEmpty();
  }
}
