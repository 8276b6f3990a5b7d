package org.rdmadump.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run that does not end when it is to is left behind, and what it would have said is said. */
@Timeout(value = 60, unit = SECONDS)
class InterruptionTest {
  private final Interruption interruption = new Interruption();
  private final CountDownLatch said = new CountDownLatch(1);

  @Test
  void shouldSayTheLastWordsOfARunThatDoesNotEnd() throws Exception {
    interruption.otherwise(said::countDown);
    long start = System.nanoTime();

    interruption.end(new Thread());

    assertThat(said.getCount()).isZero();
    assertThat(System.nanoTime() - start).isLessThan(SECONDS.toNanos(5));
  }

  @Test
  void shouldNotWaitForLastWordsThatNobodyReads() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    interruption.otherwise(
        () -> {
          said.countDown();
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    long start = System.nanoTime();

    interruption.end(new Thread());

    assertThat(said.getCount()).isZero();
    assertThat(System.nanoTime() - start).isLessThan(SECONDS.toNanos(6));
  }

  @Test
  void shouldSayNothingInPlaceOfARunThatEnds() throws Exception {
    interruption.otherwise(said::countDown);
    interruption.complete(ExitStatus.DONE);

    interruption.end(new Thread());

    assertThat(said.getCount()).isEqualTo(1);
    assertThat(interruption.requested()).isTrue();
  }
}
