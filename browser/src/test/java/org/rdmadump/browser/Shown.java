package org.rdmadump.browser;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** Numbers as the report should show them, made independently of its script. */
final class Shown {
  private static final List<String> TIMES = List.of("ns", "\u00b5s", "ms", "s");
  private static final List<String> SIZES = List.of("B", "KiB", "MiB", "GiB");

  private Shown() {}

  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String plural(long value, String noun) {
    return count(value) + " " + noun + (value == 1 ? "" : "s");
  }

  static String duration(long nanos) {
    return scaled(nanos, 1000, TIMES);
  }

  static String bytes(long bytes) {
    return scaled(bytes, 1024, SIZES);
  }

  /** Three digits of the unit that suits. */
  private static String scaled(long value, int step, List<String> units) {
    int unit = 0;
    double left = value;
    while (left >= step && unit < units.size() - 1) {
      left /= step;
      unit++;
    }
    int digits = unit == 0 || left >= 99.95 ? 0 : left >= 9.995 ? 1 : 2;
    return new BigDecimal(left).setScale(digits, RoundingMode.HALF_UP).toPlainString()
        + " "
        + units.get(unit);
  }

  /** A range of numbers; one number if both ends are the same. */
  static String range(long first, long last) {
    return first == last ? Long.toString(first) : first + "\u2013" + last;
  }
}
