package org.rdmadump.analysis.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.Sample;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.FindingSubject;
import org.rdmadump.analysis.check.Silence;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Findings wait for the filter's word about their exchange. */
class ChosenFindingsTest {
  private static final int MANY = 1 << 15;

  private final List<CheckFinding> told = new ArrayList<>();
  private final ChosenFindings findings = new ChosenFindings(/* everything= */ false, told::add);

  private void found(Finding finding, RpcMessage message) {
    CheckFinding found =
        new CheckFinding(
            finding,
            OptionalInt.of(message.connection()),
            OptionalInt.of(message.header().xid()),
            OptionalLong.of(message.number()),
            Optional.empty());
    findings.finding(new FindingSubject(found, Optional.of(message), Optional.empty()));
  }

  private List<Long> toldOf() {
    return told.stream().map(each -> each.message().orElseThrow()).toList();
  }

  private static RpcExchange answered(int call, int reply) {
    return Sample.exchange(
        Optional.of(Sample.call().number(call)), Optional.of(Sample.reply().number(reply)));
  }

  private static RpcExchange unanswered(int call) {
    return Sample.exchange(Optional.of(Sample.call().number(call)), Optional.empty());
  }

  @Test
  void shouldTellOfBothMessagesOnceTheirExchangeIsChosen() {
    found(Sample.WARNING, Sample.call().number(1).message());
    found(Sample.WARNING, Sample.call().number(2).message());
    found(Sample.WARNING, Sample.reply().number(3).message());
    found(Sample.WARNING, Sample.reply().number(4).message());
    assertThat(told).isEmpty();

    findings.exchange(answered(1, 3), /* isChosen= */ true);
    findings.exchange(answered(2, 4), /* isChosen= */ false);

    assertThat(toldOf()).containsExactly(1L, 3L);
    assertThat(findings.all().rules().iterator().next().count()).isEqualTo(4);
  }

  @Test
  void shouldTellOfTheExchangeItself() {
    findings.exchange(answered(1, 2), /* isChosen= */ true);
    found(Sample.WARNING, Sample.call().number(1).message());
    findings.exchange(answered(3, 4), /* isChosen= */ false);
    found(Sample.WARNING, Sample.call().number(3).message());

    assertThat(toldOf()).containsExactly(1L);
  }

  @Test
  void shouldTellOfAllRepliesThatTheirReceiverRefused() {
    for (int number = 2; number <= 101; number++) {
      found(Sample.ERROR, Sample.reply().number(number).undelivered().message());
    }
    findings.exchange(unanswered(1), /* isChosen= */ true);

    assertThat(told).hasSize(100);
  }

  @Test
  void shouldTellOfRepeatsOfTheCallWithItsExchange() {
    found(Sample.ERROR, Sample.call().number(2).repeatOf(1).message());
    found(Sample.WARNING, Sample.call().number(2).repeatOf(1).message());
    findings.exchange(answered(1, 3), /* isChosen= */ true);

    found(Sample.ERROR, Sample.call().number(5).repeatOf(4).message());
    findings.exchange(answered(4, 6), /* isChosen= */ false);
    findings.exchange(answered(7, 8), /* isChosen= */ true);

    assertThat(toldOf()).containsExactly(2L, 2L);
  }

  @Test
  void shouldTellACallbackWithTheXidOfACallFromTheCall() {
    found(Sample.ERROR, Sample.call().number(2).repeatOf(1).backchannel().message());
    found(Sample.ERROR, Sample.call().number(4).repeatOf(3).message());

    findings.exchange(answered(3, 5), /* isChosen= */ true);

    assertThat(toldOf()).containsExactly(4L);
  }

  @Test
  void shouldNotLoseFindingsOfAnExchangeForManyRepeatsOfOthers() {
    for (int number = 2; number <= MANY; number++) {
      found(Sample.WARNING, Sample.call().number(number).repeatOf(1).message());
    }
    findings.exchange(answered(1, MANY + 1), /* isChosen= */ true);
    assertThat(told).hasSize(MANY / 2);

    found(Sample.WARNING, Sample.call().number(MANY + 2).message());
    findings.exchange(answered(MANY + 2, MANY + 3), /* isChosen= */ true);
    assertThat(told).hasSize(MANY / 2 + 1);
  }

  @Test
  void shouldKnowTheSilencesOfChosenCallsOnly() {
    findings.exchange(unanswered(1), /* isChosen= */ true);
    findings.exchange(unanswered(2), /* isChosen= */ false);
    silence(5, 1);
    silence(7, 2);

    assertThat(findings.longestSilence(new AnsweredAgain()).orElseThrow().nanos()).isEqualTo(5);
    assertThat(toldOf()).containsExactly(1L);
  }

  private void silence(long nanos, int call) {
    RpcMessage waits = Sample.call().number(call).message();
    findings.silence(new Silence(nanos, 1, waits, Silence.Until.CAPTURE_END));
    found(Sample.WARNING, waits);
  }

  @Test
  void shouldForgetMessagesThatWaitedLongest() {
    for (int number = 1; number <= MANY; number++) {
      found(Sample.WARNING, Sample.call().number(number).message());
    }
    findings.exchange(unanswered(1), /* isChosen= */ true);
    findings.exchange(unanswered(MANY), /* isChosen= */ true);

    assertThat(toldOf()).containsExactly((long) MANY);
  }
}
