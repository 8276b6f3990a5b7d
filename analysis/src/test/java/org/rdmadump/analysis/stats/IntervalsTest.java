package org.rdmadump.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
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

  @Test
  void shouldKeepPartsShortHoweverManyConnectionsThereAre() {
    Intervals intervals = new Intervals(10);
    for (int i = 1; i <= 20_000; i++) {
      intervals.at(i - 2, i).traffic(1, 1, 0);
      intervals.at(i - 1, i).traffic(1, 1, 0);
    }

    assertThat(intervals.nanos()).isEqualTo(10);
    assertThat(intervals.beginnings()).hasSize(411).startsWith(-10L, 0L, 10L);
    assertThat(intervals.otherConnections()).isEqualTo(20_000 - 4096);
    intervals.remove(20_000);
    assertThat(intervals.otherConnections()).isEqualTo(20_000 - 4097);
  }

  @Test
  void shouldFillSilenceWithRowsOfZeros() {
    Intervals intervals = new Intervals(10);
    intervals.at(3, 1).traffic(1, 100, 0);
    intervals.at(25, 2).traffic(1, 7, 0);
    intervals.at(45, 1).traffic(1, 100, 0);

    intervals.fillSilence(Map.of(1, 65L));

    assertThat(intervals.beginnings()).containsExactly(0L, 10L, 20L, 30L, 40L, 50L, 60L);
    assertThat(intervals.rows(10)).hasSize(1);
    assertThat(intervals.rows(10).get(0).isSilent()).isTrue();
    assertThat(intervals.rows(10).get(0).packets()).isZero();
    assertThat(intervals.rows(20)).extracting(IntervalStats::isSilent).containsExactly(true, false);
    assertThat(intervals.rows(40)).extracting(IntervalStats::isSilent).containsExactly(false);
    assertThat(intervals.rows(60)).extracting(IntervalStats::connection).containsExactly(1);
  }

  @Test
  void shouldShowBothEndsOfASilenceForWhichThereIsNoRoom() {
    Intervals intervals = new Intervals(1);
    intervals.at(0, 1);
    intervals.at(86_400_000_000L, 1);
    intervals.at(86_400_000_003L, 1);

    intervals.fillSilence(Map.of());

    assertThat(intervals.beginnings())
        .containsExactly(
            0L,
            1L,
            86_399_999_999L,
            86_400_000_000L,
            86_400_000_001L,
            86_400_000_002L,
            86_400_000_003L);
  }
}
