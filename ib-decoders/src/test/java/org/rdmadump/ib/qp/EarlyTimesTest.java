package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a PSN was acknowledged that was captured behind its acknowledgement. */
class EarlyTimesTest {
  private static final long OTHERWISE = -1;

  private final EarlyTimes times = new EarlyTimes();

  @Test
  void shouldTakeTheFirstThatCovers() {
    times.add(10, 100);
    times.add(10, 150);
    times.add(20, 200);

    assertThat(times.of(9, OTHERWISE)).isEqualTo(100);
    assertThat(times.of(10, OTHERWISE)).isEqualTo(200);
    assertThat(times.of(20, OTHERWISE)).isEqualTo(OTHERWISE);
  }

  @Test
  void shouldForgetTheOldest() {
    for (int i = 1; i <= 1000; i++) {
      times.add(10L * i, i);
    }

    assertThat(times.of(9_999, OTHERWISE)).isEqualTo(1000);
    assertThat(times.of(9_370, OTHERWISE)).isEqualTo(938);
    assertThat(times.of(0, OTHERWISE)).as("the oldest that is left").isEqualTo(937);
  }
}
