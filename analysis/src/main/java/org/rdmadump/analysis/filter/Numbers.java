package org.rdmadump.analysis.filter;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the numbers, durations and times of an expression. */
final class Numbers {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int MOST_DIGITS = 30;

  private static final String[] UNITS = {"ns", "us", "ms", "s", "min", "h"};
  private static final long[] NANOS = {
    1, 1000, 1_000_000, NANOS_PER_SECOND, 60 * NANOS_PER_SECOND, 3600 * NANOS_PER_SECOND
  };

  /** Suffixes of sizes, in upper case, each 1024 times the previous. */
  private static final String SIZES = "KMGT";

  private static final int SIZE_BITS = 10;
  private static final Pattern SIZE =
      Pattern.compile("(\\d{1," + MOST_DIGITS + "})(?:[KkMmGgTt]|[KMGT]i?B)");

  private Numbers() {}

  /**
   * {@return an integer: decimal, hexadecimal with {@code 0x}, or octal with {@code 0}} The range
   * is -2<sup>63</sup> to 2<sup>64</sup>-1; values above 2<sup>63</sup>-1 are returned as negative
   * numbers. Empty if the text is invalid.
   */
  static OptionalLong integer(String text) {
    boolean negative = text.startsWith("-");
    String digits = negative ? text.substring(1) : text;
    int radix = 10;
    if (digits.startsWith("0x") || digits.startsWith("0X")) {
      radix = 16;
      digits = digits.substring(2);
    } else if (digits.length() > 1 && digits.startsWith("0")) {
      radix = 8;
      digits = digits.substring(1);
    }
    if (digits.isEmpty() || digits.startsWith("+") || digits.startsWith("-")) {
      return OptionalLong.empty();
    }
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) >= 0x80) {
        return OptionalLong.empty();
      }
    }
    try {
      return OptionalLong.of(
          negative ? Long.parseLong("-" + digits, radix) : Long.parseUnsignedLong(digits, radix));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * {@return an {@link #integer}, or a decimal number with a suffix, in powers of 1024: {@code
   * 64k}, {@code 1M}, {@code 2GiB}, {@code 1TB}; empty if it is invalid or exceeds
   * 2<sup>64</sup>-1}
   */
  static OptionalLong amount(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      return integer(text);
    }
    int power = 1 + SIZES.indexOf(Character.toUpperCase(text.charAt(size.end(1))));
    BigInteger amount = new BigInteger(size.group(1)).shiftLeft(SIZE_BITS * power);
    return amount.bitLength() <= Long.SIZE
        ? OptionalLong.of(amount.longValue())
        : OptionalLong.empty();
  }

  /**
   * {@return whether an {@link #amount} is from 2<sup>63</sup>-1 to 2<sup>64</sup>-1: results with
   * a sign that are more than it are not told from it}
   */
  static boolean isBeyond(String text) {
    return !text.startsWith("-")
        && Long.compareUnsigned(amount(text).orElse(0), Long.MAX_VALUE) >= 0;
  }

  /** {@return nanoseconds of a number of seconds, {@code 0.0015}, or of a number with a unit} */
  static OptionalLong seconds(String text) {
    OptionalLong seconds = decimal(text, NANOS_PER_SECOND);
    return seconds.isPresent() ? seconds : withUnit(text);
  }

  /** {@return a duration in nanoseconds: an integer, or a number with a unit: {@code 1.5ms}} */
  static OptionalLong duration(String text) {
    OptionalLong nanos = withUnit(text);
    return nanos.isPresent() ? nanos : integer(text);
  }

  private static OptionalLong withUnit(String text) {
    for (int i = 0; i < UNITS.length; i++) {
      if (text.endsWith(UNITS[i])) {
        OptionalLong nanos =
            decimal(text.substring(0, text.length() - UNITS[i].length()), NANOS[i]);
        if (nanos.isPresent()) {
          return nanos;
        }
      }
    }
    return OptionalLong.empty();
  }

  /**
   * {@return a time in nanoseconds since 1970} The text is RFC 3339, with UTC as the default
   * offset, or a date; seconds since 1970 with a decimal point; or an integer number of
   * nanoseconds.
   */
  static OptionalLong time(String text) {
    if (text.indexOf('-') > 0) {
      return calendar(text);
    }
    return text.indexOf('.') > 0 ? decimal(text, NANOS_PER_SECOND) : integer(text);
  }

  private static OptionalLong calendar(String text) {
    try {
      String iso = text.replace(' ', 'T');
      OffsetDateTime time;
      if (iso.indexOf('T') < 0) {
        time = LocalDate.parse(iso).atStartOfDay().atOffset(ZoneOffset.UTC);
      } else if (iso.endsWith("Z") || iso.lastIndexOf('+') > 0 || iso.lastIndexOf('-') > 9) {
        time = OffsetDateTime.parse(iso);
      } else {
        time = LocalDateTime.parse(iso).atOffset(ZoneOffset.UTC);
      }
      return OptionalLong.of(
          Math.addExact(
              Math.multiplyExact(time.toEpochSecond(), NANOS_PER_SECOND), time.getNano()));
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  private static OptionalLong decimal(String text, long unit) {
    boolean plain = !text.isEmpty() && text.length() <= MOST_DIGITS;
    for (int i = 0; plain && i < text.length(); i++) {
      char each = text.charAt(i);
      plain = (each >= '0' && each <= '9') || each == '.' || (each == '-' && i == 0);
    }
    if (!plain) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(
          new BigDecimal(text).multiply(BigDecimal.valueOf(unit)).toBigInteger().longValueExact());
    } catch (NumberFormatException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }
}
