package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Rope;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** What an exchange has of a call whose bytes are not kept. */
class LongCallsTest {
  private static final byte[] DATA = Pattern.of(7, 20001);

  private final RpcConversation rpc = RpcConversation.connected();
  private final List<RpcExchange> exchanges = new ArrayList<>();
  private final List<String> messages = new ArrayList<>();

  private CaptureSummary decode(CaptureOptions options) throws IOException {
    MessageListener listener =
        new MessageListener() {
          @Override
          public void message(RpcMessage message) {
            if (message.rpc().orElseThrow().call()) {
              messages.add(names(message));
            }
          }

          @Override
          public void exchange(RpcExchange exchange) {
            exchanges.add(exchange);
          }
        };
    CaptureDecoder decoder = new CaptureDecoder(rpc.capture().source(), options, listener);
    while (decoder.decodeNext()) {}
    return decoder.finish();
  }

  private static String names(RpcMessage call) {
    return call.content().compound().orElseThrow().operations().stream()
        .map(Nfs4Operation::name)
        .toList()
        .toString();
  }

  @Test
  void shouldKeepWhatStandsBehindTheDataOfAWrite() throws IOException {
    XdrMessage call = Nfs41.call(1).sequence().putfh().write(DATA).getattr().message();
    Segment memory = Segment.of(0x101, call.length());
    rpc.call(nomsg(1).readChunk(0, memory));
    rpc.pull(memory, call.bytes());
    rpc.reply(inline(1, Nfs41.reply(1).sequence().putfh().write(DATA.length).getattr().message()));

    decode(new CaptureOptions(false, false, 64L << 20));
    RpcMessage of = exchanges.get(0).call().orElseThrow();
    assertThat(names(of)).isEqualTo("[SEQUENCE, PUTFH, WRITE, GETATTR]");
    assertThat(of.stream().length()).isEqualTo(call.length());
    assertThat(of.stream().present()).isLessThan(1000);
    assertThat(of.content().sha256(0, call.length())).isEmpty();
  }

  @Test
  void shouldKeepTheDigestOfDataThatIsNotKept() throws IOException {
    XdrMessage call = Nfs41.call(1).sequence().putfh().write(DATA).getattr().message();
    Segment memory = Segment.of(0x101, call.length());
    rpc.call(nomsg(1).readChunk(0, memory));
    rpc.pull(memory, call.bytes());
    rpc.reply(inline(1, Nfs41.reply(1).sequence().putfh().write(DATA.length).getattr().message()));

    decode(new CaptureOptions(true, false, 64L << 20));
    MessageContent content = exchanges.get(0).call().orElseThrow().content();
    long start = positionOf(call.bytes(), DATA);
    assertThat(content.sha256(start, DATA.length)).contains(Rope.of(DATA).sha256());
  }

  private static long positionOf(byte[] whole, byte[] part) {
    for (int at = 0; at <= whole.length - part.length; at++) {
      if (Arrays.equals(whole, at, at + part.length, part, 0, part.length)) {
        return at;
      }
    }
    throw new AssertionError("not inside");
  }

  @Test
  void shouldCountCallsOfWhichThereIsNoRoomToKeepAll() throws IOException {
    for (int xid = 1; xid <= 40; xid++) {
      Nfs41.Call call = Nfs41.call(xid).sequence();
      for (int i = 0; i < 5000; i++) {
        call.getattr();
      }
      XdrMessage message = call.message();
      Segment memory = Segment.of(0x100 + xid, message.length());
      rpc.call(nomsg(xid).readChunk(0, memory));
      rpc.pull(memory, message.bytes());
    }
    for (int xid = 1; xid <= 40; xid++) {
      rpc.reply(inline(xid, Nfs41.reply(xid).sequence().getattr().message()));
    }

    CaptureSummary summary = decode(new CaptureOptions(false, false, 4L << 20));
    assertThat(summary.evictions().get("call_contents")).isPositive();
    long cut = 0;
    for (int i = 0; i < exchanges.size(); i++) {
      if (!names(exchanges.get(i).call().orElseThrow()).equals(messages.get(i))) {
        cut++;
      }
    }
    assertThat(summary.evictions()).containsEntry("call_contents", cut);
    assertThat(cut).isLessThan(40);
  }
}
