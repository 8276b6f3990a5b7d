package org.rdmadump.tcp;

/**
 * What one side of a TCP connection sends, put in order.
 *
 * <p>Sequence numbers are extended to 64 bits on the way in, so that nothing behind this class
 * knows of the wrap. Bytes in order are passed on where they lie. Of bytes that come more than once
 * the first copy counts, unless the sink prefers another.
 *
 * <p>An acknowledgement of more than 16 MiB beyond all that was seen is not believed until data
 * comes from there.
 *
 * <p>RFC 9293 section 3.4.
 */
public final class TcpStream {
  private final StreamEvents events;
  private final SequenceSpace sequence = new SequenceSpace();
  private final Acknowledgements acknowledgements;
  private final Retransmissions retransmissions;
  private final DamagedSegments damaged;
  private final Reassembly reassembly;
  private final StreamBytes piece = new StreamBytes();
  private long early;

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
    this.events = events;
    this.acknowledgements = new Acknowledgements(events, sink);
    this.retransmissions = new Retransmissions(events, sink, pool);
    this.damaged = new DamagedSegments(damage, events);
    this.reassembly =
        new Reassembly(sequence, acknowledgements, retransmissions, damaged, sink, events, memory);
  }

  // ---- where it begins

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
    damaged.limit(most);
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

  // ---- what it consists of

  /** Its sequence numbers. */
  SequenceSpace sequence() {
    return sequence;
  }

  /** What of it waits, and is passed on. */
  Reassembly reassembly() {
    return reassembly;
  }

  /** What its receiver has of it. */
  Acknowledgements acknowledgements() {
    return acknowledgements;
  }

  // ---- what it sends

  /** Whether nothing waits here, for anything of this stream, or for its end. */
  private boolean isSettled() {
    return sequence.isStarted()
        && !sequence.awaitsSyn()
        && !sequence.hasEnd()
        && acknowledgements.isSettled(sequence.expected())
        && reassembly.isEmpty();
  }

  /** Whether a segment goes on where this stream is, and has to wait for nothing. */
  boolean isNext(TcpSegment segment) {
    return segment.sequence() == (int) sequence.expected() && isSettled();
  }

  /** Takes one that {@link #isNext}, with payload. */
  void takeNext(TcpSegment segment) {
    piece.set(segment, sequence.expected());
    acknowledgements.seen(piece.end());
    reassembly.deliver(piece);
  }

  /** Whether a segment is damaged, so that its receiver drops it; then it says nothing. */
  boolean drops(TcpSegment segment) {
    if (!damaged.verify(segment)) {
      return false;
    }
    long position = sequence.position(segment.sequence());
    piece.set(segment, position);
    reassembly.keepDamaged(
        piece, sequence.isFollowedBy(segment.sequence()) ? position : piece.end());
    return true;
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
    } else {
      sequence.finish(segment, position);
    }
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

  private void payload(TcpSegment segment, long from, TcpStream other, StreamClock now) {
    long awaited = other.awaited(segment);
    piece.set(segment, from);
    if (sequence.awaitsSyn() && from < sequence.expected()) {
      begin(from);
    }
    long expected = sequence.expected();
    long to = piece.end();
    sequence.goesOnTo(to);
    if (from < expected) {
      again(segment, Math.min(to, expected));
      if (to <= expected) {
        return;
      }
      piece.skip((int) (expected - from));
    }
    long again = damaged.again(piece.position(), to);
    if (again > piece.position()) {
      retransmissions.copy(segment, piece, again, acknowledgements.acknowledged());
    }
    acknowledgements.seen(to);
    if (!reassembly.isHolding(piece.position())) {
      acknowledgements.filled(piece.position());
    }
    if (!reassembly.isHolding()) {
      if (piece.position() == expected && !sequence.awaitsSyn() && other.reassembly.has(awaited)) {
        if (other.lacking(segment) > 0) {
          events.outOfTurn();
        }
        reassembly.deliver(piece);
        return;
      }
      if (piece.position() > expected) {
        early(piece.position() - expected);
      }
    }
    piece.knows(awaited, now.segments());
    reassembly.hold(segment, piece);
  }

  /** Takes bytes before {@code to} that were passed on before. */
  private void again(TcpSegment segment, long to) {
    if (!retransmissions.repeated(
        segment, piece, to, sequence.expected(), acknowledgements.acknowledged())) {
      damaged.suspect();
    }
  }

  private void early(long bytes) {
    early++;
    events.finding(
        piece.finding(
            TcpRules.OUT_OF_ORDER, piece.length() + " bytes came " + bytes + " bytes early"));
  }

  // ---- what its receiver has

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

  /** Whether a segment acknowledges nothing of this stream that was not passed on. */
  boolean isAcknowledgedBy(TcpSegment segment) {
    int ahead = segment.acknowledgement() - (int) sequence.expected();
    return Acknowledgements.isOld(ahead) && isSettled();
  }

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
    sequence.acknowledged(segment, position);
    acknowledgements.take(segment, position, sequence.expected());
  }

  /** Sees whether the wait for what was acknowledged is over. */
  void ripen(StreamClock now) {
    acknowledgements.ripen(sequence.reached(), reassembly.isHolding(), now);
  }

  // ---- how it is passed on

  /** Whether something waits here, or for something of this stream. */
  public boolean isBehind() {
    return reassembly.isHolding() || sequence.isBehind(acknowledgements.acknowledged());
  }

  /** Position up to which it was passed on, holes as well. */
  public long passedTo() {
    return sequence.expected();
  }

  /** Whether everything up to its FIN or RST was passed on. */
  public boolean hasEnded() {
    return sequence.hasEnded();
  }

  /** Segments that came ahead of a gap, of several in a row the first. */
  public long early() {
    return early;
  }

  /** Bytes of holes that were passed. */
  public long absent() {
    return reassembly.absent();
  }

  /** Passes on all that waits; nothing more comes. */
  void finish() {
    reassembly.finish();
    if (!sequence.isStarted()) {
      acknowledgements.tellEarly();
    }
    retransmissions.finish();
  }
}
