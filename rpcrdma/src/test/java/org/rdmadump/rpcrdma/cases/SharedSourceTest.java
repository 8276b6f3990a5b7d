package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.ib.Psn;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/**
 * Calls that wait for their replies at a time and have memory in common. A Read chunk only names a
 * source: any number of calls may have it, as a client with one handle for all its memory that
 * writes a buffer to several places.
 */
class SharedSourceTest {
  private static final int LENGTH = 3000;

  private final RpcConversation rpc = RpcConversation.connected();
  private final Segment memory = Segment.of(0x100, LENGTH);
  private final byte[] data = Pattern.of(1, LENGTH);

  SharedSourceTest() {
    rpc.call(inline(90, Nfs3.nullCall(90)).credits(8));
    rpc.reply(inline(90, Nfs3.nullReply(90)).credits(8));
  }

  private static RpcRdmaBuilder writing(int xid, byte[] data, Segment memory) {
    XdrMessage call = Nfs3.writeCall(xid, data);
    return reduced(xid, call).readChunk(call.position(0), memory).credits(8);
  }

  private static RpcRdmaBuilder written(int xid, int length) {
    return inline(xid, Nfs3.writeReply(xid, length)).credits(8);
  }

  private static RpcRdmaBuilder reading(int xid, Segment memory) {
    return inline(xid, Nfs3.readCall(xid, memory.length())).writeChunk(memory).credits(8);
  }

  private static RpcRdmaBuilder result(int xid, byte[] data, Segment memory) {
    return reduced(xid, Nfs3.readReply(xid, data)).writeChunk(memory).credits(8);
  }

  private Segment part(int from, int length) {
    return new Segment(memory.handle(), memory.offset() + from, length);
  }

  private byte[] dataOf(Segment part) {
    int from = (int) (part.offset() - memory.offset());
    return Arrays.copyOfRange(data, from, from + part.length());
  }

  /** All calls are whole, each with the data of its memory, and nothing is wrong. */
  private void shouldBeWhole(Decoded seen, Segment... sources) {
    assertThat(seen.rules()).isEmpty();
    for (int xid = 1; xid <= sources.length; xid++) {
      byte[] source = dataOf(sources[xid - 1]);
      assertThat(seen.call(xid)).isWhole(Nfs3.writeCall(xid, source)).hasNoFindings();
      assertThat(seen.reply(xid)).answers(seen.call(xid)).hasNoFindings();
    }
  }

  @Test
  @DisplayName("a buffer is written to two places: the second call behind the Read for the first")
  void shouldReadTheSameMemoryForASecondCall() {
    rpc.call(writing(1, data, memory)).pull(memory, data);
    rpc.call(writing(2, data, memory)).pull(memory, data);
    rpc.reply(written(1, LENGTH)).reply(written(2, LENGTH));

    shouldBeWhole(rpc.decode(), memory, memory);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a buffer is written to three places: all calls before the first Read")
  void shouldReadTheSameMemoryForThreeCalls(boolean iwarp) {
    if (iwarp) {
      IwarpRpc tcp = IwarpRpc.connected();
      tcp.call(inline(90, Nfs3.nullCall(90)).credits(8));
      tcp.reply(inline(90, Nfs3.nullReply(90)).credits(8));
      for (int xid = 1; xid <= 3; xid++) {
        tcp.call(writing(xid, data, memory));
      }
      tcp.pull(memory, data).pull(memory, data).pull(memory, data);
      for (int xid = 3; xid >= 1; xid--) {
        tcp.reply(written(xid, LENGTH));
      }
      shouldBeWhole(tcp.decode(), memory, memory, memory);
      return;
    }
    for (int xid = 1; xid <= 3; xid++) {
      rpc.call(writing(xid, data, memory));
    }
    rpc.pull(memory, data).pull(memory, data, 1000, 2000).pull(memory, data);
    for (int xid = 3; xid >= 1; xid--) {
      rpc.reply(written(xid, LENGTH));
    }
    shouldBeWhole(rpc.decode(), memory, memory, memory);
  }

  @Test
  @DisplayName("the memory is read for two calls by turns, in parts")
  void shouldReadTheSameMemoryByTurns() {
    Segment head = part(0, 1000);
    Segment tail = part(1000, 2000);
    rpc.call(writing(1, data, memory)).call(writing(2, data, memory));
    rpc.pull(head, dataOf(head)).pull(head, dataOf(head));
    rpc.pull(tail, dataOf(tail)).pull(tail, dataOf(tail));
    rpc.reply(written(2, LENGTH)).reply(written(1, LENGTH));

    shouldBeWhole(rpc.decode(), memory, memory);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("two calls have a part of the memory in common, whichever is read first")
  void shouldReadPartsInCommon(boolean inOrder) {
    Segment middle = part(1000, 1500);
    rpc.call(writing(1, data, memory)).call(writing(2, dataOf(middle), middle));
    for (Segment each : inOrder ? List.of(memory, middle) : List.of(middle, memory)) {
      rpc.pull(each, dataOf(each));
    }
    rpc.reply(written(1, LENGTH)).reply(written(2, 1500));

    shouldBeWhole(rpc.decode(), memory, middle);
  }

  @Test
  @DisplayName("a call that names a buffer twice, while another has it, too")
  void shouldReadABufferTwiceForOneOfTwoCalls() {
    XdrMessage twice = Nfs3.writeCall(2, data);
    Segment head = part(0, 2000);
    Segment tail = part(1000, 2000);
    byte[] both = new byte[4000];
    System.arraycopy(dataOf(head), 0, both, 0, 2000);
    System.arraycopy(dataOf(tail), 0, both, 2000, 2000);
    XdrMessage call = Nfs3.writeCall(2, both);
    rpc.call(writing(1, data, memory)).pull(memory, data);
    rpc.call(reduced(2, call).readChunk(twice.position(0), head, tail).credits(8));
    rpc.pull(head, dataOf(head)).pull(tail, dataOf(tail));
    rpc.reply(written(1, LENGTH)).reply(written(2, 4000));

    Decoded seen = rpc.decode();
    assertThat(seen.rules()).isEmpty();
    assertThat(seen.call(2)).isWhole(call);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a call that is refused without a Read of its memory accuses nobody")
  void shouldTellNothingFalseOfACallThatWasNotRead(boolean refusedFirst) {
    XdrMessage refusal = Nfs3.writeReply(1, 0);
    rpc.call(writing(1, data, memory)).call(writing(2, data, memory));
    if (refusedFirst) {
      rpc.reply(inline(1, refusal).credits(8)).pull(memory, data);
    } else {
      rpc.pull(memory, data).reply(inline(1, refusal).credits(8));
    }
    rpc.reply(written(2, LENGTH));

    Decoded seen = rpc.decode();
    assertThat(seen.call(refusedFirst ? 2 : 1)).isWhole(Nfs3.writeCall(refusedFirst ? 2 : 1, data));
    assertThat(seen.reply(2)).hasNoFindings();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  @DisplayName("the next call, with the memory to write to, is captured early: nothing is missing")
  void shouldKeepACallWhoseMemoryIsAdvertisedEarly(int places) {
    byte[] answer = Pattern.of(2, LENGTH);
    rpc.wire().acks(false);
    rpc.call(writing(1, data, memory)).pull(memory, data).reply(written(1, LENGTH));
    int at = rpc.capture().size();
    rpc.call(reading(2, memory));
    rpc.capture().move(at, at - places);
    rpc.push(memory, answer).reply(result(2, answer, memory));
    rpc.client().acknowledge(Psn.add(rpc.server().nextPsn(), -1));

    Decoded seen = rpc.decode();
    assertThat(seen.rules()).isEmpty();
    assertThat(seen.call(1)).isWhole(Nfs3.writeCall(1, data)).pulled(LENGTH);
    assertThat(seen.reply(1)).answers(seen.call(1));
    assertThat(seen.reply(2)).isWhole(Nfs3.readReply(2, answer)).pushed(LENGTH);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  @DisplayName("the next READ into the memory is captured early: nothing is missing")
  void shouldKeepAReadWhoseMemoryIsAdvertisedEarly(int places) {
    byte[] answer = Pattern.of(2, LENGTH);
    rpc.wire().acks(false);
    rpc.call(reading(1, memory)).push(memory, data).reply(result(1, data, memory));
    int at = rpc.capture().size();
    rpc.call(reading(2, memory));
    rpc.capture().move(at, at - places);
    rpc.push(memory, answer).reply(result(2, answer, memory));
    rpc.client().acknowledge(Psn.add(rpc.server().nextPsn(), -1));

    Decoded seen = rpc.decode();
    assertThat(seen.rules()).isEmpty();
    assertThat(seen.reply(1)).answers(seen.call(1)).pushed(LENGTH);
    assertThat(seen.reply(1).rpc().orElseThrow().complete()).isTrue();
    assertThat(seen.reply(2)).isWhole(Nfs3.readReply(2, answer)).pushed(LENGTH);
  }

  @Test
  @DisplayName("memory is advertised again to be written to, and the server knew before it replied")
  void shouldTellOfMemoryToWriteToThatTwoCallsHave() {
    byte[] answer = Pattern.of(2, LENGTH);
    rpc.call(reading(1, memory)).push(memory, data);
    rpc.call(reading(2, memory)).reply(result(1, data, memory));
    rpc.push(memory, answer).reply(result(2, answer, memory));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(1)).isWhole(Nfs3.readReply(1, data));
    assertThat(seen.reply(2)).hasOnlyFindings(RpcRdmaRules.HANDLE_REPLACED);
  }
}
