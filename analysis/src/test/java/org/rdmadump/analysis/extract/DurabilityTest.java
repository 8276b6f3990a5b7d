package org.rdmadump.analysis.extract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DurabilityTest {
  private static final int MOST = 1000;
  private static final long LIFE = 1;
  private static final long NEXT_LIFE = 2;

  private final Durability durability = new Durability(new RangeRoom(MOST));

  @Test
  void shouldTakeAStableWriteForStored() {
    durability.wrote(0, 100, true, LIFE);

    assertThat(durability.isComplete()).isTrue();
  }

  @Test
  void shouldWaitForACommitOfAllThatIsNot() {
    durability.wrote(0, 100, false, LIFE);
    assertThat(durability.isComplete()).isFalse();
    durability.committed(0, 50, LIFE);
    assertThat(durability.isComplete()).isFalse();
    durability.committed(50, Long.MAX_VALUE, LIFE);
    assertThat(durability.isComplete()).isTrue();
  }

  @Test
  void shouldNotWaitForWhatIsWrittenAgainAsStable() {
    durability.wrote(0, 100, false, LIFE);
    durability.wrote(0, 100, true, LIFE);

    assertThat(durability.isComplete()).isTrue();
  }

  @Test
  void shouldNotTrustACommitOfAServerThatCameBack() {
    durability.wrote(0, 100, false, LIFE);
    durability.committed(0, Long.MAX_VALUE, NEXT_LIFE);
    assertThat(durability.isComplete()).isFalse();

    durability.wrote(0, 100, false, NEXT_LIFE);
    durability.committed(0, Long.MAX_VALUE, NEXT_LIFE);
    assertThat(durability.isComplete()).isTrue();
  }

  @Test
  void shouldSeeByAWriteThatTheServerCameBack() {
    durability.wrote(0, 100, false, LIFE);
    durability.wrote(100, 200, false, NEXT_LIFE);
    durability.committed(0, Long.MAX_VALUE, NEXT_LIFE);

    assertThat(durability.isComplete()).isFalse();
  }

  @Test
  void shouldDoubtAWriteWithoutAnAnswerUntilItIsWrittenAgain() {
    durability.unanswered(0, 100);
    durability.committed(0, Long.MAX_VALUE, LIFE);
    assertThat(durability.isComplete()).isFalse();

    durability.wrote(0, 100, true, LIFE);
    assertThat(durability.isComplete()).isTrue();
  }

  @Test
  void shouldForgetWhatWasCutOff() {
    durability.wrote(0, 100, true, LIFE);
    durability.wrote(100, 200, false, LIFE);
    durability.cut(100);

    assertThat(durability.isComplete()).isTrue();
  }

  @Test
  void shouldFindAllThatWasWrittenStoredHoweverManyCommitsThatTook() {
    for (long i = 0; i < MOST; i++) {
      durability.wrote(2 * i, 2 * i + 1, false, LIFE);
    }
    for (long i = 0; i < MOST; i++) {
      assertThat(durability.isComplete()).isFalse();
      durability.committed(2 * i, 2 * i + 1, LIFE);
    }

    assertThat(durability.isComplete()).isTrue();
  }

  @Test
  void shouldTakeNothingForStoredBecauseThereIsTooMuchToRemember() {
    for (long i = 0; i < 3 * MOST; i++) {
      durability.wrote(2 * i, 2 * i + 1, false, LIFE);
    }
    durability.committed(0, 2000, LIFE);
    assertThat(durability.isComplete()).isFalse();

    durability.committed(0, Long.MAX_VALUE, LIFE);
    assertThat(durability.isComplete()).isTrue();
  }
}
