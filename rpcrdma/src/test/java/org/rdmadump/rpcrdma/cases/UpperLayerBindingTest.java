package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.msg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Rule;
import org.rdmadump.nfs.NfsRules;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.Rpc;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.Xdr;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** Which arguments and results of NFS may be in chunks: RFC 8267. */
class UpperLayerBindingTest {
  private static final int COUNT_BEFORE_LENGTH = 12;

  private final RpcConversation rpc = RpcConversation.connected();

  @Test
  void shouldFindTheChunksOfReadsBehindOtherOperations() {
    byte[] first = Pattern.of(1, 1501);
    byte[] second = Pattern.of(2, 2002);
    Segment one = Segment.of(0x101, 1501);
    Segment other = Segment.of(0x102, 2002);
    XdrMessage call =
        Nfs41.call(1).sequence().putfh().getattr().read(1501).getattr().read(2002).message();
    XdrMessage reply =
        Nfs41.reply(1).sequence().putfh().getattr().read(first).getattr().read(second).message();
    rpc.call(inline(1, call).writeChunk(one).writeChunk(other));
    rpc.push(one, first);
    rpc.push(other, second);
    rpc.reply(reduced(1, reply).writeChunk(one).writeChunk(other));

    RpcMessage message = rpc.decodeContent().reply(1);
    assertThat(message).isWhole(reply);
    assertJudged(message);
  }

  @Test
  void shouldPutAChunkForNothingBehindTheReply() {
    // Given a GETATTR with a Write chunk that has bytes
    Segment memory = Segment.of(0x100, 100);
    XdrMessage reply = Nfs3.getattrReply(1);
    rpc.call(inline(1, Nfs3.getattrCall(1)).writeChunk(memory));
    rpc.push(memory, Pattern.of(1, 100));
    rpc.reply(inline(1, reply).writeChunk(memory));

    RpcMessage message = rpc.decodeContent().reply(1);
    assertJudged(message, RpcRdmaRules.CHUNK_NOT_PLACED);
    // No digest of bytes that the sender did not have in that order.
    assertThat(message.rpc().orElseThrow().complete()).isTrue();
    assertThat(message.rpc().orElseThrow().sha256()).isEmpty();
  }

  @Test
  void shouldGiveReadPlusNoChunk() {
    // Given a READ_PLUS, of whose data nobody knows how many parts there will be, before a READ
    byte[] sparse = Pattern.of(1, 40);
    byte[] data = Pattern.of(2, 1001);
    Segment memory = Segment.of(0x100, 1001);
    XdrMessage call = Nfs41.call(1).sequence().putfh().readPlus(40).read(1001).message();
    XdrMessage reply = Nfs41.reply(1).sequence().putfh().readPlus(sparse).read(data).message();
    rpc.call(inline(1, call).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(1, reply).writeChunk(memory));

    RpcMessage message = rpc.decodeContent().reply(1);
    assertThat(message).isWhole(reply);
    assertJudged(message);
  }

  @Test
  void shouldPutTheTextOfALinkBetweenTheDataOfTwoReads() {
    byte[] first = Pattern.of(1, 1501);
    byte[] text = Pattern.of(2, 333);
    byte[] second = Pattern.of(3, 2002);
    Segment one = Segment.of(0x101, 1501);
    Segment link = Segment.of(0x102, 333);
    Segment other = Segment.of(0x103, 2002);
    XdrMessage call = Nfs41.call(1).sequence().putfh().read(1501).readlink().read(2002).message();
    XdrMessage reply =
        Nfs41.reply(1).sequence().putfh().read(first).readlink(text).read(second).message();
    rpc.call(inline(1, call).writeChunk(one).writeChunk(link).writeChunk(other));
    rpc.push(one, first);
    rpc.push(link, text);
    rpc.push(other, second);
    rpc.reply(reduced(1, reply).writeChunk(one).writeChunk(link).writeChunk(other));

    RpcMessage message = rpc.decodeContent().reply(1);
    assertThat(message).isWhole(reply);
    assertJudged(message);
  }

  @Test
  void shouldTakeMoreReadsThanChunks() {
    byte[] first = Pattern.of(1, 1501);
    byte[] second = Pattern.of(2, 22);
    Segment one = Segment.of(0x101, 1501);
    XdrMessage call = Nfs41.call(1).sequence().putfh().read(1501).read(22).message();
    XdrMessage reply = Nfs41.reply(1).sequence().putfh().read(first).read(second).message();
    rpc.call(inline(1, call).writeChunk(one));
    rpc.push(one, first);
    rpc.reply(msg(1).writeChunk(one).inline(reply.reducedBy(0)));

    RpcMessage message = rpc.decodeContent().reply(1);
    assertThat(message).isWhole(reply);
    assertJudged(message);
  }

  @Test
  void shouldNotRoundUpAWriteChunkThatHasItsRoundUp() {
    // RFC 8166 section 3.4.6.2: it must not.
    byte[] data = Pattern.of(1, 801);
    Segment memory = Segment.of(0x100, 804);
    XdrMessage call = Nfs41.call(1).sequence().putfh().read(804).getattr().message();
    XdrMessage reply = Nfs41.reply(1).sequence().putfh().read(data).getattr().message();
    rpc.call(inline(1, call).writeChunk(memory));
    rpc.push(memory, Arrays.copyOf(data, 804));
    rpc.reply(reduced(1, reply).writeChunk(memory));

    RpcMessage message = rpc.decodeContent().reply(1);
    assertThat(message).isWhole(reply);
    assertJudged(message, RpcRdmaRules.LENGTH_DIFFERS);
  }

  @Test
  void shouldAcceptDataBesideAPositionZeroChunk() {
    byte[] data = Pattern.of(1, 801);
    XdrMessage call = Nfs41.call(1).sequence().putfh().write(data).getattr().message();
    Segment rest = Segment.of(0x101, call.reduced().length);
    Segment memory = Segment.of(0x102, 801);
    rpc.call(nomsg(1).readChunk(0, rest).readChunk(call.position(0), memory));
    rpc.pull(rest, call.reduced());
    rpc.pull(memory, data);

    RpcMessage message = rpc.decodeContent().call(1);
    assertThat(message).isWhole(call);
    assertJudged(message);
  }

  @Test
  void shouldNoteAChunkBesideItsArgumentInAPositionZeroChunk() {
    byte[] data = Pattern.of(1, 800);
    XdrMessage call = Nfs41.call(1).sequence().putfh().write(data).getattr().message();
    Segment rest = Segment.of(0x101, call.reduced().length);
    Segment memory = Segment.of(0x102, 800);
    rpc.call(nomsg(1).readChunk(0, rest).readChunk(call.position(0) + 8, memory));
    rpc.pull(rest, call.reduced());
    rpc.pull(memory, data);

    assertJudged(rpc.decodeContent().call(1), RpcRdmaRules.NOT_ELIGIBLE);
  }

  @Test
  void shouldNoteAChunkAtTheBeginningOfAnInlineCall() {
    XdrMessage call = Nfs3.getattrCall(1);
    Segment memory = Segment.of(0x100, 16);
    rpc.call(msg(1).readChunk(0, memory).inline(call.bytes()));
    rpc.pull(memory, Pattern.of(1, 16));

    assertThat(Decoded.rules(rpc.decodeContent().all(1).get(0)))
        .contains(RpcRdmaRules.NOT_ELIGIBLE.name());
  }

  @Test
  void shouldNotJudgeAChunkBehindWhatCannotBeRead() {
    // Given an operation that nobody knows before the WRITE
    byte[] data = Pattern.of(1, 800);
    XdrMessage call = Nfs41.call(1).sequence().unknown().write(data).message();
    Segment memory = Segment.of(0x100, 800);
    rpc.call(reduced(1, call).readChunk(call.position(0), memory));
    rpc.pull(memory, data);

    RpcMessage message = rpc.decodeContent().call(1);
    assertThat(message).isWhole(call);
    assertJudged(message);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shouldNoteAChunkInsideOfWhatIsWrapped(int service) {
    // Given a body with integrity or privacy: one opaque
    byte[] data = Pattern.of(1, 800);
    XdrMessage call =
        Rpc.gssCall(1, Nfs3.PROGRAM, Nfs3.VERSION, Nfs3.WRITE, service)
            .item(data)
            .opaque(Pattern.of(2, 28))
            .message();
    Segment memory = Segment.of(0x100, 800);
    rpc.call(reduced(1, call).readChunk(call.position(0), memory));
    rpc.pull(memory, data);

    RpcMessage message = rpc.decodeContent().call(1);
    assertThat(message).isWhole(call);
    assertJudged(message, RpcRdmaRules.NOT_ELIGIBLE);
  }

  @Test
  void shouldNotPutAWriteChunkIntoWhatIsWrapped() {
    // Given results with integrity that look as if their data was in the chunk
    byte[] data = Pattern.of(1, 801);
    Segment memory = Segment.of(0x100, 801);
    XdrMessage call =
        Rpc.gssCall(1, Nfs3.PROGRAM, Nfs3.VERSION, Nfs3.READ, 2)
            .opaque(Pattern.of(2, 52))
            .opaque(Pattern.of(3, 28))
            .message();
    byte[] plain = Nfs3.readReply(1, data).reduced();
    byte[] header = Rpc.reply(1).bytes();
    byte[] results = Arrays.copyOfRange(plain, header.length, plain.length);
    XdrMessage reply =
        Rpc.reply(1)
            .opaque(new Xdr().u32(4).raw(results).bytes())
            .opaque(Pattern.of(4, 28))
            .message();
    rpc.call(inline(1, call).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(inline(1, reply).writeChunk(memory));

    assertJudged(rpc.decodeContent().reply(1), RpcRdmaRules.CHUNK_NOT_PLACED);
  }

  @Test
  void shouldPutDataThatIsOnlyAuthenticatedInItsPlace() {
    byte[] data = Pattern.of(1, 801);
    Segment memory = Segment.of(0x100, 801);
    XdrMessage call =
        Rpc.gssCall(1, Nfs3.PROGRAM, Nfs3.VERSION, Nfs3.READ, 1)
            .opaque(Pattern.of(3, 32))
            .u64(0)
            .u32(801)
            .message();
    XdrMessage reply = Nfs3.readReply(1, data);
    rpc.call(inline(1, call).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(1, reply).writeChunk(memory));

    RpcMessage message = rpc.decodeContent().reply(1);
    assertThat(message).isWhole(reply);
    assertJudged(message);
  }

  @Test
  void shouldAcceptTheTextOfASymbolicLink() {
    byte[] text = Pattern.of(1, 1001);
    Segment memory = Segment.of(0x100, 1001);
    XdrMessage call = Nfs3.symlinkCall(1, 5, text);
    rpc.call(reduced(1, call).readChunk(call.position(0), memory));
    rpc.pull(memory, text);

    RpcMessage message = rpc.decodeContent().call(1);
    assertThat(message).isWhole(call);
    assertJudged(message);
  }

  @Test
  void shouldNoteAChunkThatIsAtNoArgument() {
    // Given a WRITE whose file handle is in a chunk
    byte[] data = Pattern.of(1, 40);
    XdrMessage call = Nfs3.writeCall(1, data);
    byte[] bytes = call.bytes();
    int handle = call.position(0) - 4 - 4 - 4 - 8 - 32;
    byte[] rest = new byte[bytes.length - 32];
    System.arraycopy(bytes, 0, rest, 0, handle);
    System.arraycopy(bytes, handle + 32, rest, handle, rest.length - handle);
    Segment memory = Segment.of(0x100, 32);
    rpc.call(msg(1).readChunk(handle, memory).inline(rest));
    rpc.pull(memory, Arrays.copyOfRange(bytes, handle, handle + 32));

    Decoded seen = rpc.decodeContent();
    RpcMessage message = seen.call(1);
    assertThat(message).isWhole(call);
    assertJudged(message, RpcRdmaRules.NOT_ELIGIBLE);
    assertMessage(seen, "position " + handle + " is not at a DDP-eligible argument");
  }

  @Test
  void shouldNoteAChunkBesideItsArgument() {
    byte[] data = Pattern.of(1, 800);
    XdrMessage call = Nfs41.call(1).sequence().putfh().write(data).getattr().message();
    Segment memory = Segment.of(0x100, 800);
    rpc.call(reduced(1, call).readChunk(call.position(0) - 4, memory));
    rpc.pull(memory, data);

    assertJudged(rpc.decodeContent().call(1), RpcRdmaRules.NOT_ELIGIBLE);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1, 2})
  void shouldNoteOnceAChunkWhereNoItemCanBegin(int off) {
    byte[] data = Pattern.of(1, 800);
    XdrMessage call = Nfs41.call(1).sequence().putfh().write(data).getattr().message();
    Segment memory = Segment.of(0x100, 800);
    rpc.call(reduced(1, call).readChunk(call.position(0) + off, memory));
    rpc.pull(memory, data);

    Decoded seen = rpc.decodeContent();
    assertJudged(seen.call(1), RpcRdmaRules.UNALIGNED_POSITION);
    assertMessage(seen, "not a multiple of 4");
  }

  @Test
  void shouldTakeAReadChunkThatHasItsRoundUp() {
    // RFC 8166 section 3.4.5.2: a receiver takes either.
    byte[] data = Pattern.of(1, 801);
    XdrMessage call = Nfs41.call(1).sequence().putfh().write(data).getattr().message();
    Segment memory = Segment.of(0x100, 804);
    rpc.call(reduced(1, call).readChunk(call.position(0), memory));
    rpc.pull(memory, Arrays.copyOf(data, 804));

    RpcMessage message = rpc.decodeContent().call(1);
    assertThat(message).isWhole(call);
    assertJudged(message);
  }

  @Test
  void shouldNoteAChunkInACallThatHasNoEligibleArgument() {
    XdrMessage call = Nfs3.getattrCall(1);
    byte[] bytes = call.bytes();
    int handle = bytes.length - 32;
    Segment memory = Segment.of(0x100, 32);
    rpc.call(msg(1).readChunk(handle, memory).inline(Arrays.copyOf(bytes, handle)));
    rpc.pull(memory, Arrays.copyOfRange(bytes, handle, bytes.length));

    RpcMessage message = rpc.decodeContent().call(1);
    assertThat(message).isWhole(call);
    assertJudged(message, RpcRdmaRules.NOT_ELIGIBLE);
  }

  @Test
  void shouldTellTheWrongOneOfTwoChunks() {
    byte[] first = Pattern.of(1, 1001);
    byte[] second = Pattern.of(2, 500);
    Segment one = Segment.of(0x101, 1001);
    Segment other = Segment.of(0x102, 500);
    XdrMessage call =
        Nfs41.call(1).sequence().putfh().write(first).write(second).getattr().message();
    rpc.call(
        reduced(1, call).readChunk(call.position(0), one).readChunk(call.position(1) + 4, other));
    rpc.pull(one, first);
    rpc.pull(other, second);

    Decoded seen = rpc.decodeContent();
    assertJudged(seen.call(1), RpcRdmaRules.NOT_ELIGIBLE);
    assertMessage(seen, "position " + (call.position(1) + 4));
  }

  @Test
  void shouldJudgeNothingOfAProgramThatNobodyDeclares() {
    Segment memory = Segment.of(0x100, 40);
    XdrMessage call = Rpc.call(1, 300_000, 1, 1).item(Pattern.of(1, 40)).message();
    rpc.call(reduced(1, call).readChunk(call.position(0), memory));
    rpc.pull(memory, Pattern.of(1, 40));

    RpcMessage message = rpc.decodeContent().call(1);
    assertThat(message).isWhole(call);
    assertJudged(message);
  }

  @ParameterizedTest
  @ValueSource(ints = {796, 808})
  void shouldCompareAReadChunkWithItsLengthWord(int chunk) {
    byte[] data = Pattern.of(1, 801);
    XdrMessage call = Nfs41.call(1).sequence().putfh().write(data).getattr().message();
    Segment memory = Segment.of(0x100, chunk);
    rpc.call(reduced(1, call).readChunk(call.position(0), memory));
    rpc.pull(memory, Arrays.copyOf(data, chunk));

    assertJudged(rpc.decodeContent().call(1), RpcRdmaRules.LENGTH_DIFFERS);
  }

  @Test
  void shouldCompareTheCountOfAWriteWithItsData() {
    byte[] data = Pattern.of(1, 801);
    XdrMessage call = Nfs3.writeCall(1, data);
    byte[] reduced = call.reduced();
    setLastByte(reduced, call.position(0) - COUNT_BEFORE_LENGTH, 0x20);
    Segment memory = Segment.of(0x100, 801);
    rpc.call(msg(1).readChunk(call.position(0), memory).inline(reduced));
    rpc.pull(memory, data);
    byte[] inline = call.bytes();
    setLastByte(inline, call.position(0) - COUNT_BEFORE_LENGTH, 0x20);
    inline[3] = 2;
    rpc.call(msg(2).inline(inline));

    Decoded seen = rpc.decodeContent();
    assertJudged(seen.call(1), NfsRules.COUNT_DIFFERS);
    assertMessage(seen, "count of 800 before data of 801 bytes");
    assertJudged(seen.call(2), NfsRules.COUNT_DIFFERS);
  }

  @Test
  void shouldCompareTheCountOfAReadWithItsData() {
    byte[] data = Pattern.of(1, 801);
    Segment memory = Segment.of(0x100, 801);
    XdrMessage reply = Nfs3.readReply(1, data);
    byte[] reduced = reply.reduced();
    setLastByte(reduced, reduced.length - COUNT_BEFORE_LENGTH, 0x20);
    rpc.call(inline(1, Nfs3.readCall(1, 801)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(msg(1).writeChunk(memory).inline(reduced));

    assertJudged(rpc.decodeContent().reply(1), NfsRules.COUNT_DIFFERS);
  }

  @Test
  void shouldCompareTheCountOfAReadWithItsDataWithoutAChunk() {
    XdrMessage reply = Nfs3.readReply(1, Pattern.of(1, 801));
    byte[] inline = reply.bytes();
    setLastByte(inline, reply.position(0) - COUNT_BEFORE_LENGTH, 0x20);
    rpc.call(inline(1, Nfs3.readCall(1, 801)));
    rpc.reply(msg(1).inline(inline));

    Decoded seen = rpc.decodeContent();
    assertJudged(seen.reply(1), NfsRules.COUNT_DIFFERS);
    assertThat(seen.reply(1).findings().toString())
        .contains("count of 800 before data of 801 bytes");
  }

  @Test
  void shouldCompareWhatWasReadWithWhatWasAskedFor() {
    XdrMessage third = Nfs3.readReply(1, Pattern.of(1, 801));
    rpc.call(inline(1, Nfs3.readCall(1, 800)));
    rpc.reply(inline(1, third));
    XdrMessage fourth = Nfs41.reply(2).sequence().putfh().read(Pattern.of(2, 901)).message();
    rpc.call(inline(2, Nfs41.call(2).sequence().putfh().read(900).message()));
    rpc.reply(inline(2, fourth));

    Decoded seen = rpc.decodeContent();
    assertJudged(seen.reply(1), NfsRules.COUNT_DIFFERS);
    assertJudged(seen.reply(2), NfsRules.COUNT_DIFFERS);
    assertThat(seen.reply(2).findings().toString())
        .contains("READ: data of 901 bytes, the call asked for 900");
  }

  /** What is said of chunks and counts; values that nothing was put into are judged, too. */
  private static void assertJudged(RpcMessage message, Rule... rules) {
    assertThat(Decoded.rules(message))
        .as("findings %s", message.findings())
        .filteredOn(
            name -> name.startsWith("rpcrdma.") || name.equals(NfsRules.COUNT_DIFFERS.name()))
        .containsExactlyElementsOf(Arrays.stream(rules).map(Rule::name).toList());
  }

  private static void setLastByte(byte[] message, int word, int value) {
    message[word + 3] = (byte) value;
  }

  private static void assertMessage(Decoded seen, String part) {
    assertThat(seen.call(1).findings()).anyMatch(finding -> finding.message().contains(part));
  }
}
