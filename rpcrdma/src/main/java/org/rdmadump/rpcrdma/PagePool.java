package org.rdmadump.rpcrdma;

/**
 * Room for the bytes of segments, up to a budget. What does not fit is not kept, is counted, and
 * shows as missing because of our own limit.
 */
final class PagePool {
  /** Bytes of a page. */
  static final int PAGE = 1 << 12;

  private final long budget;
  private long used;
  private long refused;

  PagePool(long budget) {
    this.budget = budget;
  }

  /** Reserves {@code bytes}; false if the budget does not hold them. */
  boolean take(long bytes) {
    if (used + bytes > budget) {
      refused++;
      return false;
    }
    used += bytes;
    return true;
  }

  /** Counts bytes of something else that the run holds; they leave less room for pages. */
  void charge(long bytes) {
    used += bytes;
  }

  /** Whether what was charged has outgrown the budget: something has to go. */
  boolean isOver() {
    return used > budget;
  }

  void give(long bytes) {
    used -= bytes;
  }

  /** Pages that were asked for and not given. */
  long refused() {
    return refused;
  }
}
