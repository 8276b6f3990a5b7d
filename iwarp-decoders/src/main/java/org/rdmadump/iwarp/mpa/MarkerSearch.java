package org.rdmadump.iwarp.mpa;

import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.mpa.MpaNegotiation.CrcUse;
import org.rdmadump.tcp.StreamBytes;

/** Looks for the start of an FPDU in a stream that has markers, or may: the markers point to it. */
final class MarkerSearch {
  /** Right markers that prove a place, and that there are markers. */
  private static final int PROOF_OF_MARKERS = 2;

  /** Right markers that prove a place, where it is known that there are some, and where. */
  private static final int PROOF_OF_PHASE = 1;

  /** Headers that prove a place, where it is known where markers are. */
  private static final int PROOF_BY_HEADERS = 3;

  private static final int WORD = 8;

  private final SearchWindow window;
  private final MarkedPlace followed = new MarkedPlace();
  private CrcUse judgedBy = CrcUse.UNKNOWN;
  private long scanned;

  /** From here on, every marker that was looked at was found not to be one. */
  private long judgedFrom;

  private long marker;

  /** The place in a stream with markers that was looked at last, and how far it was followed. */
  private static final class MarkedPlace {
    private long place = SearchWindow.NOWHERE;
    private long first;
    private CrcUse use = CrcUse.UNKNOWN;
    private int proof;
    private long at;
    private int right;
    private int headers;

    void begin(long newPlace, long newFirst, CrcUse newUse, int newProof) {
      place = newPlace;
      first = newFirst;
      use = newUse;
      proof = newProof;
      at = newPlace;
      right = 0;
      headers = 0;
    }
  }

  MarkerSearch(SearchWindow window) {
    this.window = window;
  }

  /** Says where the first bytes begin. */
  void begin(long position) {
    scanned = position;
    judgedFrom = position;
    followed.place = SearchWindow.NOWHERE;
  }

  /** Says that the bytes before {@code position} were let go. */
  void forgetBefore(long position) {
    scanned = Math.max(scanned, position);
  }

  /**
   * The first FPDU of a stream that turns out to have markers: one that a marker points to, and
   * whose CRC fits, or behind which another marker stands and points to where an FPDU begins. The
   * bits of a marker that can be told beforehand are 32, so two hardly occur by chance.
   *
   * @param breaksOff whether nothing follows what was gathered
   */
  long findMarked(CrcUse use, boolean breaksOff) {
    long end = window.end();
    if (use != judgedBy) {
      judgedBy = use;
      judgedFrom = scanned;
    }
    for (; scanned + Markers.LENGTH <= end; scanned++) {
      skipNoMarkers();
      long at = scanned;
      int distance = window.markerAt(at);
      if (distance >= 0 && distance % Markers.LENGTH == 0 && at - distance >= window.start()) {
        long place = placeOf(at, distance);
        int verdict = markedVerdict(place, at, use, PROOF_OF_MARKERS);
        if (verdict > 0) {
          marker = at;
          return place;
        }
        if (verdict == 0 && !breaksOff) {
          return SearchWindow.NOWHERE;
        }
        if (verdict == 0) {
          // More may come nevertheless, and be seen from the next marker.
          judgedFrom = at + 1;
        }
      }
    }
    return SearchWindow.NOWHERE;
  }

  /** Whether something may be a marker, once more bytes have come. */
  boolean mayBeMarked() {
    return scanned + Markers.LENGTH <= window.end();
  }

  /** Position of a marker, after {@link #findMarked} found one. */
  long marker() {
    return marker;
  }

  /**
   * Passes bytes of a piece that no marker begins with, or one that points to where no FPDU begins
   * in the same piece.
   */
  private void skipNoMarkers() {
    StreamBytes piece = window.pieceAt(scanned);
    byte[] bytes = piece.array();
    int first = piece.offset();
    int end = first + piece.captured();
    int last = end - Markers.LENGTH;
    int at = first + (int) (scanned - piece.position());
    while (at < last) {
      if (bytes[at + 1] != 0) {
        at += 2;
      } else if (bytes[at] != 0 || pointsNowhere(bytes, first, at, end)) {
        at++;
      } else {
        break;
      }
      if (at + WORD < last && NetworkOrder.longAt(bytes, at) == 0) {
        at = passZeros(bytes, at, end);
      }
    }
    scanned = piece.position() + at - first;
  }

  /**
   * Passes zeros behind which there are so many that each would be a marker before a length and a
   * version of 0.
   */
  private static int passZeros(byte[] bytes, int from, int end) {
    int zeros = from + WORD;
    while (zeros < end && bytes[zeros] == 0) {
      zeros++;
    }
    return zeros - WORD + 1;
  }

  /** Whether what would be a marker points to where no FPDU begins, in the same piece. */
  private static boolean pointsNowhere(byte[] bytes, int first, int at, int end) {
    int distance = NetworkOrder.shortAt(bytes, at + Short.BYTES);
    if (distance % Markers.LENGTH != 0) {
      return true;
    }
    int length = at - distance;
    if (length - Markers.LENGTH < first) {
      return false;
    }
    int lengthAt = distance % Markers.SPACING == 0 ? length + Markers.LENGTH : length;
    int control = lengthAt + FpduHeaderTest.LENGTH_FIELD;
    return control + DdpControl.LENGTH <= end
        && !DdpControl.isUsual(NetworkOrder.shortAt(bytes, control));
  }

  /** Where an FPDU begins whose length is {@code distance} before a marker: at one, if need be. */
  private long placeOf(long marker, int distance) {
    long length = marker - distance;
    boolean follows = distance > 0 && Markers.untilNext(distance + Markers.LENGTH) == 0;
    return follows ? Math.max(window.start(), length - Markers.LENGTH) : length;
  }

  /**
   * 1 if an FPDU begins there in a stream with markers, -1 if not, 0 if more has to come.
   *
   * @param first where one marker stands
   * @param proof right markers that prove the place; a right CRC needs one less
   */
  private int markedVerdict(long place, long first, CrcUse use, int proof) {
    boolean again =
        followed.place == place
            && followed.first == first
            && followed.use == use
            && followed.proof == proof;
    if (!again) {
      followed.begin(place, first, use, proof);
    }
    while (followed.at < window.end()) {
      long at = followed.at;
      int right = followed.right;
      long lengthAt = Markers.untilNext(at - first) == 0 ? at + Markers.LENGTH : at;
      int weight = window.weightAt(lengthAt, first);
      if (weight == FpduHeaderTest.NO) {
        return -1;
      }
      if (weight == FpduHeaderTest.TOO_FEW) {
        return SearchWindow.mayGoOn(lengthAt, window.end() - Markers.LENGTH) ? 0 : -1;
      }
      int content = FpduHeaderTest.size(window.header().getShort(0) & 0xffff);
      long end =
          lengthAt + content + Markers.LENGTH * (long) Markers.within(lengthAt - first, content);
      if (at == place && proof == PROOF_OF_MARKERS && wasJudged(at, first, end)) {
        return -1;
      }
      for (long each = at + Markers.untilNext(at - first); each < end; each += Markers.SPACING) {
        if (window.isPresent(each, each + Markers.LENGTH)) {
          if (window.markerAt(each) != Math.max(0, each - lengthAt)) {
            return -1;
          }
          right++;
        }
      }
      boolean checked = use != CrcUse.OFF && right >= proof - 1 && window.isPresent(at, end);
      int headers = followed.headers + 1;
      if (right >= proof
          || (headers >= PROOF_BY_HEADERS && proof == PROOF_OF_PHASE)
          || (checked && markedCrcFits(at, lengthAt, end))) {
        return 1;
      }
      if (end > window.end()) {
        return 0;
      }
      followed.at = end;
      followed.right = right;
      followed.headers = headers;
    }
    return 0;
  }

  /**
   * Whether the marker before {@code first} stands in the same FPDU, and was found not to be one:
   * either it points elsewhere, or all was seen that {@code first} would show.
   */
  private boolean wasJudged(long place, long first, long end) {
    long before = first - Markers.SPACING;
    return before >= judgedFrom
        && before >= place + Markers.untilNext(place - first)
        && first < end
        && window.isPresent(before, before + Markers.LENGTH);
  }

  private boolean markedCrcFits(long at, long lengthAt, long end) {
    return window.crcFits(at, end - at)
        || (lengthAt > at && window.crcFits(lengthAt, end - lengthAt));
  }

  /**
   * The first FPDU of a stream with markers.
   *
   * @param origin where one marker stands
   * @param breaksOff whether nothing follows what was gathered
   */
  long findByMarker(long origin, CrcUse use, boolean breaksOff) {
    long end = window.end();
    // FPDUs are multiples of a marker's length.
    scanned += Math.floorMod(origin - scanned, (long) Markers.LENGTH);
    for (; scanned < end; scanned += Markers.LENGTH) {
      int verdict = markedVerdict(scanned, origin, use, PROOF_OF_PHASE);
      if (verdict > 0) {
        return scanned;
      }
      if (verdict == 0 && !breaksOff) {
        return SearchWindow.NOWHERE;
      }
    }
    return SearchWindow.NOWHERE;
  }
}
