package org.rdmadump.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentSinceTest {
  private static final long MILLI = 1_000_000;

  /** Answers in equal steps from a first one on. */
  @ParameterizedTest
  @CsvSource({
    "1, 1000, false",
    "1, 1001, true",
    "7, 999, false",
    "8, 200, false",
    "8, 201, true",
    "99, 150, false"
  })
  void shouldBeCertainAfterAWhile(int answers, long millis, boolean expected) {
    long first = 1_700_000_000_000L * MILLI;
    SentSince sent = new SentSince(first);
    for (int i = 1; i <= answers; i++) {
      sent.answered(first + millis * MILLI * i / answers);
    }

    assertThat(sent.isCertain()).isEqualTo(expected);
  }
}
