package org.rdmadump.ib;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PsnTest {
  private static final int CIRCLE = 1 << 24;
  private static final int HALF = CIRCLE / 2;

  @Test
  void shouldWrapAtEveryPosition() {
    for (int length = 1; length <= 64; length++) {
      for (int before = 0; before <= length; before++) {
        int start = CIRCLE - before;
        int end = Psn.add(start, length);

        assertThat(end).isEqualTo(length - before);
        assertThat(Psn.distance(start, end)).isEqualTo(length);
        assertThat(Psn.distance(end, start)).isEqualTo(-length);
        assertThat(Psn.isBefore(start, end)).isTrue();
        assertThat(Psn.isBefore(end, start)).isFalse();
      }
    }
  }

  @Test
  void shouldGoBackAcrossTheWrap() {
    assertThat(Psn.add(0, -1)).isEqualTo(0xffffff);
    assertThat(Psn.add(3, -5)).isEqualTo(0xfffffe);
  }

  @Test
  void shouldReachHalfACircleEachWay() {
    assertThat(Psn.distance(0, HALF - 1)).isEqualTo(HALF - 1);
    assertThat(Psn.distance(0, HALF)).isEqualTo(-HALF);
    assertThat(Psn.distance(0, HALF + 1)).isEqualTo(-HALF + 1);
  }

  @Test
  void shouldFindEqualsNeitherBeforeNorAfter() {
    assertThat(Psn.distance(7, 7)).isZero();
    assertThat(Psn.isBefore(7, 7)).isFalse();
  }

  @Test
  void shouldIgnoreWhatStandsAboveThe24Bits() {
    assertThat(Psn.distance(0xab000001, 0xcd000003)).isEqualTo(2);
    assertThat(Psn.add(0xabffffff, 1)).isZero();
  }

  @Test
  void shouldBringBackWhatWasAddedAnywhereOnTheCircle() {
    Random random = new Random(20261121);
    for (int i = 0; i < 100_000; i++) {
      int psn = random.nextInt(CIRCLE);
      int step = random.nextInt(CIRCLE) - HALF;
      int sum = Psn.add(psn, step);

      assertThat(sum).isBetween(0, Psn.MASK);
      assertThat(Psn.distance(psn, sum)).isEqualTo(step);
      assertThat(Psn.add(sum, -step)).isEqualTo(psn);
      assertThat(Psn.isBefore(psn, sum)).isEqualTo(step > 0 || step == -HALF);
      if (step != -HALF) {
        assertThat(Psn.distance(sum, psn)).isEqualTo(-step);
      }
    }
  }
}
