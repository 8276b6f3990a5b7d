package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.build.QueuePair;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/**
 * What is sent again with other bytes than before is found, whether or not the bytes of data are
 * kept.
 */
class DifferingCopiesTest {
  private static final int LENGTH = 100_000;
  private static final int MTU = 1024;

  /** A byte in the middle of a packet. */
  private static final int CHANGED = 30 * MTU + 500;

  private final RpcConversation rpc = RpcConversation.connected(wire -> wire.acks(false));
  private final byte[] data = Pattern.of(75, LENGTH);
  private final Segment memory = Segment.of(0x100, LENGTH);

  private static CaptureOptions keeping(boolean bytes) {
    return new CaptureOptions(bytes, bytes, 64L << 20);
  }

  private byte[] changed() {
    byte[] other = data.clone();
    other[CHANGED] ^= 1;
    return other;
  }

  private List<String> found(boolean keeps, int xid, boolean ofCall) {
    Decoded seen = Decoded.of(rpc.capture().source(), keeping(keeps));
    RpcMessage message = ofCall ? seen.call(xid) : seen.reply(xid);
    return message.findings().stream()
        .filter(each -> each.rule().name().equals(RpcRdmaRules.DATA_DIFFERS.name()))
        .map(Finding::message)
        .toList();
  }

  private void read(byte[] first, byte[] again) {
    rpc.call(inline(75, Nfs3.readCall(75, LENGTH)).writeChunk(memory));
    QueuePair server = rpc.server();
    int psn = server.nextPsn();
    rpc.push(memory, first);
    server.nextPsn(psn);
    rpc.push(memory, again);
    rpc.reply(reduced(75, Nfs3.readReply(75, data)).writeChunk(memory));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a Write is retransmitted with another byte in one packet")
  void shouldFindTheChangedPacketOfAWrite(boolean keeps) {
    read(data, changed());

    assertThat(found(keeps, 75, false))
        .containsExactly("some of 1024 bytes at " + address() + " differ from the first copy");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a Write is retransmitted as it was")
  void shouldNotFindTheSameBytes(boolean keeps) {
    read(data, data);

    assertThat(found(keeps, 75, false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("the response to a Read is retransmitted with another byte in one packet")
  void shouldFindTheChangedPacketOfAReadResponse(boolean keeps) {
    XdrMessage call = Nfs3.writeCall(75, data);
    rpc.call(reduced(75, call).readChunk(call.position(0), memory));
    QueuePair server = rpc.server();
    int psn = server.nextPsn();
    ReadRequest request = server.readRequest(memory.handle(), memory.offset(), LENGTH);
    rpc.client().readResponse(request, data);
    server.nextPsn(psn);
    rpc.client()
        .readResponse(server.readRequest(memory.handle(), memory.offset(), LENGTH), changed());
    rpc.reply(inline(75, Nfs3.writeReply(75, LENGTH)));

    assertThat(found(keeps, 75, true).size() + found(keeps, 75, false).size()).isOne();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a Send is retransmitted with other bytes before it is acknowledged")
  void shouldFindAChangedSend(boolean keeps) {
    QueuePair client = rpc.client();
    int psn = client.nextPsn();
    rpc.call(inline(69, Nfs3.readCall(69, 1000)));
    client.nextPsn(psn);
    rpc.call(inline(69, Nfs3.readCall(69, 2000)));
    rpc.server().acknowledge(psn);
    rpc.reply(inline(69, Nfs3.readReply(69, Pattern.of(1, 1000))));

    assertThat(found(keeps, 69, true))
        .singleElement()
        .asString()
        .startsWith("some bytes of the Send that frame ")
        .endsWith(" begins differ from the first copy");
    assertThat(found(keeps, 69, false)).isEmpty();
  }

  private String address() {
    return String.format(Locale.US, "0x%016x", memory.offset() + CHANGED / MTU * MTU);
  }
}
