package org.rdmadump.tcp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;

/**
 * Passes on the bytes of a stream in order, and keeps what comes ahead of a gap until the gap is
 * filled, or is taken for a hole: bytes that were sent and not captured.
 *
 * <p>An acknowledgement makes a gap a hole only after a wait, in which nothing came that belongs
 * into the gap. A gap that nothing acknowledges waits for 60 seconds. What waits is bounded as
 * well, in bytes and in segments, and so is what all streams of a run keep.
 *
 * <p>A segment waits as well if its sender had received more of the other stream than was seen, so
 * that a question comes before its answer; as long as a gap does, and but once for a side of which
 * nothing is captured.
 */
final class Reassembly implements MemoryHolder {
  /** How long what is behind a gap waits if nobody acknowledges it, in time of the capture. */
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  /** A segment waits for the other stream until that has passed its holes, and no longer. */
  private static final int WAITS_FOR_OTHER = 3;

  private final SequenceSpace sequence;
  private final Acknowledgements acknowledgements;
  private final Retransmissions retransmissions;
  private final DamagedSegments damaged;
  private final StreamSink sink;
  private final StreamEvents events;
  private final StreamMemory memory;
  private final HeldSegments held = new HeldSegments();
  private long charged;

  /** When bytes were passed on last. */
  private long advancedNanos;

  /** When a hole was passed last: segments of the connection until then, and the time. */
  private long passedNumber;

  private long passedNanos;

  /** Whether the capture ends before the stream: what is missing may come again after it. */
  private boolean goesOn;

  private long absent;

  /**
   * Reassembly of a stream.
   *
   * @param sink takes its bytes
   * @param events is told what happens to them
   */
  Reassembly(
      SequenceSpace sequence,
      Acknowledgements acknowledgements,
      Retransmissions retransmissions,
      DamagedSegments damaged,
      StreamSink sink,
      StreamEvents events,
      StreamMemory memory) {
    this.sequence = sequence;
    this.acknowledgements = acknowledgements;
    this.retransmissions = retransmissions;
    this.damaged = damaged;
    this.sink = sink;
    this.events = events;
    this.memory = memory;
  }

  // ---- what waits

  /** Whether something waits. */
  boolean isHolding() {
    return !held.isEmpty();
  }

  /** Whether something waits at a position or before it. */
  boolean isHolding(long position) {
    return isHolding() && held.first().position() <= position;
  }

  /** Whether nothing is kept, neither what waits nor what was damaged. */
  boolean isEmpty() {
    return damaged.isEmpty() && held.isEmpty();
  }

  /** Whether the next that waits is behind bytes that were not captured. */
  boolean isAtGap() {
    return isHolding() && held.first().position() > sequence.expected();
  }

  /** Frame of the next that waits. */
  long nextFrame() {
    return isHolding() ? held.first().frame() : Long.MAX_VALUE;
  }

  /** Whether a segment of the other side that needs so much of this stream may be passed on. */
  boolean has(long needed) {
    return needed <= sequence.reached() || (acknowledgements.isRipe(needed) && !isAboutToPass());
  }

  /** Whether something waits here for which the wait is over, so that it is passed on next. */
  private boolean isAboutToPass() {
    return isHolding() && acknowledgements.isRipe(held.first().position());
  }

  /** Keeps new bytes of a segment until what is before them came, or never comes. */
  void hold(TcpSegment segment, StreamBytes piece) {
    long before = held.cost();
    int differing = held.add(piece);
    if (differing != HeldSegments.ALL_SAME) {
      retransmissions.differs(piece, differing, false);
      damaged.suspect();
    }
    if (held.cost() == before) {
      retransmissions.copy(segment, piece, piece.end(), acknowledgements.acknowledged());
    }
    while (held.isTooMuch()) {
      passNext(0);
    }
    charge();
  }

  /** Keeps what is new of a damaged segment. */
  void keepDamaged(StreamBytes piece, long from) {
    damaged.take(piece, from);
    charge();
  }

  private void charge() {
    long cost = held.cost() + damaged.cost();
    memory.take(this, cost - charged);
    charged = cost;
    if (cost == 0) {
      memory.forget(this);
    }
  }

  // ---- what is passed on

  /** Time of the bytes that were passed on last. */
  long advancedNanos() {
    return advancedNanos;
  }

  /** Passes on the bytes that are next. */
  void deliver(StreamBytes bytes) {
    sequence.advance(bytes.end());
    advancedNanos = bytes.epochNanos();
    retransmissions.remember(bytes);
    int taken = sink.bytes(bytes);
    if (taken < bytes.length()) {
      refused(bytes, taken);
    } else if (!damaged.isEmpty()) {
      damaged.forgetBefore(sequence.expected());
      charge();
    }
    acknowledgements.tell(sequence.expected());
  }

  /** Goes back to where bytes are damaged, which come again, if that is to be believed. */
  private void refused(StreamBytes bytes, int taken) {
    if (!damaged.tells(bytes)) {
      sink.bytes(bytes.copy(taken, bytes.length()));
      return;
    }
    long position = bytes.position() + taken;
    retransmissions.forget(position);
    sequence.advance(position);
    keepDamaged(bytes, position);
  }

  /**
   * Passes on what need not wait any longer.
   *
   * @param other what waits of the other side
   * @param now where the connection is
   * @return whether there was anything
   */
  boolean release(Reassembly other, StreamClock now) {
    boolean any = false;
    while (isHolding() && !mustWait(held.first(), other, now)) {
      if (isAtGap()) {
        passedNumber = now.segments();
        passedNanos = now.nanos();
      }
      passNext(other.sequence.reached());
      any = true;
    }
    if (any) {
      charge();
    }
    return any;
  }

  private boolean mustWait(StreamBytes first, Reassembly other, StreamClock now) {
    if (sequence.awaitsSyn()) {
      return now.isWithin(1, first.number(), first.epochNanos());
    }
    if (first.position() > sequence.expected()) {
      return !acknowledgements.isRipe(first.position())
          && now.nanos() - Math.max(first.epochNanos(), advancedNanos) <= PATIENCE_NANOS;
    }
    return !other.has(first.needs())
        && now.isWithin(
            WAITS_FOR_OTHER,
            Math.max(first.number(), other.passedNumber),
            Math.max(first.epochNanos(), other.passedNanos));
  }

  /** Passes on the first of what waits, or the hole before it. */
  void passFirst(Reassembly other) {
    passNext(other.sequence.reached());
    charge();
  }

  /**
   * Passes on the first of what waits, or the hole before it: what is behind may have to wait.
   *
   * @param reached position up to which the other stream was passed on, as far as that is known
   */
  private void passNext(long reached) {
    StreamBytes next = held.first();
    sequence.awaitsSyn(false);
    long from = sequence.expected();
    if (next.position() == from) {
      if (next.needs() > reached) {
        events.outOfTurn();
      }
      deliver(held.removeFirst());
      return;
    }
    StreamBytes instead = damaged.instead(from, next.position(), acknowledgements.acknowledged());
    if (instead != null) {
      deliver(instead);
      return;
    }
    long to = damaged.next(from, next.position());
    sequence.advance(to);
    if (goesOn && acknowledgements.isAwaited(from)) {
      events.outOfTurn();
    } else {
      String bytes = (to - from) + " bytes of the stream before this were not captured";
      hole(to - from, next.finding(TcpRules.HOLE, bytes));
    }
    sink.missing(from, to - from);
  }

  private void hole(long bytes, Finding finding) {
    absent += bytes;
    events.finding(finding);
  }

  /** Bytes of holes that were passed. */
  long absent() {
    return absent;
  }

  private void passHeld() {
    while (isHolding()) {
      passNext(0);
    }
  }

  // ---- what never comes

  @Override
  public void giveUp() {
    passHeld();
    damaged.clear();
    charge();
  }

  /**
   * Says that the capture ends before the stream: bytes that a receiver did not acknowledge who
   * acknowledged others may have been lost before they were captured, and come again after it.
   */
  void captureEnds() {
    goesOn = true;
  }

  /** Passes on all that waits, and what damaged segments brought at the end, and no others did. */
  void finish() {
    passHeld();
    StreamBytes last = lastDamaged();
    while (last != null) {
      deliver(last);
      last = lastDamaged();
    }
    giveUp();
    long missing = sequence.missing(acknowledgements.acknowledged());
    if (missing > 0) {
      String bytes = "the last " + Counted.of(missing, "byte") + " of the stream were not captured";
      hole(missing, Finding.inFrame(TcpRules.HOLE, sequence.endFrame(), bytes));
    }
  }

  private @Nullable StreamBytes lastDamaged() {
    return damaged.instead(sequence.expected(), Long.MAX_VALUE, acknowledgements.acknowledged());
  }
}
