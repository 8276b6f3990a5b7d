package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.qp.PsnSequence.Arrival;

class PsnSequenceTest {
  private final PsnSequence sequence = new PsnSequence();

  @Test
  void shouldExpectWhatFollowsTheFirstPsnThatIsSeen() {
    assertThat(request(10)).isEqualTo(Arrival.IN_ORDER);

    assertThat(expected()).isEqualTo(11);
    assertThat(sequence.acknowledged()).isZero();
  }

  @Test
  void shouldGoBackToWhatACaptureDidNotSeeTheFirstTime() {
    request(12);

    assertThat(sequence.refuse(at(10))).isTrue();
    assertThat(request(10)).isEqualTo(Arrival.IN_ORDER);
    assertThat(expected()).isEqualTo(11);
  }

  @Test
  void shouldTellACopyThatIsDroppedFromAPacketThatIsSeenLate() {
    sequence.startAt(10);
    request(10);
    sequence.acknowledge(at(12));

    assertThat(sequence.isDone(at(10))).isTrue();
    assertThat(sequence.isDone(at(11))).isFalse();
    assertThat(sequence.isDone(at(9))).as("before the first").isTrue();
    assertThat(sequence.isDone(at(13))).isFalse();
    request(11);
    assertThat(sequence.isDone(at(11))).isTrue();
  }

  @Test
  void shouldExpectWhatTheConnectionManagerNamed() {
    sequence.startAt(10);

    assertThat(sequence.isStarted()).isTrue();
    assertThat(expected()).isEqualTo(10);
    assertThat(request(11)).isEqualTo(Arrival.AHEAD);
    assertThat(request(10)).isEqualTo(Arrival.IN_ORDER);
    assertThat(expected()).isEqualTo(12);
  }

  @Test
  void shouldTakeTheShortWayOnlyForWhatIsSeenTheFirstTime() {
    request(1);
    request(2);
    request(4);
    sequence.refuse(at(3));
    request(3);

    assertThat(sequence.takeNext(4)).as("sent again after the refusal").isFalse();
    request(4);
    assertThat(sequence.takeNext(5)).isTrue();
  }

  @Test
  void shouldNotStartTwice() {
    request(10);
    sequence.startAt(500);

    assertThat(expected()).isEqualTo(11);
  }

  @Test
  void shouldCallAPsnBelowTheExpectedOneARepeat() {
    request(10);
    request(11);

    assertThat(request(10)).isEqualTo(Arrival.REPEAT);
    assertThat(expected()).isEqualTo(12);
  }

  @Test
  void shouldWaitForAGapAndGoOnBehindWhatFilledIt() {
    request(10);

    assertThat(request(12)).isEqualTo(Arrival.AHEAD);
    assertThat(request(13)).isEqualTo(Arrival.AHEAD);
    assertThat(request(15)).isEqualTo(Arrival.AHEAD);
    assertThat(expected()).isEqualTo(11);
    assertThat(request(11)).isEqualTo(Arrival.IN_ORDER);
    assertThat(expected()).isEqualTo(14);
    assertThat(request(14)).isEqualTo(Arrival.IN_ORDER);
    assertThat(expected()).isEqualTo(16);
  }

  @Test
  void shouldPassAGapThatAnAcknowledgementPasses() {
    request(10);
    request(13);
    request(14);

    sequence.acknowledge(at(13));

    assertThat(expected()).isEqualTo(15);
    assertThat(acknowledged()).isEqualTo(14);
  }

  @Test
  void shouldNotGoBackToAnEarlierAcknowledgement() {
    request(10);
    request(11);
    sequence.acknowledge(at(11));

    sequence.acknowledge(at(10));

    assertThat(acknowledged()).isEqualTo(12);
    assertThat(expected()).isEqualTo(12);
  }

  @Test
  void shouldAdvanceToAnAcknowledgementOfPacketsThatWereNotCaptured() {
    request(10);

    sequence.acknowledge(at(20));

    assertThat(expected()).isEqualTo(21);
    assertThat(request(20)).isEqualTo(Arrival.REPEAT);
    assertThat(request(21)).isEqualTo(Arrival.IN_ORDER);
  }

  @Test
  void shouldGoBackToWhatANakNamesAndTakeTheRepeatsInOrder() {
    request(10);
    request(11);
    request(12);
    request(13);

    assertThat(sequence.refuse(at(11))).isTrue();

    assertThat(acknowledged()).isEqualTo(11);
    assertThat(expected()).isEqualTo(11);
    assertThat(sequence.isRefused(at(10))).isFalse();
    assertThat(sequence.isRefused(at(11))).isTrue();
    assertThat(sequence.isRefused(at(13))).isTrue();
    assertThat(request(14)).as("in flight while the NAK was").isEqualTo(Arrival.AHEAD);
    assertThat(sequence.isRefused(at(14))).isTrue();
    for (int psn = 11; psn <= 14; psn++) {
      assertThat(request(psn)).isEqualTo(Arrival.IN_ORDER);
      assertThat(sequence.isRefused(at(psn))).isFalse();
    }
    assertThat(expected()).isEqualTo(15);
  }

  /** The receiver drops it, as it dropped one before; but its sender sent all in order. */
  @Test
  void shouldKnowThatARequestGoesOnBehindANak() {
    request(10);
    request(11);
    request(12);
    sequence.refuse(at(11));

    assertThat(sequence.goesOn(at(13))).isTrue();
    assertThat(sequence.isAhead(at(13))).isFalse();
    assertThat(sequence.goesOn(at(14))).as("13 was not seen").isFalse();
    assertThat(sequence.isAhead(at(14))).isTrue();
  }

  @Test
  void shouldTakeWhatWasSentBehindTheGapForUndeliveredUntilItIsRepeated() {
    request(10);
    request(12);
    sequence.refuse(at(11));

    assertThat(request(11)).isEqualTo(Arrival.IN_ORDER);
    assertThat(expected()).as("12 was dropped behind the gap").isEqualTo(12);
  }

  @Test
  void shouldLetAnAcknowledgementSpeakForAReceiverThatKeptWhatCameBehindTheGap() {
    request(10);
    request(12);
    request(13);
    sequence.refuse(at(11));
    request(11);

    sequence.acknowledge(at(13));

    assertThat(expected()).isEqualTo(14);
    assertThat(sequence.isRefused(at(13))).isFalse();
  }

  @Test
  void shouldIgnoreANakThatIsOlderThanAnAcknowledgement() {
    request(10);
    request(11);
    sequence.acknowledge(at(11));

    assertThat(sequence.refuse(at(10))).isFalse();
    assertThat(expected()).isEqualTo(12);
    assertThat(sequence.isRefused(at(12))).isFalse();
  }

  @Test
  void shouldBeRefusedTwice() {
    request(10);
    request(11);
    sequence.refuse(at(10));
    request(10);
    sequence.refuse(at(10));

    assertThat(expected()).isEqualTo(10);
    assertThat(sequence.isRefused(at(10))).isTrue();
    assertThat(request(10)).isEqualTo(Arrival.IN_ORDER);
  }

  @Test
  void shouldReserveThePsnsOfAReadsResponses() {
    assertThat(sequence.request(at(10), 3, 3)).isEqualTo(Arrival.IN_ORDER);

    assertThat(expected()).isEqualTo(13);
    assertThat(request(13)).isEqualTo(Arrival.IN_ORDER);
  }

  @Test
  void shouldTakeTheNextRequestAnywhereInsideOfAReadOfUnknownSpan() {
    sequence.request(at(10), 1, 12);

    assertThat(request(13)).isEqualTo(Arrival.IN_ORDER);
    assertThat(expected()).isEqualTo(14);
    assertThat(request(20)).as("the span was settled").isEqualTo(Arrival.AHEAD);
  }

  @Test
  void shouldSeeAGapBehindTheMostThatAReadCanTake() {
    sequence.request(at(10), 1, 12);

    assertThat(request(23)).isEqualTo(Arrival.AHEAD);
  }

  @Test
  void shouldExpectWhatIsBehindAReadThatTakesFewerPsnsThanWasThought() {
    request(9);
    sequence.request(at(10), 8, 8);
    sequence.correctEnd(at(18), at(12));

    assertThat(expected()).isEqualTo(12);
    assertThat(sequence.wasSeen(at(11))).isTrue();
    assertThat(sequence.wasSeen(at(12))).isFalse();
    assertThat(request(12)).isEqualTo(Arrival.IN_ORDER);
  }

  @Test
  void shouldNotMissWhatIsBehindAReadThatTakesMorePsnsThanWasThought() {
    request(9);
    sequence.request(at(10), 2, 2);
    assertThat(request(18)).isEqualTo(Arrival.AHEAD);
    sequence.correctEnd(at(12), at(18));

    assertThat(expected()).isEqualTo(19);
    assertThat(sequence.lacks(at(9), at(19))).isFalse();
    assertThat(request(19)).isEqualTo(Arrival.IN_ORDER);
  }

  @Test
  void shouldSeeAGapBehindAReadOnceItIsKnownWhereItEnds() {
    sequence.request(at(10), 1, 12);
    sequence.foundEnd(at(11), at(22), at(13));

    assertThat(expected()).isEqualTo(13);
    assertThat(sequence.wasSeen(at(12))).isTrue();
    assertThat(request(14)).isEqualTo(Arrival.AHEAD);
  }

  @Test
  void shouldGoOnBehindARequestThatCameBeforeItIsKnownWhereAReadEnds() {
    sequence.request(at(10), 1, 12);
    request(13);
    sequence.foundEnd(at(11), at(22), at(13));

    assertThat(expected()).isEqualTo(14);
    assertThat(sequence.lacks(at(10), at(14))).isFalse();
    assertThat(request(14)).isEqualTo(Arrival.IN_ORDER);
  }

  @Test
  void shouldNotGoBackBehindARequestThatCameSince() {
    request(9);
    sequence.request(at(10), 8, 8);
    sequence.request(at(18), 4, 4);
    sequence.correctEnd(at(18), at(12));

    assertThat(expected()).isEqualTo(22);
  }

  @Test
  void shouldGoOnBehindAReadThatIsRepeatedFromItsMiddle() {
    sequence.request(at(10), 4, 4);

    assertThat(sequence.request(at(12), 2, 2)).isEqualTo(Arrival.REPEAT);
    assertThat(expected()).isEqualTo(14);
    assertThat(sequence.request(at(12), 5, 5)).isEqualTo(Arrival.REPEAT);
    assertThat(expected()).isEqualTo(17);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  void shouldWrapAtEveryPosition(int before) {
    int start = Psn.add(0, -before);
    sequence.startAt(start);
    long first = sequence.expected();

    for (int i : new int[] {0, 1, 3, 2, 2, 4, 7, 6}) {
      long psn = sequence.extend(Psn.add(start, i));
      assertThat(psn - first).isEqualTo(i);
      assertThat(PsnSequence.onWire(psn)).isEqualTo(Psn.add(start, i));
      sequence.request(psn, 1, 1);
    }
    sequence.refuse(sequence.extend(Psn.add(start, 5)));
    assertThat(sequence.expected() - first).isEqualTo(5);
    for (int i = 5; i < 10; i++) {
      assertThat(sequence.request(sequence.extend(Psn.add(start, i)), 1, 1))
          .isEqualTo(Arrival.IN_ORDER);
    }
    sequence.acknowledge(sequence.extend(Psn.add(start, 9)));
    assertThat(sequence.acknowledged() - first).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldTakeTheNextRequestTheShortWayAsItDoesTheLongWay(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    PsnSequence mine = new PsnSequence();
    PsnSequence other = new PsnSequence();
    int taken = 0;
    for (int i = 0; i < 20_000; i++) {
      if (i % 200 == 0) {
        // What was captured with gaps goes the long way from there on.
        mine = new PsnSequence();
        other = new PsnSequence();
      }
      int next = PsnSequence.onWire(mine.expected());
      int psn = Psn.add(next, random.nextInt(8) > 0 ? 0 : random.nextInt(7) - 3);
      switch (random.nextInt(24)) {
        case 0 -> {
          mine.acknowledge(mine.extend(psn));
          other.acknowledge(other.extend(psn));
        }
        case 1 -> {
          mine.refuse(mine.extend(psn));
          other.refuse(other.extend(psn));
        }
        case 2 -> {
          mine.request(mine.extend(psn), 1, 5);
          other.request(other.extend(psn), 1, 5);
        }
        default -> {
          long extended = other.extend(psn);
          boolean done = other.isDone(extended);
          Arrival place = other.request(extended, 1, 1);
          if (mine.takeNext(psn)) {
            assertThat(place).isEqualTo(Arrival.IN_ORDER);
            assertThat(done).isFalse();
            assertThat(mine.expected() - 1).isEqualTo(extended);
            taken++;
          } else {
            assertThat(mine.request(mine.extend(psn), 1, 1)).isEqualTo(place);
          }
        }
      }
      assertThat(mine.expected()).isEqualTo(other.expected());
      assertThat(mine.acknowledged()).isEqualTo(other.acknowledged());
      assertThat(mine.gaps()).isEqualTo(other.gaps());
      for (long seen = other.expected() - 4; seen < other.expected() + 4; seen++) {
        assertThat(mine.isDone(seen)).isEqualTo(other.isDone(seen));
        assertThat(mine.isRefused(seen)).isEqualTo(other.isRefused(seen));
      }
    }
    assertThat(taken).isPositive();
  }

  @Test
  void shouldCountOnThroughManyCircles() {
    sequence.startAt(0);
    long first = sequence.expected();
    int step = 1 << 22;

    for (long i = 1; i <= 40; i++) {
      sequence.acknowledge(sequence.extend((int) (i * step - 1) & Psn.MASK));
      assertThat(sequence.expected() - first).isEqualTo(i * step);
    }
  }

  @Test
  void shouldKeepItsPlaceWhereOneDirectionWasCapturedAndAPacketIsMissing() {
    sequence.startAt(0);
    request(0);

    // Half a circle later the lost PSN 1 would look like one to come.
    long first = sequence.expected() - 1;
    for (int i = 2; i < (1 << 23) + 5000; i++) {
      long psn = sequence.extend(i & Psn.MASK);
      if (psn - first != i) {
        assertThat(psn - first).as("PSN %d", i).isEqualTo(i);
      }
      sequence.request(psn, 1, 1);
    }
  }

  @Test
  void shouldForgetGapsThatNothingFills() {
    sequence.startAt(0);
    for (int i = 0; i < 100_000; i += 2) {
      request(i);
    }

    assertThat(expected()).isGreaterThan(97_000);
    assertThat(sequence.gaps()).isLessThan(1_100);
  }

  @Test
  void shouldHoldNothingOnceEveryGapIsFilled() {
    sequence.startAt(0);
    for (int i = 0; i < 10_000; i += 2) {
      assertThat(request(i + 1)).isEqualTo(Arrival.AHEAD);
      assertThat(request(i)).isEqualTo(Arrival.IN_ORDER);
    }

    assertThat(expected()).isEqualTo(10_000);
    assertThat(sequence.gaps()).isZero();
  }

  @Test
  void shouldNotBeLedAstrayByOnePsnFromNowhere() {
    request(10);

    assertThat(request(0x300000)).isEqualTo(Arrival.AHEAD);
    assertThat(request(11)).isEqualTo(Arrival.IN_ORDER);
    assertThat(expected()).isEqualTo(12);
  }

  @Test
  void shouldFindItsWayWhenTheRepeatsAfterANakWereNotCaptured() {
    request(10);
    request(11);
    sequence.refuse(at(11));

    for (int psn = 12; psn < 100_000; psn++) {
      request(psn);
    }

    assertThat(expected()).isEqualTo(100_000);
  }

  @Test
  void shouldKnowOfWhatItForgotWhatWasSeen() {
    sequence.startAt(0);
    request(0);
    for (int psn = 2; psn < 3000; psn += 2) {
      request(psn);
    }

    assertThat(sequence.isForgotten(at(11), at(20))).isTrue();
    assertThat(sequence.isForgotten(at(0), at(1))).isFalse();
    assertThat(sequence.isForgotten(at(2901), at(2999))).isFalse();
    assertThat(sequence.nextUnseen(at(2900), at(2999))).isEqualTo(at(2901));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("org.rdmadump.testing.Cases#seeds")
  void shouldLackWhatItDidNotSee(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    if (random.nextBoolean()) {
      sequence.startAt(random.nextInt(90, 110));
    }
    int psn = 100;
    for (int i = 0; i < 400; i++) {
      psn += random.nextInt(10) == 0 ? random.nextInt(-3, 4) : 1;
      request(Math.max(0, psn));
      if (random.nextInt(4) == 0) {
        sequence.acknowledge(at(Math.max(0, psn + random.nextInt(-2, 3))));
      }
      long from = at(Math.max(0, psn - random.nextInt(200)));
      long to = from + random.nextInt(210);
      assertThat(sequence.lacks(from, to)).isEqualTo(sequence.nextUnseen(from, to) < to);
    }
  }

  private Arrival request(int psn) {
    return sequence.request(at(psn), 1, 1);
  }

  private long at(int psn) {
    return sequence.extend(psn);
  }

  private int expected() {
    return PsnSequence.onWire(sequence.expected());
  }

  private int acknowledged() {
    return PsnSequence.onWire(sequence.acknowledged());
  }

  @Test
  void shouldTellOfARequestThatWasAcknowledgedAndNeverSeen() {
    PsnSequence sequence = new PsnSequence();
    long first = sequence.extend(100);
    sequence.request(first, 1, 1);
    sequence.acknowledge(first + 1);

    assertThat(sequence.isPassedOver()).isTrue();
    sequence.request(first + 2, 1, 1);
    assertThat(sequence.takePassedOver(first + 2)).isEqualTo(first + 1);
    assertThat(sequence.takePassedOver(first + 2)).isNegative();
  }

  @Test
  void shouldTellOfNothingIfTheRequestWasCapturedBehindItsAcknowledgement() {
    PsnSequence sequence = new PsnSequence();
    long first = sequence.extend(100);
    sequence.request(first, 1, 1);
    sequence.acknowledge(first + 1);
    sequence.request(first + 1, 1, 1);

    assertThat(sequence.takePassedOver(first + 1)).isNegative();
    sequence.request(first + 2, 1, 1);
    assertThat(sequence.takePassedOver(first + 2)).isNegative();
  }
}
