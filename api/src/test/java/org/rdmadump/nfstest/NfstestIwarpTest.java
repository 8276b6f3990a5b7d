package org.rdmadump.nfstest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.nfstest.Samples.call;
import static org.rdmadump.nfstest.Samples.rpc;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.missing;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rdmadump.RdmaCapture;
import org.rdmadump.bytes.Absence;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpCapture;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** What NFStest misreads on iWARP, as docs/nfstest-mapping.md has it, by a program that embeds. */
class NfstestIwarpTest {
  private final byte[] data = Pattern.of(9, 3501);
  private final Segment memory = Segment.of(0x100, 3501);
  private final XdrMessage write = Nfs3.writeCall(1, data);
  private final XdrMessage answer = Nfs3.writeReply(1, data.length);
  private final IwarpRpc rpc = IwarpRpc.connected();

  private IwarpRpc writeCall(IwarpRpc to) {
    to.call(reduced(1, write).readChunk(write.position(0), memory));
    to.pull(memory, data);
    return to.reply(inline(1, answer));
  }

  private static RdmaCapture read(TcpCapture capture) {
    return RdmaCapture.builder().digest(true).keepBytes(true).over(capture.source());
  }

  private static RpcMessage firstCall(TcpCapture capture) throws IOException {
    try (RdmaCapture opened = read(capture)) {
      return opened.match(each -> rpc(each).call()).orElseThrow();
    }
  }

  @Test
  void shouldFindWhatFollowsDataOfOddLength() throws IOException {
    XdrMessage call = Nfs41.call(9).sequence().putfh().write(data).getattr().message();
    rpc.call(reduced(9, call).readChunk(call.position(0), memory));
    rpc.pull(memory, data);
    rpc.reply(inline(9, Nfs3.nullReply(9)));

    assertThat(firstCall(rpc.capture())).isWhole(call);
  }

  @Test
  void shouldNameTheHoleOfALostFragment() throws IOException {
    writeCall(rpc).wire().disconnect();
    TcpCapture capture = rpc.capture();
    // The second of four FPDUs.
    capture.drop(capture.find("Read Response", capture.find("Read Response") + 1));

    assertThat(firstCall(capture))
        .isWholeBut(write, missing(write.position(0) + 1000, 1000, Absence.NOT_CAPTURED));
  }

  @Test
  void shouldWaitForTheHalfThatIsAnsweredLast() throws IOException {
    rpc.call(reduced(1, write).readChunk(write.position(0), memory));
    rpc.wire().server().readRequest(0x51, 0, 2000, memory.handle(), memory.offset());
    rpc.wire().server().readRequest(0x52, 0, 1501, memory.handle(), memory.offset() + 2000);
    rpc.wire().server().respond(0x52, 0, Arrays.copyOfRange(data, 2000, 3501));
    rpc.wire().server().respond(0x51, 0, Arrays.copyOf(data, 2000));
    rpc.reply(inline(1, answer));

    assertThat(firstCall(rpc.capture())).isWhole(write).pulled(3501);
  }

  @Test
  void shouldGiveAResponseToTheRequestThatIsOutstanding() throws IOException {
    rpc.call(reduced(1, write).readChunk(write.position(0), memory));
    rpc.wire().server().readRequest(0x51, 0, 2000, memory.handle(), memory.offset());
    rpc.wire().server().respond(0x51, 0, Arrays.copyOf(data, 2000));
    rpc.wire().server().readRequest(0x51, 0, 1501, memory.handle(), memory.offset() + 2000);
    rpc.wire().server().respond(0x51, 0, Arrays.copyOfRange(data, 2000, 3501));
    rpc.reply(inline(1, answer));

    try (RdmaCapture capture = read(rpc.capture())) {
      assertThat(capture.exchanges())
          .singleElement()
          .satisfies(each -> assertThat(call(each)).isWhole(write))
          .satisfies(each -> assertThat(each.transfers()).hasSize(2));
    }
  }

  @Test
  void shouldKeepSendsOfConnectionsApart() throws IOException {
    IwarpRpc other =
        IwarpRpc.connected(new IwarpConversation().into(rpc.capture()).ports(44001, 20049));
    XdrMessage first = Nfs3.writeCall(7, Pattern.of(70, 3000));
    XdrMessage second = Nfs3.writeCall(7, Pattern.of(71, 3000));
    rpc.call(inline(7, first));
    other.call(inline(7, second));

    try (RdmaCapture capture = read(rpc.capture())) {
      List<RpcMessage> calls = capture.messages().toList();
      assertThat(calls).extracting(RpcMessage::connection).doesNotHaveDuplicates().hasSize(2);
      assertThat(calls.get(0)).isWhole(first);
      assertThat(calls.get(1)).isWhole(second);
    }
  }

  @Test
  void shouldNotCareHowTheStreamIsCut() throws IOException {
    for (int longest : new int[] {1, 20, 700, 5000}) {
      IwarpRpc cut = writeCall(IwarpRpc.connected());
      cut.capture().resegment(new SplittableRandom(longest), longest);

      assertThat(firstCall(cut.capture())).isWhole(write).pulled(3501);
    }
  }
}
