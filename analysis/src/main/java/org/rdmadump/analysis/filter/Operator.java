package org.rdmadump.analysis.filter;

/** A comparison operator. */
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

  /** {@return the operator's sign, or its word, as messages show it} */
  String sign() {
    return sign;
  }

  /** {@return the operator that says the same with its sides exchanged} */
  Operator turned() {
    return switch (this) {
      case AT_MOST -> AT_LEAST;
      case AT_LEAST -> AT_MOST;
      case LESS -> GREATER;
      case GREATER -> LESS;
      default -> this;
    };
  }

  /** {@return whether the operator compares the order of two values} */
  boolean isOrder() {
    return this == LESS || this == AT_MOST || this == GREATER || this == AT_LEAST;
  }

  /** {@return whether the operator tests equality} */
  boolean isEquality() {
    return this == EQUAL || this == DIFFERENT;
  }

  /**
   * {@return whether the operator holds for a comparison result: less than 0, 0, or more than 0}
   */
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
