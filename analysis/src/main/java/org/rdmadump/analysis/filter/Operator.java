package org.rdmadump.analysis.filter;

import java.util.Optional;

/** What a value is asked. */
enum Operator {
  EQUAL("==", "eq"),
  DIFFERENT("!=", "ne"),
  AT_MOST("<=", "le"),
  AT_LEAST(">=", "ge"),
  // Behind those that begin with the same sign.
  LESS("<", "lt"),
  GREATER(">", "gt"),
  CONTAINS("", "contains"),
  MATCHES("~", "matches");

  private final String sign;
  private final String word;

  Operator(String sign, String word) {
    this.sign = sign;
    this.word = word;
  }

  /** {@return the operator that is next in an expression, which is passed; empty if none is} */
  static Optional<Operator> next(Lexer in) {
    for (Operator each : values()) {
      if ((!each.sign.isEmpty() && in.take(each.sign)) || in.takeWord(each.word)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
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
