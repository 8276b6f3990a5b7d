package org.rdmadump.analysis.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.Sample;

/** Calls without a reply that are answered, or counted, over another connection. */
class AnsweredAgainTest {
  private final AnsweredAgain calls = new AnsweredAgain();

  private void unanswered(Sample call) {
    calls.add(Sample.exchange(Optional.of(call), Optional.empty()));
  }

  private void answered(Sample call) {
    calls.add(Sample.exchange(Optional.of(call), Optional.of(Sample.reply())));
  }

  private void shouldLeaveOut(int number) {
    assertThat(calls.all()).isEqualTo(number);
    assertThat(calls.of(Sample.CLIENT.address())).isEqualTo(number);
    assertThat(calls.of(Sample.SERVER.address())).isZero();
  }

  @Test
  void shouldCountCallsThatAreNotSentAgain() {
    unanswered(Sample.call().number(1));
    answered(Sample.call().number(2));
    unanswered(Sample.call().number(4));

    shouldLeaveOut(0);
  }

  @Test
  void shouldCountACallOnceThatIsNeverAnswered() {
    unanswered(Sample.call().number(1));
    unanswered(Sample.call().number(2).repeatOf(1));
    unanswered(Sample.call().number(3).repeatOf(1));

    shouldLeaveOut(2);
  }

  @Test
  void shouldLeaveOutAllOfACallWhoseRepeatIsAnswered() {
    unanswered(Sample.call().number(1));
    unanswered(Sample.call().number(2).repeatOf(1));
    answered(Sample.call().number(3).repeatOf(1));

    shouldLeaveOut(2);
  }

  @Test
  void shouldFindTheAnswerToARepeat() {
    Sample call = Sample.call().number(1);
    unanswered(call);
    assertThat(calls.answer(call.message())).isEmpty();

    answered(Sample.call().number(3).repeatOf(1));

    assertThat(calls.answer(call.message()).orElseThrow().number()).isEqualTo(3);
    assertThat(calls.answer(call.message()).orElseThrow().nanos())
        .isEqualTo(Sample.reply().message().sendNanos());
  }

  @Test
  void shouldLeaveOutACallWhoseConnectionEndsBehindTheAnswer() {
    answered(Sample.call().number(2).repeatOf(1));
    unanswered(Sample.call().number(1));

    shouldLeaveOut(1);
  }

  @Test
  void shouldCountARepeatBehindARefusal() {
    unanswered(Sample.call().number(1));
    answered(Sample.call().number(2).repeatOf(1));
    unanswered(Sample.call().number(4).repeatOf(1));

    shouldLeaveOut(1);
  }
}
