package org.rdmadump.analysis.overview;

import java.util.Map;
import java.util.TreeMap;

/**
 * How long at least one of many spans lasted. Spans come about in the order of their ends; of
 * earlier ones no more than 1024 are kept apart, so that one that reaches far back may count twice
 * what lies behind them.
 */
final class BusyTime {
  private static final int MOST = 1024;

  /** Spans that do not touch, by their beginnings. */
  private final TreeMap<Long, Long> spans = new TreeMap<>();

  private long settled;

  /** Takes a span, in nanoseconds; one that ends before it begins is left out. */
  void add(long from, long to) {
    if (to <= from) {
      return;
    }
    long begin = from;
    long end = to;
    Map.Entry<Long, Long> before = spans.floorEntry(to);
    while (before != null && before.getValue() >= from) {
      begin = Math.min(begin, before.getKey());
      end = Math.max(end, before.getValue());
      spans.remove(before.getKey());
      before = spans.floorEntry(to);
    }
    spans.put(begin, end);
    if (spans.size() > MOST) {
      Map.Entry<Long, Long> earliest = spans.pollFirstEntry();
      settled += earliest.getValue() - earliest.getKey();
    }
  }

  /** The nanoseconds of all of them, those in which several lasted counted once. */
  long nanos() {
    long sum = settled;
    for (Map.Entry<Long, Long> each : spans.entrySet()) {
      sum += each.getValue() - each.getKey();
    }
    return sum;
  }
}
