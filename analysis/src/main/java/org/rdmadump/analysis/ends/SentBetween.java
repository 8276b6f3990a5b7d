package org.rdmadump.analysis.ends;

import java.util.Arrays;
import org.rdmadump.order.KeyedHash;

/**
 * Who sent something to whom, by keys of addresses. Each pair is kept once, because few hosts send
 * all packets and calls of a capture.
 */
final class SentBetween {
  /** So many pairs there should be at most: memory is bounded. */
  static final int MOST = 1 << 14;

  private static final int FIRST = 16;

  private long[] sources = new long[FIRST];
  private long[] destinations = new long[FIRST];
  private long[] sourceHosts = new long[FIRST];
  private long[] destinationHosts = new long[FIRST];

  /** Where a pair is, counted from 1, by its key; 0 where a slot is free. */
  private int[] places = new int[2 * FIRST];

  private int size;

  /** The number of a pair, which it gets if it is a new one. */
  int of(long source, long destination, long sourceHost, long destinationHost) {
    int at = slot(source, destination, sourceHost, destinationHost);
    if (places[at] != 0) {
      return places[at] - 1;
    }
    if (size == sources.length) {
      grow();
      at = slot(source, destination, sourceHost, destinationHost);
    }
    sources[size] = source;
    destinations[size] = destination;
    sourceHosts[size] = sourceHost;
    destinationHosts[size] = destinationHost;
    places[at] = ++size;
    return size - 1;
  }

  /** Where a pair is, or else a free slot for it. */
  private int slot(long source, long destination, long sourceHost, long destinationHost) {
    int at = KeyedHash.of(source, destination) & (places.length - 1);
    while (places[at] != 0) {
      int known = places[at] - 1;
      if (sources[known] == source
          && destinations[known] == destination
          && sourceHosts[known] == sourceHost
          && destinationHosts[known] == destinationHost) {
        return at;
      }
      at = (at + 1) & (places.length - 1);
    }
    return at;
  }

  /** The number of a pair that another one has. */
  int of(SentBetween other, int number) {
    return of(
        other.sources[number],
        other.destinations[number],
        other.sourceHosts[number],
        other.destinationHosts[number]);
  }

  /** Whether there are so many that less of the capture has to be kept. */
  boolean isFull() {
    return size >= MOST;
  }

  private void grow() {
    int length = 2 * size;
    sources = Arrays.copyOf(sources, length);
    destinations = Arrays.copyOf(destinations, length);
    sourceHosts = Arrays.copyOf(sourceHosts, length);
    destinationHosts = Arrays.copyOf(destinationHosts, length);
    places = new int[2 * length];
    for (int i = 0; i < size; i++) {
      places[slot(sources[i], destinations[i], sourceHosts[i], destinationHosts[i])] = i + 1;
    }
  }

  long source(int number) {
    return sources[number];
  }

  long destination(int number) {
    return destinations[number];
  }

  long sourceHost(int number) {
    return sourceHosts[number];
  }

  long destinationHost(int number) {
    return destinationHosts[number];
  }
}
