package org.rdmadump.analysis.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.iwarp.build.TcpCapture;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * FPDUs in several TCP segments: each segment with a byte of one is of its message, in whatever
 * order they are captured.
 */
class FramesOfStreamsTest {
  private static final int LENGTH = 400;
  private static final int PARTS = 4;

  /** Bytes of the last segment of an FPDU: the end of its CRC. */
  private static final int END = 2;

  /** A WRITE call, an RDMA Read of its data, and the reply: four FPDUs. */
  private static IwarpRpc conversation() {
    IwarpRpc rpc = IwarpRpc.connected();
    byte[] data = Pattern.of(1, LENGTH);
    XdrMessage call = Nfs3.writeCall(1, data);
    Segment memory = Segment.of(0x100, LENGTH);
    rpc.call(reduced(1, call).readChunk(call.position(0), memory));
    rpc.pull(memory, data);
    rpc.reply(inline(1, Nfs3.writeReply(1, LENGTH)));
    return rpc;
  }

  @ParameterizedTest
  @ValueSource(strings = {"0123", "0213", "0132", "0321", "0231", "1023"})
  @DisplayName("the frames of a message are all that its FPDUs needed, and the last one ends it")
  void shouldNameTheMessageInEverySegment(String order) throws IOException {
    IwarpRpc rpc = conversation();
    TcpCapture capture = rpc.capture();
    List<TcpFrame> frames = capture.frames();
    int first = capture.find("Send");
    for (int i = frames.size() - 1; i >= first; i--) {
      if (!frames.get(i).isBare()) {
        part(frames, i, order);
      }
    }

    List<RpcMessage> messages = new ArrayList<>();
    List<List<Long>> ofFrames = new ArrayList<>();
    run(capture, messages, frame -> ofFrames.add(List.copyOf(frame.messages())));

    assertThat(messages).hasSize(2);
    assertThat(messages).allMatch(each -> each.rpc().orElseThrow().complete());
    for (int i = first; i < frames.size(); i++) {
      if (!frames.get(i).isBare()) {
        long number = i < frames.size() - PARTS ? 1 : 2;
        assertThat(ofFrames.get(i)).as("messages of frame %d", i + 1).containsExactly(number);
      }
    }
    // The segments of the reply are the last.
    long last = frames.size();
    assertThat(messages.get(1).lastFrame()).isEqualTo(last);
    assertThat(messages.get(1).sendFrame()).isEqualTo(last);
    assertThat(messages.get(0).lastFrame()).isEqualTo(last - PARTS);
  }

  private static void run(TcpCapture capture, List<RpcMessage> messages, FrameSink sink)
      throws IOException {
    FrameDissector dissector =
        new FrameDissector(sink, false, FrameDissector.PATIENCE_NANOS, FrameDissector.MOST_BYTES);
    CaptureDecoder decoder =
        new CaptureDecoder(
            capture.source(),
            CaptureOptions.DEFAULT,
            new MessageListener() {
              @Override
              public void message(RpcMessage message) {
                messages.add(message);
              }
            },
            dissector);
    boolean more = true;
    while (more) {
      more = decoder.decodeNext();
    }
    decoder.finish();
    dissector.finish();
  }

  private static void part(List<TcpFrame> frames, int index, String order) {
    TcpFrame whole = frames.remove(index);
    int length = whole.payload().length;
    int[] cuts = {0, (length - END) / 2, length - END, length - 1, length};
    int at = index;
    for (int i = 0; i < order.length(); i++) {
      int part = Character.digit(order.charAt(i), PARTS);
      frames.add(at++, whole.part(cuts[part], cuts[part + 1]));
    }
  }
}
