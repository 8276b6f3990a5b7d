package org.rdmadump.analysis.ends;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who sent to whom, each pair once. */
final class SentBetweenTest {
  private final SentBetween pairs = new SentBetween();

  @Test
  void shouldNumberEachPairOnce() {
    assertThat(pairs.of(1, 2, 3, 4)).isZero();
    assertThat(pairs.of(1, 2, 3, 5)).isEqualTo(1);
    assertThat(pairs.of(2, 1, 3, 4)).isEqualTo(2);
    assertThat(pairs.of(1, 2, 3, 4)).isZero();
  }

  @Test
  void shouldKnowThePairsBehindTheirNumbersWhenThereAreMany() {
    IntStream.range(0, 1000).forEach(each -> pairs.of(each, -each, 2L * each, 3L * each));

    assertThat(pairs.of(700, -700, 1400, 2100)).isEqualTo(700);
    assertThat(pairs.source(700)).isEqualTo(700);
    assertThat(pairs.destination(700)).isEqualTo(-700);
    assertThat(pairs.sourceHost(700)).isEqualTo(1400);
    assertThat(pairs.destinationHost(700)).isEqualTo(2100);
  }

  @Test
  void shouldTakeAPairOfAnotherOne() {
    pairs.of(1, 2, 3, 4);
    int number = pairs.of(5, 6, 7, 8);
    SentBetween other = new SentBetween();

    assertThat(other.of(pairs, number)).isZero();
    assertThat(other.of(5, 6, 7, 8)).isZero();
  }
}
