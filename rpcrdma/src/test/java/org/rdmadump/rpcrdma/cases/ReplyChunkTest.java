package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.rpcrdma.decode.Leftovers;

/** Replies that the server puts into the client's memory as a whole. */
class ReplyChunkTest {
  private final RpcConversation rpc = RpcConversation.connected();
  private final XdrMessage call = Nfs3.readdirCall(1, 8192);
  private final XdrMessage reply = Nfs3.readdirReply(1, 100);

  @Test
  @DisplayName("case 20: Write chunk and Reply chunk used together")
  void shouldPutAWriteChunkIntoAReplyChunk() {
    byte[] data = Pattern.of(20, 2001);
    XdrMessage readCall = Nfs41.call(20).sequence().putfh().read(2048).getattr().message();
    XdrMessage readReply = Nfs41.reply(20).sequence().putfh().read(data).getattr().message();
    byte[] reduced = readReply.reduced();
    Segment memory = Segment.of(0x101, 2048);
    Segment room = Segment.of(0x102, 4096);
    rpc.call(inline(20, readCall).writeChunk(memory).replyChunk(room));
    rpc.push(memory, data);
    rpc.push(room, reduced);
    rpc.reply(nomsg(20).writeChunk(memory.used(2001)).replyChunk(room.used(reduced.length)));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(20))
        .isWhole(readReply)
        .hasNoFindings()
        .pushed(2001)
        .pushedReply(reduced.length);
    assertThat(Leftovers.after(rpc.capture(), memory, room)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 21: Reply chunk over two segments")
  void shouldJoinTheSegmentsOfAReplyChunk(boolean connected) {
    RpcConversation conversation =
        connected ? RpcConversation.connected() : RpcConversation.unconnected();
    Segment one = Segment.of(0x101, 2048);
    Segment other = Segment.of(0x102, 4096);
    int rest = reply.length() - 2048;
    conversation.call(inline(1, call).replyChunk(one, other));
    conversation.push(one, Arrays.copyOfRange(reply.bytes(), 0, 2048));
    conversation.push(other, Arrays.copyOfRange(reply.bytes(), 2048, reply.length()));
    conversation.reply(nomsg(1).replyChunk(one, other.used(rest)));

    Decoded seen = conversation.decode();
    assertThat(seen.reply(1))
        .isWhole(reply)
        .hasNoFindings()
        .answers(seen.call(1))
        .pushedReply(2048, rest);
    assertThat(Leftovers.after(conversation.capture(), one, other)).isEmpty();
  }

  @Test
  @DisplayName("case 22: Reply chunk offered, reply fits inline (lengths 0)")
  void shouldTakeAnInlineReplyWithAnUnusedReplyChunk() {
    XdrMessage small = Nfs3.readdirReply(1, 2);
    Segment one = Segment.of(0x101, 4096);
    Segment other = Segment.of(0x102, 4096);
    rpc.call(inline(1, call).replyChunk(one, other));
    rpc.reply(inline(1, small).replyChunk(one.unused(), other.unused()));

    assertThat(rpc.decode().reply(1)).isWhole(small).hasNoFindings().pushedReply(0, 0);
    assertThat(Leftovers.after(rpc.capture(), one, other)).isEmpty();
  }

  @Test
  @DisplayName("case 22: Reply chunk offered, reply does not mention it")
  void shouldTakeAnInlineReplyWithoutReplyChunk() {
    XdrMessage small = Nfs3.readdirReply(1, 2);
    Segment memory = Segment.of(0x101, 4096);
    rpc.call(inline(1, call).replyChunk(memory));
    rpc.reply(inline(1, small));

    assertThat(rpc.decode().reply(1)).isWhole(small).hasNoFindings();
    assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1001, 2047})
  @DisplayName("case 23: Reply chunk whose Writes meet at an odd offset")
  void shouldJoinWritesAtAnOddOffset(int first) {
    Segment memory = Segment.of(0x101, 8192);
    rpc.call(inline(1, call).replyChunk(memory));
    rpc.push(memory, reply.bytes(), first, reply.length() - first);
    rpc.reply(nomsg(1).replyChunk(memory.used(reply.length())));

    assertThat(rpc.decode().reply(1)).isWhole(reply).hasNoFindings().pushedReply(reply.length());
  }

  @Test
  @DisplayName("case 53: call sent twice, Reply chunk")
  void shouldTellARepeatedCallFromAReply() {
    Segment memory = Segment.of(0x101, 8192);
    rpc.call(inline(1, call).replyChunk(memory));
    rpc.call(inline(1, call).replyChunk(memory));
    rpc.push(memory, reply.bytes());
    rpc.reply(nomsg(1).replyChunk(memory.used(reply.length())));

    Decoded seen = rpc.decode();
    assertThat(seen.all(1)).hasSize(3);
    assertThat(seen.call(1)).isWhole(call).hasNoFindings();
    assertThat(seen.all(1).get(1))
        .isWhole(call)
        .repeats(seen.call(1))
        .hasOnlyFindings(RpcRdmaRules.REPEATED);
    assertThat(seen.reply(1)).isWhole(reply).hasNoFindings().answers(seen.call(1));
    assertThat(seen.exchanges()).hasSize(1);
    assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
  }

  @Test
  @DisplayName("case 53: call repeated after part of the reply was written")
  void shouldKeepWhatWasWrittenBeforeTheRepeat() {
    Segment memory = Segment.of(0x101, 8192);
    rpc.call(inline(1, call).replyChunk(memory));
    rpc.push(memory, Arrays.copyOf(reply.bytes(), 2000));
    rpc.call(inline(1, call).replyChunk(memory));
    rpc.server()
        .write(
            0x101, memory.offset() + 2000, Arrays.copyOfRange(reply.bytes(), 2000, reply.length()));
    rpc.reply(nomsg(1).replyChunk(memory.used(reply.length())));

    assertThat(rpc.decode().reply(1)).isWhole(reply).hasNoFindings();
  }
}
