package org.rdmadump.rdmacm;

import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A reusable list of completions. Each poll replaces its contents and allocates nothing. For one
 * thread at a time.
 */
public final class WorkCompletions {
  private final WorkCompletion[] views;
  private int size;
  private @Nullable NumberTable<PairMark> pairs;

  /** {@code struct ibv_wc[]}. */
  private final NativeArray completions;

  /**
   * Creates an empty list.
   *
   * @param capacity largest number of completions, 1 or more
   * @throws IllegalArgumentException if the capacity is less than 1
   */
  public WorkCompletions(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("room for " + capacity + " completions");
    }
    this.completions = new NativeArray(capacity, Layout.COMPLETION);
    this.views = new WorkCompletion[capacity];
    for (int i = 0; i < capacity; i++) {
      views[i] = new WorkCompletion(this, completions.bytes, i);
    }
  }

  /** {@return the number of completions from the last poll} */
  public int size() {
    return size;
  }

  /** {@return the largest number of completions} */
  public int capacity() {
    return views.length;
  }

  /**
   * {@return a completion from the last poll}
   *
   * @param index index from 0, less than {@link #size}
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  public WorkCompletion get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(index + " of " + size + " completions");
    }
    return views[index];
  }

  /** {@return the address of the completions; valid as long as this list is reachable} */
  long address() {
    return completions.address();
  }

  /** Sets the number of completions from a poll of a queue with these queue pairs. */
  int filled(int count, NumberTable<PairMark> ofPairs) {
    size = count;
    pairs = ofPairs;
    return count;
  }

  /** {@return what is known of a queue pair; null if it is closed} */
  @Nullable PairMark pair(int number) {
    return pairs == null ? null : pairs.get(number);
  }

  @Override
  public String toString() {
    StringJoiner all = new StringJoiner(", ", "[", "]");
    for (int i = 0; i < size; i++) {
      all.add(views[i].toString());
    }
    return all.toString();
  }
}
