package org.rdmadump.report.text;

import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.CivilTime;
import org.rdmadump.report.StatsTable;
import org.rdmadump.rpcrdma.CaptureSummary;

/** Sizes and durations as people read them. */
final class Quantities {
  private static final long HOUR = 3_600_000_000_000L;
  private static final long LONG = 27 * HOUR;

  private static final long KIB = 1024;
  private static final int MICRO_DIGITS = 6;
  private static final int EXACT_BELOW = 10_000;
  private static final String[] UNITS = {" KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
  private static final int[] POWERS = {1, 10, 100};
  private static final String[] TIMES = {" ns", " us", " ms", " s"};

  private Quantities() {}

  /**
   * Appends a size: {@code 164 B}, {@code 64 KiB}, {@code 1 MiB}. One that is rounded, half up to
   * tenths, shows it by a decimal point, even if that is {@code 1.0 MiB}.
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
      // Unsigned, because of EiB.
      long tenths = 10 * whole + Long.divideUnsigned(10 * rest + scale / 2, scale);
      if (tenths == 10 * KIB && unit < UNITS.length - 1) {
        tenths = 10;
        unit++;
      }
      line.putDecimal(tenths / 10).put('.').putDecimal(tenths % 10);
    }
    line.put(UNITS[unit]);
  }

  /**
   * Appends a duration, rounded half up to three significant digits, such as {@code 812 us} or
   * {@code 1.20 ms}; nanoseconds, and seconds from 1000 on, are whole.
   */
  static void putDuration(AsciiBuffer line, long nanos) {
    if (nanos < 0) {
      line.put('-');
    }
    long value = nanos == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(nanos);
    int unit = 0;
    long scale = 1;
    while (unit < TIMES.length - 1 && value / scale >= 1000) {
      scale *= 1000;
      unit++;
    }
    if (unit == 0) {
      line.putDecimal(value).put(TIMES[0]);
      return;
    }
    int decimals = value / scale < 10 ? 2 : value / scale < 100 ? 1 : 0;
    long step = scale / POWERS[decimals];
    long rounded = value / step + (value % step >= step / 2 ? 1 : 0);
    if (rounded == 1000 && decimals > 0) {
      rounded = 100;
      decimals--;
    } else if (rounded == 1000 && unit < TIMES.length - 1) {
      rounded = 100;
      decimals = 2;
      unit++;
    }
    line.putDecimal(rounded / POWERS[decimals]);
    if (decimals > 0) {
      line.put('.').putPadded(rounded % POWERS[decimals], decimals);
    }
    line.put(TIMES[unit]);
  }

  /** {@return the same as a text} */
  static String duration(long nanos) {
    AsciiBuffer text = new AsciiBuffer();
    putDuration(text, nanos);
    return text.toString();
  }

  /** {@return what a cell of a table has for a number} */
  static String cell(StatsTable.Unit unit, long value) {
    AsciiBuffer cell = new AsciiBuffer();
    switch (unit) {
      case BYTES -> {
        if (value == 0) {
          cell.put('0');
        } else {
          putSize(cell, value);
        }
      }
      case NANOS -> putDuration(cell, value);
      case HUNDREDTHS -> cell.putDecimal(value / 100).put('.').putPadded(value % 100, 2);
      case TIME -> CivilTime.putSeconds(cell, value, MICRO_DIGITS);
      case WORDS, LABEL, COUNT -> cell.putDecimal(value);
    }
    return cell.toString();
  }

  /** Appends how many calls there are: {@code 19 calls, 2 of them repeats}. */
  static void putCalls(AsciiBuffer line, CaptureSummary summary) {
    putCount(line, summary.calls(), "call");
    if (summary.repeatedCalls() > 0) {
      line.put(", ").putDecimal(summary.repeatedCalls()).put(" of them ");
      line.put(summary.repeatedCalls() == 1 ? "a repeat" : "repeats");
    }
  }

  /** Appends calls, as {@link #putCalls} does, and how long the capture took. */
  static void putCallsIn(AsciiBuffer line, CaptureSummary summary) {
    putCalls(line, summary);
    line.put(summary.repeatedCalls() > 0 ? ", in " : " in ");
    putDuration(line, summary.lastNanos() - summary.firstNanos());
  }

  /** Appends a count and a noun, with an s unless it is one: {@code 4 segments}. */
  static void putCount(AsciiBuffer line, long count, String noun) {
    line.putDecimal(count).put(' ').putAscii(noun);
    if (count != 1) {
      line.put('s');
    }
  }

  /** A duration that fits a column: hours, from more than a day on. */
  static String longDuration(long nanos) {
    return nanos < LONG ? duration(nanos) : nanos / HOUR + " h";
  }

  /** {@return a part of a whole: {@code 97%}, {@code <1%}} */
  static String percent(long part, long whole) {
    if (part <= 0 || whole <= 0) {
      return "0%";
    }
    double of = 100.0 * part / whole;
    return of < 1 ? "<1%" : of > 99 && part < whole ? ">99%" : Math.round(of) + "%";
  }
}
