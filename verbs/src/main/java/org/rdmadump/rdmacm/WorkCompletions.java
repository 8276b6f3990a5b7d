package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Room for completions, which is filled anew by each poll: nothing is allocated for a completion.
 * One thread uses it at a time.
 */
public final class WorkCompletions {
  private final WorkCompletion[] views;
  private int size;
  private boolean datagrams;

  /** {@code struct ibv_wc[]}. */
  final ByteBuffer bytes;

  /**
   * Room for some.
   *
   * @param capacity how many, 1 or more
   */
  public WorkCompletions(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("room for " + capacity + " completions");
    }
    this.bytes =
        ByteBuffer.allocateDirect(Math.multiplyExact(capacity, Layout.COMPLETION))
            .order(ByteOrder.nativeOrder());
    this.views = new WorkCompletion[capacity];
    for (int i = 0; i < capacity; i++) {
      views[i] = new WorkCompletion(this, bytes, i);
    }
  }

  /** {@return how many the last poll took} */
  public int size() {
    return size;
  }

  /** {@return how many there is room for} */
  public int capacity() {
    return views.length;
  }

  /**
   * {@return one of the last poll}
   *
   * @param index from 0, below {@link #size}
   */
  public WorkCompletion get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(index + " of " + size + " completions");
    }
    return views[index];
  }

  int filled(int count, boolean ofDatagrams) {
    size = count;
    datagrams = ofDatagrams;
    return count;
  }

  /** {@return whether they are of a queue pair of datagrams} */
  boolean areDatagrams() {
    return datagrams;
  }
}
