package org.rdmadump.rdmacm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A map from numbers to objects, for few changes and many look-ups. A look-up allocates nothing and
 * takes no lock.
 */
final class NumberTable<T> {
  /** Sorted keys with their values; replaced as a whole. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Entries(long[] keys, @Nullable Object[] values) {}

  private volatile Entries entries = new Entries(new long[0], new Object[0]);

  /** {@return the value of a key; null if there is none} */
  @SuppressWarnings("unchecked")
  @Nullable T get(long key) {
    Entries now = entries;
    int at = Arrays.binarySearch(now.keys, key);
    return at < 0 ? null : (T) now.values[at];
  }

  /** Adds a value, or replaces the value of the key. */
  synchronized void put(long key, T value) {
    remove(key);
    Entries now = entries;
    int at = -1 - Arrays.binarySearch(now.keys, key);
    int size = now.keys.length;
    long[] keys = Arrays.copyOf(now.keys, size + 1);
    @Nullable Object[] values = Arrays.copyOf(now.values, size + 1);
    System.arraycopy(now.keys, at, keys, at + 1, size - at);
    System.arraycopy(now.values, at, values, at + 1, size - at);
    keys[at] = key;
    values[at] = value;
    entries = new Entries(keys, values);
  }

  /** Removes a key, if it is there. */
  synchronized void remove(long key) {
    Entries now = entries;
    int at = Arrays.binarySearch(now.keys, key);
    if (at < 0) {
      return;
    }
    int size = now.keys.length - 1;
    long[] keys = Arrays.copyOf(now.keys, size);
    @Nullable Object[] values = Arrays.copyOf(now.values, size);
    System.arraycopy(now.keys, at + 1, keys, at, size - at);
    System.arraycopy(now.values, at + 1, values, at, size - at);
    entries = new Entries(keys, values);
  }
}
