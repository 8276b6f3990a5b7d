package org.rdmadump.capture;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * One captured frame, as a window into the reader's buffer.
 *
 * <p>A reading loop owns one instance and the source overwrites it with every frame, so that
 * nothing is allocated per packet. The bytes are valid until the next frame is asked for; what must
 * live longer is copied.
 *
 * <pre>{@code
 * Frame frame = new Frame();
 * while (source.next(frame)) {
 *   System.out.println(frame.number() + ": " + frame.captured() + " bytes");
 * }
 * }</pre>
 */
public final class Frame {
  /** {@link #viewpoint()} where no other place of capture can have seen the same packet. */
  public static final int ONLY_VIEWPOINT = 0;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private ByteBuffer bytes = NOTHING;
  private byte[] array = new byte[0];
  private int offset;
  private int captured;
  private int original;
  private long epochNanos;
  private int linkType;
  private int interfaceId;
  private long number;
  private int viewpoint;
  private int checkCaptured;
  private int checkLength;

  /** Makes a frame without bytes, for a source to overwrite. */
  public Frame() {}

  /**
   * Points this frame at {@code captured} bytes of {@code bytes} from {@code offset} on. The buffer
   * is big-endian and lies over an array, its index 0 over the array's. The viewpoint is the only
   * one, until something else is said.
   */
  // It lies over an array, and all frames of a buffer over the same.
  @SuppressWarnings({"ByteBufferBackingArray", "ReferenceEquality"})
  public void set(
      ByteBuffer bytes,
      int offset,
      int captured,
      int original,
      long epochNanos,
      int linkType,
      int interfaceId,
      long number) {
    if (this.bytes != bytes) {
      this.bytes = bytes;
      this.array = bytes.array();
    }
    this.offset = offset;
    this.captured = captured;
    this.original = original;
    this.epochNanos = epochNanos;
    this.linkType = linkType;
    this.interfaceId = interfaceId;
    this.number = number;
    this.viewpoint = ONLY_VIEWPOINT;
    this.checkCaptured = 0;
    this.checkLength = 0;
  }

  /** Points this frame at what {@code other} is pointed at. */
  public void set(Frame other) {
    set(
        other.bytes,
        other.offset,
        other.captured,
        other.original,
        other.epochNanos,
        other.linkType,
        other.interfaceId,
        other.number);
    viewpoint = other.viewpoint;
    checkCaptured = other.checkCaptured;
    checkLength = other.checkLength;
  }

  /** Points this frame at a copy of its bytes, so that what it lay in may be used for others. */
  public void keep() {
    array = Arrays.copyOfRange(array, offset, end() + checkCaptured);
    bytes = ByteBuffer.wrap(array);
    offset = 0;
  }

  /** Points this frame at nothing, so that it holds no buffer. */
  void clear() {
    set(NOTHING, 0, 0, 0, 0, 0, 0, 0);
  }

  /** Says which frame of the run it is, and from where it was seen. */
  void merged(long numberOfRun, int from) {
    number = numberOfRun;
    viewpoint = from;
  }

  /**
   * Says that the last {@code length} bytes on the wire are a frame check sequence, which is no
   * part of the frame.
   */
  void endsWithCheck(int length) {
    checkLength = Math.min(length, original);
    original -= checkLength;
    checkCaptured = Math.max(0, captured - original);
    captured -= checkCaptured;
  }

  /** Says from where the frame was seen; see {@link #viewpoint()}. */
  public void viewpoint(int from) {
    viewpoint = from;
  }

  /** The big-endian buffer that holds the frame; use absolute reads only. */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** The array behind {@link #bytes()}, with the same indexes; it is only read. */
  public byte[] array() {
    return array;
  }

  /** Index of the frame's first byte in {@link #bytes()}. */
  public int offset() {
    return offset;
  }

  /** Captured bytes, without the frame check sequence where the capture says that it has one. */
  public int captured() {
    return captured;
  }

  /** {@return bytes of its frame check sequence that were captured, behind {@link #end()}} */
  public int checkCaptured() {
    return checkCaptured;
  }

  /** {@return bytes of its frame check sequence; 0 where the capture says of none} */
  public int checkLength() {
    return checkLength;
  }

  /** Bytes on the wire, at least {@link #captured()}. */
  public int original() {
    return original;
  }

  /** Index behind the last captured byte. */
  public int end() {
    return offset + captured;
  }

  /**
   * Index behind the frame's last byte on the wire, which may lie outside of {@link #bytes()}; an
   * original length that no index can reach gives the greatest one.
   */
  public int wireEnd() {
    return (int) Math.min((long) offset + original, Integer.MAX_VALUE);
  }

  /** Time of capture in nanoseconds since 1970-01-01T00:00:00Z. */
  public long epochNanos() {
    return epochNanos;
  }

  /** Link type as numbered by the pcap file format (LINKTYPE_ values). */
  public int linkType() {
    return linkType;
  }

  /** Interface of a pcapng file, counted over all its sections from 0; 0 for pcap. */
  public int interfaceId() {
    return interfaceId;
  }

  /** 1-based number of the frame in the input, as Wireshark counts; over all inputs of a merge. */
  public long number() {
    return number;
  }

  /**
   * Where the frame was captured, told apart from other places that may have seen the same packet:
   * an interface of a file, a file of a merge. {@link #ONLY_VIEWPOINT} if there is no other.
   */
  public int viewpoint() {
    return viewpoint;
  }
}
