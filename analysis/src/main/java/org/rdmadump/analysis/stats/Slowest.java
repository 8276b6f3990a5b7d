package org.rdmadump.analysis.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;
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
    Comparator<T> byFrame = Comparator.comparingLong(lastFrame);
    byLatency = Comparator.comparingLong(latency).thenComparing(byFrame.reversed());
    kept = new PriorityQueue<>(byLatency);
  }

  /**
   * Takes one.
   *
   * @param nanos its latency
   * @param made makes it, if it is kept
   */
  void take(long nanos, Supplier<T> made) {
    if (kept.size() == most && nanos <= latency.applyAsLong(kept.element())) {
      return;
    }
    kept.add(made.get());
    if (kept.size() > most) {
      kept.remove();
    }
  }

  /** {@return the slowest first} */
  List<T> list() {
    List<T> sorted = new ArrayList<>(kept);
    sorted.sort(byLatency.reversed());
    return sorted;
  }
}
