package org.rdmadump.iwarp.mpa;

import org.rdmadump.iwarp.mpa.MpaNegotiation.CrcUse;
import org.rdmadump.tcp.StreamBytes;

/**
 * Looks for the start of an FPDU in a stream whose framing is not known: behind a hole, or because
 * the capture began late. What is known of markers decides how: by them, by headers and CRCs, or by
 * both.
 */
final class FramingSearch {
  /** No place is known. */
  static final long NOWHERE = SearchWindow.NOWHERE;

  private final SearchWindow window;
  private final HeaderSearch byHeaders;
  private final MarkerSearch byMarkers;
  private long lookedAt;
  private long lookedUpTo;
  private long looks;

  FramingSearch(FpduCrc crc) {
    window = new SearchWindow(crc);
    byHeaders = new HeaderSearch(window);
    byMarkers = new MarkerSearch(window);
  }

  /** Forgets what was gathered. */
  void clear() {
    window.clear();
    byHeaders.clear();
  }

  boolean isEmpty() {
    return window.isEmpty();
  }

  /** Bytes that were looked at since framing was last known. */
  long lookedAt() {
    return lookedAt;
  }

  /** Runs of bytes that were gathered, each as often as it was. */
  long looks() {
    return looks;
  }

  /** Says that framing is known. */
  void restart() {
    clear();
    lookedAt = 0;
  }

  StreamBytes firstPiece() {
    return window.firstPiece();
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

  /**
   * The first place that is proven; {@link #NOWHERE} if there is none.
   *
   * @param use whether CRCs are in use
   * @param markers what is known of them; is told if some are found
   * @param proven whether a right CRC was seen in this stream: then nothing else proves a place
   * @param breaksOff whether nothing follows what was gathered
   */
  long find(CrcUse use, MarkerUse markers, boolean proven, boolean breaksOff) {
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
    return byHeaders.find(use, proven, breaksOff, known ? 0 : Markers.SPACING);
  }

  /** Whether it was looked at {@code position}, and no FPDU can begin there. */
  boolean isWithoutStart(long position) {
    return byHeaders.isWithoutStart(position);
  }

  /** Whether something may be a marker, once more bytes have come. */
  boolean mayBeMarked() {
    return byMarkers.mayBeMarked();
  }
}
