package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.msg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.ib.build.Opcodes;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.rpcrdma.decode.Leftovers;

/** Replies whose data the server puts into the client's memory with RDMA Writes. */
class WriteChunkTest {
  private final RpcConversation rpc = RpcConversation.connected();

  @ParameterizedTest
  @CsvSource({
    "512,true",
    "512,false",
    "1024,true",
    "1024,false",
    "4000,true",
    "4000,false",
    "1,true",
    "1023,true",
    "1025,false",
    "3001,true",
    "3001,false"
  })
  @DisplayName("case 17: Write chunk; Only; First, Middles and Last; odd length")
  void shouldRebuildFromAWriteChunk(int length, boolean connected) {
    RpcConversation conversation =
        connected ? RpcConversation.connected() : RpcConversation.unconnected();
    byte[] data = Pattern.of(17, length);
    Segment memory = Segment.of(0x100, length);
    XdrMessage reply = Nfs3.readReply(17, data);
    conversation.call(inline(17, Nfs3.readCall(17, length)).writeChunk(memory));
    conversation.push(memory, data);
    conversation.reply(reduced(17, reply).writeChunk(memory));

    Decoded seen = conversation.decode();
    assertThat(seen.call(17)).isWhole(Nfs3.readCall(17, length)).hasNoFindings();
    assertThat(seen.reply(17)).isWhole(reply).hasNoFindings().answers(seen.call(17)).pushed(length);
    assertThat(seen.exchange(17).transfers()).hasSize(1);
    assertThat(Leftovers.after(conversation.capture(), memory)).isEmpty();
  }

  @Test
  @DisplayName("case 17: Write chunk of three segments")
  void shouldJoinThreeSegments() {
    byte[] data = Pattern.of(17, 5003);
    Segment[] memory = {Segment.of(0x101, 2048), Segment.of(0x102, 2048), Segment.of(0x103, 2048)};
    XdrMessage reply = Nfs41.reply(17).sequence().putfh().read(data).getattr().message();
    XdrMessage call = Nfs41.call(17).sequence().putfh().read(6144).getattr().message();
    rpc.call(inline(17, call).writeChunk(memory));
    rpc.push(memory[0], Arrays.copyOfRange(data, 0, 2048));
    rpc.push(memory[1], Arrays.copyOfRange(data, 2048, 4096), 512, 1536);
    rpc.push(memory[2], Arrays.copyOfRange(data, 4096, 5003));
    rpc.reply(reduced(17, reply).writeChunk(memory[0], memory[1], memory[2].used(907)));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(17)).isWhole(reply).hasNoFindings().pushed(2048, 2048, 907);
    assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
  }

  @Test
  @DisplayName("case 17: READLINK text in a Write chunk")
  void shouldRebuildALink() {
    byte[] text = Pattern.of(17, 777);
    Segment memory = Segment.of(0x100, 1024);
    XdrMessage reply = Nfs3.readlinkReply(17, text);
    rpc.call(inline(17, Nfs3.readlinkCall(17)).writeChunk(memory));
    rpc.push(memory, text);
    rpc.reply(reduced(17, reply).writeChunk(memory.used(777)));

    assertThat(rpc.decode().reply(17)).isWhole(reply).hasNoFindings().pushed(777);
  }

  @Test
  @DisplayName("case 18: short READ, second segment unused")
  void shouldLeaveNothingOfAnUnusedSegment() {
    byte[] data = Pattern.of(18, 1500);
    Segment one = Segment.of(0x101, 2048);
    Segment other = Segment.of(0x102, 2048);
    XdrMessage reply = Nfs3.readReply(18, data);
    rpc.call(inline(18, Nfs3.readCall(18, 4096)).writeChunk(one, other));
    rpc.push(one, data);
    rpc.reply(reduced(18, reply).writeChunk(one.used(1500), other.unused()));

    assertThat(rpc.decode().reply(18)).isWhole(reply).hasNoFindings().pushed(1500, 0);
    assertThat(Leftovers.after(rpc.capture(), one, other)).isEmpty();
  }

  @Test
  @DisplayName("case 19: two Write chunks, two READs in one compound")
  void shouldGiveEachReadItsChunk() {
    byte[] first = Pattern.of(191, 1501);
    byte[] second = Pattern.of(192, 2000);
    Segment one = Segment.of(0x101, 2000);
    Segment other = Segment.of(0x102, 2000);
    XdrMessage call = Nfs41.call(19).sequence().putfh().read(2000).read(2000).message();
    XdrMessage reply = Nfs41.reply(19).sequence().putfh().read(first).read(second).message();
    rpc.call(inline(19, call).writeChunk(one).writeChunk(other));
    rpc.push(one, first);
    rpc.push(other, second);
    rpc.reply(reduced(19, reply).writeChunk(one.used(1501)).writeChunk(other));

    assertThat(rpc.decode().reply(19)).isWhole(reply).hasNoFindings().pushed(1501, 2000);
    assertThat(Leftovers.after(rpc.capture(), one, other)).isEmpty();
  }

  @Test
  @DisplayName("case 24: Write chunk offered, data sent inline")
  void shouldTakeDataInlineWhereTheChunkWasNotUsed() {
    Segment memory = Segment.of(0x100, 4096);
    XdrMessage reply = Nfs3.readReply(24, Pattern.of(24, 333));
    rpc.call(inline(24, Nfs3.readCall(24, 4096)).writeChunk(memory));
    rpc.reply(inline(24, reply).writeChunk(memory.unused()));

    assertThat(rpc.decode().reply(24)).isWhole(reply).hasNoFindings().pushed(0);
    assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
  }

  @Test
  @DisplayName("case 25: first Write chunk has zero segments, second is used")
  void shouldCountAChunkOfZeroSegments() {
    byte[] second = Pattern.of(252, 1001);
    Segment memory = Segment.of(0x100, 1024);
    XdrMessage call = Nfs41.call(25).sequence().putfh().read(8).read(1024).message();
    XdrMessage reply =
        Nfs41.reply(25).sequence().putfh().read(Pattern.of(251, 7)).read(second).message();
    rpc.call(inline(25, call).emptyWriteChunk().writeChunk(memory));
    rpc.push(memory, second);
    rpc.reply(msg(25).emptyWriteChunk().writeChunk(memory.used(1001)).inline(reply.reducedBy(1)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(25)).isWhole(call).hasNoFindings();
    assertThat(seen.reply(25)).isWhole(reply).hasNoFindings().pushed(1001);
    assertThat(seen.reply(25).writeChunks()).hasSize(2);
  }

  @Test
  @DisplayName("case 26: READ fails with its chunk unused, next READ is inline")
  void shouldNotGiveAnUnusedChunkToTheNextRead() {
    Segment memory = Segment.of(0x100, 4096);
    XdrMessage reply = Nfs3.readReply(27, Pattern.of(26, 101));
    rpc.call(inline(26, Nfs3.readCall(26, 4096)).writeChunk(memory));
    rpc.reply(inline(26, Nfs3.readError(26)).writeChunk(memory.unused()));
    rpc.call(inline(27, Nfs3.readCall(27, 101)));
    rpc.reply(inline(27, reply));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(26)).isWhole(Nfs3.readError(26)).hasNoFindings().pushed(0);
    assertThat(seen.reply(27)).isWhole(reply).hasNoFindings();
    assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
  }

  @Test
  @DisplayName("case 26: first READ of a compound works, the second fails with its chunk unused")
  void shouldNotGiveTheDataOfOneReadToAFailedOne() {
    byte[] data = Pattern.of(26, 1500);
    Segment one = Segment.of(0x101, 2048);
    Segment other = Segment.of(0x102, 2048);
    XdrMessage call = Nfs41.call(26).sequence().putfh().read(2048).read(2048).message();
    XdrMessage reply = Nfs41.reply(26).sequence().putfh().read(data).readError().message();
    rpc.call(inline(26, call).writeChunk(one).writeChunk(other));
    rpc.push(one, data);
    rpc.reply(reduced(26, reply).writeChunk(one.used(1500)).writeChunk(other.unused()));

    assertThat(rpc.decode().reply(26)).isWhole(reply).hasNoFindings().pushed(1500, 0);
  }

  @Test
  @DisplayName("case 38: two Write messages in descending address order")
  void shouldPlaceWritesByAddress() {
    byte[] data = Pattern.of(38, 3000);
    Segment memory = Segment.of(0x100, 3000);
    XdrMessage reply = Nfs3.readReply(38, data);
    rpc.call(inline(38, Nfs3.readCall(38, 3000)).writeChunk(memory));
    rpc.server().write(0x100, memory.offset() + 1400, Arrays.copyOfRange(data, 1400, 3000));
    rpc.server().write(0x100, memory.offset(), Arrays.copyOfRange(data, 0, 1400));
    rpc.reply(reduced(38, reply).writeChunk(memory));

    assertThat(rpc.decode().reply(38)).isWhole(reply).hasNoFindings().pushed(3000);
  }

  @ParameterizedTest
  @ValueSource(ints = {600, 3000})
  @DisplayName("case 44: RDMA Write ends with Last (or is an Only) with Immediate")
  void shouldTakeWritesWithImmediate(int length) {
    byte[] data = Pattern.of(44, length);
    Segment memory = Segment.of(0x100, length);
    XdrMessage reply = Nfs3.readReply(44, data);
    rpc.call(inline(44, Nfs3.readCall(44, length)).writeChunk(memory));
    rpc.server().writeWithImmediate(0x100, memory.offset(), data, 0x12345678);
    rpc.reply(reduced(44, reply).writeChunk(memory));

    assertThat(rpc.decode().reply(44))
        .isWhole(reply)
        .hasOnlyFindings(IbRules.IMMEDIATE_DATA)
        .pushed(length);
  }

  @Test
  @DisplayName("case 50: one handle for two segments, Write")
  void shouldTellSegmentsOfOneHandleApartWhenWriting() {
    byte[] data = Pattern.of(50, 3500);
    Segment one = new Segment(0x100, 0x10000, 2000);
    Segment other = new Segment(0x100, 0x20000, 2000);
    XdrMessage reply = Nfs3.readReply(50, data);
    rpc.call(inline(50, Nfs3.readCall(50, 4000)).writeChunk(one, other));
    rpc.push(one, Arrays.copyOfRange(data, 0, 2000));
    rpc.push(other, Arrays.copyOfRange(data, 2000, 3500));
    rpc.reply(reduced(50, reply).writeChunk(one, other.used(1500)));

    assertThat(rpc.decode().reply(50)).isWhole(reply).hasNoFindings().pushed(2000, 1500);
    assertThat(Leftovers.after(rpc.capture(), one, other)).isEmpty();
  }

  @Test
  @DisplayName("case 55: multi-packet Send call with a Write list")
  void shouldFollowTheWriteListOfALongSend() {
    byte[] data = Pattern.of(55, 1300);
    Nfs41.Call operations = Nfs41.call(55).sequence();
    Nfs41.Reply results = Nfs41.reply(55).sequence();
    for (int i = 0; i < 60; i++) {
      operations.putfh();
      results.putfh();
    }
    XdrMessage call = operations.read(1300).message();
    XdrMessage reply = results.read(data).message();
    Segment memory = Segment.of(0x100, 1300);
    rpc.call(inline(55, call).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(55, reply).writeChunk(memory));

    Decoded seen = rpc.decode();
    assertThat(seen.call(55)).isWhole(call).hasNoFindings();
    assertThat(seen.call(55).sendPackets()).isGreaterThan(2);
    assertThat(seen.reply(55)).isWhole(reply).hasNoFindings().pushed(1300);
  }

  @Test
  @DisplayName("case 57: RDMA Write longer than its segment")
  void shouldCutAWriteAtTheEndOfItsSegment() {
    byte[] data = Pattern.of(57, 1500);
    Segment memory = Segment.of(0x100, 1500);
    XdrMessage reply = Nfs3.readReply(57, data);
    rpc.call(inline(57, Nfs3.readCall(57, 1500)).writeChunk(memory));
    rpc.push(memory, Arrays.copyOf(data, 2700));
    rpc.reply(reduced(57, reply).writeChunk(memory));

    assertThat(rpc.decode().reply(57))
        .isWhole(reply)
        .hasOnlyFindings(RpcRdmaRules.BEYOND_SEGMENT)
        .pushed(1500);
  }

  @Test
  @DisplayName("case 57: RDMA Write that begins before its segment")
  void shouldNotTakeWhatIsBeforeASegment() {
    byte[] data = Pattern.of(57, 1500);
    Segment memory = Segment.of(0x100, 1500);
    XdrMessage reply = Nfs3.readReply(57, data);
    rpc.call(inline(57, Nfs3.readCall(57, 1500)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.server().write(0x100, memory.offset() - 100, Pattern.of(99, 200));
    rpc.reply(reduced(57, reply).writeChunk(memory));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(57)).isWhole(reply).pushed(1500);
    assertThat(seen.rules()).contains(RpcRdmaRules.OUTSIDE_SEGMENT.name());
  }

  @Test
  void shouldTellAllOfManyWrongWritesButFewWithTheExchange() {
    byte[] data = Pattern.of(57, 1500);
    Segment memory = Segment.of(0x100, 1500);
    XdrMessage reply = Nfs3.readReply(57, data);
    rpc.call(inline(57, Nfs3.readCall(57, 1500)).writeChunk(memory));
    for (int i = 0; i < 40; i++) {
      rpc.server().write(0x100, memory.offset() - 100, Pattern.of(99, 200));
    }
    rpc.push(memory, data);
    rpc.reply(reduced(57, reply).writeChunk(memory));

    Decoded seen = rpc.decode();

    assertThat(seen.exchange(57).findings())
        .hasSize(32)
        .allMatch(each -> each.rule().equals(RpcRdmaRules.OUTSIDE_SEGMENT));
    assertThat(seen.alone())
        .hasSize(8)
        .allMatch(each -> each.rule().equals(RpcRdmaRules.OUTSIDE_SEGMENT));
  }

  @Test
  void shouldNotBlameAWriteToMemoryThatACallBeforeTheCaptureAdvertised() {
    // Given a client with one handle for all memory, and a capture that begins behind its call 57
    Segment before = new Segment(0x100, 0x9000, 1500);
    Segment memory = new Segment(0x100, 0x5000, 1500);
    byte[] data = Pattern.of(57, 1500);
    RpcConversation late = RpcConversation.unconnected();
    late.call(inline(58, Nfs3.readCall(58, 1500)).writeChunk(memory));
    late.push(before, data);
    late.reply(reduced(57, Nfs3.readReply(57, data)).writeChunk(before));
    late.push(memory, data);
    late.reply(reduced(58, Nfs3.readReply(58, data)).writeChunk(memory));

    Decoded seen = late.decode();

    assertThat(seen.rules()).doesNotContain(RpcRdmaRules.OUTSIDE_SEGMENT.name());
    assertThat(seen.reply(58)).isWhole(Nfs3.readReply(58, data));
  }

  @Test
  @DisplayName("case 57: more payload than the RETH announces")
  void shouldCutAWriteAtItsDmaLength() {
    byte[] data = Pattern.of(57, 600);
    Segment memory = Segment.of(0x100, 1000);
    XdrMessage reply = Nfs3.readReply(57, data);
    rpc.call(inline(57, Nfs3.readCall(57, 1000)).writeChunk(memory));
    rpc.server()
        .emit(
            rpc.server()
                .packet(Opcodes.RC_WRITE_ONLY)
                .reth(memory.offset(), 0x100, 600)
                .payload(Arrays.copyOf(data, 700)));
    rpc.server().nextPsn(rpc.server().nextPsn() + 1);
    rpc.reply(reduced(57, reply).writeChunk(memory.used(600)));

    assertThat(rpc.decode().reply(57))
        .isWhole(reply)
        .hasOnlyFindings(IbRules.BEYOND_DMA_LENGTH)
        .pushed(600);
  }

  @Test
  @DisplayName("case 74: READ of 1 MiB offered in 8 segments, reply uses none")
  void shouldLeaveNothingOfEightUnusedSegments() {
    Segment[] memory = eightSegments();
    XdrMessage reply = Nfs41.reply(74).sequence().putfh().read(new byte[0]).message();
    XdrMessage call = Nfs41.call(74).sequence().putfh().read(1 << 20).message();
    rpc.call(inline(74, call).writeChunk(memory));
    rpc.reply(inline(74, reply).writeChunk(unused(memory, 0, 0)));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(74)).isWhole(reply).hasNoFindings().pushed(0, 0, 0, 0, 0, 0, 0, 0);
    assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
  }

  @Test
  @DisplayName("case 74: READ of 1 MiB offered in 8 segments, reply uses one")
  void shouldLeaveNothingOfSevenUnusedSegments() {
    byte[] data = Pattern.of(74, 100_001);
    Segment[] memory = eightSegments();
    XdrMessage reply = Nfs41.reply(74).sequence().putfh().read(data).message();
    XdrMessage call = Nfs41.call(74).sequence().putfh().read(1 << 20).message();
    rpc.call(inline(74, call).writeChunk(memory));
    rpc.push(memory[0], data, 20480, 20480, 20480, 20480, 18081);
    rpc.reply(reduced(74, reply).writeChunk(unused(memory, 1, 100_001)));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(74)).isWhole(reply).hasNoFindings().pushed(100_001, 0, 0, 0, 0, 0, 0, 0);
    assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
  }

  private static Segment[] eightSegments() {
    Segment[] memory = new Segment[8];
    Arrays.setAll(memory, i -> Segment.of(0x200 + i, 1 << 17));
    return memory;
  }

  private static Segment[] unused(Segment[] memory, int used, int length) {
    Segment[] returned = new Segment[memory.length];
    Arrays.setAll(returned, i -> i < used ? memory[i].used(length) : memory[i].unused());
    return returned;
  }
}
