package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.rpcrdma.decode.Leftovers;

/** Handles used again, taken away, or never seen. */
class HandlesTest {
  private final RpcConversation rpc = RpcConversation.connected();
  private final byte[] data = Pattern.of(51, 3000);
  private final Segment memory = Segment.of(0x100, 3000);
  private final XdrMessage reply = Nfs3.readReply(52, data);

  @Test
  @DisplayName("tshark's case: four READs through one handle and address")
  void shouldStartEachAdvertisementAnew() {
    for (int xid = 1; xid <= 4; xid++) {
      byte[] each = Pattern.of(xid, 2000);
      rpc.call(inline(xid, Nfs3.readCall(xid, 3000)).writeChunk(memory));
      rpc.push(memory, each);
      rpc.reply(reduced(xid, Nfs3.readReply(xid, each)).writeChunk(memory.used(2000)));
    }

    Decoded seen = rpc.decode();
    for (int xid = 1; xid <= 4; xid++) {
      assertThat(seen.reply(xid))
          .isWhole(Nfs3.readReply(xid, Pattern.of(xid, 2000)))
          .hasNoFindings()
          .pushed(2000);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4})
  @DisplayName("Linux: one region takes the round-up of all Write chunks, here of two at a time")
  void shouldLetCallsShareTheMemoryForRoundUp(int writtenBehindTheFirst) {
    grantTwoCredits();
    Segment pad = new Segment(0x900, 0x4444, 4);
    Segment one = Segment.of(0x101, 33);
    Segment other = Segment.of(0x102, 2047);
    byte[] few = Pattern.of(51, 33);
    byte[] many = Pattern.of(52, 2047);
    rpc.call(inline(51, Nfs3.readCall(51, 33)).writeChunk(one, pad));
    rpc.call(inline(52, Nfs3.readCall(52, 2047)).writeChunk(other, pad));
    rpc.push(one, few);
    if (writtenBehindTheFirst > 0) {
      rpc.push(pad.used(writtenBehindTheFirst), new byte[writtenBehindTheFirst]);
    }
    rpc.push(other, many);
    rpc.push(pad.used(1), new byte[1]);
    rpc.reply(reduced(52, Nfs3.readReply(52, many)).writeChunk(other, pad.used(1)));
    rpc.reply(
        reduced(51, Nfs3.readReply(51, few)).writeChunk(one, pad.used(writtenBehindTheFirst)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(51)).hasNoFindings();
    assertThat(seen.call(52)).hasNoFindings();
    assertThat(seen.reply(51))
        .isWhole(Nfs3.readReply(51, few))
        .hasNoFindings()
        .answers(seen.call(51))
        .pushed(33, writtenBehindTheFirst);
    assertThat(seen.reply(52))
        .isWhole(Nfs3.readReply(52, many))
        .hasNoFindings()
        .answers(seen.call(52))
        .pushed(2047, 1);
    assertThat(seen.summary().unanswered()).isZero();
    assertThat(Leftovers.after(rpc.capture(), one, other, pad)).isEmpty();
  }

  private void grantTwoCredits() {
    rpc.call(inline(1, Nfs3.nullCall(1)).credits(2));
    rpc.reply(inline(1, Nfs3.nullReply(1)).credits(2));
  }

  @Test
  @DisplayName("the round-up of a Write chunk is in memory that another call has for data")
  void shouldTellOfMemoryThatIsNotJustForRoundUp() {
    grantTwoCredits();
    Segment small = new Segment(0x900, 0x4444, 4);
    rpc.call(inline(51, Nfs3.readCall(51, 4)).writeChunk(small));
    Segment large = Segment.of(0x102, 2047);
    rpc.call(inline(52, Nfs3.readCall(52, 2047)).writeChunk(large, small));
    rpc.push(large, Pattern.of(52, 2047));
    rpc.reply(
        reduced(52, Nfs3.readReply(52, Pattern.of(52, 2047))).writeChunk(large, small.unused()));

    assertThat(rpc.decode().reply(52)).hasOnlyFindings(RpcRdmaRules.HANDLE_REPLACED);
  }

  @Test
  @DisplayName("a last segment of four bytes that the length word counts in is data")
  void shouldTakeASmallLastSegmentForDataWhereTheLengthSaysSo() {
    Segment one = Segment.of(0x101, 33);
    Segment last = Segment.of(0x102, 4);
    byte[] bytes = Pattern.of(51, 37);
    rpc.call(inline(51, Nfs3.readCall(51, 37)).writeChunk(one, last));
    rpc.push(one, Arrays.copyOf(bytes, 33));
    rpc.push(last, Arrays.copyOfRange(bytes, 33, 37));
    rpc.reply(reduced(51, Nfs3.readReply(51, bytes)).writeChunk(one, last));

    assertThat(rpc.decode().reply(51))
        .isWhole(Nfs3.readReply(51, bytes))
        .hasNoFindings()
        .pushed(33, 4);
  }

  @Test
  @DisplayName("case 51: reply not captured, handle advertised again")
  void shouldStartAnewWhenTheReplyWasNotCaptured() {
    rpc.call(inline(51, Nfs3.readCall(51, 3000)).writeChunk(memory));
    rpc.push(memory, Pattern.of(99, 3000));
    rpc.reply(reduced(51, Nfs3.readReply(51, Pattern.of(99, 3000))).writeChunk(memory));
    rpc.call(inline(52, Nfs3.readCall(52, 3000)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(52, reply).writeChunk(memory));
    rpc.capture().drop(rpc.capture().find("server RC SEND"));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(52)).isWhole(reply).answers(seen.call(52)).pushed(3000);
    assertThat(seen.reply(52)).hasOnlyFindings(IbRules.NOT_CAPTURED);
    assertThat(seen.call(52)).hasNoFindings();
    assertThat(seen.exchange(51).call()).isPresent();
    assertThat(seen.exchange(51).reply()).isEmpty();
    assertThat(seen.summary().unanswered()).isEqualTo(1);
    assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
  }

  @Test
  @DisplayName(
      "case 54: the first message is a reply; a later call is joined to it while it is read")
  void shouldHandOutACallOnTheConnectionThatItWasJoinedTo() {
    RpcConversation late = RpcConversation.unconnected();
    XdrMessage write = Nfs3.writeCall(52, data);
    late.reply(inline(51, Nfs3.nullReply(51)));
    late.call(reduced(52, write).readChunk(write.position(0), memory));
    late.pull(memory, data);
    late.reply(inline(52, Nfs3.writeReply(52, 3000)));

    Decoded seen = late.decode();
    assertThat(seen.call(52)).isWhole(write).pulled(3000);
    assertThat(seen.reply(52)).answers(seen.call(52));
    assertThat(seen.call(52).connection()).isEqualTo(seen.reply(52).connection());
    assertThat(seen.call(52).source()).isEqualTo(seen.reply(52).destination());
    assertThat(seen.summary().connections()).isEqualTo(1);
  }

  @Test
  @DisplayName("a reply that reports more bytes than its segment has")
  void shouldNotBelieveMoreBytesThanWereOffered() {
    rpc.call(inline(52, Nfs3.readCall(52, 3000)).writeChunk(memory.used(2000)));
    rpc.push(memory.used(2000), Arrays.copyOf(data, 2000));
    rpc.reply(reduced(52, reply).writeChunk(memory));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(52)).pushed(2000).hasFinding(RpcRdmaRules.LENGTH_DIFFERS);
    assertThat(seen.reply(52).rpc().orElseThrow().missing()).isEmpty();
  }

  @Test
  @DisplayName("case 52: Read chunk incomplete, handle advertised again while the call waits")
  void shouldKeepAnIncompleteCallApartFromTheNext() {
    XdrMessage first = Nfs3.writeCall(51, Pattern.of(99, 3000));
    XdrMessage second = Nfs3.writeCall(52, data);
    rpc.call(reduced(51, first).readChunk(first.position(0), memory));
    ReadRequest request = rpc.server().readRequest(0x100, memory.offset(), 3000);
    rpc.client().readResponse(request, Pattern.of(99, 3000), 0);
    rpc.client().readResponse(request, Pattern.of(99, 3000), 2);
    rpc.call(reduced(52, second).readChunk(second.position(0), memory));
    rpc.pull(memory, data);
    rpc.reply(inline(52, Nfs3.writeReply(52, 3000)));

    Decoded seen = rpc.decode();
    RpcMessage incomplete = seen.call(51);
    assertThat(incomplete).pulled(1976);
    RpcSummary summary = incomplete.rpc().orElseThrow();
    assertThat(summary.complete()).isFalse();
    assertThat(summary.missing()).hasSize(1);
    assertThat(summary.missing().get(0).offset()).isEqualTo(first.position(0) + 1024);
    assertThat(summary.missing().get(0).length()).isEqualTo(1024);
    assertThat(seen.call(52)).isWhole(second).pulled(3000);
    assertThat(seen.reply(52)).answers(seen.call(52));
    assertThat(seen.exchange(51).reply()).isEmpty();
    assertThat(seen.rules()).doesNotContain(RpcRdmaRules.HANDLE_REPLACED.name());
    // Nothing shows that the first call does not wait for its reply any more.
    assertThat(Leftovers.after(rpc.capture(), memory)).containsExactly(memory);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 54: capture starts after the call; Write chunk")
  void shouldCountTheBytesOfAReplyWithoutCall(boolean connected) {
    RpcConversation late = connected ? RpcConversation.connected() : RpcConversation.unconnected();
    late.call(inline(52, Nfs3.readCall(52, 3000)).writeChunk(memory));
    late.push(memory, data);
    late.reply(reduced(52, reply).writeChunk(memory));
    late.capture().drop(late.capture().find("client RC SEND"));

    Decoded seen = late.decode();
    assertThat(seen.reply(52)).pushed(3000).hasFinding(RpcRdmaRules.CALL_NOT_CAPTURED);
    RpcSummary summary = seen.reply(52).rpc().orElseThrow();
    assertThat(summary.status()).hasValue("SUCCESS");
    assertThat(summary.callNumber()).isEmpty();
    assertThat(summary.procedure()).isEmpty();
    assertThat(summary.latencyNanos()).isEmpty();
    assertThat(seen.exchange(52).call()).isEmpty();
    assertThat(seen.summary().repliesWithoutCall()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 54: capture starts after the call; Reply chunk")
  void shouldCountTheBytesOfAReplyChunkWithoutCall(boolean connected) {
    RpcConversation late = connected ? RpcConversation.connected() : RpcConversation.unconnected();
    XdrMessage listing = Nfs3.readdirReply(52, 60);
    late.call(inline(52, Nfs3.readdirCall(52, 3000)).replyChunk(memory));
    late.push(memory, listing.bytes());
    late.reply(nomsg(52).replyChunk(memory.used(listing.length())));
    late.capture().drop(late.capture().find("client RC SEND"));

    Decoded seen = late.decode();
    RpcMessage message = seen.only("reply", each -> each.header().xid() == 52);
    assertThat(message).pushedReply(listing.length()).hasFinding(RpcRdmaRules.CALL_NOT_CAPTURED);
    assertThat(seen.summary().repliesWithoutCall()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 56: Send with Invalidate on replies, handles reused at once")
  void shouldShowInvalidations(boolean connected) {
    RpcConversation reusing =
        connected ? RpcConversation.connected() : RpcConversation.unconnected();
    for (int xid = 1; xid <= 3; xid++) {
      byte[] each = Pattern.of(xid, 3000);
      reusing.call(inline(xid, Nfs3.readCall(xid, 3000)).writeChunk(memory));
      reusing.push(memory, each);
      reusing.replyInvalidating(
          reduced(xid, Nfs3.readReply(xid, each)).writeChunk(memory), memory.handle());
    }

    Decoded seen = reusing.decode();
    for (int xid = 1; xid <= 3; xid++) {
      assertThat(seen.reply(xid))
          .isWhole(Nfs3.readReply(xid, Pattern.of(xid, 3000)))
          .hasNoFindings()
          .answers(seen.call(xid));
      assertThat(seen.reply(xid).invalidated()).hasValue(memory.handle());
      assertThat(seen.call(xid)).hasNoFindings();
    }
    assertThat(Leftovers.after(reusing.capture(), memory)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 0x10000})
  @DisplayName("case 56: a handle is advertised again before its invalidation is acknowledged")
  void shouldInvalidateOnlyWhatWasAdvertisedBefore(long further) {
    Segment again = new Segment(memory.handle(), memory.offset() + further, 3000);
    rpc.call(inline(1, Nfs3.readCall(1, 3000)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.wire().acks(false);
    rpc.replyInvalidating(reduced(1, Nfs3.readReply(1, data)).writeChunk(memory), memory.handle());
    rpc.call(inline(52, Nfs3.readCall(52, 3000)).writeChunk(again));
    rpc.wire().acks(true);
    // The acknowledgement of the first packet is that of the reply, too.
    rpc.push(again, data, 1000, 1000, 1000);
    rpc.replyInvalidating(reduced(52, reply).writeChunk(again), memory.handle());

    Decoded seen = rpc.decode();
    assertThat(seen.rules()).isEmpty();
    assertThat(seen.reply(1)).isWhole(Nfs3.readReply(1, data)).pushed(3000);
    assertThat(seen.reply(52)).isWhole(reply).pushed(3000);
    assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
  }

  @Test
  @DisplayName("case 56: Send with Invalidate of a handle that is not advertised")
  void shouldFindAnInvalidationOfNothing() {
    rpc.call(inline(1, Nfs3.nullCall(1)));
    rpc.replyInvalidating(inline(1, Nfs3.nullReply(1)), 0xbad);

    assertThat(rpc.decode().reply(1))
        .isWhole(Nfs3.nullReply(1))
        .hasOnlyFindings(RpcRdmaRules.INVALIDATES_OTHER);
  }

  @Test
  @DisplayName("a call by Send with Invalidate of a handle that the server never advertised")
  void shouldFindAnInvalidationOfNothingByACall() {
    rpc.call(inline(1, Nfs3.readCall(1, 3000)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(1, Nfs3.readReply(1, data)).writeChunk(memory));
    rpc.client().sendInvalidating(inline(2, Nfs3.nullCall(2)).bytes(), memory.handle());
    rpc.reply(inline(2, Nfs3.nullReply(2)));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(1)).isWhole(Nfs3.readReply(1, data)).hasNoFindings();
    assertThat(seen.call(2)).hasOnlyFindings(RpcRdmaRules.INVALIDATES_UNKNOWN);
    assertThat(seen.reply(2)).hasNoFindings();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 56: data moves through an invalidated handle")
  void shouldFindDataThroughAnInvalidatedHandle(boolean connected) {
    RpcConversation late = connected ? RpcConversation.connected() : RpcConversation.unconnected();
    late.call(inline(52, Nfs3.readCall(52, 3000)).writeChunk(memory));
    late.push(memory, data);
    late.replyInvalidating(reduced(52, reply).writeChunk(memory), memory.handle());
    late.push(memory, Pattern.of(99, 3000));
    late.call(inline(53, Nfs3.nullCall(53)));
    late.reply(inline(53, Nfs3.nullReply(53)));

    Decoded seen = late.decode();
    assertThat(seen.reply(52)).isWhole(reply).pushed(3000).hasNoFindings();
    assertThat(seen.rules()).isEmpty();
    assertThat(seen.alone())
        .extracting(each -> each.rule())
        .containsExactly(RpcRdmaRules.AFTER_INVALIDATION);
  }

  @Test
  @DisplayName("an RDMA Read of memory to write to is told of the exchange that has the memory")
  void shouldTellOfWrongAccessInItsOwnExchange() {
    grantTwoCredits();
    rpc.call(inline(52, Nfs3.readCall(52, 3000)).writeChunk(memory));
    rpc.pull(memory, new byte[100]);
    rpc.push(memory, data);
    rpc.reply(reduced(52, reply).writeChunk(memory));
    rpc.call(inline(53, Nfs3.nullCall(53)));
    rpc.reply(inline(53, Nfs3.nullReply(53)));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(52)).isWhole(reply).hasOnlyFindings(RpcRdmaRules.WRONG_ACCESS);
    assertThat(seen.call(53)).hasNoFindings();
    assertThat(seen.reply(53)).hasNoFindings();
    assertThat(seen.alone()).isEmpty();
  }

  @Test
  @DisplayName("RDMA Writes to memory that was not offered are told of the reply that lists it")
  void shouldTellOfUnknownMemoryInTheReplyThatListsIt() {
    rpc.call(inline(52, Nfs3.readCall(52, 3000)).writeChunk(memory));
    Segment other = Segment.of(0x999, 3000);
    rpc.push(other, data);
    rpc.reply(reduced(52, reply).writeChunk(other));
    rpc.call(inline(53, Nfs3.nullCall(53)));
    rpc.reply(inline(53, Nfs3.nullReply(53)));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(52))
        .hasFinding(RpcRdmaRules.UNKNOWN_HANDLE)
        .hasFinding(RpcRdmaRules.OTHER_CHUNK);
    assertThat(seen.call(53)).hasNoFindings();
    assertThat(seen.reply(53)).hasNoFindings();
  }

  @Test
  @DisplayName("an RDMA Write behind the reply is told of no other exchange")
  void shouldAccuseNoOtherExchangeOfALateWrite() {
    rpc.call(inline(52, Nfs3.readCall(52, 3000)).writeChunk(memory));
    rpc.push(memory, Arrays.copyOf(data, 2048));
    rpc.reply(reduced(52, reply).writeChunk(memory));
    rpc.push(new Segment(memory.handle(), memory.offset() + 2048, 952), new byte[952]);
    rpc.call(inline(53, Nfs3.nullCall(53)));
    rpc.reply(inline(53, Nfs3.nullReply(53)));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(52)).hasOnlyFindings(RpcRdmaRules.TRANSFERRED_SHORT);
    assertThat(seen.call(53)).hasNoFindings();
    assertThat(seen.reply(53)).hasNoFindings();
    assertThat(seen.alone())
        .extracting(Finding::message)
        .containsExactly(
            "handle 0x00000100 is not advertised: the call with XID 0x00000034 had it, and was"
                + " answered");
  }

  @Test
  @DisplayName("a reply that lists a segment which the call did not offer")
  void shouldFindAForeignSegmentInAReply() {
    Segment other = Segment.of(0x999, 3000);
    rpc.call(inline(52, Nfs3.readCall(52, 3000)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(52, reply).writeChunk(other));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(52)).hasFinding(RpcRdmaRules.OTHER_CHUNK).answers(seen.call(52));
    assertThat(seen.reply(52).rpc().orElseThrow().complete()).isFalse();
    assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
  }
}
