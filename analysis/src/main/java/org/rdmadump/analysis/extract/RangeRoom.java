package org.rdmadump.analysis.extract;

import org.rdmadump.bytes.ByteRanges;

/** Room for ranges of bytes, of all files together. */
final class RangeRoom {
  private final int limit;
  private long used;
  private long refused;

  RangeRoom(int limit) {
    this.limit = limit;
  }

  /** {@return whether {@code [from, to)} was added; not if it is one range too many} */
  boolean add(ByteRanges ranges, long from, long to) {
    if (used >= limit && !ranges.touches(from, to)) {
      refused++;
      return false;
    }
    int before = ranges.count();
    ranges.add(from, to);
    used += ranges.count() - before;
    return true;
  }

  /** Adds {@code [from, to)} to ranges for which there is no more room: they become one. */
  void join(ByteRanges ranges, long from, long to) {
    int before = ranges.count();
    ranges.add(from, to);
    ranges.add(ranges.from(0), ranges.to(ranges.count() - 1));
    used += ranges.count() - before;
  }

  /** Takes {@code [from, to)} out. */
  void subtract(ByteRanges ranges, long from, long to) {
    int before = ranges.count();
    ranges.subtract(from, to);
    used += ranges.count() - before;
  }

  /** Ranges that were not added. */
  long refused() {
    return refused;
  }
}
