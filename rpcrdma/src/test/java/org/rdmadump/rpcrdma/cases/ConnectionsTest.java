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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** Several connections in one capture, with numbers that collide wherever they can. */
class ConnectionsTest {
  private static final String SERVER = "192.168.77.1";
  private static final int LENGTH = 3500;

  private final Capture capture = new Capture();
  private final Segment memory = Segment.of(0x100, LENGTH);
  private final byte[][] data = {Pattern.of(1, LENGTH), Pattern.of(2, LENGTH)};

  /** How two connections differ; handles, XIDs, PSNs and MSNs are equal in all of them. */
  private enum Pair {
    /** Two clients, equal queue pair numbers everywhere; CM captured. */
    TWO_CLIENTS,
    /** The same, begun in the middle. */
    TWO_CLIENTS_WITHOUT_CM,
    /** One client with two queue pairs to one server; CM captured. */
    TWO_QUEUE_PAIRS,
    /** One client to two servers, begun in the middle. */
    TWO_SERVERS_WITHOUT_CM
  }

  private RpcConversation[] begin(Pair pair) {
    RpcConversation first = between("192.168.77.2", SERVER);
    RpcConversation second =
        switch (pair) {
          case TWO_CLIENTS, TWO_CLIENTS_WITHOUT_CM -> between("192.168.77.3", SERVER);
          case TWO_QUEUE_PAIRS -> between("192.168.77.2", SERVER);
          case TWO_SERVERS_WITHOUT_CM -> between("192.168.77.2", "192.168.77.9");
        };
    if (pair == Pair.TWO_QUEUE_PAIRS) {
      second.wire().communicationIds(0x0c000002, 0x0d000002);
      second.client().qpn(0x12);
      second.server().qpn(0x12);
    }
    if (pair == Pair.TWO_CLIENTS || pair == Pair.TWO_QUEUE_PAIRS) {
      first.wire().connect();
      second.wire().connect();
    }
    return new RpcConversation[] {first, second};
  }

  private RpcConversation between(String client, String server) {
    return RpcConversation.over(Conversation.between(client, server), wire -> wire.on(capture));
  }

  /** Puts the packets of two stretches of the capture together like a zip. */
  private void interleave(int from, int middle) {
    int second = middle;
    for (int at = from + 1; second < capture.size() && at < second; at += 2) {
      capture.move(second, at);
      second++;
    }
  }

  private static RpcMessage ofConnection(Decoded seen, int connection, boolean call) {
    return seen.only(
        "message of connection " + connection,
        message ->
            message.connection() == connection && message.rpc().orElseThrow().call() == call);
  }

  /** Neither capture nor reader says which connection gets which index: the bytes do. */
  private static void shouldHaveBoth(List<RpcMessage> messages, XdrMessage... sent) {
    assertThat(messages).hasSize(sent.length);
    for (XdrMessage each : sent) {
      assertThat(messages)
          .filteredOn(
              message ->
                  message.stream().isComplete()
                      && Arrays.equals(
                          message.stream().toArray(0, message.stream().length()), each.bytes()))
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource(Pair.class)
  @DisplayName("cases 45, 46, 49: equal handles, PSNs and XIDs, interleaved Writes")
  void shouldKeepWritesOfTwoConnectionsApart(Pair pair) {
    RpcConversation[] both = begin(pair);
    int from = capture.size();
    XdrMessage[] replies = new XdrMessage[2];
    int[] starts = new int[3];
    for (int i = 0; i < 2; i++) {
      starts[i] = capture.size();
      replies[i] = Nfs3.readReply(7, data[i]);
      both[i].call(inline(7, Nfs3.readCall(7, LENGTH)).writeChunk(memory));
      both[i].push(memory, data[i]);
      both[i].reply(reduced(7, replies[i]).writeChunk(memory));
    }
    interleave(from, starts[1]);

    Decoded seen = Decoded.of(capture);
    shouldHaveBoth(
        seen.messages().stream().filter(each -> !each.rpc().orElseThrow().call()).toList(),
        replies);
    for (int connection = 1; connection <= 2; connection++) {
      RpcMessage call = ofConnection(seen, connection, true);
      assertThat(ofConnection(seen, connection, false))
          .answers(call)
          .pushed(LENGTH)
          .hasNoFindings();
    }
    assertThat(seen.summary().connections()).isEqualTo(2);
    assertThat(seen.exchanges()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Pair.class)
  @DisplayName("cases 45, 46, 49: equal handles, PSNs and XIDs, interleaved Reads")
  void shouldKeepReadsOfTwoConnectionsApart(Pair pair) {
    RpcConversation[] both = begin(pair);
    int from = capture.size();
    XdrMessage[] calls = new XdrMessage[2];
    int[] starts = new int[2];
    for (int i = 0; i < 2; i++) {
      starts[i] = capture.size();
      calls[i] = Nfs3.writeCall(7, data[i]);
      both[i].call(reduced(7, calls[i]).readChunk(calls[i].position(0), memory));
      both[i].pull(memory, data[i]);
      both[i].reply(inline(7, Nfs3.writeReply(7, LENGTH)));
    }
    interleave(from, starts[1]);

    Decoded seen = Decoded.of(capture);
    shouldHaveBoth(
        seen.messages().stream().filter(each -> each.rpc().orElseThrow().call()).toList(), calls);
    for (int connection = 1; connection <= 2; connection++) {
      RpcMessage call = ofConnection(seen, connection, true);
      assertThat(call).pulled(LENGTH).hasNoFindings();
      assertThat(ofConnection(seen, connection, false)).answers(call).hasNoFindings();
    }
    assertThat(seen.summary().connections()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(Pair.class)
  @DisplayName("case 47: two hosts with equal QP numbers, multi-packet Sends")
  void shouldKeepSendsOfTwoConnectionsApart(Pair pair) {
    RpcConversation[] both = begin(pair);
    int from = capture.size();
    XdrMessage[] calls = {
      Nfs3.writeCall(7, Pattern.of(471, 2800)), Nfs3.writeCall(7, Pattern.of(472, 2800))
    };
    int[] starts = new int[2];
    for (int i = 0; i < 2; i++) {
      starts[i] = capture.size();
      both[i].call(inline(7, calls[i]));
      both[i].reply(inline(7, Nfs3.writeReply(7, 2800)));
    }
    interleave(from, starts[1]);

    Decoded seen = Decoded.of(capture);
    shouldHaveBoth(
        seen.messages().stream().filter(each -> each.rpc().orElseThrow().call()).toList(), calls);
    assertThat(seen.summary().connections()).isEqualTo(2);
    assertThat(seen.summary().unanswered()).isZero();
    assertThat(seen.rules()).isEmpty();
  }

  @Test
  @DisplayName("case 46: overlapping, not equal, PSNs")
  void shouldKeepOverlappingPsnsApart() {
    RpcConversation first = between("192.168.77.2", SERVER);
    RpcConversation second = between("192.168.77.3", SERVER);
    second.server().nextPsn(2002);
    second.client().nextPsn(1002);
    XdrMessage[] replies = {Nfs3.readReply(7, data[0]), Nfs3.readReply(7, data[1])};
    first.call(inline(7, Nfs3.readCall(7, LENGTH)).writeChunk(memory));
    second.call(inline(7, Nfs3.readCall(7, LENGTH)).writeChunk(memory));
    int from = capture.size();
    first.push(memory, data[0]);
    int middle = capture.size();
    second.push(memory, data[1]);
    interleave(from, middle);
    first.reply(reduced(7, replies[0]).writeChunk(memory));
    second.reply(reduced(7, replies[1]).writeChunk(memory));

    Decoded seen = Decoded.of(capture);
    shouldHaveBoth(
        seen.messages().stream().filter(each -> !each.rpc().orElseThrow().call()).toList(),
        replies);
    assertThat(seen.rules()).isEmpty();
  }

  @Test
  @DisplayName("case 46: two queue pairs of the same hosts, begun in the middle, overlapping PSNs")
  void shouldJoinTheDirectionsOfTwoQueuePairsWithoutCm() {
    RpcConversation first = between("192.168.77.2", SERVER);
    RpcConversation second = between("192.168.77.2", SERVER);
    second.client().qpn(0x22).nextPsn(1003);
    second.server().qpn(0x12).nextPsn(2003);
    // Two queue pairs of one host never share a handle or an XID at the same time on Linux.
    Segment other = Segment.of(0x200, LENGTH);
    XdrMessage[] replies = {Nfs3.readReply(7, data[0]), Nfs3.readReply(8, data[1])};
    first.call(inline(7, Nfs3.readCall(7, LENGTH)).writeChunk(memory));
    second.call(inline(8, Nfs3.readCall(8, LENGTH)).writeChunk(other));
    int from = capture.size();
    first.push(memory, data[0]);
    int middle = capture.size();
    second.push(other, data[1]);
    interleave(from, middle);
    first.reply(reduced(7, replies[0]).writeChunk(memory));
    second.reply(reduced(8, replies[1]).writeChunk(other));

    Decoded seen = Decoded.of(capture);
    assertThat(seen.reply(7)).isWhole(replies[0]).answers(seen.call(7)).pushed(LENGTH);
    assertThat(seen.reply(8)).isWhole(replies[1]).answers(seen.call(8)).pushed(LENGTH);
    assertThat(seen.summary().connections()).isEqualTo(2);
    assertThat(seen.rules()).isEmpty();
  }

  @Test
  @DisplayName("case 49: two clients with equal XID, answered in the other order")
  void shouldPairByConnection() {
    RpcConversation first = between("192.168.77.2", SERVER);
    RpcConversation second = between("192.168.77.3", SERVER);
    first.call(inline(7, Nfs3.getattrCall(7)));
    second.call(inline(7, Nfs3.nullCall(7)));
    second.reply(inline(7, Nfs3.nullReply(7)));
    first.reply(inline(7, Nfs3.getattrReply(7)));

    Decoded seen = Decoded.of(capture);
    assertThat(seen.exchanges()).hasSize(2);
    seen.exchanges()
        .forEach(
            exchange -> {
              RpcMessage call = exchange.call().orElseThrow();
              RpcMessage reply = exchange.reply().orElseThrow();
              assertThat(reply).answers(call);
              assertThat(reply.source()).isEqualTo(call.destination());
              assertThat(reply.destination()).isEqualTo(call.source());
              boolean isNull = call.rpc().orElseThrow().procedure().orElseThrow() == Nfs3.NULL;
              assertThat(reply).isWhole(isNull ? Nfs3.nullReply(7) : Nfs3.getattrReply(7));
            });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 68: backchannel call with the XID of a forward call in flight")
  void shouldCountXidsByDirection(boolean connected) {
    RpcConversation rpc = connected ? RpcConversation.connected() : RpcConversation.unconnected();
    byte[] bytes = data[0];
    XdrMessage call = Nfs41.call(68).sequence().putfh().read(LENGTH).message();
    XdrMessage reply = Nfs41.reply(68).sequence().putfh().read(bytes).message();
    rpc.call(inline(68, call).writeChunk(memory));
    rpc.reply(inline(68, Nfs41.callback(68)));
    rpc.push(memory, bytes);
    rpc.call(inline(68, Nfs41.callbackReply(68)));
    rpc.reply(reduced(68, reply).writeChunk(memory));

    Decoded seen = rpc.decode();
    assertThat(seen.messages()).hasSize(4);
    RpcMessage forwardCall = seen.messages().get(0);
    RpcMessage callback = seen.messages().get(1);
    assertThat(forwardCall).isWhole(call).hasNoFindings();
    assertThat(callback).isWhole(Nfs41.callback(68)).hasNoFindings();
    assertThat(seen.messages().get(2)).isWhole(Nfs41.callbackReply(68)).answers(callback);
    assertThat(seen.messages().get(3))
        .isWhole(reply)
        .answers(forwardCall)
        .hasNoFindings()
        .pushed(LENGTH);
    assertThat(seen.messages())
        .extracting(RpcMessage::direction)
        .containsExactly(
            Direction.FORWARD, Direction.BACKWARD, Direction.FORWARD, Direction.BACKWARD);
    assertThat(seen.exchanges()).hasSize(2);
  }

  @Test
  @DisplayName("a queue pair number used again by the next connection")
  void shouldNotCarryStateOverToTheNextConnection() {
    RpcConversation first = between("192.168.77.2", SERVER);
    first.wire().connect();
    first.call(inline(7, Nfs3.readCall(7, LENGTH)).writeChunk(memory));
    first.push(memory, data[0]);
    first.wire().disconnect();
    RpcConversation second = between("192.168.77.2", SERVER);
    second.wire().communicationIds(0x0c000002, 0x0d000002).connect();
    XdrMessage reply = Nfs3.readReply(7, data[1]);
    second.call(inline(7, Nfs3.readCall(7, LENGTH)).writeChunk(memory));
    second.push(memory, data[1]);
    second.reply(reduced(7, reply).writeChunk(memory));

    Decoded seen = Decoded.of(capture);
    assertThat(seen.summary().connections()).isEqualTo(2);
    assertThat(seen.exchanges()).filteredOn(each -> each.reply().isEmpty()).hasSize(1);
    assertThat(seen.reply(7)).isWhole(reply).pushed(LENGTH);
    assertThat(seen.reply(7).connection()).isEqualTo(2);
  }
}
