package org.rdmadump.analysis.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BusyTimeTest {
  private final BusyTime busy = new BusyTime();

  @Test
  void shouldCountTimeOnceInWhichSpansOverlap() {
    busy.add(10, 20);
    busy.add(15, 30);
    busy.add(12, 14);
    busy.add(40, 50);

    assertThat(busy.nanos()).isEqualTo(30);
  }

  @Test
  void shouldJoinWhatALongSpanCovers() {
    busy.add(10, 20);
    busy.add(30, 40);
    busy.add(0, 50);

    assertThat(busy.nanos()).isEqualTo(50);
  }

  @Test
  void shouldLeaveOutSpansThatEndBeforeTheyBegin() {
    busy.add(10, 5);
    busy.add(7, 7);

    assertThat(busy.nanos()).isZero();
  }

  @Test
  void shouldAgreeWithMarkingEachNanosecond() {
    Random random = new Random(7);
    boolean[] marked = new boolean[4000];
    for (int i = 0; i < 200; i++) {
      int from = random.nextInt(3900);
      int to = from + random.nextInt(30);
      busy.add(from, to);
      for (int at = from; at < to; at++) {
        marked[at] = true;
      }
    }
    int count = 0;
    for (boolean each : marked) {
      count += each ? 1 : 0;
    }

    assertThat(busy.nanos()).isEqualTo(count);
  }

  @Test
  void shouldForgetNoTimeOfSpansThatItNoLongerKeepsApart() {
    for (int i = 0; i < 5000; i++) {
      busy.add(10L * i, 10L * i + 4);
    }

    assertThat(busy.nanos()).isEqualTo(20_000);
  }
}
