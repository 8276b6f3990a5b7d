package org.rdmadump.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.Sample;
import org.rdmadump.rpcrdma.RdmaError;

/** How often a call fails that is sent again. */
class CountedFailuresTest {
  private static final RdmaError ERR_CHUNK = new RdmaError(RdmaError.ERR_CHUNK, 0, 0);

  private final Statistics statistics =
      new Statistics(() -> 0L, Optional.empty(), /* everyConnection= */ true, Optional.empty());

  private void exchange(Sample call, Sample reply) {
    statistics.exchange(Sample.exchange(Optional.of(call), Optional.of(reply)));
  }

  private static Sample refusal() {
    return Sample.reply().status("GARBAGE_ARGS");
  }

  private OperationStats only() {
    assertThat(statistics.operations()).hasSize(1);
    return statistics.operations().get(0);
  }

  @Test
  void shouldCountTheFirstRefusalOfACall() {
    // Given
    exchange(Sample.call().number(1), refusal());
    exchange(Sample.call().number(3).repeatOf(1), Sample.reply().status("PROG_UNAVAIL"));
    exchange(Sample.call().number(5).repeatOf(1), Sample.reply().error(ERR_CHUNK));

    // Then
    assertThat(only().calls()).isEqualTo(1);
    assertThat(only().replies()).isEqualTo(2);
    assertThat(only().failed()).isEqualTo(1);
    assertThat(only().errors()).containsOnlyKeys("GARBAGE_ARGS").containsValue(1L);
  }

  @Test
  void shouldCountTheRefusalOfARepeatOfACallWithoutAReply() {
    // Given
    statistics.exchange(Sample.exchange(Optional.of(Sample.call().number(1)), Optional.empty()));
    exchange(Sample.call().number(2).repeatOf(1), refusal());

    // Then
    assertThat(only().calls()).isEqualTo(1);
    assertThat(only().failed()).isEqualTo(1);
  }

  @Test
  void shouldCountTheRefusalsOfDifferentCalls() {
    // Given
    exchange(Sample.call().number(1), refusal());
    exchange(Sample.call().number(3), refusal());

    // Then
    assertThat(only().calls()).isEqualTo(2);
    assertThat(only().failed()).isEqualTo(2);
  }

  @Test
  void shouldCountRefusalsOfCallsThatWereNotCaptured() {
    // Given
    statistics.exchange(Sample.exchange(Optional.empty(), Optional.of(refusal())));
    statistics.exchange(Sample.exchange(Optional.empty(), Optional.of(refusal())));

    // Then
    assertThat(only().failed()).isEqualTo(2);
  }
}
