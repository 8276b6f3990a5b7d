package org.rdmadump.analysis.compare;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.stats.Durations;

/**
 * A value that both runs may have.
 *
 * @param a of the first, empty if it has none
 * @param b of the second, likewise
 */
record Pair(OptionalLong a, OptionalLong b) {
  /** Differences below a twentieth are too small to matter, however sure they are. */
  private static final long NOTABLE = 20;

  Pair(long a, long b) {
    this(OptionalLong.of(a), OptionalLong.of(b));
  }

  static Pair of(
      Optional<Durations> a, Optional<Durations> b, ToLongFunction<Durations> percentile) {
    return new Pair(value(a, percentile), value(b, percentile));
  }

  private static OptionalLong value(
      Optional<Durations> durations, ToLongFunction<Durations> percentile) {
    return durations.isPresent() && durations.get().count() > 0
        ? OptionalLong.of(percentile.applyAsLong(durations.get()))
        : OptionalLong.empty();
  }

  /** {@return totals per time, in parts of which {@code scale} are one, rounded to the nearest} */
  Pair over(Pair times, long scale) {
    return new Pair(
        mean(a.getAsLong(), times.a.getAsLong(), scale),
        mean(b.getAsLong(), times.b.getAsLong(), scale));
  }

  private static long mean(long sum, long times, long scale) {
    return times == 0 ? 0 : Math.round((double) sum * scale / times);
  }

  boolean isEqual() {
    return a.equals(b);
  }

  /** Whether both are there and that of the second is larger. */
  boolean isMore() {
    return a.isPresent() && b.isPresent() && b.getAsLong() > a.getAsLong();
  }

  /** Whether both are there and differ by 5 % of the first or more. */
  boolean isNotable() {
    return a.isPresent()
        && b.isPresent()
        && a.getAsLong() != b.getAsLong()
        && Math.abs((double) b.getAsLong() - a.getAsLong()) * NOTABLE >= a.getAsLong();
  }
}
