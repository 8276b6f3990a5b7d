package org.rdmadump.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A time in seconds as a user says it, such as 1 or 0.25. */
final class Seconds {
  private static final Pattern SECONDS = Pattern.compile("([0-9]{0,9})(?:\\.([0-9]{1,9}))?");
  private static final int NANO_DIGITS = 9;
  private static final long SECOND = 1_000_000_000L;

  private Seconds() {}

  /** {@return it in nanoseconds; 0 if it is none} */
  static long nanos(String text) {
    Matcher seconds = SECONDS.matcher(text);
    return seconds.matches() ? nanos(seconds.group(1), seconds.group(2)) : 0;
  }

  private static long nanos(String whole, @Nullable String fraction) {
    long nanos = whole.isEmpty() ? 0 : Long.parseLong(whole) * SECOND;
    if (fraction != null) {
      nanos += Long.parseLong(fraction + "0".repeat(NANO_DIGITS - fraction.length()));
    }
    return nanos;
  }
}
