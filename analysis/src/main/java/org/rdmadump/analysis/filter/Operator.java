package org.rdmadump.analysis.filter;

/** What a value is asked. */
enum Operator {
  EQUAL("=="),
  DIFFERENT("!="),
  AT_MOST("<="),
  AT_LEAST(">="),
  LESS("<"),
  GREATER(">"),
  CONTAINS("contains"),
  MATCHES("matches");

  private final String sign;

  Operator(String sign) {
    this.sign = sign;
  }

  /** {@return how messages write an operator of order or equality} */
  String sign() {
    return sign;
  }

  /** {@return whether it asks for the order of two values} */
  boolean isOrder() {
    return this == LESS || this == AT_MOST || this == GREATER || this == AT_LEAST;
  }

  /** {@return whether it asks if two values are the same} */
  boolean isEquality() {
    return this == EQUAL || this == DIFFERENT;
  }

  /** {@return the answer for values that compare so: less than 0, 0 or more than 0} */
  boolean holds(int order) {
    return switch (this) {
      case EQUAL -> order == 0;
      case DIFFERENT -> order != 0;
      case LESS -> order < 0;
      case AT_MOST -> order <= 0;
      case GREATER -> order > 0;
      case AT_LEAST -> order >= 0;
      case CONTAINS, MATCHES -> false;
    };
  }
}
