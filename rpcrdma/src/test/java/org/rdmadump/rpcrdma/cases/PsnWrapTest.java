package org.rdmadump.rpcrdma.cases;

import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.ib.Psn;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** PSNs are a circle of 24 bits: 0 follows 0xffffff, wherever in a message that happens. */
class PsnWrapTest {
  private static final int LENGTH = 5003;

  /** Every place in and around a message of five packets, with and without CM. */
  static Stream<Arguments> places() {
    return Stream.of(true, false)
        .flatMap(
            connected ->
                Stream.of(0, 1, 2, 3, 4, 5, 6, 7).map(before -> Arguments.of(before, connected)));
  }

  private static RpcConversation begin(int packetsBeforeWrap, boolean connected) {
    int psn = Psn.add(0, -packetsBeforeWrap);
    RpcConversation rpc =
        RpcConversation.unconnected(
            wire -> {
              wire.client().nextPsn(psn);
              wire.server().nextPsn(psn);
            });
    if (connected) {
      rpc.wire().connect();
    }
    return rpc;
  }

  @ParameterizedTest
  @MethodSource("places")
  @DisplayName("case 27: PSN wraps inside a Read response")
  void shouldFollowAReadAroundTheCircle(int packetsBeforeWrap, boolean connected) {
    RpcConversation rpc = begin(packetsBeforeWrap, connected);
    byte[] data = Pattern.of(27, LENGTH);
    XdrMessage call = Nfs3.writeCall(27, data);
    Segment memory = Segment.of(0x100, LENGTH);
    rpc.call(reduced(27, call).readChunk(call.position(0), memory));
    rpc.pull(memory, data);
    rpc.reply(inline(27, Nfs3.writeReply(27, LENGTH)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(27)).isWhole(call).hasNoFindings().pulled(LENGTH);
    assertThat(seen.reply(27)).hasNoFindings().answers(seen.call(27));
  }

  @ParameterizedTest
  @MethodSource("places")
  @DisplayName("case 27: PSN wraps between several Reads")
  void shouldFollowSeveralReadsAroundTheCircle(int packetsBeforeWrap, boolean connected) {
    RpcConversation rpc = begin(packetsBeforeWrap, connected);
    byte[] data = Pattern.of(27, LENGTH);
    XdrMessage call = Nfs3.writeCall(27, data);
    Segment memory = Segment.of(0x100, LENGTH);
    rpc.call(reduced(27, call).readChunk(call.position(0), memory));
    rpc.pull(memory, data, 1024, 2048, 100, LENGTH - 3172);

    assertThat(rpc.decode().call(27)).isWhole(call).hasNoFindings().pulled(LENGTH);
  }

  @ParameterizedTest
  @MethodSource("places")
  @DisplayName("case 28: PSN wraps inside an RDMA Write")
  void shouldFollowAWriteAroundTheCircle(int packetsBeforeWrap, boolean connected) {
    RpcConversation rpc = begin(packetsBeforeWrap, connected);
    byte[] data = Pattern.of(28, LENGTH);
    Segment memory = Segment.of(0x100, LENGTH);
    XdrMessage reply = Nfs3.readReply(28, data);
    rpc.call(inline(28, Nfs3.readCall(28, LENGTH)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(28, reply).writeChunk(memory));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(28)).isWhole(reply).hasNoFindings().answers(seen.call(28)).pushed(LENGTH);
  }

  @ParameterizedTest
  @MethodSource("places")
  @DisplayName("case 29: PSN wraps inside a multi-packet Send")
  void shouldFollowASendAroundTheCircle(int packetsBeforeWrap, boolean connected) {
    RpcConversation rpc = begin(packetsBeforeWrap, connected);
    XdrMessage call = Nfs3.writeCall(29, Pattern.of(29, 4500));
    XdrMessage reply = Nfs3.readdirReply(29, 120);
    rpc.call(inline(29, call));
    rpc.reply(inline(29, reply));

    Decoded seen = rpc.decode();
    assertThat(seen.call(29)).isWhole(call).hasNoFindings();
    assertThat(seen.reply(29)).isWhole(reply).hasNoFindings().answers(seen.call(29));
  }

  @ParameterizedTest
  @MethodSource("places")
  @DisplayName("case 29: PSN wraps inside a multi-packet Send whose packets are out of order")
  void shouldOrderASendAroundTheCircle(int packetsBeforeWrap, boolean connected) {
    RpcConversation rpc = begin(packetsBeforeWrap, connected);
    // In a capture that starts in the middle, the first packet ever seen is in order by definition.
    rpc.call(inline(28, Nfs3.nullCall(28)));
    rpc.reply(inline(28, Nfs3.nullReply(28)));
    XdrMessage call = Nfs3.writeCall(29, Pattern.of(29, 4500));
    rpc.call(inline(29, call));
    int first = rpc.capture().find("SEND First");
    rpc.capture().swap(first, first + 3).swap(first + 1, first + 4);

    assertThat(rpc.decode().call(29)).isWhole(call);
  }

  @ParameterizedTest
  @MethodSource("places")
  @DisplayName("PSN wraps while a Read is retried from the middle")
  void shouldFollowARetryAroundTheCircle(int packetsBeforeWrap, boolean connected) {
    RpcConversation rpc = begin(packetsBeforeWrap, connected);
    byte[] data = Pattern.of(27, LENGTH);
    XdrMessage call = Nfs3.writeCall(27, data);
    Segment memory = Segment.of(0x100, LENGTH);
    rpc.call(reduced(27, call).readChunk(call.position(0), memory));
    var request = rpc.server().readRequest(memory.handle(), memory.offset(), LENGTH);
    rpc.client().readResponse(request, data, 0);
    rpc.client().readResponse(request, data, 1);
    var rest = rpc.server().readRequest(request.from(2));
    rpc.client().readResponse(rest, Arrays.copyOfRange(data, 2048, LENGTH));

    assertThat(rpc.decode().call(27)).isWhole(call).pulled(LENGTH);
  }
}
