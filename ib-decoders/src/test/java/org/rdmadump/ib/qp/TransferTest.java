package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransferTest {
  private static final int MTU = 256;
  private static final int FIRST = 1000;

  @ParameterizedTest(name = "descending: {0}")
  @ValueSource(booleans = {true, false})
  void shouldRememberFewGapsHoweverManyThereAre(boolean descending) {
    int responses = 10_000;
    Transfer read = read(2L * responses * MTU);
    read.respond(FIRST, /* crowded= */ false);
    read.respond(FIRST + 2L * responses - 2, /* crowded= */ false);

    for (int i = 1; i < responses - 1; i++) {
      read.respond(FIRST + 2L * (descending ? responses - 1 - i : i) - 1, /* crowded= */ false);
      assertThat(read.gaps()).isLessThanOrEqualTo(Transfer.MOST_RANGES);
    }
  }

  @Test
  void shouldRememberNoGapsWhereThereIsNoRoom() {
    Transfer read = read(100 * MTU);

    read.respond(FIRST, /* crowded= */ true);
    read.respond(FIRST + 10, /* crowded= */ true);

    assertThat(read.gaps()).isZero();
    assertThat(read.wasAnswered(FIRST + 5)).isTrue();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("org.rdmadump.testing.Cases#seeds")
  void shouldKnowWhichResponsesWereSeenAsLongAsItRemembersAllGaps(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int packets = 60;
    for (int run = 0; run < 500; run++) {
      Transfer read = read((long) packets * MTU);
      BitSet seen = new BitSet(packets);
      for (int n = 0; n < packets; n++) {
        int next = random.nextInt(packets);
        assertThat(read.wasAnswered(FIRST + next)).isEqualTo(seen.get(next));
        read.respond(FIRST + next, /* crowded= */ false);
        seen.set(next);
        if (read.gaps() == Transfer.MOST_RANGES) {
          break;
        }
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldKnowWhatWasSeenAndWhatIsToComeThoughItForgetsGaps(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int packets = 400;
    Transfer read = read((long) packets * MTU);
    BitSet seen = new BitSet(packets);
    int highest = -1;
    for (int n = 0; n < 5_000; n++) {
      int next = random.nextInt(packets);
      if (seen.get(next) || next > highest) {
        assertThat(read.wasAnswered(FIRST + next)).isEqualTo(seen.get(next));
      }
      read.respond(FIRST + next, /* crowded= */ false);
      seen.set(next);
      highest = Math.max(highest, next);
    }
  }

  @Test
  void shouldKnowWhatAReadThatIsAskedForAgainForItsEndWasAnsweredBefore() {
    Transfer whole = read(100 * MTU);
    for (int psn = FIRST; psn < FIRST + 50; psn++) {
      if (psn != FIRST + 30) {
        whole.respond(psn, /* crowded= */ false);
      }
    }
    Transfer rest = transfer(FIRST + 30, 70 * MTU);

    rest.repeats(whole);

    assertThat(rest.isRestOf(whole)).isTrue();
    assertThat(rest.wasAnswered(FIRST + 30)).isFalse();
    assertThat(rest.wasAnswered(FIRST + 31)).isTrue();
    assertThat(rest.wasAnswered(FIRST + 49)).isTrue();
    assertThat(rest.wasAnswered(FIRST + 50)).isFalse();
  }

  @Test
  void shouldKnowItOfAReadThatWasItselfAskedForAgain() {
    Transfer whole = read(100 * MTU);
    for (int psn = FIRST; psn < FIRST + 90; psn++) {
      whole.respond(psn, /* crowded= */ false);
    }
    Transfer rest = transfer(FIRST + 30, 70 * MTU);
    rest.repeats(whole);
    Transfer last = transfer(FIRST + 60, 40 * MTU);

    last.repeats(rest);

    assertThat(last.wasAnswered(FIRST + 89)).isTrue();
    assertThat(last.wasAnswered(FIRST + 90)).isFalse();
  }

  private static Transfer read(long length) {
    return transfer(FIRST, length);
  }

  private static Transfer transfer(int psn, long length) {
    return new Transfer(psn, 1, (long) (psn - FIRST) * MTU, length, 1, MTU, new Deaf());
  }
}
