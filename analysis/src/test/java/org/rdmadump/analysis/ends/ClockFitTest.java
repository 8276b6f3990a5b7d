package org.rdmadump.analysis.ends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clocks whose offset and drift are known, with delays at random. */
class ClockFitTest {
  private static final int SEEDS = 100;
  private static final long START = 1_800_000_000_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private long offset;
  private double drift;

  private ClockPoints points(Random random, int count, long nanos, long least, double jitter) {
    offset = random.nextLong(-4 * SECOND, 4 * SECOND);
    drift = random.nextDouble(-1e-4, 1e-4);
    long[] times = new long[count];
    long[] deltas = new long[count];
    boolean[] forward = new boolean[count];
    for (int i = 0; i < count; i++) {
      times[i] = START + random.nextLong(nanos);
      forward[i] = random.nextBoolean();
      long delay = least + Math.round(-jitter * Math.log(1 - random.nextDouble()));
      deltas[i] = Math.round(truth(times[i])) + (forward[i] ? delay : -delay);
    }
    return new ClockPoints(times, deltas, forward);
  }

  private double truth(long nanos) {
    return offset + drift * (nanos - START);
  }

  @ParameterizedTest
  @CsvSource({
    "50, 1, 18000, 15000",
    "500, 1, 18000, 15000",
    "500, 60, 18000, 15000",
    "5000, 600, 1000, 200000",
    "5000, 3600, 50000, 100",
    "20, 3600, 500000, 1000000"
  })
  void shouldNeverBeFartherFromTheTruthThanItsBound(
      int count, long seconds, long least, double jitter) {
    for (int seed = 0; seed < SEEDS; seed++) {
      ClockPoints points = points(new Random(seed), count, seconds * SECOND, least, jitter);

      Clocks clocks = ClockFit.of(points);

      assertThat(clocks.bounded()).isTrue();
      assertThat(clocks.isEven()).isTrue();
      assertThat(clocks.drift()).isBetween(clocks.leastDrift(), clocks.mostDrift());
      assertThat(drift).isBetween(clocks.leastDrift() - 1e-9, clocks.mostDrift() + 1e-9);
      assertThat((double) clocks.offset())
          .isCloseTo(truth(clocks.base()), within(clocks.offsetBound() + 2));
      for (long at : new long[] {points.sorted().nanos()[0], points.sorted().nanos()[count - 1]}) {
        assertThat((double) clocks.toB(at) - at).isCloseTo(truth(at), within(clocks.bound() + 2));
        assertThat(clocks.toA(clocks.toB(at))).isCloseTo(at, within(2L));
      }
      assertThat(clocks.roundTrip()).isGreaterThanOrEqualTo(2.0 * least - 2);
    }
  }

  @ParameterizedTest
  @CsvSource({"2000, 60, 18000, 15000", "5000, 600, 1000, 20000", "1000, 3600, 50000, 100000"})
  void shouldKnowTheDriftToAMillionthWhereTheCaptureIsLong(
      int count, long seconds, long least, double jitter) {
    for (int seed = 0; seed < SEEDS; seed++) {
      ClockPoints points = points(new Random(seed), count, seconds * SECOND, least, jitter);

      assertThat(ClockFit.of(points).drift()).isCloseTo(drift, within(1e-6));
    }
  }

  @Test
  void shouldPassOverPacketsThatWereMistakenForOthers() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      ClockPoints points = points(random, 1000, 60 * SECOND, 18000, 15000);
      for (int i = 0; i < 3; i++) {
        points.deltas()[random.nextInt(1000)] += random.nextBoolean() ? 50_000_000 : -50_000_000;
      }

      Clocks clocks = ClockFit.of(points);

      assertThat(clocks.isEven()).isTrue();
      assertThat((double) clocks.offset())
          .isCloseTo(truth(clocks.base()), within(clocks.offsetBound() + 2));
    }
  }

  @Test
  void shouldSayThatAClockWasSet() {
    ClockPoints points = points(new Random(1), 1000, 60 * SECOND, 18000, 15000);
    for (int i = 0; i < points.size(); i++) {
      points.deltas()[i] += points.nanos()[i] > START + 30 * SECOND ? SECOND : 0;
    }

    Clocks clocks = ClockFit.of(points);

    assertThat(clocks.isEven()).isFalse();
    assertThat(clocks.bound()).isGreaterThan(100_000_000);
  }

  @Test
  void shouldNotBoundClocksByPacketsOfOneWay() {
    ClockPoints points = points(new Random(1), 1000, 60 * SECOND, 18000, 15000);
    for (int i = 0; i < points.size(); i++) {
      points.forward()[i] = true;
    }

    Clocks clocks = ClockFit.of(points);

    assertThat(clocks.bounded()).isFalse();
    assertThat(clocks.bound()).isInfinite();
  }
}
