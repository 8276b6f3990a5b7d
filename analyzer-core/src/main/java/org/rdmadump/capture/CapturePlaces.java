package org.rdmadump.capture;

import java.util.ArrayList;
import java.util.List;

/**
 * The places that captures of a merge were made at. Two that overlap in time are of two places; one
 * that begins after another of its rotated set ended is of the same.
 */
final class CapturePlaces {
  /** For so long a packet may be shown by another place too. */
  static final long WINDOW_NANOS = 2_000_000_000L;

  private final List<Place> places = new ArrayList<>();

  private static final class Place {
    String set;
    boolean busy = true;
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
      if (place.busy) {
        continue;
      }
      if (place.set.equals(set)) {
        place.busy = true;
        return i;
      }
      if (nanos - place.endNanos > WINDOW_NANOS) {
        over = i;
      }
    }
    if (over < 0) {
      places.add(new Place(set));
      return places.size() - 1;
    }
    Place place = places.get(over);
    place.set = set;
    place.busy = true;
    return over;
  }

  /** Notes that the capture at a place ended. */
  void end(int place, long nanos) {
    Place over = places.get(place);
    over.busy = false;
    over.endNanos = nanos;
  }
}
