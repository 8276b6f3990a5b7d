package org.rdmadump.tcp;

import java.util.Arrays;

/**
 * When the receiver of a stream acknowledged what, of acknowledgements that cannot be told yet
 * because what they acknowledge waits. Memory is bounded: of very many that wait, the last ones
 * have one time together.
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

  /** None yet. */
  public AcknowledgementTimes() {}

  /** {@return whether none waits} */
  public boolean isEmpty() {
    return count == 0;
  }

  /**
   * Takes one.
   *
   * @param position before which the receiver has all, behind those that were taken before
   * @param epochNanos when it was captured
   */
  public void add(long position, long epochNanos) {
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
   * Tells of what was acknowledged of {@code [from, to)}, each part with the time of the first
   * acknowledgement of it, and forgets those of which all was told.
   *
   * @param otherwise time of what none of them acknowledges
   */
  public void tell(long from, long to, long otherwise, StreamEvents events) {
    long told = from;
    while (count > 0 && (told < to || positions[oldest] <= to)) {
      long position = positions[oldest];
      long time = nanos[oldest];
      if (position <= to) {
        dropOldest();
      }
      long end = Math.min(position, to);
      if (end > told) {
        told = end;
        events.acknowledged(end, time);
      }
    }
    if (told < to) {
      events.acknowledged(to, otherwise);
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
