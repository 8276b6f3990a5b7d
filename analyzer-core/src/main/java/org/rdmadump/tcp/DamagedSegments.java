package org.rdmadump.tcp;

import java.util.ArrayList;
import java.util.Iterator;
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
 * something rewrote the capture. A segment that its receiver acknowledges though no other copy came
 * was not dropped.
 */
final class DamagedSegments {
  /** Segments with data that are verified in any case. */
  private static final int FIRST = 8;

  /** How much a right checksum adds to the belief in them, at most, and what a wrong one takes. */
  private static final int MOST_BELIEF = 16;

  private static final int TAKEN_BY_WRONG = 2;

  /** As much as makes a wrong checksum a sign of damage, unless one was not. */
  private static final int BELIEVED = 4;

  private static final int MOST_KEPT = 64;

  private final DamageEvidence evidence;
  private final StreamEvents events;
  private final List<Kept> kept = new ArrayList<>(0);

  /** Bytes that a segment on the wire has at most, as its receiver said. */
  private int most = Integer.MAX_VALUE;

  private int first;
  private int belief;
  private int needed = BELIEVED;

  /** Bytes of a damaged segment; what its receiver did with it shows later. */
  private static final class Kept {
    final StreamBytes bytes;
    final Finding finding;
    boolean told;

    /** Whether all of them came in another segment. */
    boolean came;

    /** Whether some of them count, as no others came. */
    boolean used;

    Kept(StreamBytes bytes, Finding finding) {
      this.bytes = bytes;
      this.finding = finding;
    }
  }

  /** None yet of a stream; {@code events} is told of them. */
  DamagedSegments(DamageEvidence evidence, StreamEvents events) {
    this.evidence = evidence;
    this.events = events;
  }

  /** Says how many bytes a segment has at most, from the SYN of the other side; 0 if unknown. */
  void limit(int most) {
    if (most > 0) {
      this.most = most;
    }
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
    if (segment.payloadLength() > most) {
      return false;
    }
    TcpChecksum checksum = segment.checksum();
    boolean told =
        switch (checksum) {
          case WRONG -> tell();
          case JOINED -> !evidence.joined() && tell();
          default -> false;
        };
    if (checksum == TcpChecksum.RIGHT) {
      belief = Math.min(belief + 1, MOST_BELIEF);
    } else if (checksum == TcpChecksum.WRONG) {
      belief = Math.max(belief - TAKEN_BY_WRONG, 0);
    }
    return told;
  }

  /** Whether a wrong checksum tells of damage, and what it tells of can be kept. */
  private boolean tell() {
    return belief >= needed && kept.size() < MOST_KEPT;
  }

  /** The same of a segment whose bytes are wrong. */
  boolean tells(StreamBytes bytes) {
    return tell() && !bytes.isOfMoreThan(most);
  }

  /** Takes a damaged segment, of which the bytes from a position on are kept. */
  void take(StreamBytes piece, long from) {
    suspect();
    String bytes = piece.length() == 0 ? "" : " and its " + Counted.of(piece.length(), "byte");
    Finding finding =
        Finding.inFrame(
            TcpRules.CHECKSUM,
            piece.frame(),
            "the checksum is wrong; the receiver drops the segment" + bytes);
    int at = (int) (from - piece.position());
    if (at < piece.length()) {
      if (kept.size() == MOST_KEPT - 1) {
        forgetWhatCame();
      }
      kept.add(new Kept(piece.copy(at, piece.length()), finding));
    } else {
      events.finding(finding);
    }
  }

  private void forgetWhatCame() {
    for (int i = kept.size() - 1; i >= 0; i--) {
      if (kept.get(i).came) {
        kept.remove(i);
      }
    }
  }

  private void tell(Kept damaged) {
    if (!damaged.told) {
      damaged.told = true;
      events.finding(damaged.finding);
    }
  }

  /** Takes checksums for no sign of anything until more are right. */
  private void doubt() {
    belief = 0;
  }

  // ---- their bytes

  /** Whether no bytes are kept. */
  boolean isEmpty() {
    return kept.isEmpty();
  }

  /** Bytes of memory that they take, roughly. */
  long cost() {
    long bytes = 0;
    for (Kept each : kept) {
      bytes += each.bytes.captured() + HeldSegments.COST;
    }
    return bytes;
  }

  /** Forgets what is before a position. */
  void forgetBefore(long position) {
    for (Iterator<Kept> each = kept.iterator(); each.hasNext(); ) {
      Kept damaged = each.next();
      if (damaged.bytes.end() <= position) {
        each.remove();
        if (!damaged.used) {
          tell(damaged);
        }
      }
    }
  }

  /** Forgets all. */
  void clear() {
    for (Kept each : kept) {
      tell(each);
    }
    kept.clear();
  }

  /**
   * Learns that {@code [from, to)} came in another segment.
   *
   * @return position before which some of it is kept; {@code from} if none is
   */
  long again(long from, long to) {
    long end = from;
    for (Kept each : kept) {
      if (each.bytes.position() < to && each.bytes.end() > from) {
        end = Math.max(end, Math.min(each.bytes.end(), to));
        needed = BELIEVED;
        each.came |= each.bytes.position() >= from && each.bytes.end() <= to;
        tell(each);
      }
    }
    return end;
  }

  /** The first position of {@code [from, to)} of which a byte is kept; {@code to} without any. */
  long next(long from, long to) {
    long next = to;
    for (Kept each : kept) {
      if (each.bytes.end() > from) {
        next = Math.min(next, Math.max(from, each.bytes.position()));
      }
    }
    return next;
  }

  /**
   * The bytes of {@code [from, to)}, which come in no other segment, from the first on, as far as
   * the latest segment has them that has the first; null if none has.
   *
   * @param acknowledged position before which the receiver has all: it did not drop those
   */
  @Nullable StreamBytes instead(long from, long to, long acknowledged) {
    for (int i = kept.size() - 1; i >= 0; i--) {
      Kept damaged = kept.get(i);
      StreamBytes each = damaged.bytes;
      if (each.position() <= from && each.end() > from) {
        doubt();
        if (each.end() > acknowledged) {
          tell(damaged);
        } else if (!damaged.used) {
          needed = Math.min(2 * needed, MOST_BELIEF);
        }
        damaged.used = true;
        int at = (int) (from - each.position());
        return each.copy(at, (int) Math.min(each.length(), to - each.position()));
      }
    }
    return null;
  }
}
