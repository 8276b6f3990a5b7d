package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** Packets that come twice, or in another order than they were sent in. */
class OrderTest {
  private static final int LENGTH = 4500;

  private final byte[] data = Pattern.of(30, LENGTH);
  private final Segment memory = Segment.of(0x100, LENGTH);
  private final XdrMessage writeCall = Nfs3.writeCall(1, data);
  private final XdrMessage readReply = Nfs3.readReply(2, data);
  private final XdrMessage longCall = Nfs3.writeCall(3, Pattern.of(31, 3500));
  private final XdrMessage longReply = Nfs3.readdirReply(3, 90);

  /** A WRITE with a Read chunk, a READ with a Write chunk, and long Sends both ways. */
  private RpcConversation conversation(boolean connected) {
    RpcConversation rpc = connected ? RpcConversation.connected() : RpcConversation.unconnected();
    rpc.call(reduced(1, writeCall).readChunk(writeCall.position(0), memory));
    rpc.pull(memory, data);
    rpc.reply(inline(1, Nfs3.writeReply(1, LENGTH)));
    rpc.call(inline(2, Nfs3.readCall(2, LENGTH)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(2, readReply).writeChunk(memory));
    rpc.call(inline(3, longCall));
    rpc.reply(inline(3, longReply));
    return rpc;
  }

  @Test
  @DisplayName("frames whose times go back: the run spans from the earliest to the latest")
  void shouldCountFramesThatGoBackInTime() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(1, Nfs3.nullCall(1)));
    rpc.capture().pause(-3_190_000_000L);
    rpc.reply(inline(1, Nfs3.nullReply(1)));

    CaptureSummary summary = rpc.decode().summary();
    assertThat(summary.backwards()).isEqualTo(1);
    assertThat(summary.lastNanos() - summary.firstNanos())
        .isBetween(3_000_000_000L, 3_190_000_000L);
    assertThat(summary.firstNanos()).isLessThan(Capture.START);
  }

  private Decoded shouldStayRight(boolean connected, Consumer<Capture> change) {
    RpcConversation rpc = conversation(connected);
    change.accept(rpc.capture());
    Decoded seen = rpc.decode();
    assertThat(seen.messages()).as(rpc.capture().labels().toString()).hasSize(6);
    assertThat(seen.call(1)).isWhole(writeCall).pulled(LENGTH);
    assertThat(seen.reply(1)).isWhole(Nfs3.writeReply(1, LENGTH)).answers(seen.call(1));
    assertThat(seen.call(2)).isWhole(Nfs3.readCall(2, LENGTH));
    assertThat(seen.reply(2)).isWhole(readReply).answers(seen.call(2)).pushed(LENGTH);
    assertThat(seen.call(3)).isWhole(longCall);
    assertThat(seen.reply(3)).isWhole(longReply).answers(seen.call(3));
    assertThat(seen.exchanges()).hasSize(3);
    assertThat(seen.summary().evictions()).isEmpty();
    return seen;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 30: any packet repeated at once")
  void shouldNotMindARepeatAtOnce(boolean connected) {
    int packets = conversation(connected).capture().size();
    for (int i = 0; i < packets; i++) {
      int index = i;
      shouldStayRight(connected, capture -> capture.duplicate(index));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 30: any packet repeated much later")
  void shouldNotMindARepeatMuchLater(boolean connected) {
    int packets = conversation(connected).capture().size();
    // The connection manager's packets, if there, are another matter.
    for (int i = connected ? 3 : 0; i < packets; i++) {
      int index = i;
      shouldStayRight(connected, capture -> capture.duplicate(index, packets));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 30: every packet repeated")
  void shouldNotMindThatEverythingIsSeenTwice(boolean connected) {
    Decoded seen =
        shouldStayRight(
            connected,
            capture -> {
              for (int i = capture.size() - 1; i >= 0; i--) {
                capture.duplicate(i);
              }
            });
    assertThat(seen.call(1)).hasFinding(RpcRdmaRules.DATA_REPEATED);
    assertThat(seen.reply(2)).hasFinding(RpcRdmaRules.DATA_REPEATED);
    assertThat(seen.call(3)).hasFinding(IbRules.PSN_REPEAT);
  }

  @Test
  @DisplayName("a Middle before its First: the transfer begins with what was captured first")
  void shouldBeginATransferWithThePacketThatWasCapturedFirst() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(2, Nfs3.readCall(2, LENGTH)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(2, readReply).writeChunk(memory));
    int first = rpc.capture().find("WRITE First");
    rpc.capture().swap(first, first + 1);

    Decoded seen = rpc.decode();
    RdmaTransfer write = seen.reply(2).transfers().get(0);
    assertThat(write.firstFrame()).as("the frame of the Middle").isEqualTo(first + 1);
    assertThat(write.lastPsn() - write.firstPsn()).isEqualTo(write.packets() - 1);
    assertThat(seen.reply(2).firstFrame()).isEqualTo(first + 1);
    assertThat(seen.reply(2).rpc().orElseThrow().timing().orElseThrow().rdma())
        .isEqualTo(write.lastNanos() - write.firstNanos());
  }

  @ParameterizedTest
  @ValueSource(strings = {"READ response Middle", "WRITE Middle", "SEND Middle"})
  @DisplayName("case 31: Middles swapped")
  void shouldPutMiddlesInOrder(String middle) {
    for (boolean connected : new boolean[] {true, false}) {
      shouldStayRight(
          connected,
          capture -> {
            int first = capture.find(middle);
            capture.swap(first, first + 1);
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"READ response", "WRITE", "SEND"})
  @DisplayName("case 32: Last before a Middle")
  void shouldTakeALastBeforeAMiddle(String kind) {
    for (boolean connected : new boolean[] {true, false}) {
      shouldStayRight(
          connected,
          capture -> {
            int last = capture.find(kind + " Last");
            capture.move(last, last - 1);
          });
      shouldStayRight(
          connected,
          capture -> capture.move(capture.find(kind + " Last"), capture.find(kind + " Middle")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"READ response", "WRITE", "SEND"})
  @DisplayName("case 33: Middle before First")
  void shouldTakeAMiddleBeforeAFirst(String kind) {
    for (boolean connected : new boolean[] {true, false}) {
      shouldStayRight(
          connected,
          capture -> {
            int first = capture.find(kind + " First");
            capture.swap(first, first + 1);
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"READ response", "WRITE", "SEND"})
  @DisplayName("case 33: First behind all others; case 67: First of a Send late")
  void shouldTakeAFirstBehindAllOthers(String kind) {
    for (boolean connected : new boolean[] {true, false}) {
      shouldStayRight(
          connected,
          capture -> capture.move(capture.find(kind + " First"), capture.find(kind + " Last")));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 33: Read response before its request")
  void shouldTakeAResponseBeforeItsRequest(boolean connected) {
    RpcConversation rpc = connected ? RpcConversation.connected() : RpcConversation.unconnected();
    // Without CM, the server's queue pair has to be known from somewhere.
    rpc.call(inline(9, Nfs3.nullCall(9)));
    rpc.reply(inline(9, Nfs3.nullReply(9)));
    rpc.call(reduced(1, writeCall).readChunk(writeCall.position(0), memory));
    rpc.pull(memory, data);
    rpc.reply(inline(1, Nfs3.writeReply(1, LENGTH)));
    int request = rpc.capture().find("READ Request");
    rpc.capture().move(request, request + 2);

    assertThat(rpc.decode().call(1)).isWhole(writeCall).pulled(LENGTH);
  }
}
