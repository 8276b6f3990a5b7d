package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.ForwardingSource;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.rdma.SettledBy;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.RpcConversation;

/** Sends over RoCE whose acknowledgement does not come, and that are sent again for that. */
class NotAcknowledgedTest {
  private static final long MILLI = 1_000_000L;

  /** What rxe waits with a Local ACK Timeout of 19, which stands for 2.15 s. */
  private static final long REPEATED_AFTER = 2_375 * MILLI;

  private RpcConversation rpc = RpcConversation.connected();

  /** A call and its reply, {@code latency} later, which nobody acknowledges. */
  private void exchange(int xid, long latency) {
    rpc.wire().acks(true);
    rpc.call(inline(xid, Nfs3.getattrCall(xid)));
    rpc.wire().acks(false);
    rpc.capture().pause(latency);
    rpc.reply(inline(xid, Nfs3.getattrReply(xid)));
  }

  /** The reply comes again after a pause. */
  private void repeatAfter(long nanos) {
    rpc.capture().pause(nanos);
    rpc.capture().again(rpc.capture().find("server RC SEND"));
  }

  private void acknowledge() {
    rpc.client().acknowledge(Psn.add(rpc.server().nextPsn(), -1));
  }

  private static long latency(RpcMessage reply) {
    return reply.rpc().orElseThrow().latencyNanos().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"19, 7", "19, 6", "18, 3", "0, 7", "31, 7"})
  @DisplayName(
      "a reply that the server repeats after its timeout: one message, timed by the repeat")
  void shouldTimeTheCopyThatWasAcknowledged(int timeout, int retries) {
    rpc = RpcConversation.connected(wire -> wire.repeats(timeout, retries));
    exchange(1, 4 * MILLI);
    repeatAfter(REPEATED_AFTER);
    acknowledge();

    Decoded seen = rpc.decode();
    assertThat(seen.all(1)).hasSize(2);
    assertThat(seen.exchanges()).hasSize(1);
    assertThat(latency(seen.reply(1))).isBetween(2_379 * MILLI, 2_380 * MILLI);
    assertThat(seen.reply(1)).isWhole(Nfs3.getattrReply(1)).hasOnlyFindings(IbRules.PSN_REPEAT);
    assertThat(seen.reply(1).settledBy()).isEqualTo(SettledBy.EVIDENCE);
    assertThat(seen.call(1).settledBy()).isEqualTo(SettledBy.EVIDENCE);
  }

  @Test
  @DisplayName("the acknowledgement of a reply comes, and then a copy: the first counts")
  void shouldTimeTheCopyThatWasAcknowledgedFirst() {
    exchange(1, 4 * MILLI);
    acknowledge();
    repeatAfter(REPEATED_AFTER);

    Decoded seen = rpc.decode();
    assertThat(seen.all(1)).hasSize(2);
    assertThat(latency(seen.reply(1))).isLessThan(5 * MILLI);
  }

  @Test
  @DisplayName("a copy some microseconds later was captured twice: the first counts")
  void shouldNotTimeAPacketThatWasCapturedTwice() {
    exchange(1, 4 * MILLI);
    repeatAfter(20_000);
    acknowledge();

    Decoded seen = rpc.decode();
    assertThat(seen.reply(1).sendFrame()).isEqualTo(rpc.capture().find("server RC SEND") + 1L);
  }

  @Test
  @DisplayName("a call that is repeated although its reply was seen: the first copy counts")
  void shouldTakeAReplyForProofOfItsCall() {
    rpc.wire().acks(false);
    rpc.call(inline(1, Nfs3.getattrCall(1)));
    int call = rpc.capture().find("client RC SEND");
    rpc.reply(inline(1, Nfs3.getattrReply(1)));
    rpc.capture().pause(REPEATED_AFTER);
    rpc.capture().again(call);
    rpc.server().acknowledge(Psn.add(rpc.client().nextPsn(), -1));
    acknowledge();

    Decoded seen = rpc.decode();
    assertThat(seen.all(1)).hasSize(2);
    assertThat(seen.call(1).sendFrame()).isEqualTo(call + 1L);
    assertThat(seen.call(1).settledBy()).isEqualTo(SettledBy.EVIDENCE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("a copy behind the wait: a repeat of the message that was told, and no second one")
  void shouldNotMakeASecondMessageOfALateCopy(boolean following) {
    exchange(1, 4 * MILLI);
    rpc.capture().pause(following ? 2_100 * MILLI : 5_100 * MILLI);
    rpc.wire().acks(false);
    rpc.reply(inline(7, Nfs3.nullReply(7)));
    repeatAfter(300 * MILLI);
    rpc.reply(inline(8, Nfs3.nullReply(8)));
    acknowledge();

    Decoded seen =
        Decoded.of(
            following ? new Following(rpc.capture().source()) : rpc.capture().source(),
            Decoded.EVERYTHING);
    assertThat(seen.all(1)).hasSize(2);
    assertThat(seen.exchanges()).hasSize(3);
    assertThat(latency(seen.reply(1))).isLessThan(5 * MILLI);
    assertThat(seen.reply(1).settledBy()).isEqualTo(SettledBy.TIMEOUT);
    assertThat(seen.rules()).containsExactly(RpcRdmaRules.CALL_NOT_CAPTURED.name());
    assertThat(seen.alone()).extracting(Finding::rule).containsOnly(IbRules.PSN_REPEAT);
    assertThat(seen.summary().connections()).isEqualTo(1);
  }

  @Test
  @DisplayName("live: copies without an acknowledgement do not put a message off")
  void shouldNotLetCopiesPutAMessageOff() {
    exchange(1, 4 * MILLI);
    repeatAfter(1_500 * MILLI);
    rpc.capture().pause(1_000 * MILLI);
    rpc.reply(inline(7, Nfs3.nullReply(7)));
    repeatAfter(500 * MILLI);
    acknowledge();

    Decoded seen = Decoded.of(new Following(rpc.capture().source()), Decoded.EVERYTHING);
    assertThat(seen.all(1)).hasSize(2);
    assertThat(seen.reply(1).settledBy()).isEqualTo(SettledBy.TIMEOUT);
  }

  @Test
  @DisplayName("a copy later than any wait: still no second message")
  void shouldRememberWhatWasToldForAsLongAsTheConnectionLives() {
    rpc = RpcConversation.connected(wire -> wire.repeats(14, 7));
    exchange(1, 4 * MILLI);
    for (int i = 0; i < 7; i++) {
      repeatAfter(60_000 * MILLI);
    }

    Decoded seen = rpc.decode();
    assertThat(seen.all(1)).hasSize(2);
    assertThat(seen.reply(1).settledBy()).isEqualTo(SettledBy.TIMEOUT);
    assertThat(seen.exchange(1).reply()).isPresent();
  }

  @Test
  @DisplayName("no acknowledgement of anything: the oldest of too many is settled by the limit")
  void shouldSayThatALimitSettledASend() {
    rpc.wire().acks(false);
    for (int xid = 1; xid <= 300; xid++) {
      rpc.reply(inline(xid, Nfs3.nullReply(xid)));
    }

    Decoded seen = rpc.decode();
    assertThat(seen.reply(1).settledBy()).isEqualTo(SettledBy.LIMIT);
    assertThat(seen.reply(44).settledBy()).isEqualTo(SettledBy.LIMIT);
    assertThat(seen.reply(45).settledBy()).isEqualTo(SettledBy.END);
    assertThat(seen.reply(300).settledBy()).isEqualTo(SettledBy.END);
    assertThat(seen.reply(300).direction()).isEqualTo(Direction.BACKWARD);
  }

  @Test
  @DisplayName("a Send that was refused and not repeated: the refusal is the evidence")
  void shouldTakeARefusalForEvidence() {
    rpc.wire().acks(false);
    rpc.call(inline(1, Nfs3.getattrCall(1)));
    rpc.server().rnrNak(Psn.add(rpc.client().nextPsn(), -1), 1);

    RpcMessage call = rpc.decode().messages().get(0);
    assertThat(call.delivered()).isFalse();
    assertThat(call.settledBy()).isEqualTo(SettledBy.EVIDENCE);
  }

  /** A capture that grows while it is read. */
  private static final class Following extends ForwardingSource {
    Following(FrameSource inside) {
      super(inside);
    }

    @Override
    public boolean isFollowing() {
      return true;
    }
  }
}
