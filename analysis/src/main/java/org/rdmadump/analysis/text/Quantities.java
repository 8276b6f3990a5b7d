package org.rdmadump.analysis.text;

import org.rdmadump.analysis.AsciiBuffer;

/** Sizes and durations as people read them. */
final class Quantities {
  private static final long KIB = 1024;
  private static final int EXACT_BELOW = 10_000;
  private static final String[] UNITS = {" KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
  private static final String[] TIMES = {" ns", " us", " ms", " s"};

  private Quantities() {}

  /**
   * Appends a size: {@code 164 B}, {@code 64 KiB}, {@code 1 MiB}. One that is cut to tenths shows
   * it by a decimal point, even if that is {@code 1.0 MiB}.
   */
  static void putSize(AsciiBuffer line, long bytes) {
    if (bytes < KIB || (bytes < EXACT_BELOW && bytes % KIB != 0)) {
      line.putDecimal(bytes).put(" B");
      return;
    }
    int unit = 0;
    long scale = KIB;
    while (unit < UNITS.length - 1 && bytes / scale >= KIB) {
      scale *= KIB;
      unit++;
    }
    long whole = bytes / scale;
    long rest = bytes % scale;
    if (rest == 0) {
      line.putDecimal(whole);
    } else {
      // scale / 10 is cut, so the quotient can be 10.
      line.putDecimal(whole).put('.').putDecimal(Math.min(rest / (scale / 10), 9));
    }
    line.put(UNITS[unit]);
  }

  /** Appends a duration with three digits, such as {@code 812 us} or {@code 1.25 ms}. */
  static void putDuration(AsciiBuffer line, long nanos) {
    if (nanos < 0) {
      line.put('-');
    }
    long value = Math.abs(nanos);
    int unit = 0;
    long scale = 1;
    while (unit < TIMES.length - 1 && value / scale >= 1000) {
      scale *= 1000;
      unit++;
    }
    long whole = value / scale;
    line.putDecimal(whole);
    if (unit > 0 && whole < 100) {
      int digits = whole < 10 ? 2 : 1;
      long fraction = value % scale / (scale / (digits == 2 ? 100 : 10));
      if (fraction != 0) {
        line.put('.').putPadded(fraction, digits);
      }
    }
    line.put(TIMES[unit]);
  }

  /** Appends a count and a noun, with an s unless it is one: {@code 4 segments}. */
  static void putCount(AsciiBuffer line, long count, String noun) {
    line.putDecimal(count).put(' ').put(noun);
    if (count != 1) {
      line.put('s');
    }
  }
}
