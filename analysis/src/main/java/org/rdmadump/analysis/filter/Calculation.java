package org.rdmadump.analysis.filter;

import java.math.BigInteger;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;

/**
 * What is calculated with a number before it is compared.
 *
 * @param sign one of {@link #SIGNS}
 * @param number the second operand; not 0 for a division
 */
record Calculation(char sign, long number) {
  static final char BITS = '&';

  private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);

  /** All signs. */
  static final String SIGNS = "&+-*/%";

  /** What changes no value, but has those from 2<sup>63</sup> on compared as {@code + - *} do. */
  static final Calculation NOTHING = new Calculation('+', 0);

  /** What becomes of results that 64 bits do not hold. */
  enum Results {
    /** The nearest number from -2<sup>63</sup> to 2<sup>63</sup>-1. */
    SIGNED(BigInteger.ONE.shiftLeft(63).negate(), BigInteger.ONE.shiftLeft(63)),

    /** The nearest number from 0 to 2<sup>64</sup>-1. */
    UNSIGNED(BigInteger.ZERO, BigInteger.ONE.shiftLeft(64)),

    /** Their last 64 bits, which are equal if the results are. */
    WRAPPED(BigInteger.ZERO, BigInteger.ZERO);

    private final BigInteger least;
    private final BigInteger behindMost;

    Results(BigInteger least, BigInteger behindMost) {
      this.least = least;
      this.behindMost = behindMost;
    }

    /** The same of a result that 64 bits hold. */
    private long of(long exact) {
      return this == UNSIGNED ? Math.max(0, exact) : exact;
    }

    private long of(BigInteger exact) {
      return this == WRAPPED
          ? exact.longValue()
          : exact.max(least).min(behindMost.subtract(BigInteger.ONE)).longValue();
    }
  }

  /**
   * {@return the result; operands of a division have no sign}
   *
   * @param isUnsigned whether the value is from 0 to 2<sup>64</sup>-1
   */
  private long of(long value, boolean isUnsigned, Results results) {
    return switch (sign) {
      case '/' -> Long.divideUnsigned(value, number);
      case '%' -> Long.remainderUnsigned(value, number);
      case BITS -> value & number;
      default ->
          isSmall(value) && isSmall(number)
              ? results.of(small(value))
              : results.of(exact(value, isUnsigned));
    };
  }

  /** Whether no result with another such number is beyond 64 bits. */
  private static boolean isSmall(long value) {
    return value >= 0 && value <= Integer.MAX_VALUE;
  }

  private long small(long value) {
    return sign == '+' ? value + number : sign == '-' ? value - number : value * number;
  }

  private BigInteger exact(long value, boolean isUnsigned) {
    BigInteger first =
        isUnsigned && value < 0
            ? new BigInteger(Long.toUnsignedString(value))
            : BigInteger.valueOf(value);
    BigInteger second = BigInteger.valueOf(number);
    return sign == '+'
        ? first.add(second)
        : sign == '-' ? first.subtract(second) : first.multiply(second);
  }

  /** {@return the same with nanoseconds, if a number of seconds is added or subtracted} */
  Calculation ofSeconds() {
    return sign == '+' || sign == '-'
        ? new Calculation(sign, Results.SIGNED.of(BigInteger.valueOf(number).multiply(NANOS)))
        : this;
  }

  /** {@return whether the result of a number without a sign has none either} */
  boolean keepsUnsigned() {
    return sign == BITS || sign == '/' || sign == '%';
  }

  /** {@return whether it makes sense with integers only} */
  boolean isOfIntegers() {
    return sign == BITS || sign == '%';
  }

  /** {@return whether a second operand has no result} */
  static boolean isUndefined(char sign, long number) {
    return number == 0 && (sign == '/' || sign == '%');
  }

  /**
   * {@return a visitor of numbers that has their results tested}
   *
   * @param isUnsigned whether they are from 0 to 2<sup>64</sup>-1
   */
  ValueVisitor of(ValueVisitor fits, boolean isUnsigned, Results results) {
    return new ValueVisitor() {
      @Override
      public boolean number(long value) {
        return fits.number(of(value, isUnsigned, results));
      }

      @Override
      public boolean named(long value, ValueNames names) {
        return number(value);
      }
    };
  }
}
