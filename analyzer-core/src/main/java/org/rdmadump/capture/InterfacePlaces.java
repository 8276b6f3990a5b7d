package org.rdmadump.capture;

import java.util.Arrays;

/**
 * At which place of capture each interface of a pcapng section is. An interface has a place of its
 * own, unless it goes on where one that is described alike ended: {@code mergecap -I none} makes an
 * interface of each file of a rotated set. If the one that ended goes on after all, the two are at
 * two places from then on.
 *
 * <p>Interfaces are numbered from 0; so are places, each as one of the interfaces, mostly the first
 * one there.
 */
final class InterfacePlaces {
  /** The place of an interface that had no frame yet. */
  static final int NOT_YET = -1;

  /** Interfaces, the last ones at their places, that another may go on from. */
  static final int MOST_LATEST = 16;

  /** Frames, and time, by which two files of a rotated set may overlap. */
  private static final int MOST_OVERLAP = 16;

  private static final long LONGEST_OVERLAP_NANOS = 1_000_000;

  private static final int FIRST_CAPACITY = 4;
  private static final int NONE = -1;

  private int[] places = new int[FIRST_CAPACITY];

  /** Of each interface, the one that went on where it ended. */
  private int[] followers = new int[FIRST_CAPACITY];

  /** Frames that each had since then, and when that was. */
  private int[] overlaps = new int[FIRST_CAPACITY];

  private long[] followedNanos = new long[FIRST_CAPACITY];
  private final int[] latest = new int[MOST_LATEST];
  private int latestCount;

  InterfacePlaces() {
    Arrays.fill(places, NOT_YET);
    Arrays.fill(followers, NONE);
  }

  /** Forgets all, for the next section. */
  void clear() {
    Arrays.fill(places, NOT_YET);
    Arrays.fill(followers, NONE);
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

  /** {@return which of them an interface is, -1 if it is none} */
  int indexOfLatest(int id) {
    int index = latestCount - 1;
    while (index >= 0 && latest[index] != id) {
      index--;
    }
    return index;
  }

  /**
   * {@return whether an interface that has a frame is not over at the time when another one began}
   *
   * @param frames that it has since then
   */
  static boolean isGoingOn(int frames, long nanos, long otherBegan) {
    return frames > MOST_OVERLAP || nanos - otherBegan > LONGEST_OVERLAP_NANOS;
  }

  /** Lets an interface begin at a place of its own. */
  void begin(int id) {
    addLatest(id);
    reserve(id);
    places[id] = id;
  }

  /** Lets an interface go on at a time where {@link #latest(int)} ended. */
  void goOn(int id, int index, long nanos) {
    int before = latest[index];
    remove(index);
    addLatest(id);
    reserve(id);
    places[id] = places[before];
    followers[before] = id;
    overlaps[before] = 0;
    followedNanos[before] = nanos;
  }

  /** Takes a frame of an interface that has a place, and may be thought to be over. */
  void frame(int id, long nanos) {
    int follower = followers[id];
    if (follower == NONE || !isGoingOn(++overlaps[id], nanos, followedNanos[id])) {
      return;
    }
    followers[id] = NONE;
    if (followers[follower] == NONE) {
      places[follower] = follower;
    } else {
      // Others went on in turn; of that number no place is yet.
      places[id] = follower;
    }
    addLatest(id);
  }

  private void reserve(int id) {
    int known = places.length;
    if (id >= known) {
      int capacity = Math.max(id + 1, 2 * known);
      places = Arrays.copyOf(places, capacity);
      followers = Arrays.copyOf(followers, capacity);
      overlaps = Arrays.copyOf(overlaps, capacity);
      followedNanos = Arrays.copyOf(followedNanos, capacity);
      Arrays.fill(places, known, capacity, NOT_YET);
      Arrays.fill(followers, known, capacity, NONE);
    }
  }

  private void addLatest(int id) {
    if (latestCount == MOST_LATEST) {
      remove(0);
    }
    latest[latestCount++] = id;
  }

  private void remove(int index) {
    latestCount--;
    System.arraycopy(latest, index + 1, latest, index, latestCount - index);
  }
}
