package org.rdmadump.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;

/**
 * Reads a file in equal pieces into one page-aligned direct buffer, which stays in the processor's
 * cache, and hands the bytes on from there.
 *
 * <p>Where a read lands matters: some processors copy whole pages several times slower to an
 * address that lies a few bytes further in its page than the source does in its own.
 */
final class FileReads implements ReadableByteChannel {
  private static final int PAGE = 1 << 12;
  private static final int PIECE = 1 << 16;

  private final FileChannel file;
  private final ByteBuffer piece =
      ByteBuffer.allocateDirect(PIECE + PAGE).alignedSlice(PAGE).limit(PIECE).slice();

  /** A reader from where the channel is; it belongs to this one from now on. */
  FileReads(FileChannel file) {
    this.file = file;
    piece.limit(0);
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    if (!piece.hasRemaining()) {
      piece.clear();
      int count = file.read(piece);
      piece.flip();
      if (count < 0) {
        return count;
      }
    }
    int count = Math.min(piece.remaining(), target.remaining());
    int end = piece.limit();
    target.put(piece.limit(piece.position() + count));
    piece.limit(end);
    return count;
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
