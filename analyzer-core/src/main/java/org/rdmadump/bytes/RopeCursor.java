package org.rdmadump.bytes;

/**
 * Reads integers from a rope, cheaply where one lies behind the other: the piece that the last one
 * was in is tried first.
 *
 * <pre>{@code
 * if (cursor.load(at, 4)) {
 *   value = cursor.getInt();
 * }
 * }</pre>
 */
public final class RopeCursor {
  private static final byte[] NOTHING = {};

  private Rope rope;

  /** For a value that lies in several pieces. */
  private byte[] across = NOTHING;

  /** The piece that holds {@code [from, to)}; its byte at {@code from} has this index. */
  private byte[] array = NOTHING;

  private int base;
  private long from;
  private long to;

  /** What was loaded. */
  private byte[] loaded = NOTHING;

  private int index;

  /** Makes a cursor over {@code rope}. */
  public RopeCursor(Rope rope) {
    this.rope = rope;
  }

  /** Goes over to another rope; what was loaded is forgotten. */
  public void over(Rope other) {
    rope = other;
    array = NOTHING;
    loaded = NOTHING;
    base = 0;
    from = 0;
    to = 0;
  }

  /**
   * Goes to a value of {@code count} bytes, 1 to 8.
   *
   * @return false if these are not all in the rope and present; then nothing can be got
   */
  public boolean load(long at, int count) {
    if (at >= from && at + count <= to) {
      loaded = array;
      index = base + (int) (at - from);
      return true;
    }
    return seek(at, count);
  }

  /** {@return the four bytes loaded, in network byte order} */
  public int getInt() {
    return NetworkOrder.intAt(loaded, index);
  }

  /** {@return the eight bytes loaded, in network byte order} */
  public long getLong() {
    return NetworkOrder.longAt(loaded, index);
  }

  private boolean seek(long at, int count) {
    if (!rope.has(at, count)) {
      return false;
    }
    int piece = rope.pieceAt(at);
    array = rope.array(piece);
    from = rope.start(piece);
    to = rope.start(piece + 1);
    base = rope.offset(piece);
    if (at + count <= to) {
      loaded = array;
      index = base + (int) (at - from);
    } else {
      if (across.length == 0) {
        across = new byte[Long.BYTES];
      }
      rope.copyTo(at, across, 0, count);
      loaded = across;
      index = 0;
    }
    return true;
  }
}
