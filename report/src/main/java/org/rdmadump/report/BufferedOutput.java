package org.rdmadump.report;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream with a buffer of 64 KiB that tells a closed pipe from other failures. It passes bytes on
 * when the buffer is full and when it is flushed. Not thread-safe, which makes it cheap.
 */
public final class BufferedOutput extends OutputStream {
  private static final int CAPACITY = 64 << 10;

  /** Bytes that are passed on at once: somewhere below, memory is allocated for them. */
  private static final int MOST = 2 * CAPACITY;

  private final OutputStream target;
  private final boolean pipe;
  private final byte[] buffer = new byte[CAPACITY];
  private int filled;
  private boolean failed;

  /**
   * A stream in front of {@code target}.
   *
   * @param pipe {@code target} is known to be a pipe or a socket, so that any failure to write
   *     means that its reader is gone, whatever language the system's message has
   */
  public BufferedOutput(OutputStream target, boolean pipe) {
    this.target = target;
    this.pipe = pipe;
  }

  @Override
  public void write(int b) throws IOException {
    if (filled == CAPACITY) {
      drain();
    }
    buffer[filled++] = (byte) b;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int at = offset;
    int rest = length;
    // What has no room in the buffer is not copied to it.
    while (rest > CAPACITY) {
      drain();
      int count = Math.min(rest, MOST);
      pass(bytes, at, count);
      at += count;
      rest -= count;
    }
    while (rest > 0) {
      if (filled == CAPACITY) {
        drain();
      }
      int count = Math.min(rest, CAPACITY - filled);
      System.arraycopy(bytes, at, buffer, filled, count);
      filled += count;
      at += count;
      rest -= count;
    }
  }

  /**
   * Passes everything on.
   *
   * @throws ClosedPipeException if nobody reads it any more
   */
  @Override
  public void flush() throws IOException {
    drain();
    try {
      target.flush();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Passes everything on and closes the target; after a failure it only closes. */
  @Override
  public void close() throws IOException {
    try {
      if (!failed) {
        flush();
      }
    } finally {
      target.close();
    }
  }

  private void drain() throws IOException {
    int count = filled;
    filled = 0;
    if (count > 0) {
      pass(buffer, 0, count);
    }
  }

  private void pass(byte[] bytes, int offset, int length) throws IOException {
    try {
      target.write(bytes, offset, length);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private IOException failure(IOException e) {
    failed = true;
    String message = e.getMessage();
    boolean broken = message != null && message.contains("Broken pipe");
    return pipe || broken ? new ClosedPipeException(e) : e;
  }
}
