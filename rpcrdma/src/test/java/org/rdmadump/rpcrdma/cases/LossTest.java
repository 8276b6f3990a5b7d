package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.missing;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.rpcrdma.decode.Leftovers;

/** Packets that are not in the capture: what is missing is named, and nothing else moves. */
class LossTest {
  private final RpcConversation rpc = RpcConversation.connected();
  private final byte[] data = Pattern.of(34, 3500);
  private final Segment memory = Segment.of(0x100, 3500);
  private final XdrMessage reply = Nfs3.readReply(34, data);
  private final XdrMessage call = Nfs3.writeCall(35, data);

  private void read() {
    rpc.call(inline(34, Nfs3.readCall(34, 3500)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(34, reply).writeChunk(memory));
  }

  /** A reply that lacks data waits for 2 s, with its memory. */
  private void passTheWaitForLatePackets() {
    rpc.capture().pause(2_100_000_000L);
    rpc.call(inline(36, Nfs3.readCall(36, 0)));
    rpc.reply(inline(36, Nfs3.readReply(36, new byte[0])));
  }

  @ParameterizedTest
  @CsvSource({"WRITE Middle,1024,1024", "WRITE Last,3072,428", "WRITE First,0,3500"})
  @DisplayName("case 34: one fragment lost, IB Write; acknowledged, so it was just not captured")
  void shouldNameTheHoleOfALostWritePacket(String lost, int from, int length) {
    read();
    rpc.capture().drop(rpc.capture().find(lost));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(34))
        .isWholeBut(reply, missing(reply.position(0) + from, length, Absence.NOT_CAPTURED))
        .answers(seen.call(34))
        .pushed(3500 - length);
    assertThat(seen.summary().incomplete()).isEqualTo(1);
    passTheWaitForLatePackets();
    assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
  }

  @Test
  @DisplayName("case 34: one fragment not captured, IB Write; no acknowledgement captured")
  void shouldNotCallAWritePacketLostWithoutAcknowledgements() {
    rpc.call(inline(34, Nfs3.readCall(34, 3500)).writeChunk(memory));
    rpc.wire().acks(false);
    rpc.push(memory, data);
    rpc.reply(reduced(34, reply).writeChunk(memory));
    rpc.capture().drop(rpc.capture().find("WRITE Middle"));

    assertThat(rpc.decode().reply(34))
        .isWholeBut(reply, missing(reply.position(0) + 1024, 1024, Absence.NOT_CAPTURED));
  }

  @ParameterizedTest
  @CsvSource({
    "READ response First,0,1024",
    "READ response Middle,1024,1024",
    "READ response Last,3072,428"
  })
  @DisplayName("case 35: one fragment lost, IB Read; the reply shows that the server had it")
  void shouldNameTheHoleOfALostResponse(String lost, int from, int length) {
    rpc.call(reduced(35, call).readChunk(call.position(0), memory));
    rpc.pull(memory, data);
    rpc.reply(inline(35, Nfs3.writeReply(35, 3500)));
    rpc.capture().drop(rpc.capture().find(lost));

    Decoded seen = rpc.decode();
    assertThat(seen.call(35))
        .isWholeBut(call, missing(call.position(0) + from, length, Absence.NOT_CAPTURED))
        .pulled(3500 - length);
    assertThat(seen.reply(35)).isWhole(Nfs3.writeReply(35, 3500)).answers(seen.call(35));
    passTheWaitForLatePackets();
    assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
  }

  @Test
  @DisplayName("case 35: the Read request lost: its responses cannot be placed")
  void shouldNameTheHoleOfALostReadRequest() {
    rpc.call(reduced(35, call).readChunk(call.position(0), memory));
    rpc.pull(memory, data);
    rpc.reply(inline(35, Nfs3.writeReply(35, 3500)));
    rpc.capture().drop(rpc.capture().find("READ Request"));

    assertThat(rpc.decode().call(35))
        .isWholeBut(call, missing(call.position(0), 3500, Absence.NOT_CAPTURED));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a Read that a NAK refuses: its bytes are lost, and a finding says who refused it")
  void shouldTellThatAReadWasRefused(boolean disconnected) {
    rpc.call(reduced(35, call).readChunk(call.position(0), memory));
    ReadRequest first = rpc.server().readRequest(0x100, memory.offset(), 2048);
    rpc.server().readRequest(0x100, memory.offset() + 2048, 1452);
    rpc.client().readResponse(first, data, 0);
    rpc.client().nak(Psn.add(first.psn(), 1), NakCode.REMOTE_ACCESS_ERROR);
    long nak = rpc.capture().size();
    if (disconnected) {
      rpc.wire().disconnect();
    }

    RpcMessage refused = rpc.decode().call(35);
    assertThat(refused)
        .isWholeBut(call, missing(call.position(0) + 1024, 2476, Absence.LOST))
        .hasFinding(IbRules.READ_REFUSED);
    assertThat(
            refused.findings().stream()
                .filter(each -> each.rule().equals(IbRules.READ_REFUSED))
                .toList())
        .allMatch(each -> each.frame() == nak)
        .extracting(Finding::message)
        .containsExactly(
            String.format(
                Locale.ROOT,
                "NAK (Remote Access Error) refuses the RDMA READ of 2048 bytes at 0x%016x of R_Key"
                    + " 0x00000100",
                memory.offset()),
            String.format(
                Locale.ROOT,
                "NAK (Remote Access Error) leaves unanswered the RDMA READ of 1452 bytes at"
                    + " 0x%016x of R_Key 0x00000100",
                memory.offset() + 2048));
  }

  @Test
  @DisplayName("a Read that a NAK refuses: bytes at the same address behind another handle are not")
  void shouldTellRefusedMemoryFromThatOfAnotherHandle() {
    Segment other = new Segment(0x101, memory.offset(), 1500);
    Segment first = new Segment(0x100, memory.offset(), 2000);
    rpc.call(reduced(35, call).readChunk(call.position(0), first, other));
    ReadRequest refused = rpc.server().readRequest(0x100, memory.offset(), 2000);
    rpc.client().nak(refused.psn(), NakCode.REMOTE_ACCESS_ERROR);

    assertThat(rpc.decode().call(35))
        .isWholeBut(
            call,
            missing(call.position(0), 2000, Absence.LOST),
            missing(call.position(0) + 2000, 1500, Absence.NOT_CAPTURED));
  }

  @Test
  @DisplayName("a Read that a NAK asks to be repeated, and that is not: it was not refused")
  void shouldNotTakeAGapForARefusal() {
    rpc.call(reduced(35, call).readChunk(call.position(0), memory));
    ReadRequest first = rpc.server().readRequest(0x100, memory.offset(), 3500);
    rpc.client().nak(first.psn(), NakCode.PSN_SEQUENCE_ERROR);

    assertThat(rpc.decode().call(35))
        .isWholeBut(call, missing(call.position(0), 3500, Absence.NOT_CAPTURED))
        .hasOnlyFindings(IbRules.NAK);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 67: a Middle of a Send lost, its acknowledgement seen: it was not captured")
  void shouldTakeAnAcknowledgedSendForDelivered(boolean connected) {
    RpcConversation some =
        connected ? RpcConversation.connected() : RpcConversation.unconnected(each -> {});
    XdrMessage longCall = Nfs3.writeCall(67, Pattern.of(67, 3500));
    some.call(inline(67, longCall));
    some.capture().drop(some.capture().find("SEND Middle"));

    RpcMessage seen = some.decode().call(67);
    assertThat(seen).isWholeBut(longCall, missing(1024 - 28, 1024, Absence.NOT_CAPTURED));
    assertThat(seen.delivered()).isTrue();
  }

  @Test
  @DisplayName("case 35: responses stop, the connection ends")
  void shouldSayWhatACallLacksWhoseConnectionEnded() {
    rpc.call(reduced(35, call).readChunk(call.position(0), memory));
    ReadRequest request = rpc.server().readRequest(0x100, memory.offset(), 3500);
    rpc.client().readResponse(request, data, 0);
    rpc.client().readResponse(request, data, 2);
    rpc.wire().disconnect();

    Decoded seen = rpc.decode();
    assertThat(seen.call(35))
        .isWholeBut(
            call,
            missing(call.position(0) + 1024, 1024, Absence.NOT_CAPTURED),
            missing(call.position(0) + 3072, 428, Absence.NOT_CAPTURED));
    assertThat(seen.exchange(35).reply()).isEmpty();
    assertThat(seen.summary().unanswered()).isEqualTo(1);
  }

  @Test
  @DisplayName("case 35: the capture ends before the responses do")
  void shouldSayWhatACallLacksWhenTheCaptureEnds() {
    rpc.call(reduced(35, call).readChunk(call.position(0), memory));
    ReadRequest request = rpc.server().readRequest(0x100, memory.offset(), 3500);
    rpc.client().readResponse(request, data, 0);

    assertThat(rpc.decode().call(35))
        .isWholeBut(call, missing(call.position(0) + 1024, 2476, Absence.NOT_CAPTURED))
        .pulled(1024);
  }

  @Test
  @DisplayName("case 37: first of two Write messages of a segment lost")
  void shouldLeaveTheHoleAtTheFront() {
    rpc.call(inline(34, Nfs3.readCall(34, 3500)).writeChunk(memory));
    rpc.push(memory, data, 1000, 2500);
    rpc.reply(reduced(34, reply).writeChunk(memory));
    rpc.capture().drop(rpc.capture().find("WRITE Only"));

    assertThat(rpc.decode().reply(34))
        .isWholeBut(reply, missing(reply.position(0), 1000, Absence.NOT_CAPTURED))
        .pushed(2500);
  }

  @Test
  @DisplayName("case 34: a fragment of a Reply chunk lost")
  void shouldNameTheHoleOfAReplyChunk() {
    XdrMessage listing = Nfs3.readdirReply(34, 100);
    Segment room = Segment.of(0x101, 8192);
    rpc.call(inline(34, Nfs3.readdirCall(34, 8192)).replyChunk(room));
    rpc.push(room, listing.bytes());
    rpc.reply(nomsg(34).replyChunk(room.used(listing.length())));
    rpc.capture().drop(rpc.capture().find("WRITE Middle"));

    assertThat(rpc.decode().reply(34))
        .isWholeBut(listing, missing(1024, 1024, Absence.NOT_CAPTURED));
  }

  @Test
  @DisplayName("case 34: the start of a Reply chunk lost, RPC header and all")
  void shouldPairAReplyWhoseRpcHeaderIsMissing() {
    XdrMessage listing = Nfs3.readdirReply(34, 100);
    Segment room = Segment.of(0x101, 8192);
    rpc.call(inline(34, Nfs3.readdirCall(34, 8192)).replyChunk(room));
    rpc.push(room, listing.bytes(), 1000, listing.length() - 1000);
    rpc.reply(nomsg(34).replyChunk(room.used(listing.length())));
    rpc.capture().drop(rpc.capture().find("WRITE Only"));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(34))
        .isWholeBut(listing, missing(0, 1000, Absence.NOT_CAPTURED))
        .answers(seen.call(34));
    assertThat(seen.reply(34).rpc().orElseThrow().status()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 200})
  @DisplayName("case 63: multi-packet Send whose First was not captured")
  void shouldFindASendWithoutItsFirst(int rest) {
    rpc.client().send(Pattern.of(63, 1024 + rest));
    rpc.capture().drop(rpc.capture().find("SEND First"));
    rpc.call(inline(64, Nfs3.nullCall(64)));
    rpc.reply(inline(64, Nfs3.nullReply(64)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(64)).isWhole(Nfs3.nullCall(64));
    assertThat(seen.reply(64)).isWhole(Nfs3.nullReply(64)).answers(seen.call(64));
    assertThat(seen.rules())
        .containsExactly(
            IbRules.PSN_GAP.name(), IbRules.NOT_CAPTURED.name(), RpcRdmaRules.NO_HEADER.name());
    assertThat(seen.messages()).hasSize(2);
  }

  @Test
  @DisplayName("case 63: in a capture that starts with 8 bytes of a Send")
  void shouldStartWithTheEndOfASend() {
    RpcConversation middle = RpcConversation.unconnected();
    middle.client().send(Pattern.of(63, 1032));
    middle.call(inline(64, Nfs3.nullCall(64)));
    middle.reply(inline(64, Nfs3.nullReply(64)));
    middle.capture().drop(0);

    Decoded seen = middle.decode();
    assertThat(seen.messages()).hasSize(2);
    assertThat(seen.reply(64)).isWhole(Nfs3.nullReply(64)).answers(seen.call(64));
  }

  @ParameterizedTest
  @CsvSource({"SEND Middle,1024,1024", "SEND Last,3072,1024"})
  @DisplayName("case 67: a Middle or the Last of a multi-packet Send lost")
  void shouldNameTheHoleOfASend(String lost, int from, int length) {
    XdrMessage inlineCall = Nfs3.writeCall(67, Pattern.of(67, 3900 - 100));
    rpc.call(inline(67, inlineCall));
    rpc.call(inline(68, Nfs3.nullCall(68)));
    rpc.reply(inline(68, Nfs3.nullReply(68)));
    rpc.capture().drop(rpc.capture().find(lost));

    Decoded seen = rpc.decode();
    RpcMessage message = seen.call(67);
    assertThat(message.rpc().orElseThrow().complete()).isFalse();
    assertThat(message.rpc().orElseThrow().missing())
        .containsExactly(missing(from - 28, length, Absence.NOT_CAPTURED));
    assertThat(message.rpc().orElseThrow().procedure()).hasValue(Nfs3.WRITE);
    assertThat(seen.call(68)).isWhole(Nfs3.nullCall(68));
    assertThat(seen.summary().incomplete()).isEqualTo(1);
  }

  @Test
  @DisplayName("case 67: the Last of a call lost that is answered at once")
  void shouldPairACallWhoseEndWasNotCaptured() {
    rpc.call(inline(67, Nfs3.writeCall(67, Pattern.of(67, 3000))));
    rpc.reply(inline(67, Nfs3.writeReply(67, 3000)));
    rpc.capture().drop(rpc.capture().find("SEND Last"));

    Decoded seen = rpc.decode();
    RpcMessage call = seen.call(67);
    assertThat(call.rpc().orElseThrow().complete()).isFalse();
    assertThat(call.rpc().orElseThrow().length()).isEmpty();
    assertThat(call.findings()).extracting(each -> each.rule().name()).contains("bth.psn-gap");
    assertThat(seen.reply(67).number()).isGreaterThan(call.number());
    assertThat(seen.reply(67)).answers(call);
    assertThat(seen.summary().unanswered()).isZero();
  }

  @Test
  @DisplayName("case 67: a Middle of a multi-packet Send not captured, nor an acknowledgement")
  void shouldNotCallASendPacketLostWithoutAcknowledgements() {
    XdrMessage inlineCall = Nfs3.writeCall(67, Pattern.of(67, 3000));
    rpc.wire().acks(false);
    rpc.call(inline(67, inlineCall));
    rpc.capture().drop(rpc.capture().find("SEND Middle"));

    assertThat(rpc.decode().call(67))
        .isWholeBut(inlineCall, missing(1024 - 28, 1024, Absence.NOT_CAPTURED));
  }

  @Test
  @DisplayName("replies before the first that was captured, acknowledged on both sides of it")
  void shouldNotAccuseACallWhereRepliesBeforeTheFirstAreMissing() {
    RpcConversation rpc = RpcConversation.unconnected(wire -> wire.acks(false));
    int first = rpc.server().nextPsn();
    exchange(rpc, 1);
    rpc.capture().drop(rpc.capture().size() - 1);
    rpc.client().acknowledge(first);
    exchange(rpc, 2);
    rpc.capture().drop(rpc.capture().size() - 1);
    exchange(rpc, 3);
    rpc.client().acknowledge(Psn.add(first, 1));
    rpc.client().acknowledge(Psn.add(first, 2));
    exchange(rpc, 4);

    assertThat(rpc.decode().rules()).doesNotContain(RpcRdmaRules.CREDIT_OVERRUN.name());
  }

  /** A call, and a reply that grants one credit. */
  private static void exchange(RpcConversation rpc, int xid) {
    rpc.call(inline(xid, Nfs3.nullCall(xid)));
    rpc.reply(inline(xid, Nfs3.nullReply(xid)).credits(1));
  }
}
