package org.rdmadump.rpcrdma.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.order.KeyedHash;

/**
 * What is known by XID or by handle, in the order in which it was put in. A connection has few at a
 * time, which are searched one by one; many are found by a hash. Numbers are not boxed, and an
 * entry is no object of its own.
 *
 * @param <V> what is kept for each number
 */
public final class CounterTable<V> {
  private static final int FIRST_CAPACITY = 2;

  /** So many entries are searched one by one. */
  private static final int FEW = 16;

  private static final int[] NONE = {};

  private int[] numbers = new int[FIRST_CAPACITY];

  /** Null where it was removed. */
  private @Nullable Object[] values = new Object[FIRST_CAPACITY];

  /** Places of the entries by hash, each plus 1, of a power of two; empty while they are few. */
  private int[] places = NONE;

  private int first;
  private int end;
  private int size;

  /** {@return how many entries there are} */
  public int size() {
    return size;
  }

  /** {@return whether there is no entry} */
  public boolean isEmpty() {
    return size == 0;
  }

  /** {@return what was put in for a number; null if there is nothing} */
  public @Nullable V get(int number) {
    int place = place(number);
    return place < 0 ? null : value(place);
  }

  /** Puts in a value, or another one in the place of the one that is there. */
  public void put(int number, V value) {
    int place = place(number);
    if (place >= 0) {
      values[place] = value;
      return;
    }
    if (end == numbers.length) {
      makeRoom();
    }
    numbers[end] = number;
    values[end] = value;
    if (places.length > 0) {
      index(end);
    }
    end++;
    size++;
  }

  /** Removes what is there for a number, and returns it; null if there is nothing. */
  public @Nullable V remove(int number) {
    int place = place(number);
    if (place < 0) {
      return null;
    }
    V removed = value(place);
    values[place] = null;
    size--;
    if (size == 0) {
      startAnew();
    } else {
      while (values[first] == null) {
        first++;
      }
    }
    return removed;
  }

  /** Empty, it holds no more than a new one does, or little more. */
  private void startAnew() {
    first = 0;
    end = 0;
    if (numbers.length > FEW) {
      numbers = new int[FIRST_CAPACITY];
      values = new Object[FIRST_CAPACITY];
      places = NONE;
    }
  }

  /** {@return the number that was put in before all others that are there; there must be one} */
  public int oldest() {
    return numbers[first];
  }

  /** {@return the oldest number but one; there must be another one} */
  int oldestBut(int kept) {
    int place = first;
    while (values[place] == null || numbers[place] == kept) {
      place++;
    }
    return numbers[place];
  }

  /** {@return all values, the oldest first} */
  public List<V> values() {
    List<V> all = new ArrayList<>(size);
    for (int place = first; place < end; place++) {
      V value = value(place);
      if (value != null) {
        all.add(value);
      }
    }
    return all;
  }

  /**
   * {@return a value by how many places were filled behind it; null if it was removed, or there
   * never was one}
   *
   * @param back 0 or more, 0 for the latest
   */
  public @Nullable V latest(int back) {
    int place = end - 1 - back;
    return place < first ? null : value(place);
  }

  /** Entries that there is room for, removed ones among them. */
  int capacity() {
    return numbers.length;
  }

  @SuppressWarnings("unchecked") // Only put() fills it.
  private @Nullable V value(int place) {
    return (V) values[place];
  }

  /** Place of a number that was not removed; below 0 if there is none. */
  private int place(int number) {
    if (places.length == 0) {
      for (int place = end - 1; place >= first; place--) {
        if (numbers[place] == number && values[place] != null) {
          return place;
        }
      }
      return -1;
    }
    int mask = places.length - 1;
    for (int at = KeyedHash.of(number) & mask; places[at] != 0; at = (at + 1) & mask) {
      int place = places[at] - 1;
      if (numbers[place] == number && values[place] != null) {
        return place;
      }
    }
    return -1;
  }

  private void index(int place) {
    int mask = places.length - 1;
    int at = KeyedHash.of(numbers[place]) & mask;
    while (places[at] != 0) {
      at = (at + 1) & mask;
    }
    places[at] = place + 1;
  }

  /** Closes the gaps; with less than half of the room in gaps there is more of it afterwards. */
  private void makeRoom() {
    int[] fromNumbers = numbers;
    @Nullable Object[] fromValues = values;
    int capacity = size > numbers.length / 2 ? 2 * numbers.length : numbers.length;
    if (capacity != numbers.length) {
      numbers = new int[capacity];
      values = new Object[capacity];
    }
    int to = 0;
    for (int place = first; place < end; place++) {
      Object value = fromValues[place];
      if (value != null) {
        numbers[to] = fromNumbers[place];
        values[to] = value;
        to++;
      }
    }
    Arrays.fill(values, to, Math.min(end, capacity), null);
    first = 0;
    end = to;
    if (capacity > FEW) {
      indexAll();
    }
  }

  private void indexAll() {
    int length = 2 * numbers.length;
    if (places.length == length) {
      Arrays.fill(places, 0);
    } else {
      places = new int[length];
    }
    for (int place = first; place < end; place++) {
      index(place);
    }
  }
}
