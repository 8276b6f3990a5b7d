package org.rdmadump.ib.qp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Values by the keys of flows, found without allocating: a table with open addressing, as there may
 * be thousands.
 *
 * @param <V> what is kept
 */
final class FlowSlots<V> {
  private static final int FIRST_CAPACITY = 64;

  private @Nullable FlowKey[] keys = new FlowKey[FIRST_CAPACITY];
  private @Nullable Object[] values = new Object[FIRST_CAPACITY];

  /** The hash of each, so that most of the others on the way to one are passed without a look. */
  private int[] hashes = new int[FIRST_CAPACITY];

  /** How many keys were put in before each. */
  private long[] orders = new long[FIRST_CAPACITY];

  private int size;
  private long put;

  /** {@return the value whose key these make; null if there is none} */
  @Nullable V get(long sourceHigh, long sourceLow, long destHigh, long destLow, int target) {
    return value(slot(sourceHigh, sourceLow, destHigh, destLow, target));
  }

  /** {@return the value with a key; null if there is none} */
  @Nullable V get(FlowKey key) {
    return value(slot(key));
  }

  @SuppressWarnings("unchecked") // Only put() fills it.
  private @Nullable V value(int slot) {
    return (V) values[slot];
  }

  /** Puts a value in the place of the one with that key, which it returns. */
  @Nullable V put(FlowKey key, V value) {
    int slot = slot(key);
    V before = value(slot);
    if (before == null) {
      size++;
      if (size * 2 > keys.length) {
        grow();
        slot = slot(key);
      }
      orders[slot] = put++;
    }
    keys[slot] = key;
    values[slot] = value;
    hashes[slot] = key.hash();
    return before;
  }

  /** Takes out what has a key, if anything has, and closes the gap that it leaves. */
  void remove(FlowKey key) {
    int mask = keys.length - 1;
    int hole = slot(key);
    size -= keys[hole] == null ? 0 : 1;
    for (int at = (hole + 1) & mask; keys[at] != null; at = (at + 1) & mask) {
      // Who stands nearer to its place than the hole does stays.
      if (((at - hashes[at]) & mask) >= ((at - hole) & mask)) {
        keys[hole] = keys[at];
        values[hole] = values[at];
        hashes[hole] = hashes[at];
        orders[hole] = orders[at];
        hole = at;
      }
    }
    keys[hole] = null;
    values[hole] = null;
  }

  /** {@return all of them, in the order in which their keys were put in} */
  List<V> all() {
    Map<Long, V> all = new TreeMap<>();
    for (int slot = 0; slot < values.length; slot++) {
      V value = value(slot);
      if (value != null) {
        all.put(orders[slot], value);
      }
    }
    return new ArrayList<>(all.values());
  }

  private int slot(long sourceHigh, long sourceLow, long destHigh, long destLow, int target) {
    int mask = keys.length - 1;
    int hash = FlowKey.hash(sourceHigh, sourceLow, destHigh, destLow, target);
    int slot = hash & mask;
    while (true) {
      FlowKey key = keys[slot];
      if (key == null
          || (hashes[slot] == hash && key.is(sourceHigh, sourceLow, destHigh, destLow, target))) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  private int slot(FlowKey key) {
    return slot(
        key.source().high(),
        key.source().low(),
        key.destination().high(),
        key.destination().low(),
        key.target());
  }

  private void grow() {
    @Nullable FlowKey[] oldKeys = keys;
    @Nullable Object[] oldValues = values;
    long[] oldOrders = orders;
    int capacity = 2 * oldKeys.length;
    keys = new FlowKey[capacity];
    values = new Object[capacity];
    hashes = new int[capacity];
    orders = new long[capacity];
    for (int i = 0; i < oldKeys.length; i++) {
      FlowKey key = oldKeys[i];
      if (key != null) {
        int slot = slot(key);
        keys[slot] = key;
        values[slot] = oldValues[i];
        orders[slot] = oldOrders[i];
        hashes[slot] = key.hash();
      }
    }
  }
}
