package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.errChunk;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.Rpc;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.Xdr;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Calls with one XID on several connections between the same two ends. */
class RepeatsOverConnectionsTest {
  private static final int XID = 1;
  private static final long SECOND = 1_000_000_000L;

  // Services of RPCSEC_GSS.
  private static final int AUTHENTICATION = 1;
  private static final int INTEGRITY = 2;
  private static final int PRIVACY = 3;

  private final Capture capture = new Capture();
  private int connections;

  /** A connection of the one client to the one server. */
  private RpcConversation connect() {
    int id = connections++;
    RpcConversation next =
        RpcConversation.over(
            Conversation.between("192.168.77.2", "192.168.77.1"), wire -> wire.on(capture));
    next.wire().communicationIds(0x0c000001 + id, 0x0d000001 + id);
    next.client().qpn(0x11 + id);
    next.server().qpn(0x11 + id);
    next.wire().connect();
    return next;
  }

  private static void read(RpcConversation over, int xid, int count) {
    over.call(inline(xid, Nfs3.readCall(xid, count)));
  }

  private static void answer(RpcConversation over, int xid) {
    over.reply(inline(xid, Nfs3.readError(xid)));
  }

  private List<RpcMessage> calls() {
    return Decoded.of(capture).messages().stream()
        .filter(
            each -> each.rpc().stream().anyMatch(RpcSummary::call) && each.header().xid() == XID)
        .toList();
  }

  private static void shouldBeNoRepeats(List<RpcMessage> calls, int number) {
    assertThat(calls).hasSize(number);
    assertThat(calls).allMatch(each -> each.rpc().orElseThrow().repeatOf().isEmpty());
  }

  private static void shouldBeRepeat(List<RpcMessage> calls, int index) {
    assertThat(calls.get(index).rpc().orElseThrow().repeatOf())
        .isEqualTo(OptionalLong.of(calls.get(0).number()));
  }

  @Test
  void shouldKnowACallOfAConnectionThatEnded() {
    RpcConversation first = connect();
    read(first, XID, 1024);
    first.wire().disconnect();
    read(connect(), XID, 1024);

    List<RpcMessage> calls = calls();
    assertThat(calls).hasSize(2);
    shouldBeRepeat(calls, 1);
  }

  @Test
  void shouldProveWithTheRepeatThatTheCallHadNoReply() {
    // given connections of which the last packets may not have been captured
    RpcConversation first = connect();
    read(first, XID, 1024);
    first.wire().disconnect();
    RpcConversation second = connect();
    read(second, XID, 1024);
    second.wire().disconnect();
    read(connect(), XID, 1024);

    Decoded seen = Decoded.of(capture);
    assertThat(seen.exchanges().get(0).findings())
        .extracting(Finding::rule)
        .containsExactly(RpcRdmaRules.REPLY_NOT_CAPTURED);
    // then the first repeat says so
    assertThat(calls().get(1).findings())
        .extracting(Finding::rule, Finding::message)
        .contains(
            tuple(RpcRdmaRules.NO_REPLY, "message 1, the same call, had no reply on connection 1"));
    assertThat(calls().get(2).findings())
        .extracting(Finding::rule)
        .containsExactly(RpcRdmaRules.REPEATED);
  }

  @Test
  void shouldSayOnceThatACallHadNoReply() {
    // given a server that answered two later calls, so that the end of the connection says so
    RpcConversation first = connect();
    read(first, XID, 1024);
    for (int later = 2; later < 4; later++) {
      read(first, later, 1024);
      answer(first, later);
    }
    first.wire().disconnect();
    read(connect(), XID, 1024);

    assertThat(Decoded.of(capture).exchanges())
        .flatExtracting(RpcExchange::findings)
        .extracting(Finding::rule)
        .containsOnlyOnce(RpcRdmaRules.NO_REPLY);
    assertThat(calls().get(1).findings())
        .extracting(Finding::rule)
        .containsExactly(RpcRdmaRules.REPEATED);
  }

  @Test
  void shouldNotSayOfARefusedCallThatItHadNoReply() {
    RpcConversation first = connect();
    read(first, XID, 1024);
    first.reply(errChunk(XID));
    first.wire().disconnect();
    read(connect(), XID, 1024);

    assertThat(calls().get(1).findings())
        .extracting(Finding::rule)
        .containsExactly(RpcRdmaRules.REPEATED);
  }

  @Test
  void shouldNotTakeOtherArgumentsForARepeat() {
    RpcConversation first = connect();
    read(first, XID, 1024);
    first.wire().disconnect();
    read(connect(), XID, 2048);

    shouldBeNoRepeats(calls(), 2);
  }

  @Test
  void shouldNotTakeOtherArgumentsOfALiveConnectionForARepeat() {
    RpcConversation first = connect();
    read(first, XID, 1024);
    capture.pause(2 * SECOND);
    read(connect(), XID, 2048);
    answer(first, XID);

    shouldBeNoRepeats(calls(), 2);
  }

  @Test
  void shouldKnowACallOfAConnectionThatWentSilent() {
    read(connect(), XID, 1024);
    capture.pause(2 * SECOND);
    read(connect(), XID, 1024);
    capture.pause(2 * SECOND);
    read(connect(), XID, 1024);

    List<RpcMessage> calls = calls();
    assertThat(calls).hasSize(3);
    shouldBeRepeat(calls, 1);
    shouldBeRepeat(calls, 2);
  }

  @Test
  void shouldNotTakeEqualCallsOfConnectionsThatBeginAtOnceForRepeats() {
    RpcConversation first = connect();
    RpcConversation second = connect();
    read(first, XID, 1024);
    read(second, XID, 1024);
    answer(first, XID);
    answer(second, XID);

    shouldBeNoRepeats(calls(), 2);
  }

  @Test
  void shouldNotTakeACallForARepeatWhereTheOtherConnectionGoesOn() {
    // given a connection that answers a later call
    RpcConversation first = connect();
    read(first, XID, 1024);
    read(first, 2, 1024);
    answer(first, 2);
    capture.pause(2 * SECOND);
    read(connect(), XID, 1024);

    shouldBeNoRepeats(calls(), 2);
  }

  @Test
  void shouldForgetACallThatIsAnsweredLater() {
    // given a call that is in flight while the second connection is made
    RpcConversation first = connect();
    read(first, XID, 1024);
    RpcConversation second = connect();
    read(second, 7, 1024);
    answer(first, XID);
    first.wire().disconnect();
    capture.pause(2 * SECOND);
    read(second, XID, 1024);

    shouldBeNoRepeats(calls(), 2);
  }

  @Test
  void shouldForgetACallWhoseRepeatIsAnswered() {
    RpcConversation first = connect();
    read(first, XID, 1024);
    first.wire().disconnect();
    RpcConversation second = connect();
    read(second, XID, 1024);
    answer(second, XID);
    second.wire().disconnect();
    read(connect(), XID, 1024);

    List<RpcMessage> calls = calls();
    assertThat(calls).hasSize(3);
    shouldBeRepeat(calls, 1);
    assertThat(calls.get(2).rpc().orElseThrow().repeatOf()).isEmpty();
  }

  @Test
  void shouldNotTakeACallForARepeatWhenXidsHaveComeRound() {
    RpcConversation first = connect();
    read(first, XID, 1024);
    first.wire().disconnect();
    capture.pause(4000 * SECOND);
    read(connect(), XID, 1024);

    shouldBeNoRepeats(calls(), 2);
  }

  @Test
  void shouldRememberTheLatestCallWithAnXid() {
    // given another call with the XID, which is the one that comes again
    RpcConversation first = connect();
    read(first, XID, 1024);
    first.wire().disconnect();
    RpcConversation second = connect();
    read(second, XID, 2048);
    second.wire().disconnect();
    read(connect(), XID, 2048);

    List<RpcMessage> calls = calls();
    assertThat(calls).hasSize(3);
    assertThat(calls.get(1).rpc().orElseThrow().repeatOf()).isEmpty();
    assertThat(calls.get(2).rpc().orElseThrow().repeatOf())
        .isEqualTo(OptionalLong.of(calls.get(1).number()));
  }

  @Test
  void shouldLeaveReadChunksOutOfTheComparison() {
    // given data that was read of the repeat alone
    byte[] data = Pattern.of(1, 3000);
    XdrMessage call = Nfs3.writeCall(XID, data);
    RpcConversation first = connect();
    first.call(reduced(XID, call).readChunk(call.position(0), Segment.of(0x100, data.length)));
    first.wire().disconnect();
    Segment memory = Segment.of(0x200, data.length);
    RpcConversation second = connect();
    second.call(reduced(XID, call).readChunk(call.position(0), memory));
    second.pull(memory, data);

    List<RpcMessage> calls = calls();
    assertThat(calls).hasSize(2);
    shouldBeRepeat(calls, 1);
  }

  // ---- which of them count as unanswered

  private void shouldBeUnanswered(int number) {
    assertThat(Decoded.of(capture).summary().unanswered()).isEqualTo(number);
    // The same where nobody takes exchanges.
    assertThat(counted(capture).unanswered()).isEqualTo(number);
  }

  private static CaptureSummary counted(Capture capture) {
    try (FrameSource source = capture.source()) {
      MessageListener nobody =
          new MessageListener() {
            @Override
            public boolean takesMessages() {
              return false;
            }

            @Override
            public boolean handlesExchanges() {
              return false;
            }
          };
      return new CaptureDecoder(source, CaptureOptions.DEFAULT, nobody).decodeAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldNotCountACallWhoseRepeatIsAnswered() {
    RpcConversation first = connect();
    read(first, XID, 1024);
    first.wire().disconnect();
    RpcConversation second = connect();
    read(second, XID, 1024);
    answer(second, XID);

    shouldBeUnanswered(0);
    // then the first transmission is told as one without a reply still
    assertThat(Decoded.of(capture).exchanges().get(0).reply()).isEmpty();
  }

  @Test
  void shouldCountACallOnceThatNoConnectionAnswers() {
    for (int i = 0; i < 3; i++) {
      RpcConversation next = connect();
      read(next, XID, 1024);
      next.wire().disconnect();
    }

    shouldBeUnanswered(1);
  }

  @Test
  void shouldNotCountACallOfASilentConnectionThatEndsBehindTheAnswer() {
    RpcConversation first = connect();
    read(first, XID, 1024);
    capture.pause(2 * SECOND);
    RpcConversation second = connect();
    read(second, XID, 1024);
    answer(second, XID);
    first.wire().disconnect();

    shouldBeUnanswered(0);
  }

  @Test
  void shouldNotCountACallWhoseRepeatIsRefused() {
    RpcConversation first = connect();
    read(first, XID, 1024);
    first.wire().disconnect();
    RpcConversation second = connect();
    read(second, XID, 1024);
    second.reply(errChunk(XID));

    shouldBeUnanswered(0);
  }

  @Test
  void shouldCountARepeatOfARefusedCallThatIsNotAnswered() {
    RpcConversation first = connect();
    read(first, XID, 1024);
    first.wire().disconnect();
    RpcConversation second = connect();
    read(second, XID, 1024);
    second.reply(errChunk(XID));
    second.wire().disconnect();
    read(connect(), XID, 1024);

    shouldBeUnanswered(1);
  }

  @Test
  void shouldCountDifferentCallsWithTheSameXid() {
    RpcConversation first = connect();
    read(first, XID, 1024);
    first.wire().disconnect();
    RpcConversation second = connect();
    read(second, XID, 2048);
    answer(second, XID);

    shouldBeUnanswered(1);
  }

  // ---- under RPCSEC_GSS, where a call that is sent again has a sequence number of its own

  /** A READ with what RFC 2203 section 5.3.2 makes of its arguments. */
  private static XdrMessage protectedRead(int service, int sequence, int count) {
    Xdr header = Rpc.gssCall(XID, Nfs3.PROGRAM, Nfs3.VERSION, Nfs3.READ, service, sequence);
    Xdr arguments = new Xdr().opaque(Pattern.of(3, 32)).u64(0).u32(count);
    return switch (service) {
      case AUTHENTICATION -> header.append(arguments).message();
      case INTEGRITY ->
          header
              .opaque(new Xdr().u32(sequence).append(arguments).bytes())
              .opaque(Pattern.of(sequence, 28))
              .message();
      default -> header.opaque(Pattern.of(sequence, 100)).message();
    };
  }

  private List<RpcMessage> protectedReads(int service, int count) {
    RpcConversation first = connect();
    first.call(inline(XID, protectedRead(service, 7, 1024)));
    first.wire().disconnect();
    connect().call(inline(XID, protectedRead(service, 8, count)));
    return calls();
  }

  @ParameterizedTest
  @ValueSource(ints = {AUTHENTICATION, INTEGRITY})
  void shouldLeaveOutOfTheComparisonWhatGssMakesAnew(int service) {
    List<RpcMessage> calls = protectedReads(service, 1024);

    assertThat(calls).hasSize(2);
    shouldBeRepeat(calls, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {AUTHENTICATION, INTEGRITY})
  void shouldCompareTheArgumentsThatGssProtects(int service) {
    shouldBeNoRepeats(protectedReads(service, 2048), 2);
  }

  @Test
  void shouldNotGuessWhetherWhatIsEncryptedIsTheSame() {
    shouldBeNoRepeats(protectedReads(PRIVACY, 1024), 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {AUTHENTICATION, INTEGRITY, PRIVACY})
  void shouldKnowACallUnderGssThatIsSentAgainBehindItsAnswer(int service) {
    RpcConversation only = connect();
    only.call(inline(XID, protectedRead(service, 7, 1024)));
    answer(only, XID);
    only.call(inline(XID, protectedRead(service, 8, 1024)));

    List<RpcMessage> calls = calls();
    assertThat(calls).hasSize(2);
    shouldBeRepeat(calls, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {AUTHENTICATION, INTEGRITY, PRIVACY})
  void shouldKnowACallUnderGssThatIsSentAgainBeforeItsAnswer(int service) {
    RpcConversation only = connect();
    only.call(inline(XID, protectedRead(service, 7, 1024)));
    only.call(inline(XID, protectedRead(service, 8, 1024)));

    List<RpcMessage> calls = calls();
    assertThat(calls).hasSize(2);
    shouldBeRepeat(calls, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {AUTHENTICATION, INTEGRITY})
  void shouldCompareTheArgumentsThatGssProtectsOnOneConnection(int service) {
    RpcConversation only = connect();
    only.call(inline(XID, protectedRead(service, 7, 1024)));
    only.call(inline(XID, protectedRead(service, 8, 2048)));
    answer(only, XID);
    only.call(inline(XID, protectedRead(service, 9, 1024)));

    shouldBeNoRepeats(calls(), 3);
  }
}
