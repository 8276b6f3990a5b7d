package org.rdmadump.analysis.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.Sample;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Calls that used the last credit: not known if replies to calls of that direction are missing. */
class ExhaustedCreditsTest {
  private final OverviewCollector collector =
      new OverviewCollector(() -> 0, /* everything= */ true);

  /** Calls of a client that has one credit, and what else the collector had. */
  private OptionalLong exhausted(Runnable besides) throws IOException {
    RpcConversation rpc = RpcConversation.connected();
    for (int xid = 1; xid <= 2; xid++) {
      rpc.call(inline(xid, Nfs3.nullCall(xid)));
      rpc.reply(inline(xid, Nfs3.nullReply(xid)).credits(1));
    }
    CaptureDecoder decoder =
        new CaptureDecoder(rpc.capture().source(), CaptureOptions.DEFAULT, collector);
    while (decoder.decodeNext()) {
      // All of it.
    }
    besides.run();
    return collector
        .overview(List.of("a"), decoder.finish(), /* readToEnd= */ true, OptionalLong.of(0))
        .credits()
        .orElseThrow()
        .exhausted();
  }

  private void lacksReply(Sample call) {
    RpcExchange alone = Sample.exchange(Optional.of(call), Optional.empty());
    collector.exchange(
        new RpcExchange(
            alone.xid(),
            alone.connection(),
            alone.call(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(finding(RpcRdmaRules.REPLY_NOT_CAPTURED))));
  }

  private void neverHadOne(int number) {
    Sample repeat = Sample.call().number(100 + number).repeatOf(number);
    collector.message(repeat.findings(finding(RpcRdmaRules.NO_REPLY)).message());
  }

  private static Finding finding(Rule rule) {
    return new Finding(rule, 12, -1, "");
  }

  @Test
  void shouldBeKnownIfNoReplyIsMissing() throws IOException {
    assertThat(exhausted(() -> {})).hasValue(1);
  }

  @Test
  void shouldNotBeKnownIfAReplyOfTheServerIsMissing() throws IOException {
    assertThat(exhausted(() -> lacksReply(Sample.call().number(51)))).isEmpty();
  }

  @Test
  void shouldNotBeHiddenByTheMissingReplyOfACallback() throws IOException {
    assertThat(exhausted(() -> lacksReply(Sample.call().number(51).backchannel()))).hasValue(1);
  }

  @Test
  void shouldBeKnownOnceRepeatsShowThatNoneOfTheCallsHadAReply() throws IOException {
    Runnable repeats =
        () -> {
          lacksReply(Sample.call().number(51));
          lacksReply(Sample.call().number(52));
          neverHadOne(51);
          neverHadOne(52);
        };

    assertThat(exhausted(repeats)).hasValue(1);
  }

  @Test
  void shouldNotBeKnownWhileOneOfTheCallsMayHaveHadAReply() throws IOException {
    Runnable repeat =
        () -> {
          lacksReply(Sample.call().number(51));
          lacksReply(Sample.call().number(52));
          neverHadOne(51);
        };

    assertThat(exhausted(repeat)).isEmpty();
  }
}
