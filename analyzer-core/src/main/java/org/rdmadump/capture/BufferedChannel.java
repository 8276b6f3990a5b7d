package org.rdmadump.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;

/** Collects small writes into large ones. */
final class BufferedChannel implements Closeable {
  private static final int CAPACITY = 1 << 16;

  private final WritableByteChannel channel;
  private final ByteBuffer buffer;
  private long flushed;

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

  /** {@return bytes so far, those included that wait to be written out} */
  long position() {
    return flushed + buffer.position();
  }

  void flush() throws IOException {
    int count = buffer.position();
    buffer.flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
    flushed += count;
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      flush();
    }
  }
}
