package org.rdmadump.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that is still being written: where it ends for now, a read waits until there is more, the
 * writer went on to another file, or nobody wants more.
 */
final class FollowedFile implements ReadableByteChannel {
  private final FileChannel file;
  private final FollowControl control;
  private final Successor successor;
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

  @Override
  public int read(ByteBuffer target) throws IOException {
    while (!over) {
      // What is asked before the read is true of it: nothing is written behind a successor.
      boolean last = successor.isThere(file.position(), file.size());
      int count = file.read(target);
      if (count > 0) {
        return count;
      }
      if (last) {
        over = true;
      } else if (!control.pause()) {
        stopped = true;
        over = true;
      }
    }
    return -1;
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
