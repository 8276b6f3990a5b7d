package org.rdmadump.rpcrdma.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Room for the bytes of segments, up to a budget. What does not fit is not kept, is counted, and
 * shows as missing because of our own limit.
 */
public final class PagePool {
  /** Bytes of a page. */
  static final int PAGE = 1 << 12;

  private final CRC32 checksum = new CRC32();
  private final long budget;
  private final long forPages;
  private final long alwaysForPages;
  private final boolean reusing;
  private final List<byte[]> free = new ArrayList<>(0);

  /** By pages and by all else. */
  private long used;

  private long usedByPages;
  private long refused;
  private long refusedRanges;

  PagePool(long budget) {
    this(budget, /* reusing= */ false);
  }

  PagePool(long budget, boolean reusing) {
    this(budget, budget, /* alwaysForPages= */ 0, reusing);
  }

  private PagePool(long budget, long forPages, long alwaysForPages, boolean reusing) {
    this.budget = budget;
    this.forPages = forPages;
    this.alwaysForPages = alwaysForPages;
    this.reusing = reusing;
  }

  /**
   * The pool of a run. Pages leave an eighth of the budget to connections and calls, so that bytes
   * alone drive none of them out; and however many these are, a quarter more is there for pages, so
   * that messages keep their bytes.
   *
   * @param maxMemory bytes that the run may hold; a fifth at least stays with the collector, which
   *     needs room to work in, and with the tables that are too small to be counted
   * @param reusing whether pages are used again, so that nobody may look at one that was given back
   */
  public static PagePool ofRun(long maxMemory, boolean reusing) {
    long budget = maxMemory / 8 * 5;
    return new PagePool(budget, budget / 8 * 7, budget / 4, reusing);
  }

  /** A page for which its room was taken; what it holds is not zero, but what it held before. */
  byte[] page() {
    return free.isEmpty() ? new byte[PAGE] : free.remove(free.size() - 1);
  }

  /** For sums of what moves, one at a time. */
  CRC32 checksum() {
    return checksum;
  }

  /** Takes a page back; {@link #giveRoom} takes its room. */
  void giveBack(byte[] page) {
    if (reusing && page.length == PAGE) {
      free.add(page);
    }
  }

  /** Lets go of free pages for which there is no room beside what is used. */
  private void trim() {
    while (!free.isEmpty() && used + (long) free.size() * PAGE > budget) {
      free.remove(free.size() - 1);
    }
  }

  /** Reserves {@code bytes} for pages; false if the budget does not hold them. */
  boolean take(long bytes) {
    if (used + bytes > forPages && usedByPages + bytes > alwaysForPages) {
      refused++;
      return false;
    }
    used += bytes;
    usedByPages += bytes;
    if (bytes != PAGE) {
      trim();
    }
    return true;
  }

  /** Reserves {@code bytes} to tell ranges apart; false if the budget does not hold them. */
  boolean takeForRanges(long bytes) {
    if (counted() + bytes > budget) {
      return false;
    }
    charge(bytes);
    return true;
  }

  /** Whether so many bytes more leave half of the budget to pages. */
  public boolean leavesHalf(long bytes) {
    return used + bytes <= budget / 2;
  }

  /** Counts a packet that was not placed, because it would have begun a range too many. */
  void refuseRange() {
    refusedRanges++;
  }

  /** Packets that were not placed because of a range too many. */
  public long refusedRanges() {
    return refusedRanges;
  }

  /** Counts bytes of something else that the run holds; they leave less room for pages. */
  public void charge(long bytes) {
    used += bytes;
    trim();
  }

  /** Whether what was charged has outgrown the budget: something has to go. */
  public boolean isOver() {
    return counted() > budget;
  }

  /** What counts against the budget: pages do beyond what is always theirs. */
  private long counted() {
    return used - Math.min(usedByPages, alwaysForPages);
  }

  /** Takes back what was charged. */
  public void give(long bytes) {
    used -= bytes;
  }

  /** Takes back room that was reserved for pages. */
  void giveRoom(long bytes) {
    used -= bytes;
    usedByPages -= bytes;
  }

  /** Pages that were asked for and not given. */
  public long refused() {
    return refused;
  }
}
