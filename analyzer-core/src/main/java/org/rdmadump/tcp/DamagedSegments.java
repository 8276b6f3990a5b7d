package org.rdmadump.tcp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;

/**
 * Segments of one side that were damaged on the way, as their checksums tell: their receiver drops
 * them. Their bytes count only where no others come.
 *
 * <p>Checksums are verified once there is evidence of such segments, because it takes as long as
 * all else that is done with a segment; before that, only those of the first segments. A wrong one
 * tells of damage only where most are right. They are not where adapters join segments, or where
 * something rewrote the capture.
 */
final class DamagedSegments {
  /** Segments with data that are verified in any case. */
  private static final int FIRST = 8;

  /** How much a right checksum adds to the belief in them, at most, and what a wrong one takes. */
  private static final int MOST_BELIEF = 16;

  private static final int TAKEN_BY_WRONG = 2;

  /** As much as makes a wrong checksum a sign of damage. */
  private static final int BELIEVED = 4;

  private static final int MOST_KEPT = 16;

  private final DamageEvidence evidence;
  private final StreamEvents events;
  private final List<StreamBytes> kept = new ArrayList<>(0);
  private int first;
  private int belief;

  /** None yet of a stream; {@code events} is told of them. */
  DamagedSegments(DamageEvidence evidence, StreamEvents events) {
    this.evidence = evidence;
    this.events = events;
  }

  /** Says that there seem to be such segments. */
  void suspect() {
    evidence.found();
  }

  /** Verifies the checksum of a segment, if that is due. Returns whether the segment is damaged. */
  boolean verify(TcpSegment segment) {
    if (first == FIRST && !evidence.isFound()) {
      return false;
    }
    if (first < FIRST && segment.payloadLength() > 0) {
      first++;
    }
    TcpChecksum checksum = segment.checksum();
    boolean told = checksum == TcpChecksum.WRONG && tell();
    if (checksum == TcpChecksum.RIGHT) {
      belief = Math.min(belief + 1, MOST_BELIEF);
    } else if (checksum == TcpChecksum.WRONG) {
      belief = Math.max(belief - TAKEN_BY_WRONG, 0);
    }
    return told;
  }

  /** Whether a wrong checksum tells of damage. */
  boolean tell() {
    return belief >= BELIEVED;
  }

  /** Takes checksums for no sign of anything until more are right. */
  void doubt() {
    belief = 0;
  }

  /** Takes a damaged segment, of which the bytes from a position on are kept. */
  void take(StreamBytes piece, long from) {
    suspect();
    String bytes = piece.length() == 0 ? "" : " and its " + Counted.of(piece.length(), "byte");
    events.finding(
        Finding.inFrame(
            TcpRules.CHECKSUM,
            piece.frame(),
            "the checksum is wrong; the receiver drops the segment" + bytes));
    int at = (int) (from - piece.position());
    if (at < piece.length() && kept.size() < MOST_KEPT) {
      kept.add(piece.copy(at, piece.length()));
    }
  }

  // ---- their bytes

  /** Whether no bytes are kept. */
  boolean isEmpty() {
    return kept.isEmpty();
  }

  /** Bytes of memory that they take, roughly. */
  long cost() {
    long bytes = 0;
    for (StreamBytes each : kept) {
      bytes += each.captured() + HeldSegments.COST;
    }
    return bytes;
  }

  /** Forgets what is before a position. */
  void forgetBefore(long position) {
    kept.removeIf(each -> each.end() <= position);
  }

  void clear() {
    kept.clear();
  }

  /** Position before which some of {@code [from, to)} is kept; {@code from} if none is. */
  long endOf(long from, long to) {
    long end = from;
    for (StreamBytes each : kept) {
      if (each.position() < to) {
        end = Math.max(end, Math.min(each.end(), to));
      }
    }
    return end;
  }

  /** The first position of {@code [from, to)} of which a byte is kept; {@code to} without any. */
  long next(long from, long to) {
    long next = to;
    for (StreamBytes each : kept) {
      if (each.end() > from) {
        next = Math.min(next, Math.max(from, each.position()));
      }
    }
    return next;
  }

  /**
   * The bytes of {@code [from, to)} from the first on, as far as the latest segment has them that
   * has the first; null if none has.
   */
  @Nullable StreamBytes at(long from, long to) {
    for (int i = kept.size() - 1; i >= 0; i--) {
      StreamBytes each = kept.get(i);
      if (each.position() <= from && each.end() > from) {
        int at = (int) (from - each.position());
        return each.copy(at, (int) Math.min(each.length(), to - each.position()));
      }
    }
    return null;
  }
}
