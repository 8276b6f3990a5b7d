package org.rdmadump.rpcrdma.call;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.RandomAccess;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ReadSegment;

/**
 * A Read list (RFC 8166 section 4.3.1): entries in few numbers each, because a list may have
 * thousands, and calls keep theirs.
 */
public final class ReadList extends AbstractList<ReadSegment> implements RandomAccess {
  // Before EMPTY, which begins with it.
  private static final long[] NONE = {};

  /** A list without entries. */
  static final ReadList EMPTY = new ReadList();

  /** Position and handle, length, offset. */
  private static final int NUMBERS = 3;

  private static final int GROWTH = 4;

  private long[] numbers = NONE;
  private int size;

  /**
   * Adds an entry to a list that is being read; not to {@link #EMPTY}.
   *
   * @param most entries that the list has from here on, at least 1
   */
  void add(long position, int handle, long length, long offset, long most) {
    int at = size * NUMBERS;
    if (at == numbers.length) {
      int room = size == 0 ? 1 : (int) Math.min((long) size * GROWTH, size + most);
      numbers = Arrays.copyOf(numbers, room * NUMBERS);
    }
    numbers[at] = position << Integer.SIZE | Integer.toUnsignedLong(handle);
    numbers[at + 1] = length;
    numbers[at + 2] = offset;
    size++;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public ReadSegment get(int index) {
    return new ReadSegment(position(index), segment(index));
  }

  /** Position of an entry in the rebuilt XDR stream, 0 to 2^32-1. */
  public long position(int index) {
    return number(index, 0) >>> Integer.SIZE;
  }

  /** Handle of an entry. */
  int handle(int index) {
    return (int) number(index, 0);
  }

  /** Bytes of an entry, 0 to 2^32-1. */
  public long length(int index) {
    return number(index, 1);
  }

  /** Address of an entry. */
  long offset(int index) {
    return number(index, 2);
  }

  /** The memory of an entry. */
  ChunkSegment segment(int index) {
    return new ChunkSegment(handle(index), length(index), offset(index), OptionalLong.empty());
  }

  private long number(int index, int which) {
    return numbers[index * NUMBERS + which];
  }

  /** Whether both have the same entries. */
  boolean isSameAs(ReadList other) {
    int end = size * NUMBERS;
    return Arrays.equals(numbers, 0, end, other.numbers, 0, other.size * NUMBERS);
  }
}
