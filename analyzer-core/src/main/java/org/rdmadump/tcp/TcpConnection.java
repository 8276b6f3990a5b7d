package org.rdmadump.tcp;

import org.jspecify.annotations.Nullable;

/**
 * A TCP connection as the capture shows it: the streams of its two sides, from SYN to FIN or RST,
 * or whatever part of that was captured.
 */
public final class TcpConnection {
  /** Sequence numbers this far away belong to another connection between the same ports. */
  private static final int ELSEWHERE = 1 << 28;

  private final TcpStream[] streams;
  private final boolean[] strayed = new boolean[2];
  private final int[] behindStray = new int[2];
  private final StreamClock clock = new StreamClock();
  private boolean ended;

  /** A RST that its receiver heeds, as far as is known. */
  private @Nullable PendingReset reset;

  /**
   * A connection.
   *
   * @param first what side 0 sends
   * @param second what side 1 sends
   */
  public TcpConnection(TcpStream first, TcpStream second) {
    this.streams = new TcpStream[] {first, second};
  }

  /** What a side sends. */
  public TcpStream stream(int side) {
    return streams[side];
  }

  /**
   * Whether a segment belongs to another connection, which uses the same addresses and ports: it
   * opens one, or it is the second in a row that is far from this one and goes on from the first.
   */
  public boolean isOfAnother(TcpSegment segment, int side) {
    TcpStream stream = streams[side];
    if (segment.isSyn()) {
      return stream.sequence().isOtherSyn(segment.sequence())
          || (!segment.isAck()
              && !stream.sequence().isStarted()
              && streams[1 - side].sequence().isStarted());
    }
    if (!isFar(segment, stream)) {
      return false;
    }
    int behind = segment.sequence() - behindStray[side];
    return ended || (strayed[side] && behind >= 0 && behind < SequenceSpace.NEAR);
  }

  /** Whether neither side is known to have ended it. */
  public boolean isOpen() {
    return !ended
        && (reset == null || reset.ahead())
        && !streams[0].sequence().hasEnd()
        && !streams[1].sequence().hasEnd();
  }

  /** Whether a segment that {@code side} sent begins with bytes that were seen before. */
  public boolean isRepeat(TcpSegment segment, int side) {
    TcpStream stream = streams[side];
    return stream.sequence().isStarted()
        && stream.sequence().position(segment.sequence()) < stream.acknowledgements().highest();
  }

  /** Whether something of both sides is known. */
  public boolean isTwoSided() {
    return streams[0].sequence().isStarted() && streams[1].sequence().isStarted();
  }

  private static boolean isFar(TcpSegment segment, TcpStream stream) {
    int distance = stream.sequence().distance(segment.sequence());
    return segment.payloadLength() > 0 && (distance > ELSEWHERE || distance < -ELSEWHERE);
  }

  /**
   * Whether a segment that {@code side} sent is damaged: its receiver drops it, as is done here.
   */
  public boolean drops(TcpSegment segment, int side) {
    if (!streams[side].drops(segment)) {
      return false;
    }
    clock.tick(segment);
    return true;
  }

  /**
   * Takes a segment that {@code side} sent if it is the next in line and nothing waits, as with
   * nearly all. It is then of this connection and leaves it open.
   *
   * @return whether it was taken
   */
  public boolean takeNext(TcpSegment segment, int side) {
    if (ended || reset != null || !segment.isInMiddle()) {
      return false;
    }
    TcpStream stream = streams[side];
    TcpStream other = streams[1 - side];
    if (!stream.isNext(segment) || !other.isAcknowledgedBy(segment)) {
      return false;
    }
    clock.tick(segment);
    other.acknowledge(segment);
    if (segment.payloadLength() > 0) {
      strayed[side] = false;
      stream.takeNext(segment);
    }
    return true;
  }

  /** Takes a segment that {@code side} sent. */
  public void take(TcpSegment segment, int side) {
    if (ended) {
      return;
    }
    TcpStream stream = streams[side];
    TcpStream other = streams[1 - side];
    clock.tick(segment);
    if (segment.isRst()) {
      reset(segment, side);
    } else if (isFar(segment, stream)) {
      stray(segment, side);
      return;
    } else {
      inPlace(segment, side, stream, other);
    }
    settle();
    if ((streams[0].sequence().isFinished() && streams[1].sequence().isFinished()) || isReset()) {
      end(/* goesOn= */ false);
    }
  }

  private void inPlace(TcpSegment segment, int side, TcpStream stream, TcpStream other) {
    if (segment.isSyn()) {
      stream.synchronise(segment.sequence());
      other.limit(segment.mostOfSegment());
    }
    if (segment.isAck()) {
      if (segment.isSyn() && !other.sequence().isStarted()) {
        // Captured before the SYN that it answers.
        other.synchronise(segment.acknowledgement() - 1);
      } else if (stream.sequence().isFromStart() && !other.sequence().isStarted()) {
        // All of the other side may be captured behind this.
        other.expect(segment.acknowledgement());
      }
      other.acknowledge(segment);
    }
    if (segment.payloadLength() > 0) {
      strayed[side] = false;
    }
    stream.take(segment, other, clock);
  }

  /** Leaves out a segment from elsewhere, unless the next one confirms it. */
  private void stray(TcpSegment segment, int side) {
    if (!strayed[side]) {
      streams[side].stray(segment);
    }
    strayed[side] = true;
    behindStray[side] = segment.sequence() + segment.payloadLength();
  }

  private void reset(TcpSegment segment, int side) {
    SequenceSpace sequence = streams[side].sequence();
    Acknowledgements acknowledgements = streams[side].acknowledgements();
    int distance = sequence.distance(segment.sequence());
    long position = sequence.position(segment.sequence());
    // One that is further ahead than any window did not come from the other side.
    if (position < acknowledgements.acknowledged()) {
      acknowledgements.staleReset(segment, position);
    } else if (distance > -SequenceSpace.NEAR
        && distance < SequenceSpace.NEAR
        && (reset == null || position < reset.position())) {
      TcpStream other = streams[1 - side];
      if (segment.isAck()) {
        other.acknowledge(segment);
      }
      sequence.resetAt(acknowledgements.isPlausible(position) ? position : 0);
      long seenTo = acknowledgements.highest();
      long otherTo =
          Math.max(other.acknowledgements().highest(), other.acknowledgements().acknowledged());
      long number = clock.segments();
      reset =
          new PendingReset(side, position, seenTo, otherTo, distance > 0, number, clock.nanos());
    }
  }

  /** Whether a RST ends it. What was sent before that may be captured behind it. */
  private boolean isReset() {
    PendingReset pending = reset;
    if (pending == null) {
      return false;
    }
    TcpStream stream = streams[pending.side()];
    TcpStream other = streams[1 - pending.side()];
    boolean young = pending.isYoung(clock);
    if (pending.isOvertaken(stream) || (!young && pending.wentOn(stream, other))) {
      reset = null;
      stream.sequence().resetAt(0);
      return false;
    }
    // What came later may have been sent later: then the RST was ahead for its receiver as well.
    boolean mayGoOn = pending.ahead() && clock.nanos() > pending.nanos();
    return !young || !(mayGoOn || stream.isBehind() || other.isBehind());
  }

  /** Passes on what waits for nothing any more. */
  private void settle() {
    if (streams[0].isBehind() || streams[1].isBehind()) {
      streams[0].ripen(clock);
      streams[1].ripen(clock);
      release();
    }
  }

  private void release() {
    Reassembly one = streams[0].reassembly();
    Reassembly other = streams[1].reassembly();
    boolean any = true;
    while (any) {
      any = one.release(other, clock);
      any |= other.release(one, clock);
    }
  }

  /** Time of the segment that was taken last. */
  public long latestNanos() {
    return clock.nanos();
  }

  /** Whether both sides said that they send no more, or one broke off. */
  public boolean isEnded() {
    return ended;
  }

  /** Whether both sides said that they send no more, or one broke off, if not all before came. */
  public boolean hasEnds() {
    return reset != null || (streams[0].sequence().hasEnd() && streams[1].sequence().hasEnd());
  }

  /** Whether a side may have said that it sends no more. */
  public boolean isClosing(int side) {
    SequenceSpace sequence = streams[side].sequence();
    return sequence.hasEnd() || !sequence.isStarted();
  }

  /** Whether a side broke off. */
  public boolean isBrokenOff() {
    return reset != null;
  }

  /**
   * Passes on all that waits; nothing more comes.
   *
   * @param goesOn whether only the capture ends, so that there may have been more
   */
  public void end(boolean goesOn) {
    if (!ended) {
      ended = true;
      if (goesOn) {
        streams[0].reassembly().captureEnds();
        streams[1].reassembly().captureEnds();
      }
      passAll();
      streams[0].finish();
      streams[1].finish();
    }
  }

  /** Passes on what waits, in an order that the two sides can have sent it in. */
  private void passAll() {
    Reassembly one = streams[0].reassembly();
    Reassembly other = streams[1].reassembly();
    while (one.isHolding() || other.isHolding()) {
      boolean isOne =
          one.isAtGap() == other.isAtGap() ? one.nextFrame() < other.nextFrame() : one.isAtGap();
      if (isOne) {
        one.passFirst(other);
      } else {
        other.passFirst(one);
      }
      release();
    }
  }
}
