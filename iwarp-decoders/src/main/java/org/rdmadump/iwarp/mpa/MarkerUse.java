package org.rdmadump.iwarp.mpa;

/**
 * Whether one side puts markers into its stream, and where they stand, as far as the start-up
 * frames or its FPDUs tell.
 *
 * <p>RFC 5044 section 4.3.
 */
final class MarkerUse {
  private final MpaNegotiation negotiation;
  private boolean initiator;
  private boolean marked;
  private boolean unmarked;

  /** Where a marker stands, or would; 0 if that is not known. */
  private long origin;

  private long framedAt;
  private long latestAt;

  MarkerUse(MpaNegotiation negotiation) {
    this.negotiation = negotiation;
  }

  /** Says whether the side is the one whose start-up frame counts as the Request. */
  void initiator(boolean isInitiator) {
    initiator = isInitiator;
  }

  /** Says that the start-up frame ended there. */
  void startUpEnded(long position) {
    origin = position;
    framedFrom(position);
  }

  /** Says that FPDUs begin: by now both sides said what they want, or never will. */
  void agreed() {
    marked = origin != 0 && negotiation.markersFrom(initiator);
  }

  /** Says that a marker was found in a stream of which it was not known whether it has some. */
  void found(long marker) {
    marked = true;
    origin = marker;
  }

  /** Says where framing is known from. */
  void framedFrom(long position) {
    framedAt = position;
    latestAt = position;
  }

  /** Says where the latest FPDU begins: where those before it say, since framing was known. */
  void fpduAt(long position) {
    latestAt = position;
  }

  /** Says that framing is known no more. */
  void lost() {
    unmarked |= !marked && isKnown();
  }

  /** Whether the stream has markers, as far as it is known. */
  boolean isMarked() {
    return marked;
  }

  /** Whether it is known that the stream has markers, or that it has none. */
  boolean isKnown() {
    return marked
        || unmarked
        // The latest would not stand where those before it say behind a marker.
        || latestAt - framedAt >= Markers.SPACING
        || (origin != 0 && negotiation.tellsMarkersFrom(initiator));
  }

  /** Whether the place of a marker is known: where one stands, or would if there are any. */
  boolean knowsPlace() {
    return origin != 0;
  }

  /** Where a marker stands; 0 if that is not known. */
  long origin() {
    return origin;
  }

  /** Bytes of the marker that stands at a position; 0 if none does. */
  int lengthOfMarkerAt(long position) {
    return marked && Markers.untilNext(position - origin) == 0 ? Markers.LENGTH : 0;
  }
}
