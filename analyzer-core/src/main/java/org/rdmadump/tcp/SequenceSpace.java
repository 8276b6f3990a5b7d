package org.rdmadump.tcp;

/**
 * The sequence numbers of one side of a TCP connection, from SYN to FIN or RST, extended to 64
 * bits: positions, which never wrap.
 *
 * <p>RFC 9293 section 3.4.
 */
final class SequenceSpace {
  /** Positions start high enough that none before the first becomes negative. */
  private static final long START = 1L << 33;

  /** Bytes that may have come before a late SYN, and their own predecessors after it. */
  private static final int MOST_BEFORE_SYN = 1 << 16;

  /** Windows are seldom greater. */
  static final int NEAR = 1 << 24;

  private static final long NONE = -1;

  private boolean started;
  private boolean bySyn;
  private boolean awaitsSyn;
  private int initial;
  private long expected;
  private long origin;
  private long finAt = NONE;

  /** What precedes a RST; 0 without one. */
  private long resetAt;

  /** Frame that shows where the stream ends, or how much of it the receiver has. */
  private long endFrame;

  /** Whether any position is known. */
  boolean isStarted() {
    return started;
  }

  /** Whether the first is known, from a SYN. */
  boolean isFromStart() {
    return bySyn;
  }

  /** Takes the number of the first byte that is known. */
  void start(int sequence) {
    started = true;
    begin(START + Integer.toUnsignedLong(sequence));
  }

  /** Says where the first byte is, of which none was passed on yet. */
  void begin(long position) {
    expected = position;
    origin = position;
  }

  /** Takes the number of a SYN. */
  void synchronise(int sequence) {
    awaitsSyn = false;
    if (!bySyn) {
      initial = sequence;
      bySyn = true;
    }
  }

  /** Whether its SYN may yet come, because that of the other side did. */
  boolean awaitsSyn() {
    return awaitsSyn;
  }

  void awaitsSyn(boolean awaits) {
    awaitsSyn = awaits;
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

  /** Whether it is the one that is expected. */
  boolean isExpected(int sequence) {
    return started && sequence == (int) expected;
  }

  /** Whether it is no further from the one that is expected than a window may be. */
  boolean isNear(int sequence) {
    int distance = distance(sequence);
    return started && distance < NEAR && distance > -NEAR;
  }

  /** Whether it is near, and not before the one that is expected. */
  boolean isFollowedBy(int sequence) {
    return isNear(sequence) && distance(sequence) >= 0;
  }

  /** Position of a sequence number. */
  long position(int sequence) {
    return expected + distance(sequence);
  }

  /** Position before which all was passed on. */
  long expected() {
    return expected;
  }

  /** The same, with the FIN counted like a byte. */
  long reached() {
    return isFinished() ? expected + 1 : expected;
  }

  /** Says that all before {@code position} was passed on. */
  void advance(long position) {
    expected = position;
  }

  // ---- the end

  /** Takes a FIN behind what precedes {@code position}. */
  void finish(TcpSegment fin, long position) {
    endFrame = fin.frameNumber();
    // One that bytes were passed on behind is from an earlier connection of the same ports.
    if (finAt == NONE && position >= expected) {
      finAt = position;
    }
  }

  /** Takes note of bytes up to {@code position}: a FIN that they reach beyond was not its own. */
  void goesOnTo(long position) {
    // A keep-alive probe may bring a byte where the FIN is.
    if (finAt != NONE && position > finAt + 1) {
      finAt = NONE;
    }
  }

  /** Takes an acknowledgement of what precedes {@code position}. */
  void acknowledged(TcpSegment segment, long position) {
    if (position > reached() && !hasEnd()) {
      endFrame = segment.frameNumber();
    }
  }

  /** Takes a RST behind what precedes {@code position}; 0 if its receiver does not heed it. */
  void resetAt(long position) {
    resetAt = position;
  }

  /** Whether a FIN was seen. */
  boolean hasEnd() {
    return finAt != NONE;
  }

  /** Whether everything up to it was passed on. */
  boolean isFinished() {
    return finAt != NONE && expected >= finAt;
  }

  /** Whether everything up to the FIN or RST was passed on. */
  boolean hasEnded() {
    return isFinished() || (resetAt != 0 && resetAt <= expected);
  }

  /** Whether it reaches beyond what was passed on, by an acknowledgement or a RST. */
  boolean isBehind(long acknowledged) {
    return acknowledged > reached() || resetAt > expected;
  }

  /** Bytes that were not passed on, at the end; an acknowledgement tells of it without a FIN. */
  long missing(long acknowledged) {
    return started ? Math.max(resetAt, hasEnd() ? finAt : acknowledged) - expected : 0;
  }

  /** Frame that tells of the end, or of that acknowledgement. */
  long endFrame() {
    return endFrame;
  }
}
