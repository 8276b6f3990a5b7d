package org.rdmadump.analysis.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;

/**
 * Those that took longest, of equals those that were answered first.
 *
 * @param <T> what takes time
 */
final class Slowest<T> {
  private final int most;
  private final ToLongFunction<T> latency;
  private final Comparator<T> byLatency;

  /** What it takes must have taken longer. */
  private long least = Long.MIN_VALUE;

  /** The one with the least latency first. */
  private final PriorityQueue<T> kept;

  /**
   * None yet.
   *
   * @param most how many to keep, 1 or more
   */
  Slowest(int most, ToLongFunction<T> latency, ToLongFunction<T> lastFrame) {
    this.most = most;
    this.latency = latency;
    byLatency =
        (one, other) -> {
          int order = Long.compare(latency.applyAsLong(one), latency.applyAsLong(other));
          return order == 0
              ? Long.compare(lastFrame.applyAsLong(other), lastFrame.applyAsLong(one))
              : order;
        };
    kept = new PriorityQueue<>(byLatency);
  }

  /** {@return whether one with that latency is among them} */
  boolean takes(long nanos) {
    return nanos > least;
  }

  /** Takes one that is among them. */
  void take(T one) {
    kept.add(one);
    if (kept.size() > most) {
      kept.remove();
    }
    if (kept.size() == most) {
      least = latency.applyAsLong(kept.element());
    }
  }

  /** {@return the slowest first} */
  List<T> list() {
    List<T> sorted = new ArrayList<>(kept);
    sorted.sort(byLatency.reversed());
    return sorted;
  }
}
