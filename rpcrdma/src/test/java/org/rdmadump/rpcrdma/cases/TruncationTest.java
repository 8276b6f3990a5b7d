package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.missing;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Severity;
import org.rdmadump.ib.Operation;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.rpcrdma.decode.Leftovers;

/** Packets of which less, or more, was captured than they are long. */
class TruncationTest {
  /** Ethernet, IPv4, UDP and base transport header. */
  private static final int HEADERS = 14 + 20 + 8 + 12;

  private static final int RETH = 16;
  private static final int AETH = 4;
  private static final int MTU = 1024;

  /** Bytes of the last packet of the data. */
  private static final int LAST = 2500 - 2 * MTU;

  private final byte[] data = Pattern.of(58, 2500);
  private final Segment memory = Segment.of(0x100, 2500);
  private final XdrMessage reply = Nfs3.readReply(58, data);
  private final XdrMessage call = Nfs3.writeCall(58, data);

  private static void change(Capture capture, Operation kind, UnaryOperator<Packet> change) {
    capture
        .packets()
        .replaceAll(each -> each.opcode().operation() == kind ? change.apply(each) : each);
  }

  private RpcConversation read(boolean connected) {
    RpcConversation rpc = connected ? RpcConversation.connected() : RpcConversation.unconnected();
    rpc.call(inline(58, Nfs3.readCall(58, 2500)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(58, reply).writeChunk(memory));
    return rpc;
  }

  private RpcConversation write(boolean connected) {
    RpcConversation rpc = connected ? RpcConversation.connected() : RpcConversation.unconnected();
    rpc.call(reduced(58, call).readChunk(call.position(0), memory));
    rpc.pull(memory, data);
    rpc.reply(inline(58, Nfs3.writeReply(58, 2500)));
    return rpc;
  }

  /** What the cut leaves missing of the data, given what it leaves of each of its packets. */
  private MissingRange[] holes(int position, int first, int middle, int last) {
    List<MissingRange> holes = new ArrayList<>();
    int[] captured = {first, middle, last};
    int from = 0;
    int to = 0;
    for (int i = 0; i < captured.length; i++) {
      if (i * MTU + captured[i] > to) {
        add(holes, position, from, to);
        from = i * MTU + captured[i];
      }
      to = Math.min((i + 1) * MTU, data.length);
    }
    add(holes, position, from, to);
    return holes.toArray(MissingRange[]::new);
  }

  private static void add(List<MissingRange> holes, int position, int from, int to) {
    if (from < to) {
      holes.add(missing(position + from, to - from, Absence.TRUNCATED));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 58: snap length cuts RDMA Writes")
  void shouldPlaceWhatWasCapturedOfWrites(boolean connected) {
    for (int snap : new int[] {HEADERS + RETH, 128, 300, HEADERS + MTU, 1082}) {
      RpcConversation rpc = read(connected);
      change(rpc.capture(), Operation.RDMA_WRITE, packet -> packet.cut(snap));

      Decoded seen = rpc.decode();
      int plain = Math.min(MTU, snap - HEADERS);
      int last = Math.min(LAST, plain);
      assertThat(seen.reply(58))
          .isWholeBut(reply, holes(reply.position(0), snap - HEADERS - RETH, plain, last))
          .answers(seen.call(58))
          .hasNoFindings()
          .pushed(2500);
      assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
    }
  }

  @Test
  @DisplayName("case 58: snap length cuts RDMA Writes, and the call is missing")
  void shouldMissWhatWasCutOfAReplyWithoutItsCall() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(57, Nfs3.readCall(57, 2500)));
    int lost = rpc.capture().size();
    rpc.call(inline(58, Nfs3.readCall(58, 2500)).writeChunk(memory));
    rpc.push(memory, data, 1500, 1000);
    rpc.reply(reduced(58, reply).writeChunk(memory));
    change(rpc.capture(), Operation.RDMA_WRITE, packet -> packet.cut(300));
    rpc.capture().drop(lost);

    List<MissingRange> missing = rpc.decode().reply(58).rpc().orElseThrow().missing();
    assertThat(missing).extracting(MissingRange::reason).containsOnly(Absence.TRUNCATED);
    int withHeader = 300 - HEADERS - RETH;
    assertThat(missing.stream().mapToLong(MissingRange::length).sum())
        .isEqualTo(2500 - (withHeader + 300 - HEADERS) - withHeader);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 58: snap length cuts Read responses")
  void shouldPlaceWhatWasCapturedOfResponses(boolean connected) {
    for (int snap : new int[] {HEADERS + AETH, 128, 300, HEADERS + MTU}) {
      RpcConversation rpc = write(connected);
      change(rpc.capture(), Operation.RDMA_READ_RESPONSE, packet -> packet.cut(snap));

      Decoded seen = rpc.decode();
      int plain = snap - HEADERS;
      int last = Math.min(LAST, plain - AETH);
      assertThat(seen.call(58))
          .isWholeBut(call, holes(call.position(0), plain - AETH, plain, last))
          .hasNoFindings()
          .pulled(2500);
      assertThat(seen.reply(58)).isWhole(Nfs3.writeReply(58, 2500)).answers(seen.call(58));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {128, 160, 200})
  @DisplayName("case 58: snap length cuts everything, CM and Sends too")
  void shouldPairFromWhatIsLeft(int snap) {
    RpcConversation rpc = readThenWrite(true);
    rpc.capture().snapLength(snap);
    shouldPairBoth(rpc.decode());
    RpcConversation middle = readThenWrite(false);
    middle.capture().snapLength(snap);
    shouldPairBoth(middle.decode());
  }

  @ParameterizedTest
  @ValueSource(ints = {70, 80, 96, 112})
  @DisplayName("case 58: snap length cuts everything but CM, chunk lists too")
  void shouldPairFromLittleWhereCmIsKnown(int snap) {
    RpcConversation rpc = readThenWrite(true);
    for (Operation kind : Operation.values()) {
      change(
          rpc.capture(), kind, packet -> packet.label().contains("CM") ? packet : packet.cut(snap));
    }
    shouldPairBoth(rpc.decode());
  }

  @Test
  @DisplayName("a message of the server whose type is cut: with chunks it is a reply")
  void shouldTakeAMessageWithChunksOfTheServerForAReply() {
    RpcConversation rpc = read(true);
    rpc.capture().drop(rpc.capture().find("client RC SEND"));
    int type = HEADERS + 52 + Integer.BYTES;
    for (Operation kind : Operation.values()) {
      change(
          rpc.capture(), kind, packet -> packet.label().contains("CM") ? packet : packet.cut(type));
    }

    Decoded seen = rpc.decode();

    assertThat(seen.messages()).hasSize(1);
    assertThat(seen.messages().get(0).rpc().orElseThrow().call()).isFalse();
    assertThat(seen.rules()).contains("rpcrdma.call-not-captured", "bth.psn-not-captured");
    assertThat(seen.summary().findings()).doesNotContainKey(Severity.ERROR);
  }

  @Test
  @DisplayName("case 58: every snap length: nothing is called malformed, nothing is made up")
  void shouldNotCallACutPacketMalformed() {
    for (boolean connected : new boolean[] {true, false}) {
      for (int snap = 1; snap <= 340; snap++) {
        RpcConversation rpc = readThenWrite(connected);
        rpc.capture().snapLength(snap);
        Decoded seen = rpc.decode();
        assertThat(seen.messages()).hasSizeLessThanOrEqualTo(4);
        assertThat(seen.messages())
            .noneMatch(message -> message.header().malformed())
            .allMatch(message -> message.rpc().isPresent());
        assertThat(seen.summary().findings()).doesNotContainKeys(Severity.ERROR);
      }
    }
  }

  private RpcConversation readThenWrite(boolean connected) {
    RpcConversation rpc = read(connected);
    rpc.call(reduced(59, Nfs3.writeCall(59, data)).readChunk(128, memory));
    rpc.pull(memory, data);
    rpc.reply(inline(59, Nfs3.writeReply(59, 2500)));
    return rpc;
  }

  private static void shouldPairBoth(Decoded seen) {
    assertThat(seen.messages()).hasSize(4);
    for (RpcMessage message : seen.messages()) {
      assertThat(message.header().malformed()).isFalse();
      assertThat(message.rpc().orElseThrow().complete()).isFalse();
      if (message.rpc().orElseThrow().length().isPresent()) {
        assertThat(message.rpc().orElseThrow().missing())
            .extracting(MissingRange::reason)
            .containsOnly(Absence.TRUNCATED);
      } else {
        // Nothing says where the header ends, so no byte is called one of the RPC message.
        assertThat(message.header().truncated()).isTrue();
        assertThat(message.rpc().orElseThrow().missing()).isEmpty();
        assertThat(message.stream().length()).isZero();
      }
    }
    assertThat(seen.reply(58)).answers(seen.call(58));
    assertThat(seen.reply(59)).answers(seen.call(59));
    assertThat(seen.summary().unanswered()).isZero();
    assertThat(seen.rules())
        .isSubsetOf(RpcRdmaRules.TRUNCATED_HEADER.name(), RpcRdmaRules.CHUNK_NOT_PLACED.name());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 18, 46})
  @DisplayName("case 59: trailing bytes after the packet (Ethernet FCS, padding)")
  void shouldNotTakeTrailingBytesForPayload(int trailer) {
    byte[] junk = Pattern.of(59, trailer);
    for (RpcConversation rpc : List.of(read(true), read(false), write(true), write(false))) {
      rpc.capture().packets().replaceAll(packet -> packet.followedBy(junk));

      Decoded seen = rpc.decode();
      assertThat(seen.messages()).hasSize(2);
      assertThat(seen.rules()).isEmpty();
      assertThat(seen.summary().findings()).isEmpty();
      boolean reading = seen.call(58).readChunks().isEmpty();
      assertThat(seen.call(58)).isWhole(reading ? Nfs3.readCall(58, 2500) : call);
      assertThat(seen.reply(58)).isWhole(reading ? reply : Nfs3.writeReply(58, 2500));
    }
  }

  @Test
  @DisplayName("case 59: trailing bytes, cut by the snap length inside the trailer or the packet")
  void shouldBoundCutPacketsByTheirOwnLength() {
    RpcConversation rpc = read(true);
    change(
        rpc.capture(),
        Operation.RDMA_WRITE,
        packet -> packet.followedBy(Pattern.of(59, 40)).cut(HEADERS + MTU + 6));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(58))
        .isWholeBut(reply, holes(reply.position(0), MTU + 6 - RETH, MTU, LAST))
        .pushed(2500);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 70: snap length, Writes of two RPCs one after the other")
  void shouldNotGiveOneRpcTheWritesOfAnother(boolean connected) {
    RpcConversation rpc = connected ? RpcConversation.connected() : RpcConversation.unconnected();
    Segment other = Segment.of(0x200, 2500);
    rpc.call(inline(1, Nfs3.readCall(1, 2500)).writeChunk(memory));
    rpc.call(inline(2, Nfs3.readCall(2, 2500)).writeChunk(other));
    rpc.push(memory, data);
    rpc.push(other, Pattern.of(70, 2500));
    rpc.reply(reduced(1, Nfs3.readReply(1, data)).writeChunk(memory));
    rpc.reply(reduced(2, Nfs3.readReply(2, Pattern.of(70, 2500))).writeChunk(other));
    change(rpc.capture(), Operation.RDMA_WRITE, packet -> packet.cut(100));

    Decoded seen = rpc.decode();
    int plain = 100 - HEADERS;
    for (int xid = 1; xid <= 2; xid++) {
      XdrMessage sent = Nfs3.readReply(xid, xid == 1 ? data : Pattern.of(70, 2500));
      assertThat(seen.reply(xid))
          .isWholeBut(sent, holes(sent.position(0), plain - RETH, plain, plain))
          .answers(seen.call(xid))
          .pushed(2500);
    }
  }
}
