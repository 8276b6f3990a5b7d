package org.rdmadump.tcp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.order.SentSince;

/**
 * What the receiver of a stream acknowledged, how much of that is believed, and which gaps are
 * holes by it.
 *
 * <p>An acknowledgement may stand in the capture before what it acknowledges. It therefore makes a
 * gap a hole only after a wait.
 */
final class Acknowledgements {
  /**
   * How far an acknowledgement may be beyond all that was seen. Windows are seldom greater, and
   * where more was not captured the next data shows it.
   */
  private static final long PLAUSIBLE = 1L << 24;

  private static final long NONE = -1;

  private final StreamEvents events;
  private final ReceiptListener listener;

  /** Behind the last byte that was seen. */
  private long highest;

  private long acknowledged;

  /** Whether there was an acknowledgement. */
  private boolean any;

  /** What of that was told, which is nothing that was not passed on, and when the rest came. */
  private final AcknowledgementTimes times = new AcknowledgementTimes();

  /** What shows whether bytes are not in the capture, of acknowledgements before all bytes. */
  private @Nullable SentSince early;

  private int firstEarly;
  private int lastEarly;
  private long earlyFrame;

  /** An acknowledgement that is not believed. */
  private long doubted = NONE;

  private long doubtedNanos;

  /** An acknowledgement whose wait has begun, with what. */
  private long ripening;

  private long ripeningSince;
  private long ripeningNanos;

  /** The gaps before it are holes. */
  private long ripe;

  /** Whether a wait was in vain, and no data came since. */
  private boolean silent;

  /**
   * None yet of a stream.
   *
   * @param events is told what is odd about them
   * @param listener is told what was received of what was passed on
   */
  Acknowledgements(StreamEvents events, ReceiptListener listener) {
    this.events = events;
    this.listener = listener;
  }

  // ---- before anything was seen

  /** Takes one before anything of the stream was seen. */
  void takeEarly(TcpSegment segment) {
    int acknowledgement = segment.acknowledgement();
    SentSince known = early;
    if (known == null) {
      early = new SentSince(segment.epochNanos());
      firstEarly = acknowledgement;
    } else if (isPassed(lastEarly, acknowledgement)) {
      events.outOfTurn();
      known.answered(segment.epochNanos());
      earlyFrame = segment.frameNumber();
    }
    lastEarly = acknowledgement;
  }

  /** Whether one that was taken early is behind the first bytes that come. */
  boolean isEarlyFor(int sequence) {
    return early != null && isPassed(sequence, lastEarly);
  }

  /** Tells of bytes that were acknowledged early, which the stream does not have. */
  void tellEarly() {
    if (early != null && early.isCertain()) {
      events.finding(
          Finding.inFrame(
              TcpRules.HOLE,
              earlyFrame,
              Counted.of(Integer.toUnsignedLong(lastEarly - firstEarly), "byte")
                  + " before any that was captured were acknowledged, but not captured"));
    }
  }

  /** Whether a sequence number is behind another, and not in another connection. */
  private static boolean isPassed(int sequence, int by) {
    int distance = by - sequence;
    return distance > 0 && distance <= PLAUSIBLE;
  }

  /** Says where the stream begins, as far as it is known. */
  void start(long position) {
    begin(position);
    highest = position;
    acknowledged = position;
  }

  /** Says that it begins elsewhere, before all that was passed on. */
  void begin(long position) {
    times.begin(position);
  }

  // ---- what is acknowledged, and what was seen

  /** Position before which the receiver has all. */
  long acknowledged() {
    return acknowledged;
  }

  /** Position behind all that was seen. */
  long highest() {
    return highest;
  }

  boolean isPlausible(long position) {
    return position <= highest + PLAUSIBLE;
  }

  /** Whether an acknowledgement so far ahead of what is expected may have been passed before. */
  static boolean isOld(int ahead) {
    return ahead <= 0 && ahead > -PLAUSIBLE;
  }

  /**
   * Takes one.
   *
   * @param position that it acknowledges
   * @param expected position before which all was passed on
   */
  void take(TcpSegment segment, long position, long expected) {
    if (position <= acknowledged) {
      return;
    }
    if (isPlausible(position)) {
      acknowledged = position;
      any = true;
      times.take(position, segment.epochNanos(), expected, listener);
      return;
    }
    if (doubted == NONE) {
      events.finding(
          segment.finding(
              TcpRules.FAR_ACKNOWLEDGEMENT,
              segment.acknowledgementOffset(),
              "acknowledges " + (position - highest) + " bytes beyond the last byte seen"));
    }
    doubted = position;
    doubtedNanos = segment.epochNanos();
  }

  /** Notes a RST at a position that is acknowledged. */
  void staleReset(TcpSegment segment, long position) {
    events.finding(
        segment.finding(
            TcpRules.STALE_RESET,
            segment.sequenceOffset(),
            "RST "
                + Counted.of(acknowledged - position, "byte")
                + " below the acknowledged sequence number; the receiver ignores it"));
  }

  /** Tells what is acknowledged of what was passed on: all before {@code expected}. */
  void tell(long expected) {
    times.tell(Math.min(acknowledged, expected), listener);
  }

  /** Learns from new data that ends at {@code to}. */
  void seen(long to) {
    silent = false;
    if (to > highest) {
      highest = to;
      if (doubted != NONE && isPlausible(doubted)) {
        believe();
      }
    }
  }

  private void believe() {
    if (doubted > acknowledged) {
      acknowledged = doubted;
      times.add(doubted, doubtedNanos);
    }
    doubted = NONE;
  }

  /** Learns that data came from {@code position} on, into a gap. */
  void filled(long position) {
    if (position < Math.max(ripe, ripening)) {
      // It was acknowledged before it came: the wait begins anew.
      ripe = 0;
      ripening = 0;
    }
  }

  // ---- what never comes

  /** Whether the receiver acknowledges what it has, and has not what begins at a position. */
  boolean isAwaited(long position) {
    return any && position >= acknowledged;
  }

  /** Whether nothing is acknowledged, or in doubt, behind what was passed on. */
  boolean isSettled(long expected) {
    return doubted == NONE && Math.max(acknowledged, Math.max(ripe, ripening)) <= expected;
  }

  /**
   * Sees whether the wait for what was acknowledged is over. Of several acknowledgements in a row
   * the first has its own wait, those after it have one together.
   *
   * @param reached position up to which all was passed on
   * @param holding whether something waits behind a gap
   * @param now where the connection is
   */
  void ripen(long reached, boolean holding, StreamClock now) {
    boolean begun = ripening > reached;
    if (begun && !now.isWithin(1, ripeningSince, ripeningNanos)) {
      ripe = ripening;
      silent = !holding;
      begun = false;
    }
    if (!begun) {
      ripening = acknowledged > Math.max(reached, ripe) ? acknowledged : 0;
      ripeningSince = now.segments();
      ripeningNanos = now.nanos();
    }
  }

  /** Whether what was not seen before {@code position} never comes. */
  boolean isRipe(long position) {
    return position <= ripe;
  }

  /** Whether a wait was in vain, and no data came since. */
  boolean isSilent() {
    return silent;
  }
}
