package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.msg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.ib.Operation;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.rpcrdma.PlacedChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.Xdr;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** What a reply says of the chunks of its call, beside what moved through them. */
class ReplyReviewTest {
  private static final int REPLY = 1;
  private static final int DENIED = 1;
  private static final int AUTH_ERROR = 1;

  /**
   * Ethernet, IPv4, UDP and base transport header; the four words of RPC over RDMA, an empty Read
   * list, and a Write chunk of one segment.
   */
  private static final int SECOND_CHUNK_AT = 14 + 20 + 8 + 12 + 16 + 4 + 24;

  private final RpcConversation rpc = RpcConversation.connected();

  private static List<String> names(Rule... rules) {
    return Arrays.stream(rules).map(Rule::name).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {796, 804})
  void shouldCompareAWriteChunkWithItsLengthWord(int moved) {
    // Given a length word of 800, and a chunk of another length,
    Segment memory = Segment.of(0x100, 804);
    rpc.call(inline(1, Nfs3.readCall(1, 804)).writeChunk(memory));
    rpc.push(memory, Pattern.of(1, moved));
    rpc.reply(reduced(1, Nfs3.readReply(1, Pattern.of(1, 800))).writeChunk(memory.used(moved)));

    RpcMessage message = rpc.decode().reply(1);
    assertThat(Decoded.rules(message))
        .containsExactlyElementsOf(names(RpcRdmaRules.LENGTH_DIFFERS));
    assertThat(message.findings().get(0).message())
        .isEqualTo("Write chunk 1 has " + moved + " bytes, its length word says 800");
  }

  @Test
  void shouldFindASegmentUsedBehindOneThatHasRoom() {
    // Given three segments, the second without room,
    byte[] data = Pattern.of(1, 100);
    Segment one = Segment.of(0x101, 100);
    Segment none = Segment.of(0x102, 0);
    Segment last = Segment.of(0x103, 100);
    rpc.call(inline(1, Nfs3.readCall(1, 200)).writeChunk(one, none, last));
    // when the first is left half empty and the third used,
    rpc.push(one, Arrays.copyOf(data, 48));
    rpc.push(last, Arrays.copyOfRange(data, 48, 100));
    rpc.reply(reduced(1, Nfs3.readReply(1, data)).writeChunk(one.used(48), none, last.used(52)));

    assertThat(Decoded.rules(rpc.decode().reply(1)))
        .containsExactlyElementsOf(names(RpcRdmaRules.CHUNK_ORDER));
  }

  @Test
  void shouldTakeASegmentWithoutRoomForFull() {
    byte[] data = Pattern.of(1, 100);
    Segment one = Segment.of(0x101, 48);
    Segment none = Segment.of(0x102, 0);
    Segment last = Segment.of(0x103, 52);
    rpc.call(inline(1, Nfs3.readCall(1, 100)).writeChunk(one, none, last));
    rpc.push(one, Arrays.copyOf(data, 48));
    rpc.push(last, Arrays.copyOfRange(data, 48, 100));
    rpc.reply(reduced(1, Nfs3.readReply(1, data)).writeChunk(one, none, last));

    assertThat(rpc.decode().reply(1).findings()).isEmpty();
  }

  @Test
  void shouldFindAWriteCarriedOutWithoutItsData() {
    // Given a call whose data nobody fetched,
    byte[] data = Pattern.of(1, 800);
    Segment memory = Segment.of(0x100, 800);
    XdrMessage call = Nfs3.writeCall(1, data);
    rpc.call(reduced(1, call).readChunk(call.position(0), memory));
    // when the reply says that it was carried out
    rpc.reply(inline(1, Nfs3.writeReply(1, 800)));

    assertThat(Decoded.rules(rpc.decode().reply(1)))
        .containsExactlyElementsOf(names(RpcRdmaRules.TRANSFERRED_SHORT));
  }

  @Test
  void shouldNotAskForTheDataOfACallThatWasRefused() {
    byte[] data = Pattern.of(1, 800);
    Segment memory = Segment.of(0x100, 800);
    XdrMessage call = Nfs3.writeCall(1, data);
    rpc.call(reduced(1, call).readChunk(call.position(0), memory));
    rpc.reply(
        msg(1)
            .inline(
                new Xdr().u32(1).u32(REPLY).u32(DENIED).u32(AUTH_ERROR).u32(AUTH_ERROR).bytes()));

    assertThat(rpc.decode().reply(1).findings()).isEmpty();
  }

  @Test
  void shouldFindAReadListInAReply() {
    rpc.call(inline(1, Nfs3.getattrCall(1)));
    rpc.reply(inline(1, Nfs3.getattrReply(1)).readChunk(8, Segment.of(0x100, 800)));

    RpcMessage reply = rpc.decode().reply(1);
    assertThat(Decoded.rules(reply)).containsExactlyElementsOf(names(RpcRdmaRules.READS_IN_REPLY));
    assertThat(reply.readChunks()).hasSize(1);
  }

  @Test
  void shouldFindAWriteChunkThatIsNotReturned() {
    Segment one = Segment.of(0x101, 100);
    Segment other = Segment.of(0x102, 100);
    rpc.call(inline(1, Nfs3.readCall(1, 100)).writeChunk(one).writeChunk(other));
    rpc.push(one, Pattern.of(1, 100));
    rpc.reply(reduced(1, Nfs3.readReply(1, Pattern.of(1, 100))).writeChunk(one));

    assertThat(Decoded.rules(rpc.decode().reply(1)))
        .containsExactlyElementsOf(names(RpcRdmaRules.CHUNK_NOT_RETURNED));
  }

  @Test
  void shouldFindSegmentsOfAWriteChunkThatAreNotReturned() {
    Segment one = Segment.of(0x101, 100);
    Segment other = Segment.of(0x102, 100);
    rpc.call(inline(1, Nfs3.readCall(1, 200)).writeChunk(one, other));
    rpc.push(one, Pattern.of(1, 100));
    rpc.reply(reduced(1, Nfs3.readReply(1, Pattern.of(1, 100))).writeChunk(one));

    RpcMessage message = rpc.decode().reply(1);
    assertThat(Decoded.rules(message))
        .containsExactlyElementsOf(names(RpcRdmaRules.CHUNK_NOT_RETURNED));
    assertThat(message.findings().get(0).message())
        .isEqualTo("Write chunk 1 lists 1 segment, the call offered 2");
  }

  @Test
  void shouldFindSegmentsOfTheReplyChunkThatAreNotReturned() {
    XdrMessage reply = Nfs3.readdirReply(1, 20);
    Segment one = Segment.of(0x101, 4096);
    Segment other = Segment.of(0x102, 4096);
    rpc.call(inline(1, Nfs3.readdirCall(1, 8192)).replyChunk(one, other));
    rpc.push(one, reply.bytes());
    rpc.reply(nomsg(1).replyChunk(one.used(reply.length())));

    RpcMessage message = rpc.decode().reply(1);
    assertThat(Decoded.rules(message)).containsExactlyElementsOf(names(RpcRdmaRules.OTHER_CHUNK));
    assertThat(message.findings().get(0).message())
        .isEqualTo("the Reply chunk lists 1 segment, the call offered 2");
  }

  @Test
  void shouldCountBytesOnceWhoseSegmentTheReplyListsAgainAndAgain() {
    // Given 800 bytes that moved in eight Writes,
    byte[] data = Pattern.of(1, 800);
    Segment memory = Segment.of(0x100, 800);
    rpc.call(inline(1, Nfs3.readCall(1, 800)).writeChunk(memory));
    for (int i = 0; i < 8; i++) {
      Segment part = new Segment(memory.handle(), memory.offset() + 100L * i, 100);
      rpc.push(part, Arrays.copyOfRange(data, 100 * i, 100 * i + 100));
    }
    // when the reply lists their segment three times in a chunk, and in another chunk
    rpc.reply(
        reduced(1, Nfs3.readReply(1, data)).writeChunk(memory, memory, memory).writeChunk(memory));

    RpcMessage message = rpc.decode().reply(1);
    assertThat(message).isWhole(Nfs3.readReply(1, data)).pushed(800, 0, 0, 0);
    assertThat(message.transfers()).hasSize(8);
    assertThat(message.findings())
        .extracting(Finding::message)
        .containsExactly(
            "Write chunk 1 lists segment 0x00000100, which the call did not offer there",
            "Write chunk 1 lists segment 0x00000100, which the call did not offer there",
            "Write chunk 2 lists segment 0x00000100, which the call did not offer there");
  }

  @Test
  void shouldCountBytesOnceThatAreInAWriteChunkAndInTheReplyChunk() {
    // Given a READDIR whose result is in the Reply chunk,
    XdrMessage reply = Nfs3.readdirReply(1, 20);
    Segment memory = Segment.of(0x101, 4096);
    rpc.call(inline(1, Nfs3.readdirCall(1, 8192)).replyChunk(memory));
    rpc.push(memory, reply.bytes());
    // when the reply lists the same segment as a Write chunk, and as unused
    Segment used = memory.used(reply.length());
    rpc.reply(nomsg(1).writeChunk(memory.unused()).writeChunk(used).replyChunk(used));

    RpcMessage message = rpc.decode().reply(1);
    assertThat(message.transfers()).hasSize(1);
    assertThat(message.layout().chunks())
        .extracting(PlacedChunk::length)
        .containsExactly((long) reply.length());
  }

  @Test
  void shouldTakeTheBytesWhereASegmentIsUsedThatTheReplyListsAsUnusedBefore() {
    // Given a segment offered for the second of two results,
    byte[] data = Pattern.of(1, 800);
    Segment one = Segment.of(0x101, 800);
    Segment other = Segment.of(0x102, 800);
    rpc.call(inline(1, Nfs3.readCall(1, 800)).writeChunk(one, other));
    rpc.push(other, data);
    // when the reply lists it in the place of the first, without bytes, and in its own with them
    rpc.reply(reduced(1, Nfs3.readReply(1, data)).writeChunk(other.unused(), other));

    RpcMessage message = rpc.decode().reply(1);
    assertThat(message).isWhole(Nfs3.readReply(1, data));
    assertThat(message.transfers()).hasSize(1);
  }

  @Test
  void shouldCountMemoryOnceThatIsListedAgainWhereTheCallWasNotCaptured() {
    byte[] data = Pattern.of(1, 800);
    Segment memory = Segment.of(0x100, 800);
    rpc.call(inline(1, Nfs3.readCall(1, 800)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(1, Nfs3.readReply(1, data)).writeChunk(memory, memory.unused(), memory));
    rpc.capture().drop(rpc.capture().find("client RC SEND"));

    RpcMessage message = rpc.decode().reply(1);
    assertThat(message).pushed(800, 0, 0);
    assertThat(message.transfers()).hasSize(1);
    assertThat(message.layout().chunks()).extracting(PlacedChunk::length).containsExactly(800L);
    assertThat(message.findings())
        .extracting(Finding::message)
        .containsOnlyOnce("Write chunk 1 lists segment 0x00000100 again");
  }

  @Test
  void shouldCountBytesOnceWhoseMemoryTheCallOffersAgainAndAgain() {
    // Given a call with the same memory in three Write chunks,
    byte[] data = Pattern.of(1, 800);
    Segment memory = Segment.of(0x100, 800);
    rpc.call(
        inline(1, Nfs3.readCall(1, 800)).writeChunk(memory).writeChunk(memory).writeChunk(memory));
    rpc.push(memory, data);
    // when its reply uses all three
    rpc.reply(
        reduced(1, Nfs3.readReply(1, data))
            .writeChunk(memory)
            .writeChunk(memory)
            .writeChunk(memory));

    RpcMessage message = rpc.decode().reply(1);
    assertThat(message).isWhole(Nfs3.readReply(1, data)).pushed(800, 0, 0);
    assertThat(message.transfers()).hasSize(1);
  }

  @Test
  @Timeout(20)
  void shouldCostWhatMovedAndWhatIsListedAndNotTheProductOfBoth() {
    // Given 3,000 Writes, and a reply that lists their segment 4,000 times,
    int writes = 3000;
    byte[] data = Pattern.of(1, 4 * writes);
    Segment memory = Segment.of(0x100, data.length);
    rpc.call(inline(1, Nfs3.readCall(1, data.length)).writeChunk(memory));
    for (int at = 0; at < data.length; at += 4) {
      Segment part = new Segment(memory.handle(), memory.offset() + at, 4);
      rpc.push(part, Arrays.copyOfRange(data, at, at + 4));
    }
    Segment[] listed = new Segment[4000];
    Arrays.fill(listed, memory);
    rpc.reply(reduced(1, Nfs3.readReply(1, data)).writeChunk(listed));

    RpcMessage message = rpc.decode().reply(1);
    assertThat(message).isWhole(Nfs3.readReply(1, data));
    assertThat(message.transfers()).hasSize(writes);
    assertThat(message.writeChunks().get(0).segments()).hasSize(listed.length);
  }

  @Test
  void shouldNotMissAWriteChunkThatTheSnapLengthCutOff() {
    // Given a reply that returns both chunks,
    Segment one = Segment.of(0x101, 100);
    Segment other = Segment.of(0x102, 100);
    rpc.call(inline(1, Nfs3.readCall(1, 100)).writeChunk(one).writeChunk(other));
    rpc.push(one, Pattern.of(1, 100));
    rpc.reply(
        reduced(1, Nfs3.readReply(1, Pattern.of(1, 100)))
            .writeChunk(one)
            .writeChunk(other.unused()));
    // when its frame ends in the second of them
    List<Packet> packets = rpc.capture().packets();
    int last = packets.size() - 1;
    while (packets.get(last).opcode().operation() != Operation.SEND) {
      last--;
    }
    packets.set(last, packets.get(last).cut(SECOND_CHUNK_AT + 8));

    RpcMessage message = rpc.decode().reply(1);
    assertThat(message.writeChunks()).hasSize(1);
    assertThat(Decoded.rules(message))
        .containsExactlyElementsOf(names(RpcRdmaRules.TRUNCATED_HEADER));
  }
}
