package org.rdmadump.capture;

import java.util.Arrays;

/**
 * At which place of capture each interface of a pcapng section is. An interface has a place of its
 * own, unless it goes on where one that is described alike ended: {@code mergecap -I none} makes an
 * interface of each file of a rotated set.
 *
 * <p>Interfaces are numbered from 0; so are places, each by the interface that was first there.
 */
final class InterfacePlaces {
  /** The place of an interface that had no frame yet. */
  static final int NOT_YET = -1;

  /** Interfaces, the last ones at their places, that another may go on from. */
  private static final int MOST_LATEST = 16;

  private static final int FIRST_CAPACITY = 4;

  private int[] places = new int[FIRST_CAPACITY];
  private final int[] latest = new int[MOST_LATEST];
  private int latestCount;

  InterfacePlaces() {
    Arrays.fill(places, NOT_YET);
  }

  /** Forgets all, for the next section. */
  void clear() {
    Arrays.fill(places, NOT_YET);
    latestCount = 0;
  }

  /** {@return the place of an interface, or {@link #NOT_YET}} */
  int of(int id) {
    return id < places.length ? places[id] : NOT_YET;
  }

  /** {@return how many interfaces another one may go on from} */
  int latestCount() {
    return latestCount;
  }

  /** {@return one of them, 0 the one that began first} */
  int latest(int index) {
    return latest[index];
  }

  /** Lets an interface begin at a place of its own. */
  void begin(int id) {
    if (latestCount == MOST_LATEST) {
      remove(0);
    }
    add(id, id);
  }

  /** Lets an interface go on where {@link #latest(int)} ended. */
  void goOn(int id, int index) {
    int place = places[latest[index]];
    remove(index);
    add(id, place);
  }

  private void add(int id, int place) {
    if (id >= places.length) {
      int known = places.length;
      places = Arrays.copyOf(places, Math.max(id + 1, 2 * known));
      Arrays.fill(places, known, places.length, NOT_YET);
    }
    places[id] = place;
    latest[latestCount++] = id;
  }

  private void remove(int index) {
    latestCount--;
    System.arraycopy(latest, index + 1, latest, index, latestCount - index);
  }
}
