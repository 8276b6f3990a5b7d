package org.rdmadump.analysis;

import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;

/** Times inside of messages: a structure of seconds and a fraction. */
public final class XdrTime {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Seconds that fit in 64 bits as nanoseconds. */
  private static final long MOST_SECONDS = Long.MAX_VALUE / NANOS_PER_SECOND - 1;

  private static final int NANO_DIGITS = 9;
  private static final int NANOS_PER_MICRO = 1000;

  /** In place of a time: there is none. */
  public static final long NONE = Long.MIN_VALUE;

  /** In place of a value that a message says is not to be set. */
  public static final String UNSET = "not set";

  private XdrTime() {}

  /** {@return whether values at a place are times, or durations} */
  public static boolean isTime(XdrField field) {
    return switch (field.form()) {
      case TIME, TIME_MICROS, DURATION -> true;
      default -> false;
    };
  }

  /** {@return whether values at a place are durations: seconds with a fraction, as text} */
  public static boolean isDuration(XdrField field) {
    return field.form() == XdrForm.DURATION;
  }

  /**
   * Appends a time as RFC 3339 has it; one that is out of range, and a duration, as seconds with a
   * fraction. A fraction of a second or more is none: both numbers are written as they are.
   *
   * @param at position of the structure
   * @return false if its bytes are not all there; then nothing is appended
   */
  public static boolean put(AsciiBuffer text, XdrField field, Rope rope, long at) {
    int wide = width(field);
    if (!rope.has(at, wide + (long) Integer.BYTES)) {
      return false;
    }
    long seconds = wide == Long.BYTES ? rope.getLong(at) : Integer.toUnsignedLong(rope.getInt(at));
    long fraction = Integer.toUnsignedLong(rope.getInt(at + wide));
    long nanos = field.form() == XdrForm.TIME_MICROS ? fraction * NANOS_PER_MICRO : fraction;
    long time = epochNanos(field, rope, at);
    if (isUnset(field, rope, at)) {
      text.put(UNSET);
    } else if (time != NONE) {
      CivilTime.putRfc3339(text, time);
    } else if (nanos < NANOS_PER_SECOND) {
      putSeconds(text, seconds, nanos);
    } else {
      String unit = field.form() == XdrForm.TIME_MICROS ? " us" : " ns";
      text.putDecimal(seconds).put(" s + ").putDecimal(fraction).put(unit);
    }
    return true;
  }

  /**
   * {@return a time in nanoseconds since 1970; {@link #NONE} if its bytes are not all there, if it
   * is out of range, or if it is a duration}
   *
   * @param at position of the structure
   */
  public static long epochNanos(XdrField field, Rope rope, long at) {
    int wide = width(field);
    return isDuration(field) || !rope.has(at, wide + (long) Integer.BYTES)
        ? NONE
        : epochNanos(wide, field.form() == XdrForm.TIME_MICROS, rope, at);
  }

  /**
   * {@return whether a time whose bytes are all there is not to be set (RFC 1094 section 2.3.6)}
   *
   * @param at position of the structure
   */
  public static boolean isUnset(XdrField field, Rope rope, long at) {
    return field.form() == XdrForm.TIME_MICROS
        && rope.getInt(at + Integer.BYTES) == -1
        && field.isUnset(Integer.toUnsignedLong(rope.getInt(at)));
  }

  /** {@return bytes of the seconds of a time} */
  public static int width(XdrField field) {
    return (int) field.type().field(0).type().fixedSize();
  }

  /**
   * {@return the same of a time whose bytes are all there}
   *
   * @param wide bytes of its seconds
   */
  public static long epochNanos(int wide, boolean isMicros, Rope rope, long at) {
    long seconds = wide == Long.BYTES ? rope.getLong(at) : Integer.toUnsignedLong(rope.getInt(at));
    long fraction = Integer.toUnsignedLong(rope.getInt(at + wide));
    long nanos = isMicros ? fraction * NANOS_PER_MICRO : fraction;
    return seconds > -MOST_SECONDS && seconds < MOST_SECONDS && nanos < NANOS_PER_SECOND
        ? seconds * NANOS_PER_SECOND + nanos
        : NONE;
  }

  private static void putSeconds(AsciiBuffer text, long seconds, long nanos) {
    // A fraction counts upwards from the second before.
    boolean countsUpwards = seconds < 0 && nanos > 0;
    long whole = countsUpwards ? seconds + 1 : seconds;
    text.put(countsUpwards && whole == 0 ? "-" : "");
    text.putDecimal(whole)
        .put('.')
        .putPadded(countsUpwards ? NANOS_PER_SECOND - nanos : nanos, NANO_DIGITS);
  }
}
