package org.rdmadump.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.util.BitSet;

/**
 * Collects small writes into large ones. If one fails, a file ends behind the last whole record of
 * it, and nothing more is written.
 */
final class BufferedChannel implements Closeable {
  private static final int CAPACITY = 1 << 16;

  private final WritableByteChannel channel;
  private final ByteBuffer buffer;
  private long flushed;

  /** Where records end in the buffer. */
  private final BitSet ends = new BitSet(CAPACITY + 1);

  /** Bytes up to the end of the last record that was flushed. */
  private long whole;

  private boolean failed;

  BufferedChannel(WritableByteChannel channel, ByteOrder order) {
    this.channel = channel;
    this.buffer = ByteBuffer.allocateDirect(CAPACITY).order(order);
  }

  /** {@return the buffer, in which {@code count} more bytes, at most 64 KiB, may be put} */
  ByteBuffer room(int count) throws IOException {
    if (buffer.remaining() < count) {
      flush();
    }
    return buffer;
  }

  /** Appends bytes of any length. */
  void put(ByteBuffer bytes, int offset, int length) throws IOException {
    int at = offset;
    int end = offset + length;
    while (at < end) {
      int step = Math.min(room(1).remaining(), end - at);
      buffer.put(buffer.position(), bytes, at, step);
      buffer.position(buffer.position() + step);
      at += step;
    }
  }

  /** Says that a record ends here. */
  void endRecord() {
    ends.set(buffer.position());
  }

  /** {@return bytes so far, those included that wait to be written out} */
  long position() {
    return flushed + buffer.position();
  }

  void flush() throws IOException {
    buffer.flip();
    try {
      while (buffer.hasRemaining() && !failed) {
        channel.write(buffer);
      }
    } catch (IOException e) {
      failed = true;
      take();
      cut(e);
      throw e;
    }
    take();
  }

  /** Counts what was written of the buffer, and empties it. */
  private void take() {
    int end = ends.previousSetBit(buffer.position());
    whole = end < 0 ? whole : flushed + end;
    flushed += buffer.position();
    ends.clear();
    buffer.clear();
  }

  private void cut(IOException why) {
    try {
      if (channel instanceof FileChannel file && file.size() == file.position()) {
        file.truncate(file.size() - (flushed - whole));
      }
    } catch (IOException e) {
      // A pipe has no position.
      why.addSuppressed(e);
    }
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      flush();
    }
  }
}
