package org.rdmadump.tcp;

/**
 * A TCP connection as the capture shows it: the streams of its two sides, from SYN to FIN or RST,
 * or whatever part of that was captured.
 */
public final class TcpConnection {
  /** Sequence numbers this far away belong to another connection between the same ports. */
  private static final int ELSEWHERE = 1 << 28;

  /** A RST that is further away than any window did not come from the other side. */
  private static final int NEAR = 1 << 24;

  private final TcpStream[] streams;
  private boolean ended;

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

  /** Whether a segment belongs to another connection, which uses the same addresses and ports. */
  public boolean isOfAnother(TcpSegment segment, int side) {
    TcpStream stream = streams[side];
    if (segment.isSyn()) {
      return stream.isOtherSyn(segment.sequence())
          || (!segment.isAck() && !stream.isStarted() && streams[1 - side].isStarted());
    }
    int distance = stream.distance(segment.sequence());
    return segment.payloadLength() > 0 && (distance > ELSEWHERE || distance < -ELSEWHERE);
  }

  /** Takes a segment that {@code side} sent. */
  public void take(TcpSegment segment, int side) {
    if (ended) {
      return;
    }
    TcpStream stream = streams[side];
    if (segment.isRst()) {
      int distance = stream.distance(segment.sequence());
      if (distance > -NEAR && distance < NEAR) {
        end();
      }
      return;
    }
    if (segment.isSyn()) {
      stream.synchronise(segment.sequence());
    }
    if (segment.isAck()) {
      streams[1 - side].acknowledge(segment.acknowledgement(), segment.epochNanos());
    }
    stream.take(segment);
    if (streams[0].isFinished() && streams[1].isFinished()) {
      end();
    }
  }

  /** Whether both sides said that they send no more, or one broke off. */
  public boolean isEnded() {
    return ended;
  }

  /** Passes on all that waits; nothing more comes. */
  public void end() {
    if (!ended) {
      ended = true;
      streams[0].finish();
      streams[1].finish();
    }
  }
}
