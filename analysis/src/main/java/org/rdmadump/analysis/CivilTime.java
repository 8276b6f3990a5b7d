package org.rdmadump.analysis;

/**
 * Days, hours and fractions of times since 1970-01-01T00:00:00Z, in the proleptic Gregorian
 * calendar and without leap seconds, as RFC 3339 writes them.
 */
public final class CivilTime {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long NANOS_PER_DAY = 86_400 * NANOS_PER_SECOND;
  private static final int DAYS_PER_ERA = 146_097;
  private static final int DAYS_BEFORE_1970 = 719_468;
  private static final int NANO_DIGITS = 9;

  private CivilTime() {}

  /** Appends such as {@code 2026-03-01T12:34:56.123456789Z}. */
  public static void putRfc3339(AsciiBuffer text, long epochNanos) {
    putDate(text, epochNanos);
    text.put('T');
    putTimeOfDay(text, epochNanos, NANO_DIGITS);
    text.put('Z');
  }

  /** Appends such as {@code 2026-03-01}. */
  public static void putDate(AsciiBuffer text, long epochNanos) {
    int day = (int) Math.floorDiv(epochNanos, NANOS_PER_DAY);
    // Years are counted from March here, so that a leap day is the last of its year.
    int shifted = day + DAYS_BEFORE_1970;
    int era = Math.floorDiv(shifted, DAYS_PER_ERA);
    int dayOfEra = shifted - era * DAYS_PER_ERA;
    int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int monthFromMarch = (5 * dayOfYear + 2) / 153;
    int dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
    int month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
    int year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    text.putPadded(year, 4).put('-').putPadded(month, 2).put('-').putPadded(dayOfMonth, 2);
  }

  /**
   * Appends such as {@code 12:34:56.123456} with {@code digits} digits, 1 to 9, of the fraction.
   */
  public static void putTimeOfDay(AsciiBuffer text, long epochNanos, int digits) {
    long ofDay = Math.floorMod(epochNanos, NANOS_PER_DAY);
    int second = (int) (ofDay / NANOS_PER_SECOND);
    int minute = second / 60;
    int hour = minute / 60;
    text.putPadded(hour, 2).put(':');
    text.putPadded(minute - 60 * hour, 2).put(':');
    text.putPadded(second - 60 * minute, 2).put('.');
    putFraction(text, ofDay - second * NANOS_PER_SECOND, digits);
  }

  /** Appends nanoseconds as seconds with {@code digits} digits, 1 to 9, of the fraction. */
  public static void putSeconds(AsciiBuffer text, long nanos, int digits) {
    if (nanos < 0) {
      text.put('-');
    }
    long seconds = nanos / NANOS_PER_SECOND;
    text.putDecimal(Math.abs(seconds)).put('.');
    putFraction(text, Math.abs(nanos - seconds * NANOS_PER_SECOND), digits);
  }

  private static void putFraction(AsciiBuffer text, long nanos, int digits) {
    // To divide takes longer.
    text.putPadded(nanos, NANO_DIGITS).cut(NANO_DIGITS - digits);
  }
}
