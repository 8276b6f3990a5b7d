package org.rdmadump.tcp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;

/**
 * What one side of a TCP connection sends, put in order.
 *
 * <p>Sequence numbers are extended to 64 bits on the way in, so that nothing behind this class
 * knows of the wrap. Bytes in order are passed on where they lie. Of bytes that come more than once
 * the first copy counts.
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
 * <p>RFC 9293 section 3.4.
 */
public final class TcpStream implements MemoryHolder {
  /** Positions start high enough that none before the first becomes negative. */
  private static final long START = 1L << 33;

  /** Bytes that may wait behind a gap, and segments. */
  private static final long MOST_HELD_BYTES = 4L << 20;

  private static final int MOST_HELD_SEGMENTS = 4096;

  /** How long they wait if nobody acknowledges them, in time of the capture. */
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  /**
   * How far an acknowledgement may be beyond all that was seen. Windows are seldom greater, and
   * where more was not captured the next data shows it.
   */
  private static final long PLAUSIBLE = 1L << 24;

  /** Segments of the connection for which an acknowledged gap may still be filled. */
  static final int SEGMENTS_TO_WAIT = 256;

  /** The same in time of the capture. */
  static final long NANOS_TO_WAIT = 2_000_000_000L;

  /** A segment waits for the other stream until that has passed its holes, and no longer. */
  private static final int WAITS_FOR_OTHER = 3;

  /** Bytes that may have come before a late SYN, and their own predecessors after it. */
  private static final int MOST_BEFORE_SYN = 1 << 16;

  private static final long NONE = -1;

  private final StreamSink sink;
  private final StreamMemory memory;
  private final RecentBytesPool pool;
  private final StreamBytes piece = new StreamBytes();
  private @Nullable HeldSegments held;
  private @Nullable RecentBytes recent;

  /** What was sent again or acknowledged selectively; made for the first. */
  private @Nullable SentAgain sentAgain;

  private boolean started;
  private boolean bySyn;

  /** Whether its SYN may yet come, because that of the other side did. */
  private boolean awaitsSyn;

  private int initial;
  private long expected;
  private long origin;

  /** Behind the last byte that was seen. */
  private long highest;

  /** When bytes were passed on last. */
  private long advancedNanos;

  /** When a hole was passed last: segments of the connection until then, and the time. */
  private long passedNumber;

  private long passedNanos;

  private long acknowledged;

  /** What of that was told: nothing that was not passed on. */
  private long told;

  /** Whether something was acknowledged before anything was seen, and up to where. */
  private boolean acknowledgedEarly;

  private int earlyAcknowledgement;

  /** An acknowledgement that is not believed. */
  private long doubted = NONE;

  /** An acknowledgement whose wait has begun, with what. */
  private long ripening;

  private long ripeningSince;
  private long ripeningNanos;

  /** The gaps before it are holes. */
  private long ripe;

  /** Whether a wait was in vain, and no data came since. */
  private boolean silent;

  private long finAt = NONE;

  /** What precedes a RST. */
  private long brokenAt;

  private long charged;
  private long early;
  private long absent;

  /** A stream whose bytes go to {@code sink}. */
  public TcpStream(StreamSink sink, StreamMemory memory, RecentBytesPool pool) {
    this.sink = sink;
    this.memory = memory;
    this.pool = pool;
  }

  /** Takes the initial sequence number, from a SYN. */
  void synchronise(int sequence) {
    if (!started) {
      start(sequence + 1);
    } else if (awaitsSyn) {
      begin(Math.min(expected, extend(sequence + 1)));
    }
    awaitsSyn = false;
    if (!bySyn) {
      initial = sequence;
      bySyn = true;
    }
  }

  /**
   * Begins where the other side, whose SYN was captured, says that it is; it may be before that.
   */
  void expect(int sequence) {
    start(sequence);
    awaitsSyn = true;
  }

  private void start(int sequence) {
    started = true;
    begin(START + Integer.toUnsignedLong(sequence));
    highest = expected;
    acknowledged = expected;
  }

  private void begin(long position) {
    expected = position;
    origin = position;
    told = position;
  }

  /** Whether any position is known. */
  public boolean isStarted() {
    return started;
  }

  /** Whether its first byte is known, from a SYN. */
  public boolean isFromStart() {
    return bySyn;
  }

  /** Whether a SYN with this sequence number opens another connection. */
  boolean isOtherSyn(int sequence) {
    if (!started) {
      return false;
    }
    if (bySyn) {
      return initial != sequence;
    }
    // Captured behind the data that it precedes.
    int before = (int) origin - (sequence + 1);
    return before < 0 || before > MOST_BEFORE_SYN;
  }

  /** How far a sequence number is from the one that is expected; 0 if none is. */
  int distance(int sequence) {
    return started ? sequence - (int) expected : 0;
  }

  private long extend(int sequence) {
    return expected + distance(sequence);
  }

  /** Position up to which all was passed on, the FIN counted like a byte. */
  private long reached() {
    return finAt != NONE && expected >= finAt ? expected + 1 : expected;
  }

  /** Whether a segment that needs so much of this stream may be passed on. */
  private boolean has(long needed) {
    return needed <= reached() || needed <= ripe;
  }

  /** Position that a segment of the other side waits for; 0 if it need not wait. */
  long awaited(int acknowledgement) {
    if (!started || silent) {
      return 0;
    }
    long position = extend(acknowledgement);
    return position > reached() && isPlausible(position) ? position : 0;
  }

  /** Whether a sequence number is behind another, and not in another connection. */
  private static boolean isPassed(int sequence, int by) {
    int distance = by - sequence;
    return distance > 0 && distance <= PLAUSIBLE;
  }

  private boolean isPlausible(long position) {
    return position <= highest + PLAUSIBLE;
  }

  /** Whether nothing waits here, for anything of this stream, or for its end. */
  private boolean isSettled() {
    return started
        && !awaitsSyn
        && finAt == NONE
        && doubted == NONE
        && Math.max(acknowledged, Math.max(ripe, ripening)) <= expected
        && !isHolding();
  }

  /** Whether a segment goes on where this stream is, and has to wait for nothing. */
  boolean isNext(TcpSegment segment) {
    return segment.sequence() == (int) expected && isSettled();
  }

  /** Whether a segment acknowledges nothing of this stream that was not passed on. */
  boolean isAcknowledgedBy(TcpSegment segment) {
    int ahead = segment.acknowledgement() - (int) expected;
    return ahead <= 0 && ahead > -PLAUSIBLE && isSettled();
  }

  /** Whether the sender of a segment of the other side had received more than was passed on. */
  private boolean lacksFor(TcpSegment segment) {
    if (!segment.isAck() || !started) {
      return false;
    }
    long position = extend(segment.acknowledgement());
    return position > reached() && isPlausible(position);
  }

  /** Takes one that {@link #isNext}, with payload. */
  void takeNext(TcpSegment segment) {
    piece.set(segment, expected);
    silent = false;
    highest = Math.max(highest, piece.end());
    deliver(piece);
  }

  /**
   * Takes a segment; of one without payload only whether it is the last matters.
   *
   * @param awaited what its sender had received of {@code other}, the stream of the other side, if
   *     it has to wait for that
   * @param number of the segment in its connection
   */
  void take(TcpSegment segment, long awaited, long number, TcpStream other) {
    int sequence = segment.sequence() + (segment.isSyn() ? 1 : 0);
    int length = segment.payloadLength();
    if (length > 0 && !started) {
      if (acknowledgedEarly && isPassed(sequence, earlyAcknowledgement)) {
        sink.outOfTurn();
      }
      start(sequence);
      awaitsSyn = other.isFromStart();
    }
    if (!started) {
      return;
    }
    long from = extend(sequence);
    if (segment.isFin() && finAt == NONE && from + length >= expected) {
      // One that bytes were passed on behind is from an earlier connection of the same ports.
      finAt = from + length;
    }
    if (length > 0) {
      payload(segment, from, awaited, number, other);
    }
  }

  private void payload(TcpSegment segment, long from, long awaited, long number, TcpStream other) {
    piece.set(segment, from);
    if (awaitsSyn && from < expected) {
      begin(from);
    }
    long to = piece.end();
    if (to <= expected) {
      repeated(segment, to);
      return;
    }
    if (from < expected) {
      repeated(segment, expected);
      piece.skip((int) (expected - from));
    }
    StreamBytes next = next();
    seen(to, next == null || piece.position() < next.position());
    if (next == null) {
      if (piece.position() == expected && !awaitsSyn && other.has(awaited)) {
        if (other.lacksFor(segment)) {
          sink.outOfTurn();
        }
        deliver(piece);
        return;
      }
      if (piece.position() > expected) {
        early++;
        note(
            TcpRules.OUT_OF_ORDER,
            0,
            piece.length() + " bytes came " + (piece.position() - expected) + " bytes early");
      }
    }
    piece.knows(awaited, number);
    hold(segment);
  }

  /**
   * Learns from new data.
   *
   * @param to position behind it
   * @param inGap whether nothing that waits precedes it
   */
  private void seen(long to, boolean inGap) {
    silent = false;
    if (to > highest) {
      highest = to;
      if (doubted != NONE && isPlausible(doubted)) {
        acknowledged = Math.max(acknowledged, doubted);
        doubted = NONE;
      }
    }
    if (inGap && piece.position() < Math.max(ripe, ripening)) {
      // It was acknowledged before it came: the wait begins anew.
      ripe = 0;
      ripening = 0;
    }
  }

  private void hold(TcpSegment segment) {
    HeldSegments waiting = held;
    if (waiting == null) {
      waiting = new HeldSegments();
      held = waiting;
    }
    long before = waiting.cost();
    int differing = waiting.add(piece);
    if (differing != HeldSegments.ALL_SAME) {
      differs(differing);
    }
    if (waiting.cost() == before) {
      retransmission(segment, piece.position(), piece.end());
    }
    while (waiting.cost() > MOST_HELD_BYTES || waiting.count() > MOST_HELD_SEGMENTS) {
      passFirst(waiting, 0);
    }
    charge(waiting);
  }

  private void charge(HeldSegments waiting) {
    memory.take(this, waiting.cost() - charged);
    charged = waiting.cost();
    if (waiting.isEmpty()) {
      memory.forget(this);
    }
  }

  private void deliver(StreamBytes bytes) {
    expected = bytes.end();
    advancedNanos = bytes.epochNanos();
    RecentBytes remembered = recent;
    if (remembered == null) {
      remembered = pool.lend(this);
      remembered.restart(bytes.position());
      recent = remembered;
    }
    remembered.add(bytes);
    sink.bytes(bytes);
    tellAcknowledged();
  }

  private void tellAcknowledged() {
    long position = Math.min(acknowledged, expected);
    if (position > told) {
      told = position;
      sink.acknowledged(position);
    }
  }

  // ---- what came before

  /** Compares what stands before {@code to} with what was delivered. */
  private void repeated(TcpSegment segment, long to) {
    int count = (int) (to - piece.position());
    boolean isProbed = count <= 1 && to == expected;
    if (isProbed && piece.length() <= 1) {
      // A keep-alive probe.
      return;
    }
    RecentBytes remembered = recent;
    if (remembered != null) {
      int differing =
          remembered.firstDifference(
              piece.position(), piece.array(), piece.offset(), Math.min(count, piece.captured()));
      if (differing >= 0) {
        differs(differing);
      }
    }
    // A byte that a probe of the window brought, and the segment that it is from.
    if (!isProbed) {
      retransmission(segment, piece.position(), to);
    }
  }

  private void retransmission(TcpSegment segment, long from, long to) {
    sink.repeated(from, to, piece.frame(), piece.epochNanos());
    SentAgain copies = sentAgain;
    if (copies == null) {
      copies = new SentAgain();
    }
    copies.copy(segment, from, to, acknowledged, sink);
    sentAgain = copies.isEmpty() ? null : copies;
  }

  /** Learns from an acknowledgement which copies were needless. */
  private void decide(TcpSegment segment, long position) {
    SentAgain copies = sentAgain;
    if (copies == null) {
      if (segment.selectiveBlocks() == 0) {
        return;
      }
      copies = new SentAgain();
    }
    copies.acknowledged(segment, acknowledged, position, highest, sink);
    sentAgain = copies.isEmpty() ? null : copies;
  }

  private void differs(int index) {
    note(
        TcpRules.OVERLAP_DIFFERS,
        index,
        "a byte that was sent before has another value; the first copy counts");
  }

  private void note(Rule rule, int index, String message) {
    sink.finding(new Finding(rule, piece.frame(), piece.frameOffset() + index, message));
  }

  // ---- what never comes

  /** Takes an acknowledgement that stands in a segment of the other side. */
  void acknowledge(TcpSegment segment) {
    if (!started) {
      if (acknowledgedEarly && isPassed(earlyAcknowledgement, segment.acknowledgement())) {
        sink.outOfTurn();
      }
      acknowledgedEarly = true;
      earlyAcknowledgement = segment.acknowledgement();
      return;
    }
    long position = extend(segment.acknowledgement());
    if ((sentAgain != null || segment.hasUnusualOptions()) && isPlausible(position)) {
      decide(segment, position);
    }
    if (position <= acknowledged) {
      return;
    }
    if (isPlausible(position)) {
      acknowledged = position;
      tellAcknowledged();
      return;
    }
    if (doubted == NONE) {
      sink.finding(
          new Finding(
              TcpRules.FAR_ACKNOWLEDGEMENT,
              segment.frameNumber(),
              segment.acknowledgementOffset(),
              "acknowledges " + (position - highest) + " bytes beyond all that was seen"));
    }
    doubted = position;
  }

  /** Whether something waits here, or for something of this stream. */
  boolean isBehind() {
    return isHolding() || acknowledged > reached() || brokenAt > expected;
  }

  /** Whether something waits here. */
  boolean isHolding() {
    return next() != null;
  }

  /** The first of what waits. */
  private @Nullable StreamBytes next() {
    HeldSegments waiting = held;
    return waiting == null || waiting.isEmpty() ? null : waiting.first();
  }

  /**
   * Sees whether the wait for what was acknowledged is over. Of several acknowledgements in a row
   * the first has its own wait, those after it have one together.
   *
   * @param number of the latest segment of the connection
   * @param now its time
   */
  void ripen(long number, long now) {
    boolean begun = ripening > reached();
    if (begun
        && (number - ripeningSince >= SEGMENTS_TO_WAIT || now - ripeningNanos >= NANOS_TO_WAIT)) {
      ripe = ripening;
      silent = !isHolding();
      begun = false;
    }
    if (!begun) {
      ripening = acknowledged > Math.max(reached(), ripe) ? acknowledged : 0;
      ripeningSince = number;
      ripeningNanos = now;
    }
  }

  /**
   * Passes on what need not wait any longer.
   *
   * @param other the stream of the other side
   * @param number of the latest segment of the connection
   * @param now its time
   * @return whether there was anything
   */
  boolean release(TcpStream other, long number, long now) {
    HeldSegments waiting = held;
    if (waiting == null) {
      return false;
    }
    boolean any = false;
    while (!waiting.isEmpty() && !mustWait(waiting.first(), other, number, now)) {
      if (isAtGap()) {
        passedNumber = number;
        passedNanos = now;
      }
      passFirst(waiting, other.reached());
      any = true;
    }
    if (any) {
      charge(waiting);
    }
    return any;
  }

  private boolean mustWait(StreamBytes first, TcpStream other, long number, long now) {
    if (awaitsSyn) {
      return number - first.number() < SEGMENTS_TO_WAIT && now - first.epochNanos() < NANOS_TO_WAIT;
    }
    if (first.position() > expected) {
      return first.position() > ripe
          && now - Math.max(first.epochNanos(), advancedNanos) <= PATIENCE_NANOS;
    }
    return !other.has(first.needs())
        && number - Math.max(first.number(), other.passedNumber)
            < WAITS_FOR_OTHER * SEGMENTS_TO_WAIT
        && now - Math.max(first.epochNanos(), other.passedNanos) < WAITS_FOR_OTHER * NANOS_TO_WAIT;
  }

  /** Whether the next that waits is behind bytes that were not captured. */
  boolean isAtGap() {
    StreamBytes next = next();
    return next != null && next.position() > expected;
  }

  /** Frame of the next that waits. */
  long nextFrame() {
    StreamBytes next = next();
    return next == null ? Long.MAX_VALUE : next.frame();
  }

  /** Passes on the first of what waits, or the hole before it. */
  void passFirst(TcpStream other) {
    HeldSegments waiting = held;
    if (waiting != null && !waiting.isEmpty()) {
      passFirst(waiting, other.reached());
      charge(waiting);
    }
  }

  /**
   * Passes on the first of what waits, or the hole before it: what is behind may have to wait.
   *
   * @param reached position up to which the other stream was passed on, as far as that is known
   */
  private void passFirst(HeldSegments waiting, long reached) {
    StreamBytes next = waiting.first();
    awaitsSyn = false;
    long from = expected;
    long count = next.position() - from;
    if (count == 0) {
      if (next.needs() > reached) {
        sink.outOfTurn();
      }
      deliver(waiting.removeFirst());
      return;
    }
    expected = next.position();
    absent += count;
    sink.finding(
        new Finding(
            TcpRules.HOLE,
            next.frame(),
            next.frameOffset(),
            count + " bytes of the stream before this were not captured"));
    sink.missing(from, count);
  }

  @Override
  public void giveUp() {
    HeldSegments waiting = held;
    while (waiting != null && !waiting.isEmpty()) {
      passFirst(waiting, 0);
    }
    if (waiting != null) {
      charge(waiting);
    }
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
    sink.finding(
        new Finding(
            TcpRules.FAR_SEGMENT,
            segment.frameNumber(),
            segment.sequenceOffset(),
            Math.abs((long) distance(segment.sequence()))
                + " bytes away from what was expected; it is left out"));
  }

  // ---- the end

  /** Whether the receiver has acknowledged what is behind a sequence number. */
  boolean isTaken(int sequence) {
    return started && extend(sequence) < acknowledged;
  }

  /** Notes a RST that its receiver ignores. */
  void staleReset(TcpSegment segment) {
    long behind = acknowledged - extend(segment.sequence());
    sink.finding(
        new Finding(
            TcpRules.STALE_RESET,
            segment.frameNumber(),
            segment.sequenceOffset(),
            "RST "
                + Counted.of(behind, "byte")
                + " before what its receiver has acknowledged; it is ignored"));
  }

  /** Takes note that the sender broke off behind what precedes this sequence number. */
  void resetAt(int sequence) {
    if (started) {
      long position = extend(sequence);
      brokenAt = isPlausible(position) ? position : 0;
    }
  }

  /** Whether everything up to the sender's FIN was passed on. */
  boolean isFinished() {
    return finAt != NONE && expected >= finAt;
  }

  /** Passes on all that waits; nothing more comes. */
  void finish() {
    giveUp();
    if (recent != null) {
      recent = null;
      pool.giveBack(this);
    }
    memory.forget(this);
  }

  /** Hands over the memory of delivered bytes to another stream. */
  RecentBytes takeAwayRecent() {
    RecentBytes taken = recent;
    recent = null;
    return taken == null ? new RecentBytes() : taken;
  }
}
