package org.rdmadump.xdr;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.rdmadump.bytes.Rope;

/**
 * Reads XDR values one after the other from a part of a rope.
 *
 * <p>Nothing on the wire makes it throw. The first value that cannot be read stops the reader:
 * {@link #stop()} says why, {@link #position()} stays at the start of that value, and it and all
 * later reads return 0, false or nothing. So a caller may read a whole structure and ask {@link
 * #ok()} once.
 *
 * <p>RFC 4506.
 */
public final class XdrReader {
  /** Everything in XDR takes a multiple of this many bytes (RFC 4506 section 3). */
  private static final int UNIT = 4;

  private Rope rope;
  private long limit;

  /** What is before it is there: the limit, or 0 once it stopped, or if anything is absent. */
  private long ready;

  private long position;
  private XdrStop stop = XdrStop.NONE;

  /** Makes a reader of the whole rope. */
  public XdrReader(Rope rope) {
    this(rope, 0, rope.length());
  }

  /**
   * Makes a reader of the bytes {@code [start, limit)} of {@code rope}.
   *
   * @throws IndexOutOfBoundsException if these are not inside of the rope
   */
  public XdrReader(Rope rope, long start, long limit) {
    Objects.checkFromToIndex(start, limit, rope.length());
    this.rope = rope;
    this.position = start;
    this.limit = limit;
    this.ready = rope.isComplete() ? limit : 0;
  }

  /** Begins anew, with the whole of another rope: for who reads one after the other. */
  public void restart(Rope other) {
    rope = other;
    position = 0;
    limit = other.length();
    ready = other.isComplete() ? limit : 0;
    stop = XdrStop.NONE;
  }

  /** {@return {@code length} with its round-up to a multiple of 4} */
  public static long padded(long length) {
    return (length + UNIT - 1) & -UNIT;
  }

  /** {@return whether every value so far could be read} */
  public boolean ok() {
    return stop == XdrStop.NONE;
  }

  /** {@return why the reader reads no further} */
  public XdrStop stop() {
    return stop;
  }

  /** {@return position in the rope of the next value, or of the one that could not be read} */
  public long position() {
    return position;
  }

  /** {@return number of bytes left, those in holes included} */
  public long remaining() {
    return limit - position;
  }

  /** Stops the reader at its position, for a decoder that finds a value which cannot be right. */
  public void reject() {
    fail(XdrStop.BAD_VALUE);
  }

  /** {@return an unsigned integer, 0 to 2<sup>32</sup>-1} */
  public long u32() {
    return Integer.toUnsignedLong(i32());
  }

  /** {@return an integer, or the 32 bits of an unsigned one} */
  public int i32() {
    if (!require(Integer.BYTES)) {
      return 0;
    }
    int value = rope.getInt(position);
    position += Integer.BYTES;
    return value;
  }

  /** {@return the 64 bits of a hyper or unsigned hyper} */
  public long u64() {
    if (!require(Long.BYTES)) {
      return 0;
    }
    long value = rope.getLong(position);
    position += Long.BYTES;
    return value;
  }

  /** {@return a bool; only 0 and 1 are ones} */
  public boolean bool() {
    if (!require(Integer.BYTES)) {
      return false;
    }
    int value = rope.getInt(position);
    if (value != 0 && value != 1) {
      fail(XdrStop.BAD_VALUE);
      return false;
    }
    position += Integer.BYTES;
    return value == 1;
  }

  /**
   * Reads the count of an array.
   *
   * @param leastBytes number of bytes that the smallest element takes, at least 1
   * @return the count, 0 to 2<sup>32</sup>-1, of elements that may all be in the bytes left
   */
  public long count(int leastBytes) {
    if (!require(Integer.BYTES)) {
      return 0;
    }
    long count = Integer.toUnsignedLong(rope.getInt(position));
    if (count > (remaining() - Integer.BYTES) / leastBytes) {
      fail(XdrStop.BEYOND_END);
      return 0;
    }
    position += Integer.BYTES;
    return count;
  }

  /** {@return an opaque of any length, see {@link #opaque(long)}} */
  public XdrOpaque opaque() {
    return opaque(Long.MAX_VALUE);
  }

  /**
   * Reads the length word of an opaque and steps over its bytes and its round-up. The bytes may be
   * in a hole: only the length word must be there.
   *
   * @param most bound of the length; a longer one stops the reader as a bad value
   * @return where the bytes are; if the reader stops, an empty range at its position
   */
  public XdrOpaque opaque(long most) {
    long start = position + Integer.BYTES;
    long length = skipOpaque(most);
    return new XdrOpaque(ok() ? start : position, length);
  }

  /**
   * {@return the number of bytes of an opaque that is stepped over as {@link #opaque(long)} does}
   */
  public long skipOpaque(long most) {
    if (!require(Integer.BYTES)) {
      return 0;
    }
    long length = Integer.toUnsignedLong(rope.getInt(position));
    if (length > most) {
      fail(XdrStop.BAD_VALUE);
      return 0;
    }
    if (padded(length) > remaining() - Integer.BYTES) {
      fail(XdrStop.BEYOND_END);
      return 0;
    }
    position += Integer.BYTES + padded(length);
    return length;
  }

  /**
   * Steps over the bytes of an opaque of fixed length and its round-up. They may be in a hole.
   *
   * @param length number of bytes, not negative
   * @return where the bytes are; if the reader stops, an empty range at its position
   */
  public XdrOpaque fixedOpaque(long length) {
    long start = position;
    return skip(padded(length)) ? new XdrOpaque(start, length) : new XdrOpaque(start, 0);
  }

  /**
   * Reads a string, as UTF-8; what is not UTF-8 becomes U+FFFD. All its bytes must be there.
   *
   * @param most bound of the length in bytes; a longer one stops the reader as a bad value
   * @return the string; if the reader stops, an empty one
   */
  public String string(int most) {
    long at = position;
    XdrOpaque bytes = opaque(most);
    if (!ok()) {
      return "";
    }
    if (!rope.has(bytes.start(), bytes.length())) {
      position = at;
      fail(XdrStop.NOT_AVAILABLE);
      return "";
    }
    return new String(rope.toArray(bytes.start(), bytes.end()), StandardCharsets.UTF_8);
  }

  /**
   * Steps over {@code count} bytes, not negative, which may be in a hole.
   *
   * @return whether they were inside of the limit
   */
  public boolean skip(long count) {
    if (!ok()) {
      return false;
    }
    if (count > remaining()) {
      fail(XdrStop.BEYOND_END);
      return false;
    }
    position += count;
    return true;
  }

  /** {@return a reader of what is inside an opaque that this reader has read} */
  public XdrReader within(XdrOpaque opaque) {
    return new XdrReader(rope, opaque.start(), opaque.end());
  }

  private boolean require(int count) {
    return count <= ready - position || isThere(count);
  }

  private boolean isThere(int count) {
    if (!ok()) {
      return false;
    }
    if (count > remaining()) {
      fail(XdrStop.BEYOND_END);
      return false;
    }
    if (!rope.has(position, count)) {
      fail(XdrStop.NOT_AVAILABLE);
      return false;
    }
    return true;
  }

  /** The first reason stays. */
  private void fail(XdrStop why) {
    if (ok()) {
      stop = why;
      ready = 0;
    }
  }
}
