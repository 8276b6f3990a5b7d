package org.rdmadump.analysis.stats;

import java.util.Arrays;
import org.HdrHistogram.AbstractHistogram;

/**
 * How often a few durations were there, those together that a histogram of two digits holds to be
 * equal. It takes what a packed histogram takes, and hardly any time.
 */
final class FewCounts {
  /** A histogram has so many places for each power of two, 8 bits: a bit and 7 that differ. */
  private static final int BITS = 8;

  private static final int HALF = 1 << (BITS - 1);
  private static final int FIRST_SLOTS = 4;
  private static final int MOST_SLOTS = 1024;

  /** So many there are where a histogram takes what they have no room for. */
  private static final int MOST_WAITING = 128;

  /** Of a slot, the lower bits are a count, which is never 0, the upper ones say of what. */
  private static final int COUNT_BITS = 18;

  private static final int MOST_COUNT = (1 << COUNT_BITS) - 1;

  private int[] slots = new int[FIRST_SLOTS];
  private int used;
  private long total;

  /**
   * Counts a duration, which is below 2 to the power of 62.
   *
   * @param isWaiting whether there is a histogram that has others
   * @return false if there is no room
   */
  boolean add(long value, boolean isWaiting) {
    int place = place(value);
    int at = find(place);
    if (slots[at] == 0) {
      if (4 * used >= 3 * slots.length) {
        if (slots.length >= (isWaiting ? MOST_WAITING : MOST_SLOTS)) {
          return false;
        }
        grow();
        at = find(place);
      }
      slots[at] = place << COUNT_BITS;
      used++;
    } else if ((slots[at] & MOST_COUNT) == MOST_COUNT) {
      return false;
    }
    slots[at]++;
    total++;
    return true;
  }

  /** {@return how many durations were counted} */
  long total() {
    return total;
  }

  /** {@return the greatest that a histogram holds to be equal to what so many percent reach} */
  long percentile(double percent) {
    int[] sorted = slots.clone();
    Arrays.sort(sorted);
    int at = sorted.length - used;
    long below = sorted[at] & MOST_COUNT;
    while (100.0 * below < percent * total) {
      at++;
      below += sorted[at] & MOST_COUNT;
    }
    return least((sorted[at] >>> COUNT_BITS) + 1) - 1;
  }

  /** Leaves everything to a histogram. */
  void moveTo(AbstractHistogram histogram) {
    if (used == 0) {
      return;
    }
    for (int each : slots) {
      if (each != 0) {
        histogram.recordValueWithCount(least(each >>> COUNT_BITS), each & MOST_COUNT);
      }
    }
    slots = new int[FIRST_SLOTS];
    used = 0;
    total = 0;
  }

  /** Where a place is, or is to be. */
  private int find(int place) {
    int mask = slots.length - 1;
    int at = place & mask;
    while (slots[at] != 0 && slots[at] >>> COUNT_BITS != place) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    int[] before = slots;
    slots = new int[2 * before.length];
    for (int each : before) {
      if (each != 0) {
        slots[find(each >>> COUNT_BITS)] = each;
      }
    }
  }

  /** Up to 256 every value has a place, then every second one, and so on. */
  private static int place(long value) {
    int shift = Long.SIZE - BITS - Long.numberOfLeadingZeros(value | (2 * HALF - 1));
    return shift * HALF + (int) (value >> shift);
  }

  private static long least(int place) {
    int shift = Math.max(0, place / HALF - 1);
    return (long) (place - shift * HALF) << shift;
  }
}
