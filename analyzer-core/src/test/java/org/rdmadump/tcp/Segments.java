package org.rdmadump.tcp;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;

/**
 * Gives segments of one connection to its streams, and keeps what the first side's stream gives.
 */
final class Segments implements StreamSink, StreamEvents {
  static final int FIN = 1;
  static final int SYN = 2;
  static final int RST = 4;
  static final int ACK = 16;

  private static final int HEADERS = 14 + 20 + 20;
  private static final long MEMORY = 64L << 20;

  final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  final List<String> events = new ArrayList<>();
  final List<Finding> findings = new ArrayList<>();
  final StreamMemory memory;
  final TcpConnection connection;
  private final PacketDecoder packets = new PacketDecoder();
  private long frames;
  private long nanos;
  private long end = -1;

  Segments() {
    this(MEMORY);
  }

  Segments(long most) {
    memory = new StreamMemory(most);
    RecentBytesPool pool = new RecentBytesPool();
    DamageEvidence damage = new DamageEvidence();
    connection =
        new TcpConnection(
            new TcpStream(this, this, memory, pool, damage),
            new TcpStream(new Nowhere(), new Nowhere(), memory, pool, damage));
  }

  /** Lets time pass. */
  void pause(long more) {
    nanos += more;
  }

  /** A segment of the first side. */
  Segments send(int sequence, int flags, byte[] payload) {
    return send(sequence, flags, payload, payload.length);
  }

  /** A segment of the first side of which {@code captured} bytes were captured. */
  Segments send(int sequence, int flags, byte[] payload, int captured) {
    connection.take(segment(sequence, 0, flags, payload, captured), 0);
    memory.enforce();
    return this;
  }

  /** An acknowledgement of the second side. */
  Segments acknowledge(int next) {
    connection.take(segment(7, next, ACK, new byte[0], 0), 1);
    return this;
  }

  TcpSegment segment(int sequence, int acknowledgement, int flags, byte[] payload, int captured) {
    ByteBuffer frame = ByteBuffer.allocate(HEADERS + payload.length);
    frame.putShort(12, (short) 0x0800).put(14, (byte) 0x45);
    frame.putShort(16, (short) (40 + payload.length)).put(23, (byte) 6);
    frame.putInt(38, sequence).putInt(42, acknowledgement);
    frame.put(46, (byte) 0x50).put(47, (byte) flags);
    frame.put(HEADERS, payload);
    Frame captures = new Frame();
    captures.set(frame, 0, HEADERS + captured, HEADERS + payload.length, nanos, 1, 0, ++frames);
    Datagram datagram = new Datagram();
    packets.decode(captures, datagram, findings::add);
    TcpSegment segment = new TcpSegment();
    segment.read(captures, datagram, findings::add);
    return segment;
  }

  /** What was given out, holes left out. */
  byte[] stream() {
    return bytes.toByteArray();
  }

  /** Names of the rules of all findings. */
  List<String> rules() {
    return findings.stream().map(each -> each.rule().name()).toList();
  }

  @Override
  public int bytes(StreamBytes piece) {
    follows(piece.position(), piece.length());
    byte[] copy = new byte[piece.captured()];
    piece.bytes().get(piece.offset(), copy);
    bytes.writeBytes(copy);
    if (piece.captured() < piece.length()) {
      events.add("cut " + (piece.length() - piece.captured()));
    }
    return piece.length();
  }

  private void follows(long position, long length) {
    if (end >= 0 && position != end) {
      throw new AssertionError("bytes at " + position + " follow " + end);
    }
    end = position + length;
  }

  @Override
  public void missing(long position, long length) {
    follows(position, length);
    events.add("missing " + length);
  }

  @Override
  public void acknowledged(long position, long epochNanos) {
    events.add("acknowledged");
  }

  @Override
  public void repeated(long from, long to, long frame, long epochNanos) {
    events.add("repeated " + (to - from));
  }

  @Override
  public void finding(Finding finding) {
    findings.add(finding);
  }

  /** Bytes {@code from} to {@code to} of an array. */
  static byte[] part(byte[] whole, int from, int to) {
    return Arrays.copyOfRange(whole, from, to);
  }

  /** Takes the other side's bytes. */
  private static final class Nowhere implements StreamSink, StreamEvents {
    @Override
    public int bytes(StreamBytes piece) {
      return piece.length();
    }

    @Override
    public void missing(long position, long length) {}

    @Override
    public void acknowledged(long position, long epochNanos) {}

    @Override
    public void repeated(long from, long to, long frame, long epochNanos) {}

    @Override
    public void finding(Finding finding) {}
  }
}
