package org.rdmadump.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.analysis.Sample;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.MissingRange;

class CompletenessReviewTest {
  @Test
  void shouldSayNothingOfAMessageThatIsWhole() {
    assertThat(CompletenessReview.judge(Sample.call().message())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "TRUNCATED, rpc.message-cut, truncated",
    "NOT_CAPTURED, rpc.message-not-captured, not captured",
    "LOST, rpc.message-lost, lost",
    "EVICTED, rpc.message-evicted, evicted"
  })
  void shouldHaveARuleForEachReason(Absence reason, String rule, String text) {
    List<Finding> found = CompletenessReview.judge(Sample.call().missing(40, 8, reason).message());

    assertThat(found).hasSize(1);
    assertThat(found.get(0).rule().name()).isEqualTo(rule);
    assertThat(found.get(0).message())
        .isEqualTo("8 bytes are missing, the first at 40 of the message (" + text + ")");
  }

  @Test
  void shouldAddUpWhatIsMissingForOneReason() {
    List<Finding> found =
        CompletenessReview.judge(
            Sample.call()
                .missing(
                    new MissingRange(8, 1, Absence.LOST),
                    new MissingRange(20, 4, Absence.EVICTED),
                    new MissingRange(40, 8, Absence.EVICTED))
                .message());

    assertThat(found)
        .extracting(Finding::message)
        .containsExactly(
            "1 byte is missing, the first at 8 of the message (lost)",
            "12 bytes are missing, the first at 20 of the message (evicted)");
  }
}
