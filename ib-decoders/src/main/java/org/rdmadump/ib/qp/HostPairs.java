package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.net.IpAddress;

/**
 * One value for each sender and receiver; found without allocating, as there may be thousands.
 *
 * @param <V> what is kept
 */
final class HostPairs<V> {
  private static final int FIRST_CAPACITY = 16;

  private @Nullable FlowKey[] keys = new FlowKey[FIRST_CAPACITY];
  private @Nullable Object[] values = new Object[FIRST_CAPACITY];
  private int size;

  /** Puts a value in the place of the one between the same hosts, which it returns. */
  @Nullable V put(FlowKey hosts, V value) {
    int slot = slot(hosts.source(), hosts.destination());
    V before = value(slot);
    keys[slot] = hosts;
    values[slot] = value;
    if (before == null) {
      size++;
      if (size * 2 > keys.length) {
        grow();
      }
    }
    return before;
  }

  /** {@return what was put in last between the same hosts the other way; null if nothing was} */
  @Nullable V opposite(FlowKey hosts) {
    return value(slot(/* source= */ hosts.destination(), /* destination= */ hosts.source()));
  }

  @SuppressWarnings("unchecked") // Only put() fills it.
  private @Nullable V value(int slot) {
    return (V) values[slot];
  }

  /** Takes out what is there between two hosts; something must be. */
  void remove(FlowKey hosts) {
    int mask = keys.length - 1;
    int hole = slot(hosts.source(), hosts.destination());
    int at = (hole + 1) & mask;
    for (FlowKey each = keys[at]; each != null; each = keys[at]) {
      // Who stands nearer to its place than the hole does stays.
      if (((at - hash(each.source(), each.destination())) & mask) >= ((at - hole) & mask)) {
        keys[hole] = each;
        values[hole] = values[at];
        hole = at;
      }
      at = (at + 1) & mask;
    }
    keys[hole] = null;
    values[hole] = null;
    size--;
  }

  private int slot(IpAddress source, IpAddress destination) {
    int mask = keys.length - 1;
    int slot = hash(source, destination) & mask;
    FlowKey key = keys[slot];
    while (key != null && !(key.source().equals(source) && key.destination().equals(destination))) {
      slot = (slot + 1) & mask;
      key = keys[slot];
    }
    return slot;
  }

  private static int hash(IpAddress source, IpAddress destination) {
    return FlowKey.hash(
        source.high(), source.low(), destination.high(), destination.low(), /* qp= */ 0);
  }

  private void grow() {
    @Nullable FlowKey[] oldKeys = keys;
    @Nullable Object[] oldValues = values;
    keys = new FlowKey[2 * oldKeys.length];
    values = new Object[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      FlowKey key = oldKeys[i];
      if (key != null) {
        int slot = slot(key.source(), key.destination());
        keys[slot] = key;
        values[slot] = oldValues[i];
      }
    }
  }
}
