package org.rdmadump.analysis.ends;

import java.util.Arrays;

/** The packets of one way that bound the offset of two clocks: one side of their convex hull. */
final class ClockHull {
  private final boolean forward;
  private final double[] times;
  private final double[] deltas;
  private final int[] indexes;

  /**
   * Takes the lower side of the packets that go forward, or the upper side of the others.
   *
   * @param sorted by time
   * @param base is taken from times
   * @param offset is taken from differences
   */
  ClockHull(ClockPoints sorted, long base, long offset, boolean forward) {
    this.forward = forward;
    int sign = forward ? 1 : -1;
    double[] x = new double[sorted.size()];
    double[] y = new double[sorted.size()];
    int[] from = new int[sorted.size()];
    int size = 0;
    for (int i = 0; i < sorted.size(); i++) {
      if (sorted.forward()[i] != forward) {
        continue;
      }
      double time = sorted.nanos()[i] - base;
      double delta = sorted.deltas()[i] - offset;
      if (size > 0 && x[size - 1] == time) {
        if (sign * (delta - y[size - 1]) >= 0) {
          continue;
        }
        size--;
      }
      while (size > 1 && sign * turn(x, y, size, time, delta) <= 0) {
        size--;
      }
      x[size] = time;
      y[size] = delta;
      from[size++] = i;
    }
    times = Arrays.copyOf(x, size);
    deltas = Arrays.copyOf(y, size);
    indexes = Arrays.copyOf(from, size);
  }

  /** Above 0 if the way over the last two points to another one turns left. */
  private static double turn(double[] x, double[] y, int size, double time, double delta) {
    return (x[size - 1] - x[size - 2]) * (delta - y[size - 2])
        - (y[size - 1] - y[size - 2]) * (time - x[size - 2]);
  }

  boolean isEmpty() {
    return times.length == 0;
  }

  /** The offset of a line of this drift that touches the hull. */
  double bound(double drift) {
    int at = touched(drift);
    return deltas[at] - drift * times[at];
  }

  /** Index of the packet that a line of this drift touches. */
  int support(double drift) {
    return indexes[touched(drift)];
  }

  private int touched(double drift) {
    int found = 0;
    for (int i = 1; i < times.length; i++) {
      double less = (deltas[found] - deltas[i]) - drift * (times[found] - times[i]);
      if (forward ? less > 0 : less < 0) {
        found = i;
      }
    }
    return found;
  }
}
