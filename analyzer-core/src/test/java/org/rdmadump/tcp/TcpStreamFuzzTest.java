package org.rdmadump.tcp;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import org.rdmadump.finding.Finding;

/**
 * Up to 200 segments of both sides, anywhere in a stream whose every byte follows from its sequence
 * number: what is passed on has no gap and no byte of another place.
 */
class TcpStreamFuzzTest {
  private static final int MOST_SEGMENTS = 200;
  private static final int MEMORY = 1 << 16;
  private static final long SECOND = 1_000_000_000L;

  private static final int KINDS = 8;
  private static final int SYNCHRONISE = 4;
  private static final int ACKNOWLEDGE = 5;
  private static final int END = 6;
  private static final int PAUSE = 7;
  private static final int CUT = 0x10;
  private static final int OTHER_SIDE = 0x20;

  /**
   * The first sequence number in four bytes; then for each segment a byte that says what it is, in
   * two bytes how far it is from the first, and for data in a byte how long it is.
   */
  @FuzzTest
  void shouldPassOnTheBytesOfTheStream(byte[] input) {
    ByteBuffer in = ByteBuffer.wrap(input);
    int first = in.remaining() < 4 ? 0 : in.getInt();
    Checking[] sides = {new Checking(), new Checking()};
    StreamMemory memory = new StreamMemory(MEMORY);
    RecentBytesPool pool = new RecentBytesPool();
    DamageEvidence damage = new DamageEvidence();
    TcpConnection connection =
        new TcpConnection(
            new TcpStream(sides[0], sides[0], memory, pool, damage),
            new TcpStream(sides[1], sides[1], memory, pool, damage));
    Segments wire = new Segments();
    for (int i = 0; i < MOST_SEGMENTS && in.remaining() >= 3; i++) {
      int choices = in.get();
      int sequence = first + in.getShort();
      int side = (choices & OTHER_SIDE) != 0 ? 1 : 0;
      switch (choices & (KINDS - 1)) {
        case SYNCHRONISE ->
            connection.take(segment(wire, sequence, first, Segments.SYN, 0, 0), side);
        case ACKNOWLEDGE ->
            connection.take(segment(wire, first, sequence, Segments.ACK, 0, 0), side);
        case END ->
            connection.take(
                segment(
                    wire,
                    sequence,
                    first,
                    (choices & CUT) != 0 ? Segments.RST : Segments.FIN,
                    0,
                    0),
                side);
        case PAUSE -> wire.pause(SECOND * ((sequence - first) & 0x7f));
        default -> {
          int length = in.hasRemaining() ? (in.get() & 0xff) << (choices & 3) : 0;
          int captured = (choices & CUT) != 0 ? length / 3 : length;
          TcpSegment data = segment(wire, sequence, first, Segments.ACK, length, captured);
          if (!connection.isOfAnother(data, side)) {
            connection.take(data, side);
          }
        }
      }
      memory.enforce();
    }
    connection.end(/* goesOn= */ false);

    for (Checking each : sides) {
      if (each.differs || each.wrong > 0) {
        throw new AssertionError(each.wrong + " wrong pieces, overlaps differ: " + each.differs);
      }
    }
  }

  private static TcpSegment segment(
      Segments wire, int sequence, int acknowledgement, int flags, int length, int captured) {
    byte[] payload = new byte[length];
    for (int i = 0; i < length; i++) {
      payload[i] = at(sequence + i);
    }
    return wire.segment(sequence, acknowledgement, flags, payload, captured);
  }

  private static byte at(int sequence) {
    return (byte) (((sequence ^ (sequence >>> 11)) * 37) >>> 3);
  }

  /** Compares what a stream gives with what was sent. */
  private static final class Checking implements StreamSink, StreamEvents {
    private long end = -1;
    private long acknowledged;
    private long wrong;
    private boolean differs;

    private void follows(long position, long length) {
      wrong += (end >= 0 && position != end) || length <= 0 ? 1 : 0;
      end = position + length;
    }

    @Override
    public int bytes(StreamBytes piece) {
      follows(piece.position(), piece.length());
      wrong += piece.captured() < 0 || piece.captured() > piece.length() ? 1 : 0;
      for (int i = 0; i < piece.captured(); i++) {
        boolean same = piece.array()[piece.offset() + i] == at((int) piece.position() + i);
        wrong += same ? 0 : 1;
      }
      return piece.length();
    }

    @Override
    public void missing(long position, long length) {
      follows(position, length);
    }

    @Override
    public void acknowledged(long position, long epochNanos) {
      wrong += position <= acknowledged ? 1 : 0;
      acknowledged = position;
    }

    @Override
    public void repeated(long from, long to, long frame, long epochNanos) {
      wrong += from > to ? 1 : 0;
    }

    @Override
    public void finding(Finding finding) {
      differs |= finding.rule().equals(TcpRules.OVERLAP_DIFFERS);
    }
  }
}
