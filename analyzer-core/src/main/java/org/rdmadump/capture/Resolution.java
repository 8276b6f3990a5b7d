package org.rdmadump.capture;

/**
 * What one unit of an interface's time stamps is worth, and when they start.
 *
 * <p>draft-ietf-opsawg-pcapng section 4.2, options if_tsresol and if_tsoffset. A time before {@link
 * #EARLIEST} or behind {@link #LATEST} is given as one of these: so a {@code long} of nanoseconds
 * holds every difference of two times, and what it is rounded up to.
 */
final class Resolution {
  /** Microseconds since 1970, as where the options are absent. */
  static final Resolution MICROSECONDS = new Resolution(6, 0);

  /** In December 1896. */
  static final long EARLIEST = -(1L << 61);

  /** In February 2116, behind all times of the pcap format. */
  static final long LATEST = 1L << 62;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int NANOS = 9;
  private static final int BINARY = 0x80;

  /** 10^19 is the last power that 64 bits hold. */
  private static final int LARGEST_DECIMAL = 19;

  private final boolean binary;
  private final int exponent;
  private final long factor;
  private final long offsetNanos;

  /**
   * Creates a resolution.
   *
   * @param tsresol the option's byte: a negative power of 10, or with the top bit set of 2
   * @param offsetSeconds added to every time
   */
  Resolution(int tsresol, long offsetSeconds) {
    this.binary = (tsresol & BINARY) != 0;
    this.exponent = tsresol & ~BINARY & 0xff;
    this.factor =
        binary || exponent > NANOS + LARGEST_DECIMAL ? 0 : powerOf10(Math.abs(NANOS - exponent));
    this.offsetNanos = saturatedTimes(offsetSeconds, NANOS_PER_SECOND);
  }

  /** {@return nanoseconds since 1970 of an unsigned 64-bit time stamp, rounded down} */
  long nanos(long stamp) {
    long nanos;
    if (binary) {
      nanos = binaryNanos(stamp);
    } else if (exponent <= NANOS) {
      nanos = saturatedTimes(stamp < 0 ? Long.MAX_VALUE : stamp, factor);
    } else {
      nanos = factor == 0 ? 0 : saturated(Long.divideUnsigned(stamp, factor));
    }
    long sum = offsetNanos == 0 ? nanos : saturatedSum(nanos, offsetNanos);
    return Math.max(EARLIEST, Math.min(LATEST, sum));
  }

  private long binaryNanos(long stamp) {
    long low = stamp * NANOS_PER_SECOND;
    long high = Math.multiplyHigh(stamp, NANOS_PER_SECOND);
    if (stamp < 0) {
      // The stamp is unsigned.
      high += NANOS_PER_SECOND;
    }
    if (exponent >= Long.SIZE) {
      return high >>> (exponent - Long.SIZE);
    }
    if (high >>> exponent != 0) {
      return Long.MAX_VALUE;
    }
    return saturated(exponent == 0 ? low : (low >>> exponent) | (high << (Long.SIZE - exponent)));
  }

  private static long powerOf10(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }

  private static long saturated(long unsigned) {
    return unsigned < 0 ? Long.MAX_VALUE : unsigned;
  }

  private static long saturatedTimes(long value, long factor) {
    long high = Math.multiplyHigh(value, factor);
    long low = value * factor;
    if (high == low >> (Long.SIZE - 1)) {
      return low;
    }
    return value < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  private static long saturatedSum(long a, long b) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return sum;
  }
}
