package org.rdmadump.bytes;

import java.util.Arrays;

/**
 * A set of byte positions, kept as sorted ranges {@code [from, to)} that neither overlap nor touch.
 *
 * <p>Positions are compared as signed numbers. Adding in order, which is what happens without loss,
 * extends the last range and allocates nothing; a range out of order costs a binary search and the
 * move of what lies behind it. Memory grows with the number of ranges only, by doubling.
 */
public final class ByteRanges {
  private static final long[] NONE = new long[0];

  private long[] froms = NONE;
  private long[] tos = NONE;
  private int count;
  private long covered;

  /** Makes an empty set. */
  public ByteRanges() {}

  /**
   * Adds {@code [from, to)}; an empty range changes nothing.
   *
   * @return how many of its positions were not in the set before
   */
  public long add(long from, long to) {
    check(from, to);
    if (from == to) {
      return 0;
    }
    if (count == 0 || from > tos[count - 1]) {
      insert(count, from, to);
      return grow(to - from);
    }
    if (from >= froms[count - 1]) {
      return extendLast(to);
    }
    return merge(from, to);
  }

  /**
   * Adds {@code [from, to)} if it begins where the last range ends: what {@link #add} does nearly
   * always, for less.
   *
   * @return false if it begins elsewhere or is empty; nothing was added then
   */
  public boolean append(long from, long to) {
    int last = count - 1;
    if (last < 0 || tos[last] != from || to <= from) {
      return false;
    }
    tos[last] = to;
    covered += to - from;
    return true;
  }

  /** {@return whether the last range ends before {@code at}, and at no other position} */
  public boolean endsAt(long at) {
    return count > 0 && tos[count - 1] == at;
  }

  /**
   * Takes {@code [from, to)} out; what is left of a range that it lies in the middle of is two.
   *
   * @return how many of its positions were in the set before
   */
  public long subtract(long from, long to) {
    check(from, to);
    long gone = covered(from, to);
    if (gone == 0) {
      return 0;
    }
    int first = firstEndingBehind(from);
    if (froms[first] < from && tos[first] > to) {
      insert(first + 1, to, tos[first]);
      tos[first] = from;
    } else {
      if (froms[first] < from) {
        tos[first] = from;
        first++;
      }
      int end = first;
      while (end < count && tos[end] <= to) {
        end++;
      }
      if (end < count && froms[end] < to) {
        froms[end] = to;
      }
      remove(first, end);
    }
    covered -= gone;
    return gone;
  }

  /** {@return whether a range holds a position of {@code [from, to)} or touches it} */
  public boolean touches(long from, long to) {
    check(from, to);
    int range = firstEndingAtOrBehind(from);
    return range < count && froms[range] <= to;
  }

  /** {@return whether a position is in the set} */
  public boolean contains(long at) {
    int range = firstEndingBehind(at);
    return range < count && froms[range] <= at;
  }

  /** {@return whether every position of {@code [from, to)} is in the set} */
  public boolean contains(long from, long to) {
    check(from, to);
    if (from == to) {
      return true;
    }
    int range = firstEndingBehind(from);
    return range < count && froms[range] <= from && to <= tos[range];
  }

  /** Shows, in order, the parts of {@code [from, to)} that are not in the set. */
  public void missing(long from, long to, RangeVisitor visitor) {
    check(from, to);
    long at = from;
    for (int i = firstEndingBehind(from); at < to; i++) {
      long gapEnd = i < count ? Math.min(froms[i], to) : to;
      if (at < gapEnd) {
        visitor.range(at, gapEnd);
      }
      at = i < count ? tos[i] : to;
    }
  }

  /**
   * {@return the first position of {@code [from, to)} that is in the set, {@code to} if none is}
   */
  public long nextPresent(long from, long to) {
    check(from, to);
    int range = firstEndingBehind(from);
    return range < count ? Math.min(to, Math.max(from, froms[range])) : to;
  }

  /**
   * {@return the first position of {@code [from, to)} that is not in the set, {@code to} if all
   * are}
   */
  public long nextAbsent(long from, long to) {
    check(from, to);
    int range = firstEndingBehind(from);
    return range < count && froms[range] <= from ? Math.min(to, tos[range]) : from;
  }

  /** {@return how many positions of {@code [from, to)} are in the set} */
  public long covered(long from, long to) {
    check(from, to);
    if (count == 0 || from >= tos[count - 1]) {
      return 0;
    }
    long sum = 0;
    for (int i = firstEndingBehind(from); i < count && froms[i] < to; i++) {
      sum += Math.min(tos[i], to) - Math.max(froms[i], from);
    }
    return sum;
  }

  /** {@return how many positions are in the set} */
  public long covered() {
    return covered;
  }

  /** {@return number of ranges, none of which touch each other} */
  public int count() {
    return count;
  }

  /** {@return start of a range, {@code index} from 0 to {@link #count()} - 1} */
  public long from(int index) {
    return froms[checkIndex(index)];
  }

  /** {@return end of a range, behind its last position} */
  public long to(int index) {
    return tos[checkIndex(index)];
  }

  /** {@return index of the first range that ends behind {@code at}, {@link #count()} if none} */
  public int firstEndingBehind(long at) {
    int found = Arrays.binarySearch(tos, 0, count, at);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /** Adds all its positions to another set. */
  public void addTo(ByteRanges other) {
    for (int i = 0; i < count; i++) {
      other.add(froms[i], tos[i]);
    }
  }

  /** {@return whether nothing is in the set} */
  public boolean isEmpty() {
    return count == 0;
  }

  /** Takes everything out of the set; the memory is kept for the next use. */
  public void clear() {
    count = 0;
    covered = 0;
  }

  /** The ranges in order, such as {@code [0,8) [16,24)}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "[" : " [").append(froms[i]).append(',').append(tos[i]).append(')');
    }
    return text.toString();
  }

  private long extendLast(long to) {
    int last = count - 1;
    if (to <= tos[last]) {
      return 0;
    }
    long fresh = to - tos[last];
    tos[last] = to;
    return grow(fresh);
  }

  private long merge(long from, long to) {
    // Ranges that overlap [from, to) or touch it: first until before end.
    int first = firstEndingAtOrBehind(from);
    int end = first;
    long before = 0;
    while (end < count && froms[end] <= to) {
      before += tos[end] - froms[end];
      end++;
    }
    if (first == end) {
      insert(first, from, to);
      return grow(to - from);
    }
    froms[first] = Math.min(from, froms[first]);
    tos[first] = Math.max(to, tos[end - 1]);
    remove(first + 1, end);
    return grow(tos[first] - froms[first] - before);
  }

  private long grow(long fresh) {
    covered += fresh;
    return fresh;
  }

  private void insert(int at, long from, long to) {
    if (count == froms.length) {
      int capacity = Math.max(1, 2 * count);
      froms = Arrays.copyOf(froms, capacity);
      tos = Arrays.copyOf(tos, capacity);
    }
    System.arraycopy(froms, at, froms, at + 1, count - at);
    System.arraycopy(tos, at, tos, at + 1, count - at);
    froms[at] = from;
    tos[at] = to;
    count++;
  }

  private void remove(int from, int to) {
    System.arraycopy(froms, to, froms, from, count - to);
    System.arraycopy(tos, to, tos, from, count - to);
    count -= to - from;
  }

  private int firstEndingAtOrBehind(long at) {
    int found = Arrays.binarySearch(tos, 0, count, at);
    return found >= 0 ? found : -found - 1;
  }

  private int checkIndex(int index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException("range " + index + " of " + count);
    }
    return index;
  }

  private static void check(long from, long to) {
    if (from > to) {
      throw new IllegalArgumentException("range from " + from + " to " + to);
    }
  }
}
