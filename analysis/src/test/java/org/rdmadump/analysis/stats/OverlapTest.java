package org.rdmadump.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OverlapTest {
  private record Span(long first, long last) {}

  private static int most(List<Span> spans) {
    Overlap overlap = new Overlap();
    spans.forEach(span -> overlap.add(span.first, span.last));
    return overlap.most();
  }

  @Test
  void shouldBeNoneWhereThereIsNone() {
    assertThat(most(List.of())).isZero();
  }

  @Test
  void shouldCountWhatFollowsEachOtherAsOne() {
    assertThat(most(List.of(new Span(1, 3), new Span(4, 4), new Span(5, 9)))).isEqualTo(1);
  }

  @Test
  void shouldCountWhatIsUnderWayAtOnce() {
    assertThat(most(List.of(new Span(1, 9), new Span(2, 3), new Span(4, 8), new Span(5, 6))))
        .isEqualTo(3);
  }

  @Test
  void shouldNotCareInWhichOrderTheyCome() {
    Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      List<Span> spans = new ArrayList<>();
      int[] at = new int[120];
      for (int i = 0; i < 20; i++) {
        int first = random.nextInt(100);
        int last = first + random.nextInt(20);
        spans.add(new Span(first, last));
        for (int frame = first; frame <= last; frame++) {
          at[frame]++;
        }
      }
      Collections.shuffle(spans, random);
      int most = 0;
      for (int count : at) {
        most = Math.max(most, count);
      }
      assertThat(most(spans)).isEqualTo(most);
    }
  }
}
