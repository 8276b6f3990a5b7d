package org.rdmadump.tcp;

/** The last bytes that a stream delivered, to compare with what is sent again. */
final class RecentBytes {
  /** Bytes that are remembered. */
  static final int SIZE = 1 << 15;

  private static final int MASK = SIZE - 1;

  private final byte[] ring = new byte[SIZE];
  private long from;
  private long to;

  /** Forgets all; what comes next is at {@code position}. */
  void restart(long position) {
    from = position;
    to = position;
  }

  /** Remembers bytes that follow those before. */
  void add(StreamBytes piece) {
    if (piece.position() != to) {
      restart(piece.position());
    }
    int count = Math.min(piece.captured(), SIZE);
    int skipped = piece.captured() - count;
    long at = piece.position() + skipped;
    int index = (int) at & MASK;
    int part = Math.min(count, SIZE - index);
    if (count > 0) {
      System.arraycopy(piece.array(), piece.offset() + skipped, ring, index, part);
    }
    if (count > part) {
      System.arraycopy(piece.array(), piece.offset() + skipped + part, ring, 0, count - part);
    }
    if (piece.captured() < piece.length()) {
      restart(piece.end());
      return;
    }
    to = piece.end();
    from = Math.max(from, to - SIZE);
    if (skipped > 0) {
      from = Math.max(from, at);
    }
  }

  /** Forgets what is from {@code position} on, and will come again. */
  void cut(long position) {
    to = position;
    from = Math.min(from, position);
  }

  /**
   * {@return index, counted from {@code position}, of the first of {@code count} bytes that was
   * remembered with another value; -1 if there is none}
   */
  int firstDifference(long position, byte[] bytes, int offset, int count) {
    long end = Math.min(to, position + count);
    for (long at = Math.max(from, position); at < end; at++) {
      int index = (int) (at - position);
      if (ring[(int) at & MASK] != bytes[offset + index]) {
        return index;
      }
    }
    return -1;
  }
}
