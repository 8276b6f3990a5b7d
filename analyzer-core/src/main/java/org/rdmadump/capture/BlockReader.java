package org.rdmadump.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;

/**
 * A window that moves over an input of any length: one big-endian buffer over an array, filled from
 * a channel, in which the next bytes of the input lie in one piece.
 *
 * <p>Whatever delivers bytes is a {@link ReadableByteChannel}: a file, standard input, what
 * inflates either of them; a growing file would be one too. The buffer grows only when bytes that
 * really came do not fit.
 */
final class BlockReader implements Closeable {
  /** Bytes that the buffer starts with. */
  static final int CAPACITY = 1 << 17;

  /** Bytes that the buffer never grows beyond. */
  static final int LIMIT = 1 << 24;

  private final ReadableByteChannel channel;
  private ByteBuffer buffer;
  private byte[] array;

  /** Input offset of index 0 of the buffer. */
  private long base;

  /** Index of the next byte that is not consumed. */
  private int at;

  /** Index behind the last byte that was read. */
  private int filled;

  private boolean ended;

  BlockReader(ReadableByteChannel channel) {
    this(channel, CAPACITY);
  }

  BlockReader(ReadableByteChannel channel, int capacity) {
    this.channel = channel;
    this.array = new byte[capacity];
    this.buffer = ByteBuffer.wrap(array);
  }

  /** {@return the buffer; another one after {@link #ensure} had to grow it} */
  ByteBuffer buffer() {
    return buffer;
  }

  /** {@return the array behind {@link #buffer()}, with the same indexes; it is only read} */
  byte[] array() {
    return array;
  }

  /** {@return index of the next byte that is not consumed} */
  int at() {
    return at;
  }

  /** {@return bytes that lie in the buffer from {@link #at()} on} */
  int available() {
    return filled - at;
  }

  /** {@return offset in the input of the next byte that is not consumed} */
  long position() {
    return base + at;
  }

  /**
   * Reads until {@code count} bytes lie in the buffer. Indexes may change, and what was consumed
   * may be overwritten.
   *
   * @param count at most {@link #LIMIT}
   * @return false if the input ends before
   */
  boolean ensure(int count) throws IOException {
    return available() >= count || fill(count);
  }

  /**
   * How many bytes the input still has, if those are few. Indexes may change, and what was consumed
   * may be overwritten.
   *
   * @param most at most {@link #LIMIT} - 1
   * @return what is left from {@link #at()} on; -1 if that is more than {@code most}
   */
  int left(int most) throws IOException {
    return ensure(most + 1) ? -1 : available();
  }

  /**
   * Makes the buffer as long, at most {@link #LIMIT}, for one who looks far ahead again and again.
   */
  void reserve(int capacity) {
    while (array.length < capacity) {
      grow();
    }
  }

  /** Consumes bytes that are {@link #available()}. */
  void advance(int count) {
    at += count;
  }

  /**
   * Consumes bytes without keeping them.
   *
   * @return how many there were, less than {@code count} only if the input ended
   */
  long skip(long count) throws IOException {
    long skipped = 0;
    while (skipped < count && ensure(1)) {
      int step = (int) Math.min(available(), count - skipped);
      at += step;
      skipped += step;
    }
    return skipped;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private boolean fill(int count) throws IOException {
    if (ended) {
      return false;
    }
    System.arraycopy(array, at, array, 0, available());
    base += at;
    filled -= at;
    at = 0;
    buffer.clear().position(filled);
    while (filled < count && !ended) {
      if (!buffer.hasRemaining()) {
        grow();
      }
      ended = channel.read(buffer) < 0;
      filled = buffer.position();
    }
    buffer.clear();
    return filled >= count;
  }

  private void grow() {
    array = Arrays.copyOf(array, Math.min(LIMIT, 2 * array.length));
    buffer = ByteBuffer.wrap(array).position(buffer.position());
  }
}
