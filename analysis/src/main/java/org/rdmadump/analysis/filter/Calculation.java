package org.rdmadump.analysis.filter;

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

  /** All signs. */
  static final String SIGNS = "&+-*/%";

  /** {@return the result; operands of a division have no sign} */
  private long of(long value) {
    return switch (sign) {
      case '+' -> value + number;
      case '-' -> value - number;
      case '*' -> value * number;
      case '/' -> Long.divideUnsigned(value, number);
      case '%' -> Long.remainderUnsigned(value, number);
      default -> value & number;
    };
  }

  /** {@return whether the result of a number without a sign has none either} */
  boolean keepsUnsigned() {
    return sign == BITS || sign == '/' || sign == '%';
  }

  /** {@return whether a second operand has no result} */
  static boolean isUndefined(char sign, long number) {
    return number == 0 && (sign == '/' || sign == '%');
  }

  /** {@return a visitor of numbers that has their results tested} */
  ValueVisitor of(ValueVisitor fits) {
    return new ValueVisitor() {
      @Override
      public boolean number(long value) {
        return fits.number(of(value));
      }

      @Override
      public boolean named(long value, ValueNames names) {
        return fits.number(of(value));
      }
    };
  }
}
