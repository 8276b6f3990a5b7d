package org.rdmadump.analysis.extract;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.rdmadump.bytes.Rope;

/** The bytes of all views on disk: a folder of files of their own, written to by offset. */
final class FileStore implements Closeable {
  private static final int BUFFER = 1 << 16;

  private final Path folder;
  private final ExtractLimits limits;
  private final RangeRoom room;
  private final RangeRoom uncommitted;
  private final OpenFiles open = new OpenFiles();
  private final byte[] copy = new byte[BUFFER];
  private final byte[] none = new byte[BUFFER];
  private int made;
  private long beyond;

  /** A store in {@code folder}, which nobody else writes to. */
  FileStore(Path folder, ExtractLimits limits) {
    this.folder = folder;
    this.limits = limits;
    this.room = new RangeRoom(limits.ranges());
    this.uncommitted = new RangeRoom(limits.ranges());
  }

  /** {@return a view without bytes} */
  FileView view() {
    made++;
    return new FileView(folder.resolve(Integer.toString(made)), this);
  }

  /** Room for the ranges of all views. */
  RangeRoom room() {
    return room;
  }

  /** Room for the ranges of all files that wait for a COMMIT. */
  RangeRoom uncommitted() {
    return uncommitted;
  }

  /** Bytes that were left out because of their offset. */
  long beyond() {
    return beyond;
  }

  /**
   * {@return how many of {@code length} bytes from {@code offset} on are below the limit on
   * offsets} Both are unsigned; the rest is counted.
   */
  long within(long offset, long length) {
    long most = offset < 0 ? 0 : Math.max(0, limits.offset() - offset);
    long taken = length < 0 ? most : Math.min(length, most);
    long rest = length - taken;
    beyond = rest < 0 || beyond + rest < 0 ? Long.MAX_VALUE : beyond + rest;
    return taken;
  }

  /** Writes the bytes of {@code data}, which is complete. */
  void write(Path file, long at, Rope data) throws IOException {
    FileChannel channel = open.get(file);
    long done = 0;
    while (done < data.length()) {
      int count = (int) Math.min(BUFFER, data.length() - done);
      data.copyTo(done, copy, 0, count);
      write(channel, at + done, ByteBuffer.wrap(copy, 0, count));
      done += count;
    }
  }

  /** Writes zeros over what is there. */
  void writeZeros(Path file, long at, long length) throws IOException {
    FileChannel channel = open.get(file);
    long done = 0;
    while (done < length) {
      int count = (int) Math.min(BUFFER, length - done);
      write(channel, at + done, ByteBuffer.wrap(none, 0, count));
      done += count;
    }
  }

  private static void write(FileChannel channel, long at, ByteBuffer bytes) throws IOException {
    long position = at;
    while (bytes.hasRemaining()) {
      position += channel.write(bytes, position);
    }
  }

  /** Reads {@code length} bytes, at most those of {@code into}. */
  void read(Path file, long at, byte[] into, int length) throws IOException {
    FileChannel channel = open.get(file);
    ByteBuffer bytes = ByteBuffer.wrap(into, 0, length);
    long position = at;
    while (bytes.hasRemaining()) {
      int count = channel.read(bytes, position);
      if (count < 0) {
        throw new IOException("somebody else made it shorter");
      }
      position += count;
    }
  }

  /** Cuts a file. */
  void truncate(Path file, long size) throws IOException {
    open.get(file).truncate(size);
  }

  /** Makes a file {@code size} bytes long; what is added takes no room on disk. */
  void setLength(Path file, long size) throws IOException {
    FileChannel channel = open.get(file);
    if (channel.size() < size) {
      write(channel, size - 1, ByteBuffer.wrap(none, 0, 1));
    }
    channel.truncate(size);
  }

  /** Closes a file, so that it can be moved. */
  void close(Path file) throws IOException {
    open.close(file);
  }

  @Override
  public void close() throws IOException {
    open.close();
  }
}
