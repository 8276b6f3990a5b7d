package org.rdmadump.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IntervalsTest {
  @Test
  void shouldHaveARowForEachPartAndConnection() {
    Intervals intervals = new Intervals(10);
    intervals.at(3, 1).traffic(1, 100, 0);
    intervals.at(9, 1).traffic(1, 100, 1);
    intervals.at(9, 2).traffic(1, 7, 0);
    intervals.at(25, 1).traffic(1, 1, 0);

    assertThat(intervals.beginnings()).containsExactly(0L, 20L);
    assertThat(intervals.rows(0)).hasSize(2);
    assertThat(intervals.rows(0).get(0).packets()).isEqualTo(2);
    assertThat(intervals.rows(0).get(0).packetBytes()).isEqualTo(200);
    assertThat(intervals.rows(0).get(0).retransmitted()).isEqualTo(1);
    assertThat(intervals.rows(20)).hasSize(1);
    assertThat(intervals.rows(10)).isEmpty();
  }

  @Test
  void shouldPutWhatIsBeforeTheFirstFrameIntoPartsOfItsOwn() {
    Intervals intervals = new Intervals(10);
    intervals.at(-1, 1);

    assertThat(intervals.beginnings()).containsExactly(-10L);
  }

  @Test
  void shouldTakeLongerPartsRatherThanTooMany() {
    Intervals intervals = new Intervals(1);
    for (int i = 0; i < 100_000; i++) {
      intervals.at(i, 1).traffic(1, 1, 0);
    }

    assertThat(intervals.nanos()).isEqualTo(16);
    assertThat(intervals.beginnings()).hasSizeLessThanOrEqualTo(16_384).hasSize(6250);
    assertThat(
            intervals.beginnings().stream()
                .flatMap(each -> intervals.rows(each).stream())
                .mapToLong(IntervalStats::packets)
                .sum())
        .isEqualTo(100_000);
  }
}
