package org.rdmadump.capture;

import java.util.ArrayList;
import java.util.List;

/**
 * The places that captures of a merge were made at. Two that overlap in time are of two places; one
 * that begins after another of its rotated set ended, or is just about to, is of the same: where
 * the writer went on to the next file, times are not always in order.
 */
final class CapturePlaces {
  /** For so long a packet may be shown by another place too. */
  static final long WINDOW_NANOS = 2_000_000_000L;

  private final List<Place> places = new ArrayList<>();

  private static final class Place {
    String set;

    /** Captures at it that are not over. */
    int captures = 1;

    /** Of these, those of which hardly anything is left. */
    int ending;

    long endNanos;

    Place(String set) {
      this.set = set;
    }
  }

  /** {@return the place of a capture that begins at {@code nanos}} */
  int begin(String set, long nanos) {
    int over = -1;
    for (int i = 0; i < places.size(); i++) {
      Place place = places.get(i);
      if (place.captures > place.ending) {
        continue;
      }
      if (place.set.equals(set)) {
        place.captures++;
        return i;
      }
      if (place.captures == 0 && nanos - place.endNanos > WINDOW_NANOS) {
        over = i;
      }
    }
    if (over < 0) {
      places.add(new Place(set));
      return places.size() - 1;
    }
    Place place = places.get(over);
    place.set = set;
    place.captures = 1;
    return over;
  }

  /** Notes that hardly anything is left of a capture at a place, once for each. */
  void ending(int place) {
    places.get(place).ending++;
  }

  /**
   * Notes that a capture at a place ended.
   *
   * @param announced whether {@link #ending} was called for it
   */
  void end(int place, boolean announced, long nanos) {
    Place over = places.get(place);
    over.captures--;
    if (announced) {
      over.ending--;
    }
    over.endNanos = nanos;
  }
}
