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
 * An ordered list whose indexes are known from the start, though they may have gaps between them or
 * be names, and whose values are read one by one when they are asked for. A value that was read is
 * kept until {@link #clear}. Not for use by several threads at once.
 *
 * @param <K> index
 * @param <V> value
 */
public final class DemandList<K extends Comparable<K>, V> implements Iterable<V> {
  private final List<K> keys;
  private final Function<K, Optional<V>> reader;
  private final Map<K, Optional<V>> known = new HashMap<>();

  /**
   * A list of which nothing is read yet.
   *
   * @param keys in order, without repetition
   * @param reader reads the value of an index; empty if there is none
   */
  DemandList(List<K> keys, Function<K, Optional<V>> reader) {
    this.keys = List.copyOf(keys);
    this.reader = reader;
  }

  /** {@return how many indexes there are} */
  public int size() {
    return keys.size();
  }

  /** {@return all indexes, in order} */
  public List<K> keys() {
    return keys;
  }

  /**
   * {@return the value of an index; empty if there is no such index, or nothing behind it}
   *
   * @throws DeviceException if it cannot be understood
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
   * @throws DeviceException if it cannot be understood
   */
  public Optional<V> first() {
    return keys.isEmpty() ? Optional.empty() : get(keys.get(0));
  }

  /**
   * {@return the first index whose value is {@code value}; empty if there is none}
   *
   * @throws DeviceException if a value before it cannot be understood
   */
  public Optional<K> index(V value) {
    return keys.stream().filter(key -> get(key).equals(Optional.of(value))).findFirst();
  }

  /**
   * {@return all values there are, in the order of their indexes}
   *
   * @throws DeviceException if one cannot be understood
   */
  public List<V> values() {
    return stream().toList();
  }

  private Stream<V> stream() {
    return keys.stream().map(this::get).flatMap(Optional::stream);
  }

  /** Goes through the values there are, reading each when its turn has come. */
  @Override
  public Iterator<V> iterator() {
    return stream().iterator();
  }

  /** Forgets the values, but not the indexes. */
  public void clear() {
    known.clear();
  }

  /** {@return indexes and values, all of which are read for it} */
  @Override
  public String toString() {
    return keys.stream()
        .filter(key -> get(key).isPresent())
        .map(key -> key + ": " + get(key).orElseThrow())
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
