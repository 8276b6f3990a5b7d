package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/**
 * Calls that list memory twice. If the server may write it, that is a fault of the client; the
 * server just takes what it was offered.
 */
class ListedTwiceTest {
  private static final int LENGTH = 4096;

  private final IwarpRpc rpc = IwarpRpc.connected();
  private final Segment memory = Segment.of(0x100, LENGTH);
  private final byte[] data = Pattern.of(1, LENGTH);
  private final XdrMessage reply = Nfs3.readReply(1, data);

  private Decoded decode() {
    rpc.wire().client().acknowledge();
    return rpc.decode();
  }

  /** The reply is told as it was sent, and the call alone is wrong. */
  private RpcMessage shouldBlameTheCall(Decoded seen, XdrMessage sent) {
    assertThat(seen.call(1)).hasOnlyFindings(RpcRdmaRules.HANDLE_REPLACED);
    assertThat(seen.reply(1)).isWhole(sent).hasNoFindings();
    assertThat(seen.summary().rules()).containsOnlyKeys(RpcRdmaRules.HANDLE_REPLACED.name());
    assertThat(seen.summary().evictions()).isEmpty();
    return seen.reply(1);
  }

  @Test
  @DisplayName("in two Write chunks, of which the first is used")
  void shouldTakeTheFirstOfTwoChunks() {
    rpc.call(inline(1, Nfs3.readCall(1, LENGTH)).writeChunk(memory).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(1, reply).writeChunk(memory).writeChunk(memory.unused()));

    assertThat(shouldBlameTheCall(decode(), reply)).pushed(LENGTH, 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("in a Write chunk and the Reply chunk, either of which is used")
  void shouldTakeAWriteChunkAndAReplyChunk(boolean isLong) {
    rpc.call(inline(1, Nfs3.readCall(1, LENGTH)).writeChunk(memory).replyChunk(memory));
    if (isLong) {
      XdrMessage whole = Nfs3.readReply(1, Pattern.of(1, 200));
      rpc.push(memory, whole.bytes());
      rpc.reply(nomsg(1).writeChunk(memory.unused()).replyChunk(memory.used(whole.length())));

      assertThat(shouldBlameTheCall(decode(), whole)).pushed(0).pushedReply(whole.length());
    } else {
      rpc.push(memory, data);
      rpc.reply(reduced(1, reply).writeChunk(memory).replyChunk(memory.unused()));

      assertThat(shouldBlameTheCall(decode(), reply)).pushed(LENGTH);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("in a Write chunk and the Reply chunk, both of which are used, in this order")
  void shouldTakeTheWriteChunkBeforeTheReplyChunk(boolean keepsBytes) throws IOException {
    byte[] reduced = Arrays.copyOf(reply.bytes(), reply.position(0));
    rpc.call(inline(1, Nfs3.readCall(1, LENGTH)).writeChunk(memory).replyChunk(memory));
    rpc.push(memory, data).push(memory, reduced);
    rpc.reply(nomsg(1).writeChunk(memory).replyChunk(memory.used(reduced.length)));
    rpc.wire().client().acknowledge();

    CaptureOptions options = new CaptureOptions(false, keepsBytes, 64L << 20);
    RpcMessage seen = Decoded.of(rpc.capture().source(), options).reply(1);
    assertThat(seen).hasNoFindings();
    assertThat(seen.rpc().orElseThrow().status()).contains("SUCCESS");
    assertThat(seen.rpc().orElseThrow().length()).hasValue(reply.length());
  }

  @Test
  @DisplayName("in two segments of a chunk that have a part in common")
  void shouldTakeSegmentsWithAPartInCommon() {
    Segment one = new Segment(0x100, 0x1000, 2048);
    Segment other = new Segment(0x100, 0x1400, 2048);
    rpc.call(inline(1, Nfs3.readCall(1, LENGTH)).writeChunk(one, other));
    rpc.push(one, Arrays.copyOf(data, 2048)).push(other, Arrays.copyOfRange(data, 2048, LENGTH));
    rpc.reply(reduced(1, reply).writeChunk(one, other));

    assertThat(shouldBlameTheCall(decode(), reply)).pushed(2048, 2048);
  }

  @Test
  @DisplayName("too often: what was given up is of a limit, and accuses nobody")
  void shouldNotAccuseWhereALimitIsReached() {
    Segment[] twenty = new Segment[20];
    Arrays.fill(twenty, memory);
    Segment[] used = new Segment[20];
    Arrays.fill(used, memory.unused());
    used[0] = memory;
    rpc.call(inline(1, Nfs3.readCall(1, LENGTH)).writeChunk(twenty));
    rpc.push(memory, data);
    rpc.reply(reduced(1, reply).writeChunk(used));

    assertThat(decode().summary().rules())
        .doesNotContainKeys(
            RpcRdmaRules.TRANSFERRED_SHORT.name(), RpcRdmaRules.LENGTH_DIFFERS.name());
  }

  @Test
  @DisplayName("in a Read chunk and a Write chunk: what is read and written is kept apart")
  void shouldTellReadsFromWrites() {
    XdrMessage call = Nfs3.writeCall(1, data);
    rpc.call(reduced(1, call).readChunk(call.position(0), memory).replyChunk(memory));
    rpc.pull(memory, data);
    XdrMessage answer = Nfs3.writeReply(1, LENGTH);
    rpc.push(memory, answer.bytes());
    rpc.reply(nomsg(1).replyChunk(memory.used(answer.length())));

    Decoded seen = decode();
    assertThat(seen.call(1)).isWhole(call).hasNoFindings();
    assertThat(seen.reply(1)).isWhole(answer).hasNoFindings();
    assertThat(seen.summary().rules()).isEmpty();
    assertThat(seen.summary().evictions()).isEmpty();
  }
}
