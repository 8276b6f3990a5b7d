package org.rdmadump.device;

import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An ordered list that reads its values on demand. Its indexes are fixed from the start; they may
 * have gaps, or be names. A value stays in memory until {@link #clear}. Not thread-safe.
 *
 * @param <K> index
 * @param <V> value
 */
public final class DemandList<K extends Comparable<K>, V> implements Iterable<V> {
  private final List<K> keys;
  private final Function<K, Optional<V>> reader;
  private final Map<K, Optional<V>> known = new HashMap<>();

  /**
   * Creates a list without any value read.
   *
   * @param keys the indexes, in order, without repetition
   * @param reader reads the value of an index; empty if it has no value
   */
  DemandList(List<K> keys, Function<K, Optional<V>> reader) {
    this.keys = List.copyOf(keys);
    this.reader = reader;
  }

  /** {@return the number of indexes} */
  public int size() {
    return keys.size();
  }

  /** {@return all indexes, in order} */
  public List<K> keys() {
    return keys;
  }

  /**
   * {@return the value of an index; empty if there is no such index, or it has no value}
   *
   * @throws DeviceException if the value is invalid
   */
  public Optional<V> get(K key) {
    Optional<V> value = known.get(key);
    if (value == null) {
      if (Collections.binarySearch(keys, key) < 0) {
        return Optional.empty();
      }
      value = reader.apply(key);
      known.put(key, value);
    }
    return value;
  }

  /**
   * {@return the value of the first index; empty if there is none}
   *
   * @throws DeviceException if the value is invalid
   */
  public Optional<V> first() {
    return keys.isEmpty() ? Optional.empty() : get(keys.get(0));
  }

  /**
   * {@return the first index with this value; empty if there is none}
   *
   * @throws DeviceException if an earlier value is invalid
   */
  public Optional<K> index(V value) {
    return keys.stream().filter(key -> get(key).equals(Optional.of(value))).findFirst();
  }

  /**
   * {@return all values, in the order of their indexes}
   *
   * @throws DeviceException if a value is invalid
   */
  public List<V> values() {
    return stream().toList();
  }

  private Stream<V> stream() {
    return keys.stream().map(this::get).flatMap(Optional::stream);
  }

  /** Iterates over the values, and reads each value in its turn. */
  @Override
  public Iterator<V> iterator() {
    return stream().iterator();
  }

  /** Forgets the values, but keeps the indexes. */
  public void clear() {
    known.clear();
  }

  /** {@return the indexes and values; reads all values} */
  @Override
  public String toString() {
    return keys.stream()
        .filter(key -> get(key).isPresent())
        .map(key -> key + ": " + get(key).orElseThrow())
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
