package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.rpcrdma.decode.Leftovers;

/** Calls whose data the server fetches with RDMA Reads. */
class ReadChunkTest {
  private final RpcConversation rpc = RpcConversation.connected();

  /** A WRITE of so many bytes in one segment, fetched by one RDMA Read. */
  private void shouldRebuildWrite(RpcConversation conversation, int length) {
    byte[] data = Pattern.of(1, length);
    XdrMessage call = Nfs3.writeCall(1, data);
    Segment memory = Segment.of(0x100, length);
    conversation.call(reduced(1, call).readChunk(call.position(0), memory));
    conversation.pull(memory, data);
    conversation.reply(inline(1, Nfs3.writeReply(1, length)));

    Decoded seen = conversation.decode();
    assertThat(seen.call(1)).isWhole(call).hasNoFindings().pulled(length);
    assertThat(seen.reply(1)).isWhole(Nfs3.writeReply(1, length)).answers(seen.call(1));
    assertThat(seen.exchange(1).transfers()).hasSize(1);
    assertThat(seen.summary().evictions()).isEmpty();
    assertThat(Leftovers.after(conversation.capture(), memory)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 2: Read chunk, Response Only")
  void shouldRebuildFromOneResponse(boolean connected) {
    shouldRebuildWrite(begin(connected), 512);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 3: Read chunk, First + Middles + Last")
  void shouldRebuildFromManyResponses(boolean connected) {
    shouldRebuildWrite(begin(connected), 4096 + 400);
  }

  private static RpcConversation begin(boolean connected) {
    return connected ? RpcConversation.connected() : RpcConversation.unconnected();
  }

  @Test
  @DisplayName("case 4: one segment, three Read requests")
  void shouldRebuildASegmentThatThreeReadsFetch() {
    byte[] data = Pattern.of(4, 6000);
    XdrMessage call = Nfs3.writeCall(4, data);
    Segment memory = Segment.of(0x100, 6000);
    rpc.call(reduced(4, call).readChunk(call.position(0), memory));
    rpc.pull(memory, data, 2048, 2048, 1904);
    rpc.reply(inline(4, Nfs3.writeReply(4, 6000)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(4)).isWhole(call).hasNoFindings().pulled(6000);
    assertThat(seen.call(4).transfers()).hasSize(3);
  }

  @Test
  @DisplayName("case 5: three segments, one position")
  void shouldJoinTheSegmentsOfAChunk() {
    byte[] data = Pattern.of(5, 7000);
    XdrMessage call = Nfs3.writeCall(5, data);
    Segment[] memory = {Segment.of(0x101, 3000), Segment.of(0x102, 3000), Segment.of(0x103, 1000)};
    rpc.call(reduced(5, call).readChunk(call.position(0), memory));
    rpc.pull(memory[0], Arrays.copyOfRange(data, 0, 3000));
    rpc.pull(memory[1], Arrays.copyOfRange(data, 3000, 6000));
    rpc.pull(memory[2], Arrays.copyOfRange(data, 6000, 7000));
    rpc.reply(inline(5, Nfs3.writeReply(5, 7000)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(5)).isWhole(call).hasNoFindings().pulled(3000, 3000, 1000);
    assertThat(seen.call(5).readChunks()).hasSize(1);
    assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
  }

  @Test
  @DisplayName("case 6: pipelined Read requests for two segments before any response")
  void shouldTellPipelinedReadsApart() {
    byte[] first = Pattern.of(61, 3000);
    byte[] second = Pattern.of(62, 2500);
    XdrMessage call = Nfs41.call(6).sequence().putfh().write(join(first, second)).message();
    Segment one = Segment.of(0x101, 3000);
    Segment other = Segment.of(0x102, 2500);
    rpc.call(reduced(6, call).readChunk(call.position(0), one, other));
    ReadRequest requestOne = rpc.server().readRequest(one.handle(), one.offset(), 3000);
    ReadRequest requestOther = rpc.server().readRequest(other.handle(), other.offset(), 2500);
    rpc.client().readResponse(requestOne, first);
    rpc.client().readResponse(requestOther, second);

    assertThat(rpc.decode().call(6)).isWhole(call).hasNoFindings().pulled(3000, 2500);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 1021, 1022, 1023, 2049})
  @DisplayName("case 7: length not a multiple of 4, last item of the call")
  void shouldRoundUpTheLastItem(int length) {
    shouldRebuildWrite(rpc, length);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1022, 3001})
  @DisplayName("case 8: length not a multiple of 4, followed by further operations")
  void shouldRoundUpBeforeWhatFollows(int length) {
    byte[] data = Pattern.of(8, length);
    XdrMessage call = Nfs41.call(8).sequence().putfh().write(data).getattr().message();
    Segment memory = Segment.of(0x108, length);
    rpc.call(reduced(8, call).readChunk(call.position(0), memory));
    rpc.pull(memory, data);

    assertThat(rpc.decode().call(8)).isWhole(call).hasNoFindings();
  }

  @Test
  @DisplayName("case 10: chunk that already includes its round-up")
  void shouldNotRoundUpTwice() {
    byte[] data = Pattern.of(10, 1501);
    XdrMessage call = Nfs41.call(10).sequence().putfh().write(data).getattr().message();
    byte[] rounded = Arrays.copyOf(data, 1504);
    Segment memory = Segment.of(0x100, 1504);
    rpc.call(reduced(10, call).readChunk(call.position(0), memory));
    rpc.pull(memory, rounded);

    assertThat(rpc.decode().call(10)).isWhole(call).hasNoFindings().pulled(1504);
  }

  @Test
  @DisplayName("case 10: round-up in a segment of its own")
  void shouldTakeTheRoundUpFromASegmentOfItsOwn() {
    byte[] data = Pattern.of(10, 1501);
    XdrMessage call = Nfs41.call(10).sequence().putfh().write(data).getattr().message();
    Segment memory = Segment.of(0x100, 1501);
    Segment padding = Segment.of(0x101, 3);
    rpc.call(reduced(10, call).readChunk(call.position(0), memory, padding));
    rpc.pull(memory, data);
    rpc.pull(padding, new byte[3]);

    assertThat(rpc.decode().call(10)).isWhole(call).hasNoFindings().pulled(1501, 3);
  }

  @Test
  @DisplayName("case 11: first of two segments has odd length")
  void shouldJoinSegmentsAtAnOddOffset() {
    byte[] data = Pattern.of(11, 3000);
    XdrMessage call = Nfs41.call(11).sequence().putfh().write(data).getattr().message();
    Segment one = Segment.of(0x101, 1501);
    Segment other = Segment.of(0x102, 1499);
    rpc.call(reduced(11, call).readChunk(call.position(0), one, other));
    rpc.pull(one, Arrays.copyOfRange(data, 0, 1501));
    rpc.pull(other, Arrays.copyOfRange(data, 1501, 3000));

    assertThat(rpc.decode().call(11)).isWhole(call).hasNoFindings().pulled(1501, 1499);
  }

  @Test
  @DisplayName("case 12: two Read requests meeting at an odd offset")
  void shouldJoinReadsAtAnOddOffset() {
    byte[] data = Pattern.of(12, 3000);
    XdrMessage call = Nfs3.writeCall(12, data);
    Segment memory = Segment.of(0x100, 3000);
    rpc.call(reduced(12, call).readChunk(call.position(0), memory));
    rpc.pull(memory, data, 1501, 1499);

    assertThat(rpc.decode().call(12)).isWhole(call).hasNoFindings().pulled(3000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 1001, 2047})
  @DisplayName("case 13: two Read chunks in one call")
  void shouldPutTwoReadChunksInTheirPlaces(int length) {
    byte[] first = Pattern.of(131, length);
    byte[] second = Pattern.of(132, 1502);
    XdrMessage call =
        Nfs41.call(13).sequence().putfh().write(first).putfh().write(second).getattr().message();
    Segment one = Segment.of(0x101, length);
    Segment other = Segment.of(0x102, 1502);
    rpc.call(reduced(13, call).readChunk(call.position(0), one).readChunk(call.position(1), other));
    rpc.pull(one, first);
    rpc.pull(other, second);

    Decoded seen = rpc.decode();
    assertThat(seen.call(13)).isWhole(call).hasNoFindings().pulled(length, 1502);
    assertThat(seen.call(13).readChunks())
        .extracting(chunk -> chunk.position())
        .containsExactly((long) call.position(0), (long) call.position(1));
  }

  @ParameterizedTest
  @CsvSource({"1000 1000", "500 500 1000", "1000 500"})
  @DisplayName("segments with some memory in common: its bytes are in both")
  void shouldJoinSegmentsThatOverlapInPart(String reads) {
    // Given 1500 bytes of memory, of which one segment has the first 1000 and one the last 1000
    byte[] memory = Pattern.of(14, 1500);
    Segment first = new Segment(0x100, 0x7000_0000_0000L, 1000);
    Segment second = new Segment(0x100, 0x7000_0000_01f4L, 1000);
    byte[] data = Arrays.copyOf(memory, 2000);
    System.arraycopy(memory, 500, data, 1000, 1000);
    XdrMessage call = Nfs3.writeCall(14, data);
    rpc.call(reduced(14, call).readChunk(call.position(0), first, second));

    // When they are read one by one, or what they have in common once
    int at = 0;
    for (String each : reads.split(" ", -1)) {
      int length = Integer.parseInt(each);
      at = at == 1000 && length == 1000 ? 500 : at;
      rpc.server().read(0x100, first.offset() + at, Arrays.copyOfRange(memory, at, at + length));
      at += length;
    }
    rpc.reply(inline(14, Nfs3.writeReply(14, 2000)));

    assertThat(rpc.decode().call(14)).isWhole(call).hasNoFindings();
  }

  @ParameterizedTest
  @CsvSource({"1000, 500, 0x00000100", "400, 400, 0x00000100"})
  @DisplayName("segments with some memory in common: what was read of neither is told")
  void shouldTellOfAnOverlappingSegmentThatWasNotRead(int length, int known, String handle) {
    byte[] memory = Pattern.of(14, 1500);
    Segment first = new Segment(0x100, 0x7000_0000_0000L, 1000);
    Segment second = new Segment(0x100, 0x7000_0000_01f4L, 1000);
    byte[] data = Arrays.copyOf(memory, 2000);
    XdrMessage call = Nfs3.writeCall(14, data);
    rpc.call(reduced(14, call).readChunk(call.position(0), first, second));
    rpc.server().read(0x100, first.offset(), Arrays.copyOf(memory, length));
    rpc.reply(inline(14, Nfs3.writeReply(14, 2000)));

    assertThat(rpc.decode().reply(14).findings())
        .extracting(each -> each.rule().name(), each -> each.message())
        .containsExactly(
            tuple(
                RpcRdmaRules.TRANSFERRED_SHORT.name(),
                known + " bytes were read of segment " + handle + " of 1000"));
  }

  @Test
  @DisplayName("overlapping segments, known before both directions are one connection")
  void shouldKeepOverlappingSegmentsWhenTheDirectionsAreJoined() {
    // Given two directions of which nothing says yet that they are one connection
    RpcConversation late = RpcConversation.unconnected(wire -> wire.acks(false));
    late.reply(inline(99, Nfs3.nullReply(99)));
    byte[] memory = Pattern.of(14, 1050);
    Segment[] listed = new Segment[6];
    byte[] data = new byte[6 * 1000];
    for (int i = 0; i < listed.length; i++) {
      listed[i] = new Segment(0x100, 0x7000_0000_0000L + 10L * i, 1000);
      System.arraycopy(memory, 10 * i, data, 1000 * i, 1000);
    }
    XdrMessage call = Nfs3.writeCall(14, data);
    late.call(reduced(14, call).readChunk(call.position(0), listed));

    // When an acknowledgement says so, and all of them are read
    late.client().acknowledge(Psn.add(late.server().nextPsn(), -1));
    for (int i = 0; i < listed.length; i++) {
      late.pull(listed[i], Arrays.copyOfRange(memory, 10 * i, 10 * i + 1000));
    }
    late.reply(inline(14, Nfs3.writeReply(14, data.length)));

    // Then
    assertThat(late.decode().call(14)).isWhole(call).hasNoFindings();
  }

  @ParameterizedTest
  @CsvSource({"1,true", "2,true", "1,false", "2,false"})
  @DisplayName("the same memory for two chunks, or twice in one: its bytes are in both places")
  void shouldTakeMemoryThatIsListedTwiceForBoth(int reads, boolean twoChunks) {
    byte[] once = Pattern.of(131, 1500);
    byte[] twice = Arrays.copyOf(once, 3000);
    System.arraycopy(once, 0, twice, 1500, 1500);
    Segment one = Segment.of(0x101, 1500);
    XdrMessage call =
        twoChunks
            ? Nfs41.call(13).sequence().putfh().write(once).putfh().write(once).getattr().message()
            : Nfs41.call(13).sequence().putfh().write(twice).getattr().message();
    rpc.call(
        twoChunks
            ? reduced(13, call).readChunk(call.position(0), one).readChunk(call.position(1), one)
            : reduced(13, call).readChunk(call.position(0), one, one));
    for (int read = 0; read < reads; read++) {
      rpc.pull(one, once);
    }
    rpc.reply(inline(13, Nfs3.nullReply(13)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(13)).isWhole(call).pulled(1500, 1500).hasNoFindings();
    assertThat(seen.call(13).transfers()).hasSize(1);
  }

  @Test
  @DisplayName("memory that is listed more often than is followed: what is not there is evicted")
  void shouldSayWhatItDoesNotFollow() {
    byte[] once = Pattern.of(131, 8);
    Segment one = Segment.of(0x101, 8);
    Segment[] listed = new Segment[20];
    Arrays.fill(listed, one);
    XdrMessage call = Nfs41.call(13).sequence().putfh().write(new byte[20 * 8]).message();
    rpc.call(reduced(13, call).readChunk(call.position(0), listed));
    rpc.pull(one, once);
    rpc.reply(inline(13, Nfs3.nullReply(13)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(13).rpc().orElseThrow().missing())
        .isNotEmpty()
        .allMatch(each -> each.reason() == Absence.EVICTED);
    assertThat(seen.summary().evictions()).containsKey("segments");
  }

  @Test
  @DisplayName("case 14: Position-Zero Read chunk, odd length inside")
  void shouldTakeThePositionZeroChunkAsItIs() {
    XdrMessage call = Nfs3.symlinkCall(14, 1001, Pattern.of(14, 801));
    Segment one = Segment.of(0x101, 1001);
    Segment other = Segment.of(0x102, call.length() - 1001);
    rpc.call(nomsg(14).readChunk(0, one, other));
    rpc.pull(one, Arrays.copyOfRange(call.bytes(), 0, 1001));
    rpc.pull(other, Arrays.copyOfRange(call.bytes(), 1001, call.length()));
    rpc.reply(inline(14, Nfs3.nullReply(14)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(14)).isWhole(call).hasNoFindings();
    assertThat(seen.call(14).rpc().orElseThrow().procedure()).hasValue(Nfs3.SYMLINK);
    assertThat(seen.reply(14)).answers(seen.call(14));
    assertThat(Leftovers.after(rpc.capture(), one, other)).isEmpty();
  }

  @Test
  @DisplayName("case 15: Position-Zero Read chunk plus a data chunk")
  void shouldPutADataChunkIntoThePositionZeroChunk() {
    byte[] data = Pattern.of(15, 2001);
    XdrMessage call = Nfs41.call(15).sequence().putfh().write(data).getattr().message();
    byte[] reduced = call.reduced();
    Segment stream = Segment.of(0x101, reduced.length);
    Segment memory = Segment.of(0x102, 2001);
    rpc.call(nomsg(15).readChunk(0, stream).readChunk(call.position(0), memory));
    rpc.pull(stream, reduced);
    rpc.pull(memory, data);

    Decoded seen = rpc.decode();
    assertThat(seen.call(15)).isWhole(call).hasNoFindings().pulled(reduced.length, 2001);
    assertThat(seen.call(15).rpc().orElseThrow().procedure()).hasValue(Nfs41.COMPOUND);
  }

  @Test
  @DisplayName("case 16: Read chunk of total length 0")
  void shouldNotWaitForAChunkOfNoBytes() {
    XdrMessage call = Nfs41.call(16).sequence().putfh().write(new byte[0]).getattr().message();
    Segment memory = Segment.of(0x100, 0);
    rpc.call(reduced(16, call).readChunk(call.position(0), memory));

    assertThat(rpc.decode().call(16)).isWhole(call).hasNoFindings().pulled(0);
  }

  @Test
  @DisplayName("case 42: whole Read repeated after a lost response")
  void shouldTakeAReadThatIsRepeatedAsAWhole() {
    byte[] data = Pattern.of(42, 3000);
    XdrMessage call = Nfs3.writeCall(42, data);
    Segment memory = Segment.of(0x100, 3000);
    rpc.call(reduced(42, call).readChunk(call.position(0), memory));
    ReadRequest request = rpc.server().read(memory.handle(), memory.offset(), data);
    rpc.capture().drop(rpc.capture().find("READ response Middle"));
    rpc.server().readRequest(request);
    rpc.client().readResponse(request, data);
    rpc.reply(inline(42, Nfs3.writeReply(42, 3000)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(42)).isWhole(call).hasFinding(RpcRdmaRules.DATA_REPEATED).pulled(3000);
    assertThat(seen.reply(42)).answers(seen.call(42));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @DisplayName("case 43: Read retried from the middle")
  void shouldTakeAReadThatIsRetriedFromTheMiddle(int packetsThatArrived) {
    byte[] data = Pattern.of(43, 3500);
    XdrMessage call = Nfs3.writeCall(43, data);
    Segment memory = Segment.of(0x100, 3500);
    rpc.call(reduced(43, call).readChunk(call.position(0), memory));
    ReadRequest request = rpc.server().readRequest(memory.handle(), memory.offset(), 3500);
    for (int i = 0; i < packetsThatArrived; i++) {
      rpc.client().readResponse(request, data, i);
    }
    ReadRequest rest = rpc.server().readRequest(request.from(packetsThatArrived));
    rpc.client()
        .readResponse(rest, Arrays.copyOfRange(data, packetsThatArrived * 1024, data.length));
    rpc.reply(inline(43, Nfs3.writeReply(43, 3500)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(43)).isWhole(call).pulled(3500);
    assertThat(seen.reply(43)).answers(seen.call(43));
  }

  @Test
  @DisplayName("case 50: one handle for two segments, Read")
  void shouldTellSegmentsOfOneHandleApartWhenReading() {
    byte[] data = Pattern.of(50, 4000);
    XdrMessage call = Nfs3.writeCall(50, data);
    Segment one = new Segment(0x100, 0x10000, 2500);
    Segment other = new Segment(0x100, 0x20000, 1500);
    rpc.call(reduced(50, call).readChunk(call.position(0), one, other));
    rpc.pull(one, Arrays.copyOfRange(data, 0, 2500));
    rpc.pull(other, Arrays.copyOfRange(data, 2500, 4000));
    rpc.reply(inline(50, Nfs3.writeReply(50, 4000)));

    assertThat(rpc.decode().call(50)).isWhole(call).hasNoFindings().pulled(2500, 1500);
    assertThat(Leftovers.after(rpc.capture(), one, other)).isEmpty();
  }

  @Test
  @DisplayName("case 55: multi-packet Send call with a Read list")
  void shouldFollowTheReadListOfALongSend() {
    byte[] text = Pattern.of(55, 1700);
    XdrMessage call = Nfs3.symlinkCall(55, 2500, text);
    Segment memory = Segment.of(0x100, 1700);
    rpc.call(reduced(55, call).readChunk(call.position(0), memory));
    rpc.pull(memory, text);
    rpc.reply(inline(55, Nfs3.nullReply(55)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(55)).isWhole(call).hasNoFindings().pulled(1700);
    assertThat(seen.call(55).sendPackets()).isEqualTo(3);
  }

  @Test
  @DisplayName("case 73: segments of 129838, 131072 and 39091 bytes")
  void shouldJoinTheSegmentsOfAnUnalignedBuffer() {
    byte[] data = Pattern.of(73, 300001);
    XdrMessage call = Nfs41.call(73).sequence().putfh().write(data).getattr().message();
    Segment[] memory = {
      Segment.of(0x101, 129838), Segment.of(0x102, 131072), Segment.of(0x103, 39091)
    };
    rpc.call(reduced(73, call).readChunk(call.position(0), memory));
    int at = 0;
    for (Segment segment : memory) {
      // The Linux server reads five pages at a time.
      for (int done = 0; done < segment.length(); done += 20480) {
        int part = Math.min(20480, segment.length() - done);
        rpc.server()
            .read(
                segment.handle(),
                segment.offset() + done,
                Arrays.copyOfRange(data, at + done, at + done + part));
      }
      at += segment.length();
    }

    assertThat(rpc.decode().call(73)).isWhole(call).hasNoFindings().pulled(129838, 131072, 39091);
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }
}
