package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.rpcrdma.MessageListener;
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
import org.rdmadump.rpcrdma.decode.CaptureDecoder;
import org.rdmadump.rpcrdma.decode.Leftovers;

/** What a receiver took and what it refused: repeats, gaps, go-back-N. */
class DeliveryTest {
  private static final int LENGTH = 3500;

  private final byte[] data = Pattern.of(75, LENGTH);
  private final Segment memory = Segment.of(0x100, LENGTH);
  private final XdrMessage reply = Nfs3.readReply(75, data);

  @Test
  @DisplayName("case 69: reply sent twice")
  void shouldMarkTheSecondReply() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(69, Nfs3.getattrCall(69)));
    rpc.reply(inline(69, Nfs3.getattrReply(69)));
    rpc.reply(inline(69, Nfs3.getattrReply(69)));

    Decoded seen = rpc.decode();
    assertThat(seen.all(69)).hasSize(3);
    assertThat(seen.reply(69)).isWhole(Nfs3.getattrReply(69)).hasNoFindings();
    assertThat(seen.all(69).get(2))
        .isWhole(Nfs3.getattrReply(69))
        .repeats(seen.reply(69))
        .answers(seen.call(69))
        .hasOnlyFindings(RpcRdmaRules.REPEATED);
    assertThat(seen.exchanges()).hasSize(1);
    assertThat(seen.summary().repliesWithoutCall()).isZero();
  }

  @Test
  @DisplayName("case 69: a repeated reply has the minor version of its call, kept or not")
  void shouldTellTheMinorVersionOfARepeatedReply() throws IOException {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(69, Nfs41.call(69).sequence().putfh().message()));
    rpc.reply(inline(69, Nfs41.reply(69).sequence().putfh().message()));
    rpc.reply(inline(69, Nfs41.reply(69).sequence().putfh().message()));

    List<OptionalLong> versions = new ArrayList<>();
    MessageListener listener =
        new MessageListener() {
          @Override
          public void message(RpcMessage message) {
            // As with a filter that chooses replies, nobody looks into the call.
            if (!message.rpc().orElseThrow().call()) {
              versions.add(message.content().compound().orElseThrow().minorVersion());
            }
          }

          @Override
          public boolean takesCalls() {
            return false;
          }
        };
    CaptureDecoder decoder =
        new CaptureDecoder(rpc.capture().source(), Decoded.EVERYTHING, listener);
    while (decoder.decodeNext()) {}
    decoder.finish();
    assertThat(versions).containsExactly(OptionalLong.of(1), OptionalLong.of(1));
  }

  @Test
  @DisplayName("case 69: READ reply with a Write chunk sent twice")
  void shouldMarkTheSecondReplyWithAChunk() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(75, Nfs3.readCall(75, LENGTH)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(75, reply).writeChunk(memory));
    rpc.reply(reduced(75, reply).writeChunk(memory));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(75)).isWhole(reply).hasNoFindings();
    assertThat(seen.all(75)).hasSize(3);
    assertThat(seen.all(75).get(2)).repeats(seen.reply(75));
    assertThat(seen.exchanges()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a call sent again after its reply: marked as a repeat, and so is a third")
  void shouldMarkACallThatComesAgainAfterItsReply(boolean chunks) {
    RpcConversation rpc = RpcConversation.connected();
    for (int time = 0; time < 3; time++) {
      if (chunks) {
        rpc.call(inline(75, Nfs3.readCall(75, LENGTH)).writeChunk(memory));
        rpc.push(memory, data);
        rpc.reply(reduced(75, reply).writeChunk(memory));
      } else {
        rpc.call(inline(75, Nfs3.readCall(75, LENGTH)));
        rpc.reply(inline(75, reply));
      }
    }

    Decoded seen = rpc.decode();
    RpcMessage first = seen.call(75);
    assertThat(first).isWhole(Nfs3.readCall(75, LENGTH)).hasNoFindings();
    for (int again = 2; again <= 4; again += 2) {
      assertThat(seen.all(75).get(again))
          .isWhole(Nfs3.readCall(75, LENGTH))
          .repeats(first)
          .hasOnlyFindings(RpcRdmaRules.REPEATED);
      assertThat(seen.all(75).get(again + 1))
          .isWhole(reply)
          .answers(seen.all(75).get(again))
          .repeats(seen.all(75).get(1));
      RpcSummary repeated = seen.all(75).get(again + 1).rpc().orElseThrow();
      assertThat(repeated.latencyNanos()).isEmpty();
      assertThat(repeated.timing()).isEmpty();
    }
  }

  @Test
  @DisplayName("another call with the XID of one that was answered: no repeat")
  void shouldNotTakeAnXidThatCameRoundForARepeat() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(69, Nfs3.getattrCall(69))).reply(inline(69, Nfs3.getattrReply(69)));
    rpc.call(inline(69, Nfs3.nullCall(69))).reply(inline(69, Nfs3.nullReply(69)));
    rpc.call(inline(69, Nfs3.readCall(69, 8)).writeChunk(memory));

    assertThat(rpc.decode().rules()).containsExactly(RpcRdmaRules.IN_FLIGHT_AT_END.name());
  }

  @Test
  @DisplayName("case 69: the same Send seen twice is one message, not an RPC repeat")
  void shouldNotTakeATransportRepeatForAnRpcRepeat() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(69, Nfs3.getattrCall(69)));
    rpc.reply(inline(69, Nfs3.getattrReply(69)));
    rpc.capture().duplicate(rpc.capture().find("server RC SEND"));
    rpc.capture().duplicate(rpc.capture().find("client RC SEND"));

    Decoded seen = rpc.decode();
    assertThat(seen.all(69)).hasSize(2);
    assertThat(seen.call(69)).hasOnlyFindings(IbRules.PSN_REPEAT);
    assertThat(seen.reply(69)).hasOnlyFindings(IbRules.PSN_REPEAT);
  }

  /** The server's reply with its Writes; packets of it from an index on, twice if asked. */
  private RpcConversation goBackN(boolean connected, int lostPacket, boolean seenFirst) {
    RpcConversation rpc = connected ? RpcConversation.connected() : RpcConversation.unconnected();
    rpc.call(inline(74, Nfs3.nullCall(74)));
    rpc.reply(inline(74, Nfs3.nullReply(74)));
    rpc.call(inline(75, Nfs3.readCall(75, LENGTH)).writeChunk(memory));
    rpc.wire().acks(false);
    int from = rpc.capture().size();
    int psn = rpc.server().nextPsn();
    rpc.push(memory, data);
    rpc.reply(reduced(75, reply).writeChunk(memory));
    int end = rpc.capture().size();
    rpc.client().nak(Psn.add(psn, lostPacket), NakCode.PSN_SEQUENCE_ERROR);
    for (int i = from + lostPacket; i < end; i++) {
      rpc.capture().duplicate(i, rpc.capture().size());
    }
    rpc.client().acknowledge(Psn.add(rpc.server().nextPsn(), -1));
    if (!seenFirst) {
      rpc.capture().drop(from + lostPacket);
    }
    return rpc;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  @DisplayName("case 75: Write packet missing when the reply passes; all behind it is repeated")
  void shouldTakeTheRepeatOfWhatTheReceiverRefused(int lostPacket) {
    for (boolean connected : new boolean[] {true, false}) {
      for (boolean seenFirst : new boolean[] {true, false}) {
        RpcConversation rpc = goBackN(connected, lostPacket, seenFirst);

        Decoded seen = rpc.decode();
        RpcMessage answer = seen.reply(75);
        assertThat(answer).isWhole(reply).answers(seen.call(75)).pushed(LENGTH);
        assertThat(answer.sendFrame())
            .as("the repeat is what was delivered")
            .isEqualTo(rpc.capture().size() - 1);
        assertThat(answer.delivered()).isTrue();
        assertThat(seen.messages()).hasSize(4);
        assertThat(seen.rules()).contains(IbRules.NAK.name());
        assertThat(Leftovers.after(rpc.capture(), memory)).isEmpty();
      }
    }
  }

  @Test
  @DisplayName("case 75: Write packet late, behind the reply, without NAK")
  void shouldWaitForALateWritePacket() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(75, Nfs3.readCall(75, LENGTH)).writeChunk(memory));
    rpc.wire().acks(false);
    rpc.push(memory, data);
    rpc.reply(reduced(75, reply).writeChunk(memory));
    rpc.client().acknowledge(Psn.add(rpc.server().nextPsn(), -1));
    int middle = rpc.capture().find("WRITE Middle");
    rpc.capture().move(middle, rpc.capture().find("server RC SEND"));

    assertThat(rpc.decode().reply(75)).isWhole(reply).pushed(LENGTH);
  }

  @Test
  @DisplayName("case 75: reply refused and never repeated")
  void shouldNotTakeARefusedReplyForDelivered() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(75, Nfs3.readCall(75, LENGTH)).writeChunk(memory));
    rpc.wire().acks(false);
    int psn = rpc.server().nextPsn();
    rpc.push(memory, data);
    rpc.reply(reduced(75, reply).writeChunk(memory));
    rpc.client().nak(Psn.add(psn, 1), NakCode.PSN_SEQUENCE_ERROR);
    rpc.capture().drop(rpc.capture().find("WRITE Middle"));

    Decoded seen = rpc.decode();
    assertThat(seen.all(75)).hasSize(2);
    RpcMessage send =
        seen.only("refused reply", each -> each.header().xid() == 75 && !each.delivered());
    assertThat(send).hasFinding(RpcRdmaRules.NOT_DELIVERED);
    assertThat(send.findings())
        .extracting(each -> each.rule().source())
        .allMatch(each -> each.startsWith("IBTA volume 1"));
    assertThat(send.findings()).extracting(Finding::frame).isSorted();
    assertThat(send.rpc()).isEmpty();
    assertThat(seen.exchange(75).reply()).isEmpty();
    assertThat(seen.exchange(75).refused())
        .as("what the refused reply tells, in no message of the exchange")
        .hasSameSizeAs(send.findings())
        .allMatch(each -> each.message().startsWith("the reply of message " + send.number()));
    assertThat(seen.exchange(75).findings()).containsAll(seen.exchange(75).refused());
    assertThat(seen.exchange(75).findingsOfPair())
        .isNotEmpty()
        .doesNotContainAnyElementsOf(seen.exchange(75).refused());
    assertThat(seen.summary().rules()).containsEntry(RpcRdmaRules.NOT_DELIVERED.name(), 1L);
    assertThat(seen.summary().unanswered()).isEqualTo(1);
  }

  @Test
  @DisplayName("of many replies that were refused, the exchange tells of the first ones")
  void shouldTellOfTheFirstOfManyRefusedReplies() {
    int replies = 100;
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(75, Nfs3.getattrCall(75)));
    rpc.wire().acks(false);
    int psn = rpc.server().nextPsn();
    for (int i = 0; i < replies; i++) {
      rpc.reply(inline(75, Nfs3.getattrReply(75)));
    }
    rpc.client().nak(psn, NakCode.PSN_SEQUENCE_ERROR);

    Decoded seen = rpc.decode();
    assertThat(seen.messages().stream().filter(each -> !each.delivered())).hasSize(replies);
    assertThat(seen.exchange(75).refused()).hasSize(32);
    assertThat(seen.summary().rules())
        .containsEntry(RpcRdmaRules.NOT_DELIVERED.name(), (long) replies);
  }

  @Test
  @DisplayName("case 75: call repeated after a NAK, its Read chunk fetched after the repeat")
  void shouldTakeACallThatWasRefusedAtFirst() {
    RpcConversation rpc = RpcConversation.connected();
    XdrMessage call = Nfs3.writeCall(75, data);
    rpc.call(inline(74, Nfs3.nullCall(74)));
    rpc.wire().acks(false);
    int psn = rpc.client().nextPsn();
    rpc.call(reduced(75, call).readChunk(call.position(0), memory));
    rpc.server().rnrNak(psn, 1);
    rpc.client().nextPsn(psn);
    rpc.call(reduced(75, call).readChunk(call.position(0), memory));
    rpc.server().acknowledge(psn);
    rpc.pull(memory, data);
    rpc.reply(inline(75, Nfs3.writeReply(75, LENGTH)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(75)).isWhole(call).pulled(LENGTH);
    assertThat(seen.reply(75)).isWhole(Nfs3.writeReply(75, LENGTH)).answers(seen.call(75));
    assertThat(seen.all(75)).hasSize(2);
    assertThat(seen.rules()).contains(IbRules.RNR_NAK.name());
  }
}
