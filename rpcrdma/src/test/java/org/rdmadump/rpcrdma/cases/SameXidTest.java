package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.missing;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Absence;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** Calls with one XID on one connection: one call that was sent again, or several. */
class SameXidTest {
  private static final int XID = 7;
  private static final int LENGTH = 3500;

  private final byte[] data = Pattern.of(XID, LENGTH);
  private final Segment memory = Segment.of(0x100, LENGTH);
  private final RpcConversation rpc = RpcConversation.connected();

  private static List<RpcMessage> calls(Decoded seen) {
    return seen.all(XID).stream()
        .filter(each -> each.rpc().stream().anyMatch(RpcSummary::call))
        .toList();
  }

  private static void shouldBeNoRepeats(Decoded seen, int number) {
    assertThat(calls(seen)).hasSize(number);
    assertThat(calls(seen)).allMatch(each -> each.rpc().orElseThrow().repeatOf().isEmpty());
  }

  // ---- behind the answer

  @Test
  @DisplayName("an answered XID is free: a call with other arguments and the same memory is new")
  void shouldTakeACallWithOtherArgumentsForANewOne() {
    for (int count : new int[] {LENGTH, LENGTH - 1, LENGTH - 2}) {
      byte[] part = Pattern.of(XID, count);
      XdrMessage reply = Nfs3.readReply(XID, part);
      rpc.call(inline(XID, Nfs3.readCall(XID, count)).writeChunk(memory));
      rpc.push(memory, part);
      rpc.reply(reduced(XID, reply).writeChunk(memory.used(count)));
    }

    Decoded seen = rpc.decode();
    shouldBeNoRepeats(seen, 3);
    assertThat(seen.exchanges()).hasSize(3);
    assertThat(seen.exchanges()).allMatch(each -> each.latencyNanos().isPresent());
    assertThat(seen.rules()).isEmpty();
  }

  @Test
  @DisplayName("a client that uses one XID for all calls of a session")
  void shouldTellCallsOfASessionApartByTheirSequence() {
    for (int sequence = 1; sequence < 5; sequence++) {
      rpc.call(inline(XID, Nfs41.call(XID).sequence(sequence).putfh().message()));
      rpc.reply(inline(XID, Nfs41.reply(XID).sequence().putfh().message()));
    }

    shouldBeNoRepeats(rpc.decode(), 4);
  }

  @Test
  @DisplayName("inline data that differs behind what is equal")
  void shouldCompareInlineDataToo() {
    byte[] other = data.clone();
    other[LENGTH - 1]++;
    for (byte[] each : List.of(data, other, other)) {
      rpc.call(inline(XID, Nfs3.writeCall(XID, each)));
      rpc.reply(inline(XID, Nfs3.writeReply(XID, LENGTH)));
    }

    Decoded seen = rpc.decode();
    List<RpcMessage> calls = calls(seen);
    assertThat(calls.get(1).rpc().orElseThrow().repeatOf()).isEmpty();
    assertThat(calls.get(2)).repeats(calls.get(1)).hasOnlyFindings(RpcRdmaRules.REPEATED);
  }

  @Test
  @DisplayName("a call that is sent again in memory that was registered anew")
  void shouldKnowACallWithOtherMemory() {
    XdrMessage reply = Nfs3.readReply(XID, data);
    for (Segment each : List.of(memory, Segment.of(0x101, LENGTH))) {
      rpc.call(inline(XID, Nfs3.readCall(XID, LENGTH)).writeChunk(each));
      rpc.push(each, data);
      rpc.reply(reduced(XID, reply).writeChunk(each));
    }

    Decoded seen = rpc.decode();
    assertThat(calls(seen).get(1)).repeats(calls(seen).get(0));
    assertThat(seen.all(XID).get(3)).isWhole(reply).repeats(seen.all(XID).get(1)).pushed(LENGTH);
  }

  private void longCall(XdrMessage call) {
    Segment all = Segment.of(0x200, call.length());
    rpc.call(nomsg(XID).readChunk(0, all));
    rpc.pull(all, call.bytes());
    rpc.reply(inline(XID, Nfs3.writeReply(XID, LENGTH)));
  }

  @Test
  @DisplayName("calls in Read chunks at position zero: what was read tells")
  void shouldCompareLongCalls() {
    byte[] other = data.clone();
    other[5]++;
    longCall(Nfs3.writeCall(XID, data));
    longCall(Nfs3.writeCall(XID, other));
    longCall(Nfs3.writeCall(XID, other));

    List<RpcMessage> calls = calls(rpc.decode());
    assertThat(calls.get(1).rpc().orElseThrow().repeatOf()).isEmpty();
    assertThat(calls.get(2)).repeats(calls.get(1));
  }

  // ---- before the answer

  @Test
  @DisplayName("two calls with one XID before an answer: an error, and both are told")
  void shouldTellOfTwoCallsWithOneXid() {
    rpc.call(inline(XID, Nfs3.readCall(XID, LENGTH)).writeChunk(memory));
    rpc.call(inline(XID, Nfs3.readCall(XID, LENGTH - 1)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(XID, Nfs3.readReply(XID, data)).writeChunk(memory));

    Decoded seen = rpc.decode();
    shouldBeNoRepeats(seen, 2);
    assertThat(calls(seen).get(0)).isWhole(Nfs3.readCall(XID, LENGTH));
    assertThat(calls(seen).get(1)).isWhole(Nfs3.readCall(XID, LENGTH - 1));
    assertThat(seen.rules()).contains(RpcRdmaRules.XID_REUSED.name());
  }

  @Test
  @DisplayName("the same without chunks, before and after the first is handed out")
  void shouldCompareArgumentsBeforeTheAnswer() {
    rpc.call(inline(XID, Nfs3.writeCall(XID, data)));
    byte[] other = data.clone();
    other[LENGTH - 1]++;
    rpc.call(inline(XID, Nfs3.writeCall(XID, other)));
    rpc.reply(inline(XID, Nfs3.writeReply(XID, LENGTH)));

    Decoded seen = rpc.decode();
    shouldBeNoRepeats(seen, 2);
    assertThat(seen.rules()).contains(RpcRdmaRules.XID_REUSED.name());
  }

  @Test
  @DisplayName("long calls of which nothing was read: their lengths tell")
  void shouldCompareTheLengthsOfLongCalls() {
    rpc.call(nomsg(XID).readChunk(0, Segment.of(0x200, 2000)));
    rpc.call(nomsg(XID).readChunk(0, Segment.of(0x201, 2004)));
    rpc.call(inline(8, Nfs3.nullCall(8)));
    rpc.reply(inline(XID, Nfs3.writeReply(XID, LENGTH)));
    rpc.reply(inline(8, Nfs3.nullReply(8)));

    assertThat(rpc.decode().rules()).contains(RpcRdmaRules.XID_REUSED.name());
  }

  private void writeSentAgain(int times) {
    XdrMessage call = Nfs3.writeCall(XID, data);
    for (int i = 0; i <= times; i++) {
      rpc.call(reduced(XID, call).readChunk(call.position(0), memory));
    }
    rpc.pull(memory, data);
    rpc.reply(inline(XID, Nfs3.writeReply(XID, LENGTH)));
  }

  @Test
  @DisplayName("repeats of a call wait for its data with it")
  void shouldTellRepeatsOnceTheDataOfTheCallWasRead() {
    writeSentAgain(50);

    Decoded seen = rpc.decode();
    assertThat(seen.call(XID)).isWhole(Nfs3.writeCall(XID, data)).pulled(LENGTH);
    assertThat(calls(seen)).hasSize(51);
    assertThat(calls(seen).subList(1, 51)).allSatisfy(each -> assertThat(each).isWhole(call()));
  }

  private XdrMessage call() {
    return Nfs3.writeCall(XID, data);
  }

  @Test
  @DisplayName("of a call that is sent again and again, the data is not waited for any longer")
  void shouldNotKeepAnyNumberOfRepeats() {
    writeSentAgain(1000);

    Decoded seen = rpc.decode();
    List<RpcMessage> calls = calls(seen);
    assertThat(calls).hasSize(1001);
    assertThat(calls.get(0))
        .isWholeBut(call(), missing(call().position(0), LENGTH, Absence.EVICTED));
    assertThat(calls.subList(1, 1001)).allSatisfy(each -> assertThat(each).repeats(calls.get(0)));
    assertThat(seen.exchanges()).hasSize(1);
    assertThat(seen.exchange(XID).reply()).isPresent();
  }

  @Test
  @DisplayName("what waits is charged: of many such calls the oldest is given up")
  void shouldChargeRepeatsThatWait() throws IOException {
    for (int xid = 100; xid < 400; xid++) {
      XdrMessage call = Nfs3.writeCall(xid, data);
      for (int i = 0; i < 60; i++) {
        rpc.call(reduced(xid, call).readChunk(call.position(0), Segment.of(xid, LENGTH)));
      }
    }

    Decoded seen = Decoded.of(rpc.capture().source(), new CaptureOptions(false, false, 4L << 20));
    assertThat(seen.messages()).hasSize(300 * 60);
    assertThat(seen.summary().evictions().get("calls_by_memory")).isPositive();
  }
}
