package org.rdmadump.iwarp.mpa;

import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.mpa.MpaNegotiation.CrcUse;
import org.rdmadump.tcp.StreamBytes;
import org.rdmadump.tcp.StreamMemory;

/**
 * Looks for the start of an FPDU in a stream whose framing is not known: behind a hole, or because
 * the capture began late. What is known of markers decides how: by them, by headers and CRCs, or by
 * both.
 */
final class FramingSearch {
  /** No place is known. */
  static final long NOWHERE = SearchWindow.NOWHERE;

  /** Bytes without any framing after which a stream is taken for something else. */
  private static final int MOST_SEARCHED = 1 << 20;

  private final FpduSink sink;
  private final MpaNegotiation negotiation;
  private final MarkerUse markers;
  private final FpduCheck check;
  private final StreamMemory memory;
  private final SearchWindow window;
  private final HeaderSearch byHeaders;
  private final MarkerSearch byMarkers;
  private long lookedAt;
  private long lookedUpTo;
  private long looks;
  private boolean on;

  /** How often framing was lost, and where it was last. */
  private long losses;

  private long lostAt;

  /** Where framing is expected again; nothing is said if it is. */
  private long resumesAt;

  /** Whether bytes in which framing was looked for were given up. */
  private boolean gaveUp;

  /** Up to where what waits was looked at in vain, and what the search went by. */
  private long searchedTo;

  private long searchedBy = -1;

  /**
   * A search in one stream, which is off.
   *
   * @param sink is told what is lost
   * @param negotiation whether CRCs are in use
   * @param markers what is known of them; is told if some are found
   * @param check whether a right CRC was seen: then nothing else proves a place
   */
  FramingSearch(
      FpduSink sink,
      MpaNegotiation negotiation,
      MarkerUse markers,
      FpduCheck check,
      FpduCrc crc,
      StreamMemory memory) {
    this.sink = sink;
    this.negotiation = negotiation;
    this.markers = markers;
    this.check = check;
    this.memory = memory;
    window = new SearchWindow(crc);
    byHeaders = new HeaderSearch(window);
    byMarkers = new MarkerSearch(window);
  }

  // ---- framing lost and found

  /** Whether framing is looked for. */
  boolean isOn() {
    return on;
  }

  /** Whether it is looked for in something, which waits for that. */
  boolean isWaiting() {
    return on && !window.isEmpty();
  }

  /**
   * Begins as framing is lost.
   *
   * @param expected where it is expected again
   */
  void lost(long position, long expected) {
    markers.lost();
    on = true;
    losses++;
    lostAt = position;
    resumesAt = expected;
    clear();
    sink.interrupted();
  }

  /** Says where framing is expected, as bytes were not captured before. */
  void resumesAt(long position) {
    resumesAt = position;
  }

  /** Says that bytes in which framing was looked for are let go, as too many wait. */
  void gaveUp() {
    gaveUp = true;
  }

  /**
   * Ends where framing is found, and tells of what was passed over.
   *
   * @param wasKnown whether framing was known before
   */
  void found(long place, boolean wasKnown) {
    StreamBytes first = window.firstPiece();
    end();
    lookedAt = 0;
    markers.framedFrom(place);
    check.judgeDoubted();
    if (gaveUp) {
      memory.countEviction();
      sink.gaveUp(lostAt, place);
    }
    if (gaveUp || (wasKnown && place != resumesAt && place != lostAt)) {
      sink.finding(
          first.finding(
              IwarpRules.LOST_FRAMING,
              "skipped " + (place - lostAt) + " bytes of the stream to find the next FPDU"));
    }
    if (!wasKnown && place > lostAt) {
      sink.missed();
    }
    gaveUp = false;
    sink.framingFound();
  }

  /** Ends, as nothing is to be found any more. */
  void end() {
    on = false;
    clear();
  }

  // ---- what it is looked for in

  private void clear() {
    window.clear();
    byHeaders.clear();
  }

  /** Runs of bytes that were gathered, each as often as it was. */
  long looks() {
    return looks;
  }

  /**
   * Begins anew with what waits. Returns the position from which it is to be added: behind that in
   * which nothing was found, if it goes by the same as then.
   */
  long begin() {
    clear();
    long by = goesBy();
    if (by != searchedBy) {
      searchedBy = by;
      searchedTo = Long.MIN_VALUE;
    }
    return searchedTo;
  }

  /** Lets go what was gathered, before {@code to}: nothing was found in it. */
  void inVain(long to) {
    clear();
    if (goesBy() == searchedBy) {
      searchedTo = to;
    }
  }

  /** What it goes by, as a number: where it finds nothing, it finds nothing later by the same. */
  @SuppressWarnings("EnumOrdinal") // Compared within a run, never stored.
  private long goesBy() {
    long known = markers.isKnown() ? 1 : 0;
    return (losses * CrcUse.values().length + negotiation.crcUse().ordinal()) * 2 + known;
  }

  /** Adds bytes that follow those before, and are its own from now on. */
  void add(StreamBytes piece) {
    if (piece.length() == 0) {
      return;
    }
    if (window.isEmpty()) {
      byHeaders.begin(piece.position());
      byMarkers.begin(piece.position());
    }
    looks++;
    // What waits is shown again when its beginning was let go.
    lookedAt += Math.max(0, piece.end() - Math.max(piece.position(), lookedUpTo));
    lookedUpTo = Math.max(lookedUpTo, piece.end());
    if (window.add(piece)) {
      byHeaders.forgetBefore(window.start());
      byMarkers.forgetBefore(window.start());
    }
  }

  // ---- places

  /** Whether there is a place in bytes that nothing follows. */
  boolean finds(StreamBytes bytes) {
    clear();
    add(bytes);
    long place = find(true);
    clear();
    return place != NOWHERE;
  }

  /**
   * The first place that is proven; {@link #NOWHERE} if there is none.
   *
   * @param breaksOff whether nothing follows what was gathered
   */
  long find(boolean breaksOff) {
    CrcUse use = negotiation.crcUse();
    if (markers.isMarked()) {
      return byMarkers.findByMarker(markers.origin(), use, breaksOff);
    }
    boolean known = markers.isKnown();
    if (!known) {
      long place = byMarkers.findMarked(use, breaksOff);
      if (place != NOWHERE) {
        markers.found(byMarkers.marker());
        return place;
      }
    }
    return byHeaders.find(use, check.hasSeenRightCrc(), breaksOff, known ? 0 : Markers.SPACING);
  }

  /** Whether a stream that may begin so, and whose framing was never known, has none. */
  boolean isHopeless(Beginning beginning) {
    boolean found =
        beginning == Beginning.FPDU ? !byHeaders.isWithoutStart(lostAt) : lookedAt <= MOST_SEARCHED;
    // Something may be a marker, once more bytes have come.
    return !found && (markers.isKnown() || !byMarkers.mayBeMarked());
  }
}
