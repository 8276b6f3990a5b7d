package org.rdmadump.iwarp.mpa;

import org.jspecify.annotations.Nullable;
import org.rdmadump.iwarp.MpaStartUp;

/** What the two sides of a connection agreed on, and what their traffic shows of it. */
final class MpaNegotiation {
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
  private CrcUse use = CrcUse.UNKNOWN;

  /** Nothing agreed on yet. */
  MpaNegotiation() {}

  /**
   * Takes the start-up frame of a side. Of two Requests the second counts as the Reply, and the
   * other way round.
   *
   * @return whether it counts as the Request
   */
  boolean take(MpaStartUp frame) {
    boolean asRequest = frame.request() ? request == null : reply != null;
    if (asRequest) {
      request = frame;
    } else {
      reply = frame;
    }
    agree();
    return asRequest;
  }

  /** CRCs are used in both directions if either side wants them. */
  private void agree() {
    MpaStartUp one = request;
    MpaStartUp other = reply;
    if ((one != null && one.crc()) || (other != null && other.crc())) {
      use = CrcUse.ON;
    } else if (one != null && other != null) {
      use = CrcUse.OFF;
    }
  }

  /** The highest revision that a Reply may have. */
  int mostOfReply() {
    MpaStartUp asked = request;
    return asked == null ? MpaStartUp.LATEST_REVISION : asked.revision();
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

  /** Whether CRCs are in use, as far as it is agreed on or known. */
  CrcUse crcUse() {
    return use;
  }

  /** Whether the use of CRCs was learned from the traffic, so that it may have to be revised. */
  boolean isCrcUseLearned() {
    return request == null || reply == null;
  }

  /** Takes what the traffic shows; what the two sides agreed on stands. */
  void learn(CrcUse seen) {
    use = seen;
    agree();
  }
}
