package org.rdmadump.iwarp.mpa;

import org.jspecify.annotations.Nullable;
import org.rdmadump.iwarp.MpaStartUp;

/** What the two sides of a connection agreed on, and what their traffic shows of it. */
public final class MpaNegotiation {
  /** Whether FPDUs have right CRCs. */
  enum CrcUse {
    /** Nothing told yet. */
    UNKNOWN,
    /** They have. */
    ON,
    /** The field holds anything. */
    OFF
  }

  private @Nullable MpaStartUp request;
  private @Nullable MpaStartUp reply;
  private CrcUse learned = CrcUse.UNKNOWN;

  /** Nothing agreed on yet. */
  public MpaNegotiation() {}

  void take(MpaStartUp frame) {
    if (frame.request()) {
      request = frame;
    } else {
      reply = frame;
    }
  }

  /** Whether the sender of a frame puts markers into its stream: the other frame asks for it. */
  boolean markersFrom(boolean initiator) {
    MpaStartUp other = initiator ? reply : request;
    return other != null && other.markers();
  }

  /** Whether it is known if the sender of a frame puts markers into its stream. */
  boolean tellsMarkersFrom(boolean initiator) {
    return (initiator ? reply : request) != null;
  }

  /** CRCs are used in both directions if either side wants them. */
  CrcUse crcUse() {
    MpaStartUp one = request;
    MpaStartUp other = reply;
    if ((one != null && one.crc()) || (other != null && other.crc())) {
      return CrcUse.ON;
    }
    return one != null && other != null ? CrcUse.OFF : learned;
  }

  void learn(CrcUse use) {
    learned = use;
  }
}
