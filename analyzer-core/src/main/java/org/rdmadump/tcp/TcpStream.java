package org.rdmadump.tcp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;

/**
 * What one side of a TCP connection sends, put in order.
 *
 * <p>Sequence numbers are extended to 64 bits on the way in, so that nothing behind this class
 * knows of the wrap. Bytes in order are passed on where they lie. Of bytes that come more than once
 * the first copy counts, unless the sink prefers another.
 *
 * <p>What comes ahead of a gap is kept until the gap is filled, or is taken for a hole: bytes that
 * were sent and not captured. Two directions may be captured by two queues or devices, so an
 * acknowledgement may stand in the capture before what it acknowledges. It therefore makes a gap a
 * hole only after a wait: 256 to 512 further segments of the connection or 2 to 4 seconds, in which
 * nothing came that belongs into the gap. A gap that nothing acknowledges waits for 60 seconds.
 * What waits is bounded as well, in bytes and in segments, and so is what all streams of a run
 * keep.
 *
 * <p>For the same reason a segment waits whose sender had received more of the other stream than
 * was seen, so that a question comes before its answer; as long as a gap does, and but once for a
 * side of which nothing is captured.
 *
 * <p>An acknowledgement of more than 16 MiB beyond all that was seen is not believed until data
 * comes from there.
 *
 * <p>It is one class because each of its steps looks at all that a direction has: what is next,
 * what is held, what the other side awaits.
 *
 * <p>RFC 9293 section 3.4.
 */
public final class TcpStream implements MemoryHolder {
  /** How long what is behind a gap waits if nobody acknowledges it, in time of the capture. */
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  /** A segment waits for the other stream until that has passed its holes, and no longer. */
  private static final int WAITS_FOR_OTHER = 3;

  private final StreamSink sink;
  private final StreamEvents events;
  private final StreamMemory memory;
  private final SequenceSpace sequence = new SequenceSpace();
  private final Acknowledgements acknowledgements;
  private final Retransmissions retransmissions;
  private final StreamBytes piece = new StreamBytes();
  private final HeldSegments held = new HeldSegments();
  private final DamagedSegments damaged;

  /** When bytes were passed on last. */
  private long advancedNanos;

  /** When a hole was passed last: segments of the connection until then, and the time. */
  private long passedNumber;

  private long passedNanos;

  /** What precedes a RST. */
  private long brokenAt;

  /** Frame that shows where the stream ends, or how much of it the receiver has. */
  private long endFrame;

  private long charged;

  /** Bytes that a segment on the wire has at most, as its receiver said. */
  private int mostOfSegment = Integer.MAX_VALUE;

  /** Whether the capture ends before the stream: what is missing may come again after it. */
  private boolean goesOn;

  private long early;
  private long absent;

  /**
   * A stream.
   *
   * @param sink takes its bytes
   * @param events is told what happens to them
   */
  public TcpStream(
      StreamSink sink,
      StreamEvents events,
      StreamMemory memory,
      RecentBytesPool pool,
      DamageEvidence damage) {
    this.sink = sink;
    this.events = events;
    this.memory = memory;
    this.acknowledgements = new Acknowledgements(events);
    this.retransmissions = new Retransmissions(events, pool);
    this.damaged = new DamagedSegments(damage, events);
  }

  /** Takes the initial sequence number, from a SYN. */
  void synchronise(int initial) {
    if (!sequence.isStarted()) {
      start(initial + 1);
    } else if (sequence.awaitsSyn()) {
      begin(Math.min(sequence.expected(), sequence.position(initial + 1)));
    }
    sequence.synchronise(initial);
  }

  /** Says how many bytes a segment has at most, from the SYN of the other side; 0 if unknown. */
  void limit(int most) {
    if (most > 0) {
      mostOfSegment = most;
    }
  }

  /**
   * Begins where the other side, whose SYN was captured, says that it is; it may be before that.
   */
  void expect(int number) {
    start(number);
    sequence.awaitsSyn(true);
  }

  private void start(int number) {
    sequence.start(number);
    acknowledgements.start(sequence.expected());
  }

  private void begin(long position) {
    sequence.begin(position);
    acknowledgements.begin(position);
  }

  /** Its sequence numbers. */
  SequenceSpace sequence() {
    return sequence;
  }

  /** Whether a segment that needs so much of this stream may be passed on. */
  private boolean has(long needed) {
    return needed <= sequence.reached() || (acknowledgements.isRipe(needed) && !isAboutToPass());
  }

  /** Whether something waits here for which the wait is over, so that it is passed on next. */
  private boolean isAboutToPass() {
    return !held.isEmpty() && acknowledgements.isRipe(held.first().position());
  }

  /** Position that a segment of the other side waits for; 0 if it need not wait. */
  private long awaited(TcpSegment segment) {
    return acknowledgements.isSilent() ? 0 : lacking(segment);
  }

  /** Position that an acknowledgement of the other side is ahead at; 0 if it is not ahead. */
  private long lacking(TcpSegment segment) {
    if (!sequence.isStarted() || !segment.isAck()) {
      return 0;
    }
    long position = sequence.position(segment.acknowledgement());
    boolean ahead = position > sequence.reached() && acknowledgements.isPlausible(position);
    return ahead ? position : 0;
  }

  /** Whether nothing waits here, for anything of this stream, or for its end. */
  private boolean isSettled() {
    return sequence.isStarted()
        && !sequence.awaitsSyn()
        && !sequence.hasEnd()
        && acknowledgements.isSettled(sequence.expected())
        && damaged.isEmpty()
        && !isHolding();
  }

  /** Whether a segment goes on where this stream is, and has to wait for nothing. */
  boolean isNext(TcpSegment segment) {
    return segment.sequence() == (int) sequence.expected() && isSettled();
  }

  /** Whether a segment acknowledges nothing of this stream that was not passed on. */
  boolean isAcknowledgedBy(TcpSegment segment) {
    int ahead = segment.acknowledgement() - (int) sequence.expected();
    return Acknowledgements.isOld(ahead) && isSettled();
  }

  /** Whether a segment is damaged, so that its receiver drops it; then it says nothing. */
  boolean drops(TcpSegment segment) {
    if (!damaged.verify(segment, mostOfSegment)) {
      return false;
    }
    long position = sequence.position(segment.sequence());
    piece.set(segment, position);
    damaged.take(piece, sequence.isFollowedBy(segment.sequence()) ? position : piece.end());
    charge();
    return true;
  }

  /** Takes one that {@link #isNext}, with payload. */
  void takeNext(TcpSegment segment) {
    piece.set(segment, sequence.expected());
    acknowledgements.seen(piece.end());
    deliver(piece);
  }

  /**
   * Takes a segment; of one without payload only whether it is the last matters.
   *
   * @param other the stream of the other side, which took its acknowledgement
   * @param now where the connection is
   */
  void take(TcpSegment segment, TcpStream other, StreamClock now) {
    int first = segment.sequence() + (segment.isSyn() ? 1 : 0);
    int length = segment.payloadLength();
    if ((length > 0 || segment.isFin()) && !sequence.isStarted()) {
      if (acknowledgements.isEarlyFor(first)) {
        events.outOfTurn();
      } else {
        acknowledgements.tellEarly();
      }
      start(first);
      sequence.awaitsSyn(other.sequence.isFromStart());
    }
    if (!sequence.isStarted()) {
      return;
    }
    long from = sequence.position(first);
    if (segment.isFin()) {
      finish(segment, from + length);
    }
    if (length > 0) {
      payload(segment, from, other, now);
    }
  }

  private void finish(TcpSegment segment, long position) {
    if (segment.payloadLength() == 0 && !acknowledgements.isPlausible(position)) {
      stray(segment);
      return;
    }
    sequence.finish(position);
    endFrame = segment.frameNumber();
  }

  private void payload(TcpSegment segment, long from, TcpStream other, StreamClock now) {
    long awaited = other.awaited(segment);
    piece.set(segment, from);
    if (sequence.awaitsSyn() && from < sequence.expected()) {
      begin(from);
    }
    long expected = sequence.expected();
    long to = piece.end();
    sequence.goesOnTo(to);
    long acknowledged = acknowledgements.acknowledged();
    if (from < expected) {
      if (!retransmissions.repeated(
          segment, piece, Math.min(to, expected), expected, acknowledged, sink)) {
        damaged.suspect();
      }
      if (to <= expected) {
        return;
      }
      piece.skip((int) (expected - from));
    }
    long again = damaged.again(piece.position(), to);
    if (again > piece.position()) {
      retransmissions.copy(segment, piece, again, acknowledged);
    }
    acknowledgements.seen(to);
    StreamBytes next = next();
    if (next == null || piece.position() < next.position()) {
      acknowledgements.filled(piece.position());
    }
    if (next == null) {
      if (piece.position() == expected && !sequence.awaitsSyn() && other.has(awaited)) {
        if (other.lacking(segment) > 0) {
          events.outOfTurn();
        }
        deliver(piece);
        return;
      }
      if (piece.position() > expected) {
        early++;
        events.finding(
            piece.finding(
                TcpRules.OUT_OF_ORDER,
                piece.length() + " bytes came " + (piece.position() - expected) + " bytes early"));
      }
    }
    piece.knows(awaited, now.segments());
    hold(segment);
  }

  private void hold(TcpSegment segment) {
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

  private void charge() {
    long cost = held.cost() + damaged.cost();
    memory.take(this, cost - charged);
    charged = cost;
    if (cost == 0) {
      memory.forget(this);
    }
  }

  private void deliver(StreamBytes bytes) {
    sequence.advance(bytes.end());
    advancedNanos = bytes.epochNanos();
    retransmissions.remember(bytes);
    int taken = sink.bytes(bytes);
    if (taken < bytes.length()) {
      refused(bytes, taken);
    } else if (!damaged.isEmpty()) {
      forgetDamaged();
    }
    acknowledgements.tell(sequence.expected());
  }

  /** Goes back to where bytes are damaged, which come again, if that is to be believed. */
  private void refused(StreamBytes bytes, int taken) {
    if (!damaged.tell() || bytes.isOfMoreThan(mostOfSegment)) {
      sink.bytes(bytes.copy(taken, bytes.length()));
      return;
    }
    long position = bytes.position() + taken;
    retransmissions.forget(position);
    sequence.advance(position);
    damaged.take(bytes, position);
    charge();
  }

  private void forgetDamaged() {
    damaged.forgetBefore(sequence.expected());
    charge();
  }

  // ---- what never comes

  /** Takes an acknowledgement that stands in a segment of the other side. */
  void acknowledge(TcpSegment segment) {
    if (!sequence.isStarted()) {
      acknowledgements.takeEarly(segment);
      return;
    }
    long position = sequence.position(segment.acknowledgement());
    if ((!retransmissions.isEmpty() || segment.hasUnusualOptions())
        && acknowledgements.isPlausible(position)) {
      retransmissions.acknowledged(
          segment, acknowledgements.acknowledged(), position, acknowledgements.highest());
    }
    if (position > sequence.reached() && !sequence.hasEnd()) {
      endFrame = segment.frameNumber();
    }
    acknowledgements.take(segment, position, sequence.expected());
  }

  /** Whether something waits here, or for something of this stream. */
  public boolean isBehind() {
    return isHolding()
        || acknowledgements.acknowledged() > sequence.reached()
        || brokenAt > sequence.expected();
  }

  /** Whether something waits here. */
  boolean isHolding() {
    return !held.isEmpty();
  }

  /** The first of what waits. */
  private @Nullable StreamBytes next() {
    return held.isEmpty() ? null : held.first();
  }

  /** Sees whether the wait for what was acknowledged is over. */
  void ripen(StreamClock now) {
    acknowledgements.ripen(sequence.reached(), isHolding(), now);
  }

  /**
   * Passes on what need not wait any longer.
   *
   * @param other the stream of the other side
   * @param now where the connection is
   * @return whether there was anything
   */
  boolean release(TcpStream other, StreamClock now) {
    boolean any = false;
    while (!held.isEmpty() && !mustWait(held.first(), other, now)) {
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

  private boolean mustWait(StreamBytes first, TcpStream other, StreamClock now) {
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

  /** Whether the next that waits is behind bytes that were not captured. */
  boolean isAtGap() {
    StreamBytes next = next();
    return next != null && next.position() > sequence.expected();
  }

  /** Frame of the next that waits. */
  long nextFrame() {
    StreamBytes next = next();
    return next == null ? Long.MAX_VALUE : next.frame();
  }

  /** Passes on the first of what waits, or the hole before it. */
  void passFirst(TcpStream other) {
    if (!held.isEmpty()) {
      passNext(other.sequence.reached());
      charge();
    }
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
    long count = next.position() - from;
    if (count == 0) {
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
    count = to - from;
    sequence.advance(to);
    if (goesOn && acknowledgements.isAwaited(from)) {
      events.outOfTurn();
    } else {
      absent += count;
      events.finding(
          next.finding(
              TcpRules.HOLE, count + " bytes of the stream before this were not captured"));
    }
    sink.missing(from, count);
  }

  @Override
  public void giveUp() {
    passHeld();
    damaged.clear();
    charge();
  }

  private void passHeld() {
    while (!held.isEmpty()) {
      passNext(0);
    }
  }

  /** Passes on what damaged segments brought at the end, and no others did. */
  private void passDamaged() {
    StreamBytes last = lastDamaged();
    while (last != null) {
      deliver(last);
      last = lastDamaged();
    }
  }

  private @Nullable StreamBytes lastDamaged() {
    return damaged.instead(sequence.expected(), Long.MAX_VALUE, acknowledgements.acknowledged());
  }

  /** Segments that came ahead of a gap, of several in a row the first. */
  public long early() {
    return early;
  }

  /** Bytes of holes that were passed. */
  public long absent() {
    return absent;
  }

  /** Notes a segment that is far from the stream, and left out. */
  void stray(TcpSegment segment) {
    events.finding(
        segment.finding(
            TcpRules.FAR_SEGMENT,
            segment.sequenceOffset(),
            Math.abs((long) sequence.distance(segment.sequence()))
                + " bytes away from the expected sequence number; rdmadump leaves it out"));
  }

  // ---- the end

  /** Position up to which it was passed on, holes as well. */
  public long passedTo() {
    return sequence.expected();
  }

  /** Whether everything up to its FIN or RST was passed on. */
  public boolean hasEnded() {
    return sequence.isFinished() || (brokenAt != 0 && brokenAt <= sequence.expected());
  }

  /** Whether the receiver has acknowledged what is behind a sequence number. */
  boolean isTaken(int number) {
    return sequence.isStarted() && sequence.position(number) < acknowledgements.acknowledged();
  }

  /** Notes a RST that its receiver ignores. */
  void staleReset(TcpSegment segment) {
    acknowledgements.staleReset(segment, sequence.position(segment.sequence()));
  }

  /** Takes note that the sender broke off behind what precedes this sequence number. */
  void resetAt(int number) {
    if (sequence.isStarted()) {
      long position = sequence.position(number);
      brokenAt = acknowledgements.isPlausible(position) ? position : 0;
    }
  }

  /** Takes note that its receiver did not heed the RST. */
  void goesOn() {
    brokenAt = 0;
  }

  /** Time of the bytes that were passed on last. */
  long advancedNanos() {
    return advancedNanos;
  }

  /** Position behind all that was seen of it. */
  long seenTo() {
    return acknowledgements.highest();
  }

  /** Position before which its receiver has all. */
  long acknowledgedTo() {
    return acknowledgements.acknowledged();
  }

  /** Tells of a hole that nothing is behind but the end, or an acknowledgement. */
  private void missingEnd() {
    long end = Math.max(brokenAt, sequence.end(acknowledgements.acknowledged()));
    long count = end - sequence.expected();
    if (sequence.isStarted() && count > 0) {
      absent += count;
      events.finding(
          Finding.inFrame(
              TcpRules.HOLE,
              endFrame,
              "the last " + Counted.of(count, "byte") + " of the stream were not captured"));
    }
  }

  /**
   * Says that the capture ends before the stream: bytes that a receiver did not acknowledge who
   * acknowledged others may have been lost before they were captured, and come again after it.
   */
  void captureEnds() {
    goesOn = true;
  }

  /** Passes on all that waits; nothing more comes. */
  void finish() {
    passHeld();
    passDamaged();
    giveUp();
    if (!sequence.isStarted()) {
      acknowledgements.tellEarly();
    }
    missingEnd();
    retransmissions.finish();
    memory.forget(this);
  }
}
