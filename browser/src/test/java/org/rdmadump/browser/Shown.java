package org.rdmadump.browser;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** Numbers as the report should show them, made independently of its script. */
final class Shown {
  private static final List<String> TIMES = List.of("ns", "us", "ms", "s");
  private static final List<String> SIZES = List.of("B", "KiB", "MiB", "GiB");

  /** From here on, seconds are whole. */
  private static final long LONG = 1_000_000_000_000L;

  /** From here on, and what is whole KiB, bytes are not counted one by one. */
  private static final int ROUNDED_FROM = 10_000;

  private Shown() {}

  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String plural(long value, String noun) {
    return count(value) + " " + noun + (value == 1 ? "" : "s");
  }

  static String duration(long nanos) {
    BigDecimal left = BigDecimal.valueOf(nanos);
    if (nanos >= LONG) {
      return left.movePointLeft(9).setScale(0, RoundingMode.HALF_UP).toPlainString() + " s";
    }
    if (nanos >= 1000) {
      // Three digits of the unit that suits.
      left = left.round(new MathContext(3, RoundingMode.HALF_UP));
    }
    int unit = 0;
    while (left.compareTo(BigDecimal.valueOf(1000)) >= 0 && unit < TIMES.size() - 1) {
      left = left.movePointLeft(3);
      unit++;
    }
    int whole = left.precision() - left.scale();
    return (unit == 0 ? left : left.setScale(Math.max(0, 3 - whole), RoundingMode.HALF_UP))
            .toPlainString()
        + " "
        + TIMES.get(unit);
  }

  static String bytes(long bytes) {
    int unit = 0;
    BigDecimal left = BigDecimal.valueOf(bytes);
    if (bytes >= ROUNDED_FROM || bytes % 1024 == 0) {
      while (left.compareTo(BigDecimal.valueOf(1024)) >= 0 && unit < SIZES.size() - 1) {
        left = left.divide(BigDecimal.valueOf(1024));
        unit++;
      }
    }
    boolean isWhole = left.stripTrailingZeros().scale() <= 0;
    return left.setScale(isWhole ? 0 : 1, RoundingMode.HALF_UP).toPlainString()
        + " "
        + SIZES.get(unit);
  }

  /** A range of numbers; one number if both ends are the same. */
  static String range(long first, long last) {
    return first == last ? Long.toString(first) : first + "\u2013" + last;
  }
}
