package org.rdmadump.tcp;

import java.util.Arrays;

/**
 * What was told of the acknowledgements of a stream, and when the receiver acknowledged what, of
 * those that cannot be told yet because what they acknowledge waits. Memory is bounded: of very
 * many that wait, the last ones have one time together.
 */
public final class AcknowledgementTimes {
  /** Acknowledgements that may wait. */
  static final int MOST = 128;

  private static final int FIRST_CAPACITY = 8;
  private static final long[] NONE = {};

  // In the order of their positions, which rise: a ring of two arrays.
  private long[] positions = NONE;
  private long[] nanos = NONE;
  private int oldest;
  private int count;

  /** Position before which all was told. */
  private long told;

  /** Time of the last one. */
  private long lastNanos;

  /** None yet. */
  public AcknowledgementTimes() {}

  /** {@return whether none waits} */
  boolean isEmpty() {
    return count == 0;
  }

  /** Has nothing before a position to be told. */
  void begin(long position) {
    told = position;
  }

  /**
   * Takes one, and tells of it what can be told.
   *
   * @param position before which the receiver has all, behind those that were taken before
   * @param epochNanos when it was captured
   * @param ready position before which nothing waits
   */
  public void take(long position, long epochNanos, long ready, ReceiptListener listener) {
    if (position > ready || !isEmpty()) {
      add(position, epochNanos);
    } else {
      lastNanos = epochNanos;
    }
    tell(Math.min(position, ready), listener);
  }

  /** Takes one, as {@link #take}, that is told later. */
  void add(long position, long epochNanos) {
    lastNanos = epochNanos;
    if (count == MOST) {
      count--;
    } else if (count == positions.length) {
      grow();
    }
    int at = oldest + count & positions.length - 1;
    positions[at] = position;
    nanos[at] = epochNanos;
    count++;
  }

  private void grow() {
    int capacity = Math.max(FIRST_CAPACITY, 2 * count);
    positions = unrolled(positions, capacity);
    nanos = unrolled(nanos, capacity);
    oldest = 0;
  }

  private long[] unrolled(long[] ring, int capacity) {
    long[] larger = Arrays.copyOfRange(ring, oldest, oldest + capacity);
    int tail = ring.length - oldest;
    System.arraycopy(ring, 0, larger, tail, ring.length - tail);
    return larger;
  }

  /**
   * Tells of what was acknowledged before {@code to} and was not told yet, each part with the time
   * of the first acknowledgement of it, and forgets those of which all was told.
   */
  public void tell(long to, ReceiptListener listener) {
    if (to <= told) {
      return;
    }
    while (count > 0 && (told < to || positions[oldest] <= to)) {
      long position = positions[oldest];
      long time = nanos[oldest];
      if (position <= to) {
        dropOldest();
      }
      long end = Math.min(position, to);
      if (end > told) {
        told = end;
        listener.acknowledged(end, time);
      }
    }
    if (told < to) {
      told = to;
      listener.acknowledged(to, lastNanos);
    }
  }

  private void dropOldest() {
    oldest = oldest + 1 & positions.length - 1;
    count--;
    if (count == 0 && positions.length > FIRST_CAPACITY) {
      positions = NONE;
      nanos = NONE;
      oldest = 0;
    }
  }
}
