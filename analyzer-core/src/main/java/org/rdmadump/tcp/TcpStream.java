package org.rdmadump.tcp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;

/**
 * What one side of a TCP connection sends, put in order.
 *
 * <p>Sequence numbers are extended to 64 bits on the way in, so that nothing behind this class
 * knows of the wrap. Bytes in order are passed on where they lie. What comes ahead of a gap is kept
 * until the gap is filled, or until it is known that nothing fills it: the receiver acknowledged
 * what is not in the capture, or too much was sent behind it for too long. Of bytes that come more
 * than once the first copy counts.
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

  private static final long NONE = -1;

  private final StreamSink sink;
  private final StreamMemory memory;
  private final RecentBytesPool pool;
  private final StreamBytes piece = new StreamBytes();
  private @Nullable HeldSegments held;
  private @Nullable RecentBytes recent;
  private boolean started;
  private boolean bySyn;
  private int initial;
  private long expected;
  private long acknowledged;
  private long finAt = NONE;
  private long charged;

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
      initial = sequence;
      bySyn = true;
    }
  }

  private void start(int sequence) {
    started = true;
    expected = START + Integer.toUnsignedLong(sequence);
    acknowledged = expected;
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
    return started && !(bySyn && initial == sequence);
  }

  /** How far a sequence number is from the one that is expected; 0 if none is. */
  int distance(int sequence) {
    return started ? sequence - (int) expected : 0;
  }

  private long extend(int sequence) {
    return expected + distance(sequence);
  }

  /** Takes a segment; of one without payload only whether it is the last matters. */
  void take(TcpSegment segment) {
    int sequence = segment.sequence() + (segment.isSyn() ? 1 : 0);
    int length = segment.payloadLength();
    if (length > 0 && !started) {
      start(sequence);
    }
    if (!started) {
      return;
    }
    long from = extend(sequence);
    if (segment.isFin() && finAt == NONE) {
      finAt = from + length;
    }
    if (length > 0) {
      payload(segment, from);
    }
    passHoles(segment.epochNanos());
  }

  private void payload(TcpSegment segment, long from) {
    piece.set(segment, from);
    long to = piece.end();
    if (to <= expected) {
      repeated(to);
      return;
    }
    if (from < expected) {
      repeated(expected);
      piece.skip((int) (expected - from));
    }
    HeldSegments waiting = held;
    if (waiting == null || waiting.isEmpty()) {
      if (piece.position() == expected) {
        deliver(piece);
        return;
      }
      note(
          TcpRules.OUT_OF_ORDER,
          0,
          piece.length() + " bytes came " + (piece.position() - expected) + " bytes early");
    }
    hold();
  }

  private void hold() {
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
      retransmission(piece.position(), piece.end());
    }
    charge(waiting);
    deliverHeld(waiting);
    while (waiting.cost() > MOST_HELD_BYTES || waiting.count() > MOST_HELD_SEGMENTS) {
      passHole(waiting);
    }
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
    RecentBytes remembered = recent;
    if (remembered == null) {
      remembered = pool.lend(this);
      remembered.restart(bytes.position());
      recent = remembered;
    }
    remembered.add(bytes);
    sink.bytes(bytes);
  }

  private void deliverHeld(HeldSegments waiting) {
    while (!waiting.isEmpty() && waiting.first().position() == expected) {
      deliver(waiting.removeFirst());
    }
    charge(waiting);
  }

  // ---- what came before

  /** Compares what stands before {@code to} with what was delivered. */
  private void repeated(long to) {
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
      retransmission(piece.position(), to);
    }
  }

  private void retransmission(long from, long to) {
    sink.repeated(from, to, piece.frame(), piece.epochNanos());
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

  /** Takes an acknowledgement from the other side. */
  void acknowledge(int sequence, long epochNanos) {
    if (!started) {
      return;
    }
    long position = extend(sequence);
    if (position > acknowledged) {
      acknowledged = position;
      sink.acknowledged(position);
    }
    passHoles(epochNanos);
  }

  private void passHoles(long now) {
    HeldSegments waiting = held;
    if (waiting == null || waiting.isEmpty()) {
      return;
    }
    // What the other side says next may build on it: it is passed at once.
    boolean arrived = acknowledged >= waiting.first().position();
    if (arrived || now - waiting.first().epochNanos() > PATIENCE_NANOS) {
      passHole(waiting);
    }
  }

  private void passHole(HeldSegments waiting) {
    StreamBytes next = waiting.first();
    long from = expected;
    long count = next.position() - from;
    expected = next.position();
    sink.finding(
        new Finding(
            TcpRules.HOLE,
            next.frame(),
            next.frameOffset(),
            count + " bytes of the stream before this were not captured"));
    sink.missing(from, count);
    deliverHeld(waiting);
  }

  @Override
  public void giveUp() {
    HeldSegments waiting = held;
    while (waiting != null && !waiting.isEmpty()) {
      passHole(waiting);
    }
  }

  // ---- the end

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
