package org.rdmadump.analysis.ends;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Fits two clocks by packets that both captures show. No packet arrives before it was sent. So a
 * packet that A's side sent bounds the offset of B's clock from above, one that B's side sent
 * bounds it from below. Of all drifts, the one is taken that leaves the widest band between the
 * two; the offset is its middle. The bounds are those of all lines that contradict no packet.
 */
final class ClockFit {
  /** No clock that is of use runs so fast or slow: 500 ppm is the most that NTP corrects. */
  private static final double MOST_DRIFT = 1e-3;

  /** One of so many packets may contradict the others, as one that was mistaken for another. */
  private static final int STRAY_OF = 100;

  /** Packets on each side of one that it is compared with. */
  private static final int AROUND = 10;

  private static final int STEPS = 120;

  /** Parts of a nanosecond do not matter. */
  private static final double NEARLY_NOTHING = 0.5;

  private final long base;
  private final long offset;
  private final ClockHull above;
  private final ClockHull below;
  private final ClockPoints points;

  private ClockFit(ClockPoints sorted) {
    int last = sorted.size() - 1;
    this.base = sorted.nanos()[0] + (sorted.nanos()[last] - sorted.nanos()[0]) / 2;
    this.offset = sorted.deltas()[0];
    this.points = sorted;
    this.above = new ClockHull(sorted, base, offset, /* forward= */ true);
    this.below = new ClockHull(sorted, base, offset, /* forward= */ false);
  }

  /**
   * {@return the clocks of two captures}
   *
   * @param points one or more packets
   */
  static Clocks of(ClockPoints points) {
    ClockPoints some = points.sorted();
    ClockFit fit = new ClockFit(some);
    Clocks clocks = fit.clocks();
    for (int i = points.size() / STRAY_OF; i > 0 && clocks.bounded() && !clocks.isEven(); i--) {
      some = some.without(fit.farthest(clocks));
      fit = new ClockFit(some);
      clocks = fit.clocks();
    }
    return clocks;
  }

  /** Of the packets that contradict most, the one that is farther from those around it. */
  private int farthest(Clocks clocks) {
    int high = above.support(clocks.drift());
    int low = below.support(clocks.drift());
    return distance(high) > distance(low) ? high : low;
  }

  private long distance(int index) {
    int from = Math.max(0, index - AROUND);
    int to = Math.min(points.size(), index + AROUND + 1);
    long[] near = Arrays.copyOfRange(points.deltas(), from, to);
    Arrays.sort(near);
    return Math.abs(points.deltas()[index] - near[near.length / 2]);
  }

  private Clocks clocks() {
    if (above.isEmpty() || below.isEmpty()) {
      long found = Math.round(above.isEmpty() ? below.bound(0) : above.bound(0));
      return new Clocks(
          base,
          offset + found,
          0,
          -MOST_DRIFT,
          MOST_DRIFT,
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY,
          0,
          /* bounded= */ false,
          points.size());
    }
    DoubleUnaryOperator width = drift -> above.bound(drift) - below.bound(drift);
    // The middle of all drifts that leave the same width, as a short capture does.
    double best = highest(width, -MOST_DRIFT, MOST_DRIFT);
    double most = width.applyAsDouble(best);
    double enough = most - Math.max(NEARLY_NOTHING, Math.abs(most) * 1e-9);
    double from = crossing(width, enough, best, -MOST_DRIFT);
    double to = crossing(width, enough, best, MOST_DRIFT);
    double drift = (from + to) / 2;
    double middle = (above.bound(drift) + below.bound(drift)) / 2;
    double roundTrip = width.applyAsDouble(drift);
    double least = most < 0 ? drift : crossing(width, 0, drift, -MOST_DRIFT);
    double greatest = most < 0 ? drift : crossing(width, 0, drift, MOST_DRIFT);
    double first = points.nanos()[0] - base;
    double last = points.nanos()[points.size() - 1] - base;
    double center = bound(0, drift, middle, least, greatest);
    return new Clocks(
        base,
        offset + Math.round(middle),
        drift,
        least,
        greatest,
        Math.max(center, Math.abs(roundTrip) / 2),
        Math.max(
            Math.max(center, Math.abs(roundTrip) / 2),
            Math.max(
                bound(first, drift, middle, least, greatest),
                bound(last, drift, middle, least, greatest))),
        // Rounding of times is no contradiction.
        most < 0 && most > -NEARLY_NOTHING ? 0 : roundTrip,
        /* bounded= */ true,
        points.size());
  }

  /** How far a possible line can be from the one taken, at a time. */
  private double bound(double at, double drift, double middle, double least, double greatest) {
    double taken = middle + drift * at;
    double most = highest(each -> above.bound(each) + each * at, least, greatest);
    double fewest = highest(each -> -(below.bound(each) + each * at), least, greatest);
    return Math.max(
        above.bound(most) + most * at - taken, taken - (below.bound(fewest) + fewest * at));
  }

  /** Where a concave function is highest. */
  private static double highest(DoubleUnaryOperator concave, double from, double to) {
    double low = from;
    double high = to;
    for (int i = 0; i < STEPS; i++) {
      double first = low + (high - low) / 3;
      double second = high - (high - low) / 3;
      if (concave.applyAsDouble(first) < concave.applyAsDouble(second)) {
        low = first;
      } else {
        high = second;
      }
    }
    return (low + high) / 2;
  }

  /** Where a concave function, at least {@code value} at {@code inside}, falls below it. */
  private static double crossing(
      DoubleUnaryOperator concave, double value, double inside, double limit) {
    if (concave.applyAsDouble(limit) >= value) {
      return limit;
    }
    double good = inside;
    double bad = limit;
    for (int i = 0; i < STEPS; i++) {
      double middle = (good + bad) / 2;
      if (concave.applyAsDouble(middle) >= value) {
        good = middle;
      } else {
        bad = middle;
      }
    }
    return good;
  }
}
