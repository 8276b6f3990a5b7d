package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.ib.Psn;

/**
 * What the receiver of one direction's requests expects, as far as the capture shows it.
 *
 * <p>PSNs are extended to 64 bits on the way in, so that nothing behind this class knows of the
 * 24-bit circle. A receiver on a reliable connection takes requests in PSN order only; what it was
 * sent behind a gap it drops, asks for the gap with a NAK, and is sent again from there on. Where
 * the capture just lacks a packet that the receiver had, an acknowledgement passes the gap.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.7.
 */
final class PsnSequence {
  /** How a request's PSN relates to those before it. */
  enum Arrival {
    /** The one that was expected. */
    IN_ORDER,
    /** Behind a gap. */
    AHEAD,
    /** Seen or acknowledged before. */
    REPEAT
  }

  /** Extended PSNs start high enough that none before the first becomes negative. */
  private static final long START = 1L << 32;

  private static final long NONE = -1;

  /** Gaps that are waited for; with more, none is going to be filled. */
  private static final int MOST_GAPS = 1024;

  /** Requests seen behind a gap after which nothing is going to fill it. */
  private static final int MOST_AHEAD = 1 << 16;

  /** Ranges of PSNs that were seen and are remembered. */
  private static final int MOST_SEEN = 1024;

  /** What was seen behind gaps; made for the first gap. */
  private @Nullable ByteRanges ahead;

  /** What was seen without a gap from the first request on. */
  private long seenFirst;

  private long seenEnd;

  /** What was seen behind a gap in that; made for the first. */
  private @Nullable ByteRanges seenBehind;

  /** Behind what of that is forgotten, because there were too many gaps; 0 if nothing is. */
  private long forgottenTo;

  private boolean started;
  private long expected;
  private long acknowledged;
  private long seenFrom;
  private long openSpanEnd;
  private int requestsAhead;
  private boolean refused;

  /** What the receiver refused last. */
  private long refusedAt = NONE;

  /** Behind the requests that were seen before it; 0 if that may have been told twice. */
  private long seenBeforeRefusal;

  /** The request whose refusal broke the connection. */
  private long brokenAt = Long.MAX_VALUE;

  /** The first request that was acknowledged before it was seen; {@link #NONE} if none was. */
  private long passedOver = NONE;

  /** Says which PSN comes first, from the connection manager. */
  void startAt(int psn) {
    if (!started) {
      started = true;
      expected = START + psn;
      acknowledged = expected;
      seenFrom = expected;
    }
  }

  /** Whether the first request that was seen has this PSN, and none before it was known. */
  boolean beganAt(int psn) {
    return seenFrom == 0 && seenFirst != seenEnd && onWire(seenFirst) == psn;
  }

  /** Whether any PSN is known. */
  boolean isStarted() {
    return started;
  }

  /** Whether a PSN on the wire is nowhere near those of this sequence, in either direction. */
  boolean isOfAnotherConnection(int wirePsn, long distance) {
    if (!started) {
      return false;
    }
    int ahead = Psn.distance((int) expected, wirePsn);
    return ahead < -distance || (ahead > distance && expected + ahead > seenTo() + distance);
  }

  /** Whether a request is far behind the last one that was seen. */
  boolean isBeyondSeen(long psn, int distance) {
    long end = seenTo();
    return end != 0 && psn >= Math.max(end, openSpanEnd) + distance;
  }

  /** Whether the receiver is known to have taken the request with a PSN, and it was seen. */
  boolean wasDone(int wirePsn) {
    return isStarted() && isDone(extend(wirePsn));
  }

  /** Whether an acknowledgement of a PSN was seen. */
  boolean wasAcknowledged(int wirePsn) {
    return isStarted() && extend(wirePsn) < acknowledged;
  }

  /** The extended PSN nearest to those seen last. */
  long extend(int psn) {
    if (!started) {
      return START + psn;
    }
    return expected + Psn.distance((int) expected, psn);
  }

  /** The PSN on the wire. */
  static int onWire(long extended) {
    return (int) extended & Psn.MASK;
  }

  /**
   * Takes the PSN of a request.
   *
   * @param psn extended PSN of the request
   * @param span PSNs that it takes
   * @param maxSpan PSNs that it may take if {@code span} is a guess, else the same
   */
  Arrival request(long psn, long span, long maxSpan) {
    if (!started) {
      started = true;
      expected = psn;
    }
    see(psn, span);
    if (psn < expected) {
      if (psn + span > expected) {
        advanceTo(psn + span);
        openSpanEnd = psn + maxSpan;
      }
      return Arrival.REPEAT;
    }
    if (psn > expected && psn > openSpanEnd) {
      if (!refused) {
        if (ahead == null) {
          ahead = new ByteRanges();
        }
        ahead.add(psn, psn + span);
      }
      requestsAhead++;
      if (requestsAhead > MOST_AHEAD || gaps() > MOST_GAPS) {
        passGaps(psn + span);
      }
      return Arrival.AHEAD;
    }
    refused = false;
    requestsAhead = 0;
    advanceTo(psn + span);
    openSpanEnd = psn + maxSpan;
    return Arrival.IN_ORDER;
  }

  /**
   * Takes a request of one packet if it is the one that was expected and nothing is out of order:
   * the short way through {@link #extend}, {@link #isDone} and {@link #request}.
   *
   * @return false if it is not; nothing was changed then
   */
  boolean takeNext(int wirePsn) {
    long next = expected;
    if (onWire(next) != wirePsn
        || next != seenEnd
        || next < acknowledged
        || next < seenFrom
        || ahead != null
        || (seenBehind != null && seenBehind.contains(next))
        || !started
        || seenFirst == seenEnd) {
      return false;
    }
    expected = next + 1;
    seenEnd = next + 1;
    openSpanEnd = next + 1;
    refused = false;
    requestsAhead = 0;
    return true;
  }

  /** Whether {@link #takeNext} takes whatever comes next in order. */
  boolean isInOrder() {
    return started
        && ahead == null
        && seenBehind == null
        && expected == seenEnd
        && seenFirst != seenEnd
        && expected >= Math.max(acknowledged, seenFrom);
  }

  /** Takes requests that come next, behind one that {@link #takeNext} took. */
  void takeRun(int count) {
    expected += count;
    seenEnd = expected;
    openSpanEnd = expected;
  }

  /**
   * Corrects where a request ends that was taken.
   *
   * @param before where it was thought to end
   * @param end where it does, or a request that was taken later
   */
  void correctEnd(long before, long end) {
    if (end > before) {
      see(before, end - before);
      if (expected >= before && expected < end) {
        openSpanEnd = Math.max(openSpanEnd, end);
        advanceTo(end);
      }
    } else if (end < before && expected == before && seenEnd == before && ahead == null) {
      expected = Math.max(end, acknowledged);
      seenEnd = Math.max(end, seenFirst + 1);
      openSpanEnd = before;
    }
  }

  /**
   * Takes note where a request ends that was taken, of which that was not known.
   *
   * @param least where it ends at least
   * @param most where it was thought to end at most
   * @param end where it does
   */
  void foundEnd(long least, long most, long end) {
    if (openSpanEnd == most) {
      openSpanEnd = end;
    }
    correctEnd(least, end);
  }

  private void see(long psn, long span) {
    if (seenFirst == seenEnd) {
      seenFirst = psn;
      seenEnd = psn + span;
    } else if (psn >= seenFirst && psn <= seenEnd) {
      seenEnd = Math.max(seenEnd, psn + span);
    } else {
      seeBehindGap(psn, span);
    }
  }

  private void seeBehindGap(long psn, long span) {
    ByteRanges ranges = seenBehind;
    if (ranges == null) {
      ranges = new ByteRanges();
      seenBehind = ranges;
    } else if (ranges.count() == MOST_SEEN) {
      forgetOldest(ranges);
    }
    ranges.add(psn, psn + span);
  }

  private void forgetOldest(ByteRanges ranges) {
    forgottenTo = ranges.to(MOST_SEEN / 2);
    ranges.subtract(ranges.from(0), forgottenTo);
    seenFrom = Math.max(seenFrom, Math.min(expected, forgottenTo));
  }

  /** Whether it is forgotten what was seen of {@code [from, to)}, or of a part of it. */
  boolean isForgotten(long from, long to) {
    return forgottenTo > 0 && from < forgottenTo && (from < seenFirst || to > seenEnd);
  }

  /** Lets go of what was seen: no more requests are taken. */
  void forgetSeen() {
    ahead = null;
    seenBehind = null;
  }

  /**
   * Whether a request was delivered and seen: what comes now is a copy that the receiver drops. One
   * that an acknowledgement covers and that was not seen may just have been captured late.
   */
  boolean isDone(long psn) {
    return psn < acknowledged && (psn < seenFrom || wasSeen(psn));
  }

  /** Whether a request was seen before, or so long ago that this is forgotten. */
  boolean isKnown(long psn) {
    return wasSeen(psn) || psn < seenFrom;
  }

  /** Whether a request with this PSN on the wire was seen, and is remembered. */
  boolean wasSeenOnWire(int wirePsn) {
    return started && wasSeen(extend(wirePsn));
  }

  /** Whether a request with this PSN was seen before. */
  boolean wasSeen(long psn) {
    return (psn >= seenFirst && psn < seenEnd) || (seenBehind != null && seenBehind.contains(psn));
  }

  /**
   * The first PSN of {@code [from, to)} that was not seen, {@code to} if there is none. What is
   * before the first that was seen, or was forgotten, counts as seen.
   */
  long nextUnseen(long from, long to) {
    if (seenFirst == seenEnd) {
      return seenFrom == 0 ? to : Math.min(Math.max(from, seenFrom), to);
    }
    ByteRanges ranges = seenBehind;
    long lowest = ranges == null ? seenFirst : Math.min(seenFirst, ranges.from(0));
    long at = Math.max(from, seenFrom == 0 ? lowest : seenFrom);
    if (ranges == null) {
      return Math.min(at >= seenFirst && at < seenEnd ? seenEnd : at, to);
    }
    boolean any = true;
    while (any && at < to) {
      long before = at;
      if (at >= seenFirst && at < seenEnd) {
        at = seenEnd;
      }
      at = ranges.nextAbsent(Math.min(at, to), to);
      any = at > before;
    }
    return Math.min(at, to);
  }

  /** Whether there is a PSN of {@code [from, to)} that was not seen, as {@link #nextUnseen}. */
  boolean lacks(long from, long to) {
    boolean allSeen =
        seenBehind == null
            && to <= seenEnd
            && (seenFrom == 0 || Math.max(from, seenFrom) >= seenFirst);
    return !allSeen && nextUnseen(from, to) < to;
  }

  /** The first PSN that was seen and is remembered. */
  long first() {
    return seenBehind == null ? seenFirst : Math.min(seenFirst, seenBehind.from(0));
  }

  /** Behind the last PSN that was seen; 0 if none was. */
  long seenTo() {
    return seenBehind == null ? seenEnd : seenTo(seenBehind);
  }

  private long seenTo(ByteRanges behindGaps) {
    return Math.max(seenEnd, behindGaps.to(behindGaps.count() - 1));
  }

  /** Whether a request is behind one that was not seen, and no later one is expected. */
  boolean isAhead(long psn) {
    return started && psn > expected && psn > openSpanEnd && lacks(expected, psn);
  }

  /**
   * Whether a request goes on where its sender was, though the receiver expects an earlier one: all
   * in between was seen, and the receiver refused it.
   */
  boolean goesOn(long psn) {
    return psn > expected && !lacks(expected, psn);
  }

  /** Whether every request that was seen precedes a PSN. */
  boolean isNewest(long psn) {
    ByteRanges ranges = seenBehind;
    return psn >= seenEnd && (ranges == null || psn >= ranges.to(ranges.count() - 1));
  }

  /** Takes an acknowledgement: every request up to {@code psn} was delivered. */
  void acknowledge(long psn) {
    if (psn + 1 > acknowledged) {
      passOver(psn);
      acknowledged = psn + 1;
      if (psn + 1 > expected) {
        advanceTo(psn + 1);
        refused = false;
        requestsAhead = 0;
      }
    }
  }

  /**
   * Notes the first of the requests up to {@code psn} that the receiver had and that was not seen.
   */
  private void passOver(long psn) {
    if (psn >= expected && psn >= openSpanEnd && passedOver == NONE) {
      passedOver = Math.max(expected, acknowledged);
    }
  }

  /**
   * Tells of a request that was acknowledged and not seen, once another request is there that was
   * sent later: what is captured after its acknowledgement is not always missing.
   *
   * @param psn extended PSN of the request that is there
   * @return the extended PSN of the first that is missing, -1 if none is
   */
  long takePassedOver(long psn) {
    long missing = passedOver;
    if (missing == NONE || psn < acknowledged) {
      return NONE;
    }
    passedOver = NONE;
    return wasSeen(missing) ? NONE : missing;
  }

  /** Whether a request was acknowledged that was not seen, or not yet. */
  boolean isPassedOver() {
    return passedOver != NONE;
  }

  /**
   * Takes a NAK: requests before {@code psn} were delivered, that one and all behind it were not.
   *
   * @return false if it is older than an acknowledgement that was seen
   */
  boolean refuse(long psn) {
    if (psn < acknowledged) {
      return false;
    }
    passOver(psn - 1);
    acknowledged = psn;
    expected = psn;
    openSpanEnd = psn;
    ahead = null;
    requestsAhead = 0;
    refused = true;
    // A copy of the same NAK refuses nothing that was repeated since.
    seenBeforeRefusal = psn == refusedAt && seenTo() == seenBeforeRefusal ? 0 : seenTo();
    refusedAt = psn;
    return true;
  }

  /** Takes note that a refusal broke the connection: nothing from {@code psn} on is delivered. */
  void broken(long psn) {
    brokenAt = Math.min(brokenAt, psn);
  }

  /**
   * Gives up what is waited for: in captures without acknowledgements nothing else ends a gap, and
   * PSNs are told apart only as long as what is expected stays near.
   */
  private void passGaps(long end) {
    expected = end;
    openSpanEnd = end;
    requestsAhead = 0;
    refused = false;
    ahead = null;
  }

  private void advanceTo(long psn) {
    expected = Math.max(expected, psn);
    ByteRanges ranges = ahead;
    if (ranges == null) {
      return;
    }
    int range = ranges.firstEndingBehind(expected);
    if (range < ranges.count() && ranges.from(range) <= expected) {
      expected = ranges.to(range);
      range++;
    }
    if (range == ranges.count()) {
      ahead = null;
    }
  }

  /** Ranges that were seen behind gaps and are remembered. */
  int gaps() {
    return ahead == null ? 0 : ahead.count();
  }

  /** The PSN that the receiver waits for. */
  long expected() {
    return expected;
  }

  /** The first PSN that is not known to have been delivered; 0 if nothing is known. */
  long acknowledged() {
    return acknowledged;
  }

  /** Whether the receiver refused {@code psn} and what it waits for was not repeated. */
  boolean isRefused(long psn) {
    return (refused && psn >= expected) || psn >= brokenAt;
  }

  /**
   * Whether the receiver dropped {@code psn} behind a request that it refused, and the sender did
   * not come so far again: what is behind in its order would show that only the repeat is missing
   * in the capture. IBTA volume 1, 9.7.5.
   */
  boolean isDropped(long psn) {
    ByteRanges ranges = ahead;
    return psn >= expected
        && psn < seenBeforeRefusal
        && seenTo() == seenBeforeRefusal
        && (ranges == null || ranges.to(ranges.count() - 1) <= psn);
  }
}
