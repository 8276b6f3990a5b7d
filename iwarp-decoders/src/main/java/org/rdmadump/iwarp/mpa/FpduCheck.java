package org.rdmadump.iwarp.mpa;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.mpa.MpaNegotiation.CrcUse;
import org.rdmadump.tcp.StreamBytes;

/**
 * Tells whether what stands where an FPDU is due is one: by its CRC, and where that leaves it open,
 * by its header and what follows it.
 */
final class FpduCheck {
  /** What stands behind what looks like an FPDU. */
  private enum Follower {
    /** The end of the segment. */
    NONE,
    /** What passes the strict test of a header. */
    FPDU,
    /** What may be one with a fault of its own, or too few bytes to tell. */
    PERHAPS_FPDU,
    /** Something else. */
    NO_FPDU
  }

  /** With fewer right ones for each wrong one, a wrong CRC says nothing about the FPDU. */
  private static final int GOOD_FOR_A_BAD_ONE = 8;

  /** Wrong CRCs that show that none are in use, where no start-up frame told. */
  private static final int WRONG_WITHOUT_USE = 2;

  /** FPDUs whose CRCs are computed once none seem to be in use, and one of how many later. */
  private static final int TRIED_AT_FIRST = 64;

  private static final int TRIED_OF = 32;

  private final FpduSink sink;
  private final MpaNegotiation negotiation;
  private final MarkerUse markers;
  private final FpduCrc crc;
  private long goodCrcs;
  private long badCrcs;
  private int unmatched;

  /** What is wrong with the FPDU refused last, unless it has markers; null if it was judged. */
  private @Nullable Finding doubted;

  /** FPDUs since no CRCs seem to be in use. */
  private long unused;

  /**
   * A check of the FPDUs of one stream.
   *
   * @param sink takes the findings that belong to no FPDU
   * @param negotiation whether CRCs are in use
   * @param markers whether the stream has markers
   * @param crc computes CRCs
   */
  FpduCheck(FpduSink sink, MpaNegotiation negotiation, MarkerUse markers, FpduCrc crc) {
    this.sink = sink;
    this.negotiation = negotiation;
    this.markers = markers;
    this.crc = crc;
  }

  /**
   * Whether the CRC of an FPDU is right, by indexes of its start, its length and its end. Whether a
   * leading marker counts is left open by some senders; either way is right.
   */
  boolean isCrcRight(byte[] bytes, int start, int lengthAt, int end) {
    if (negotiation.crcUse() == CrcUse.OFF && !isTriedAgain()) {
      return false;
    }
    int stored = FpduCrc.stored(bytes, end - FpduCrc.LENGTH);
    return crc.compute(bytes, start, end - FpduCrc.LENGTH) == stored
        || (lengthAt > start && crc.compute(bytes, lengthAt, end - FpduCrc.LENGTH) == stored);
  }

  /**
   * Whether the CRC of an FPDU is computed although none seem to be in use: that may have been
   * learned from what were no FPDUs. One that fits tells otherwise.
   */
  private boolean isTriedAgain() {
    if (!negotiation.isCrcUseLearned()) {
      return false;
    }
    unused++;
    return unused <= TRIED_AT_FIRST || unused % TRIED_OF == 0;
  }

  /** Whether a right CRC was seen. */
  boolean hasSeenRightCrc() {
    return goodCrcs > 0;
  }

  /** Whether an FPDU with a wrong CRC is refused. */
  boolean isStrict() {
    return negotiation.crcUse() == CrcUse.ON && goodCrcs > GOOD_FOR_A_BAD_ONE * badCrcs;
  }

  /**
   * Whether an FPDU is to be taken, by its CRC and its header. Only where they leave it open, what
   * follows it is looked at.
   *
   * @param fpdu is told of what is wrong with it
   * @param complete whether all of its bytes are there
   * @param right whether its CRC is right
   * @param last the piece that it ends in, if that was captured
   * @param next index in that behind its end
   */
  boolean accepts(
      Fpdu fpdu, boolean complete, boolean right, @Nullable StreamBytes last, int next) {
    CrcUse use = negotiation.crcUse();
    if (right) {
      goodCrcs++;
      if (use != CrcUse.ON) {
        negotiation.learn(CrcUse.ON);
      }
      return true;
    }
    if (complete && use == CrcUse.UNKNOWN && ++unmatched >= WRONG_WITHOUT_USE) {
      negotiation.learn(CrcUse.OFF);
    }
    if (complete && use == CrcUse.ON) {
      boolean strict = isStrict();
      Finding fault = badCrc(fpdu, strict);
      if (strict && !markers.isKnown()) {
        doubted = fault;
        return false;
      }
      badCrcs++;
      if (strict) {
        sink.finding(fault);
        boolean placed = endsAt(last, next) && weight(fpdu) > 0;
        if (placed) {
          fpdu.damaged(FpduHeaderTest.headerLength(fpdu.array(), lengthAt(fpdu)));
        }
        return placed;
      }
      fpdu.fault(fault);
    }
    int weight = weight(fpdu);
    boolean wrong =
        weight == FpduHeaderTest.NO || (weight == FpduHeaderTest.TOO_FEW && fpdu.gaps() == 0);
    if (fpdu.length() < DdpControl.LENGTH && fpdu.gaps() == 0) {
      return endsAt(last, next);
    }
    // Receivers look at fewer fields than the search for framing does.
    return !wrong || (fpdu.has(0, DdpControl.LENGTH) && follower(last, next) != Follower.NO_FPDU);
  }

  /** Whether whole FPDUs fill a piece from byte {@code at} on, by what can be told of them. */
  boolean fill(StreamBytes piece, int at) {
    int next = at;
    while (next < piece.length()) {
      int start = piece.offset() + next;
      int present = piece.captured() - next;
      if (FpduHeaderTest.weight(piece.bytes(), piece.array(), start, present) <= 0) {
        return false;
      }
      int size = FpduHeaderTest.size(NetworkOrder.shortAt(piece.array(), start));
      boolean told = !hasSeenRightCrc() || size > present;
      if (!told && !isCrcRight(piece.array(), start, start, start + size)) {
        return false;
      }
      next += size;
    }
    return next == piece.length();
  }

  /**
   * Tells of the FPDU that was refused while it might have markers, unless the stream turned out to
   * have some: then its CRC was computed of other bytes.
   */
  void judgeDoubted() {
    Finding fault = doubted;
    doubted = null;
    if (fault != null && !markers.isMarked()) {
      badCrcs++;
      sink.finding(fault);
    }
  }

  private static Finding badCrc(Fpdu fpdu, boolean refused) {
    return fpdu.finding(
        IwarpRules.BAD_CRC,
        String.format(
            Locale.US,
            "wrong CRC of the FPDU with a ULPDU of %d bytes%s",
            fpdu.length(),
            refused ? "; its bytes count as lost" : ""));
  }

  private static int weight(Fpdu fpdu) {
    int present = fpdu.present() + FpduHeaderTest.LENGTH_FIELD;
    return FpduHeaderTest.weight(fpdu.bytes(), fpdu.array(), lengthAt(fpdu), present);
  }

  private static int lengthAt(Fpdu fpdu) {
    return fpdu.offset() - FpduHeaderTest.LENGTH_FIELD;
  }

  /** Whether an FPDU that is followed so may end there, before byte {@code next} of a piece. */
  boolean mayEndAt(StreamBytes piece, int next) {
    return follower(piece, next) != Follower.NO_FPDU;
  }

  private boolean endsAt(@Nullable StreamBytes last, int next) {
    Follower follower = follower(last, next);
    return follower == Follower.NONE || follower == Follower.FPDU;
  }

  /**
   * What the bytes behind an FPDU say of whether it ends before byte {@code next}; without a piece,
   * it ends in bytes that were not captured.
   */
  private Follower follower(@Nullable StreamBytes piece, int next) {
    if (piece == null || !markers.isKnown()) {
      return Follower.NO_FPDU;
    }
    int at = next + markers.lengthOfMarkerAt(piece.position() + next);
    if (at >= piece.length()) {
      return Follower.NONE;
    }
    int start = piece.offset() + at;
    int present = piece.captured() - at;
    if (FpduHeaderTest.weight(piece.bytes(), piece.array(), start, present) > 0) {
      return Follower.FPDU;
    }
    return FpduHeaderTest.mayFollow(piece.array(), start, present)
        ? Follower.PERHAPS_FPDU
        : Follower.NO_FPDU;
  }
}
