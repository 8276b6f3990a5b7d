package org.rdmadump.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that is still being written: where it ends for now, a read waits until there is more, the
 * writer went on to another file, or nobody wants more. It ends where it was overwritten: when it
 * became shorter than what was read, or no longer begins as it did.
 */
final class FollowedFile implements ReadableByteChannel {
  /** Bytes that tell a capture from another one with the same header: they hold a time stamp. */
  private static final int BEGINNING = 512;

  private final FileChannel file;
  private final FollowControl control;
  private final Successor successor;

  /** The first bytes, as they were read. */
  private final ByteBuffer beginning = ByteBuffer.allocate(BEGINNING);

  private final ByteBuffer now = ByteBuffer.allocate(BEGINNING);

  /** Behind the last byte that is wanted. */
  private long end = Long.MAX_VALUE;

  private boolean overwritten;
  private boolean stopped;
  private boolean over;

  /** Tells whether the writer went on to another file. */
  interface Successor {
    /**
     * Looks for it.
     *
     * @param position bytes that were read so far
     * @param length of the file as it is now
     */
    boolean isThere(long position, long length) throws IOException;
  }

  FollowedFile(Path path, FollowControl control, Successor successor) throws IOException {
    this.file = FileChannel.open(path, StandardOpenOption.READ);
    this.control = control;
    this.successor = successor;
  }

  /** Whether it ended because nobody wanted more, so that it may be cut anywhere. */
  boolean isStopped() {
    return stopped;
  }

  /** Whether it ended because it holds something else now, which was not read. */
  boolean isOverwritten() {
    return overwritten;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    while (!over && file.position() < end) {
      // What is asked before the read is true of it: nothing is written behind a successor.
      boolean last = successor.isThere(file.position(), file.size());
      int from = target.position();
      int count = file.read(target);
      if (file.size() < file.position() || !beginsAsBefore()) {
        target.position(from);
        overwritten = true;
        over = true;
        break;
      }
      if (count > 0) {
        keepBeginning(target, from);
        return count;
      }
      if (last || stopped) {
        over = true;
      } else if (!control.pause()) {
        // What was written in the pause is read, and no more, though the writer may go on.
        stopped = true;
        end = file.size();
      }
    }
    return -1;
  }

  private boolean beginsAsBefore() throws IOException {
    now.clear().limit(beginning.position());
    int at = 0;
    while (now.hasRemaining()) {
      int count = file.read(now, at);
      if (count < 0) {
        return false;
      }
      at += count;
    }
    return now.flip().equals(beginning.duplicate().flip());
  }

  private void keepBeginning(ByteBuffer target, int from) {
    int count = Math.min(target.position() - from, beginning.remaining());
    beginning.put(target.duplicate().position(from).limit(from + count));
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
