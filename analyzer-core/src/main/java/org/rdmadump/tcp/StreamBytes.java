package org.rdmadump.tcp;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;

/**
 * A run of bytes of a stream as one segment carried it. Of the {@link #length()} bytes the first
 * {@link #captured()} are there; the snap length cut the rest.
 */
public final class StreamBytes {
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private ByteBuffer bytes = NONE;
  private byte[] array = new byte[0];
  private int offset;
  private int captured;
  private int length;
  private long position;
  private long frame;
  private long epochNanos;
  private int frameOffset;
  private long needs;
  private long number;

  /** The segment, as long as its frame is valid; null for a copy. */
  private @Nullable TcpSegment segment;

  /** An empty one. */
  public StreamBytes() {}

  void set(TcpSegment segment, long position) {
    this.bytes = segment.bytes();
    this.array = segment.array();
    this.offset = segment.payloadOffset();
    this.captured = segment.payloadCaptured();
    this.length = segment.payloadLength();
    this.position = position;
    this.frame = segment.frameNumber();
    this.epochNanos = segment.epochNanos();
    this.frameOffset = segment.frameOffset();
    this.needs = 0;
    this.number = 0;
    this.segment = segment;
  }

  /**
   * Whether the checksum of the segment is wrong, so that its receiver drops it. Of a copy it is
   * not known.
   */
  public boolean isDamaged() {
    return segment != null && segment.checksum() == TcpChecksum.WRONG;
  }

  /**
   * The same, or its checksum is wrong and looks like that of the first of several segments that
   * the receiver joined, as a few in a hundred damaged ones do.
   */
  public boolean mayBeDamaged() {
    if (segment == null) {
      return false;
    }
    TcpChecksum checksum = segment.checksum();
    return checksum == TcpChecksum.WRONG || checksum == TcpChecksum.JOINED;
  }

  /** Whether its segment has more than {@code most} bytes. Of a copy it is not known. */
  boolean isOfMoreThan(int most) {
    return segment != null && segment.payloadLength() > most;
  }

  /**
   * Says what its sender had received when it sent the run.
   *
   * @param needs position in the other side's stream; 0 if that is of no concern
   * @param number of the segment in its connection
   */
  void knows(long needs, long number) {
    this.needs = needs;
    this.number = number;
  }

  /**
   * Bytes of an array, copied.
   *
   * @param array holds the first byte of the run at index 0
   * @param from first index to take
   * @param captured index behind the last that is there, at least {@code from}
   * @param length index behind the last that was sent
   * @param position of index 0 in the stream
   * @param frame of index 0
   * @param epochNanos time of that frame
   * @param frameOffset where index 0 stands in its frame
   */
  public static StreamBytes of(
      byte[] array,
      int from,
      int captured,
      int length,
      long position,
      long frame,
      long epochNanos,
      int frameOffset) {
    StreamBytes run = new StreamBytes();
    run.bytes = ByteBuffer.wrap(array);
    run.array = array;
    run.captured = captured;
    run.length = length;
    run.position = position;
    run.frame = frame;
    run.epochNanos = epochNanos;
    run.frameOffset = frameOffset;
    return run.copy(from, length);
  }

  /**
   * A copy of its bytes {@code [from, to)}, counted from its own first, that outlives the frame.
   */
  public StreamBytes copy(int from, int to) {
    StreamBytes copy = new StreamBytes();
    byte[] own = new byte[Math.max(0, Math.min(to, captured) - from)];
    if (own.length > 0) {
      System.arraycopy(array, offset + from, own, 0, own.length);
    }
    copy.bytes = ByteBuffer.wrap(own);
    copy.array = own;
    copy.captured = own.length;
    copy.length = to - from;
    copy.position = position + from;
    copy.frame = frame;
    copy.epochNanos = epochNanos;
    copy.frameOffset = frameOffset + from;
    copy.needs = needs;
    copy.number = number;
    return copy;
  }

  /** Leaves out the first {@code count} bytes, at most {@link #length()}. */
  void skip(int count) {
    offset += count;
    captured = Math.max(0, captured - count);
    length -= count;
    position += count;
    frameOffset += count;
  }

  /** Position in the other side's stream that its sender had received all before. */
  long needs() {
    return needs;
  }

  /** Number of its segment in its connection. */
  long number() {
    return number;
  }

  /** Buffer that holds the captured ones; use absolute reads only. */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** The array behind {@link #bytes()}, with the same indexes; it is only read. */
  public byte[] array() {
    return array;
  }

  /** Index of the first in {@link #bytes()}. */
  public int offset() {
    return offset;
  }

  /** How many were captured. */
  public int captured() {
    return captured;
  }

  /** How many were sent. */
  public int length() {
    return length;
  }

  /** Position of the first in the stream: its sequence number, extended so that it never wraps. */
  public long position() {
    return position;
  }

  /** Position behind the last. */
  public long end() {
    return position + length;
  }

  /** 1-based number of the frame. */
  public long frame() {
    return frame;
  }

  /** Time of the frame. */
  public long epochNanos() {
    return epochNanos;
  }

  /** Where the first stands in its frame. */
  public int frameOffset() {
    return frameOffset;
  }

  /** {@return a finding about the run, where it begins} */
  public Finding finding(Rule rule, String message) {
    return finding(rule, 0, message);
  }

  /** {@return a finding about its byte {@code index}} */
  public Finding finding(Rule rule, int index, String message) {
    return new Finding(rule, frame, frameOffset + index, message);
  }
}
