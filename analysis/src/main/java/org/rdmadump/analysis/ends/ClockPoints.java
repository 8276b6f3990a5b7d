package org.rdmadump.analysis.ends;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Packets that two captures show: when A did, and by how much more B's clock showed then. */
final class ClockPoints {
  private final long[] nanos;
  private final long[] deltas;
  private final boolean[] forward;

  /**
   * Takes packets; the arrays are not copied.
   *
   * @param nanos time of A, in nanoseconds since the epoch
   * @param deltas time of B less that of A
   * @param forward whether the packet was sent on A's side
   */
  ClockPoints(long[] nanos, long[] deltas, boolean[] forward) {
    this.nanos = nanos;
    this.deltas = deltas;
    this.forward = forward;
  }

  long[] nanos() {
    return nanos;
  }

  long[] deltas() {
    return deltas;
  }

  boolean[] forward() {
    return forward;
  }

  int size() {
    return nanos.length;
  }

  /** The same in the order of time. */
  ClockPoints sorted() {
    return chosen(
        IntStream.range(0, size())
            .boxed()
            .sorted(Comparator.comparingLong(each -> nanos[each]))
            .mapToInt(each -> each)
            .toArray());
  }

  /** Some of them, by index. */
  ClockPoints chosen(int... indexes) {
    boolean[] ways = new boolean[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      ways[i] = forward[indexes[i]];
    }
    return new ClockPoints(
        Arrays.stream(indexes).mapToLong(each -> nanos[each]).toArray(),
        Arrays.stream(indexes).mapToLong(each -> deltas[each]).toArray(),
        ways);
  }

  /** All but one. */
  ClockPoints without(int index) {
    return chosen(IntStream.range(0, size()).filter(each -> each != index).toArray());
  }
}
