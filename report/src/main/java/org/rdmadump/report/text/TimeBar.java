package org.rdmadump.report.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.rdmadump.analysis.AsciiBuffer;

/** Draws at which times something moved, on an axis of time that all bars of a tree share. */
final class TimeBar {
  private static final byte[] IDLE = symbol("\u00b7");
  private static final byte[] FIRST_HALF = symbol("\u258c");
  private static final byte[] SECOND_HALF = symbol("\u2590");
  private static final byte[] BOTH_HALVES = symbol("\u2588");

  private final int columns;
  private final boolean unicode;
  private final boolean[] busy;
  private long start;
  private double length = 1;

  /** Bars of {@code columns} columns, with block characters of half a column if {@code unicode}. */
  TimeBar(int columns, boolean unicode) {
    this.columns = columns;
    this.unicode = unicode;
    this.busy = new boolean[unicode ? 2 * columns : columns];
  }

  private static byte[] symbol(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Sets the axis, in nanoseconds since the epoch; {@code end} is not before {@code begin}. */
  void axis(long begin, long end) {
    start = begin;
    length = Math.max(1, elapsed(begin, end));
  }

  /** {@return nanoseconds from one time to another, no more than a long can hold} */
  static long elapsed(long from, long to) {
    long difference = to - from;
    return to >= from && difference < 0 ? Long.MAX_VALUE : difference;
  }

  /** Appends the bar of some times; whatever lies in a cell, however short, fills it. */
  void put(AsciiBuffer line, List<TreeRow.Span> spans) {
    Arrays.fill(busy, false);
    for (int i = 0; i < spans.size(); i++) {
      TreeRow.Span span = spans.get(i);
      int first = Math.min(busy.length - 1, (int) cells(span.from()));
      int last = Math.max(first + 1, (int) Math.ceil(cells(span.to())));
      Arrays.fill(busy, first, Math.min(busy.length, last), true);
    }
    for (int i = 0; i < columns; i++) {
      if (!unicode) {
        line.put(busy[i] ? '#' : '.');
      } else if (busy[2 * i]) {
        line.putSymbol(busy[2 * i + 1] ? BOTH_HALVES : FIRST_HALF);
      } else {
        line.putSymbol(busy[2 * i + 1] ? SECOND_HALF : IDLE);
      }
    }
  }

  private double cells(long time) {
    return Math.max(0, elapsed(start, time)) / length * busy.length;
  }
}
