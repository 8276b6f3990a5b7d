package org.rdmadump.analysis.filter;

import java.util.List;
import java.util.Optional;

/**
 * A relation between a field and a value, as written.
 *
 * @param operator the comparison operator
 * @param quantifier how many values must satisfy it; empty if the field's dialect decides
 */
record Relation(Operator operator, Optional<Quantifier> quantifier) {
  /** A spelling of a relation: a sign, a word, or both; an empty text if it has none. */
  private record Spelling(String sign, String word, Relation relation) {}

  /** Signs that begin with another sign come before it. */
  private static final List<Spelling> SPELLINGS =
      List.of(
          of("===", "all_eq", Operator.EQUAL, Quantifier.ALL),
          of("!==", "any_ne", Operator.DIFFERENT, Quantifier.ANY),
          of("~=", "", Operator.DIFFERENT, Quantifier.ANY),
          of("", "any_eq", Operator.EQUAL, Quantifier.ANY),
          of("", "all_ne", Operator.DIFFERENT, Quantifier.ALL),
          of("==", "eq", Operator.EQUAL),
          of("!=", "ne", Operator.DIFFERENT),
          of("<=", "le", Operator.AT_MOST),
          of(">=", "ge", Operator.AT_LEAST),
          of("<", "lt", Operator.LESS),
          of(">", "gt", Operator.GREATER),
          of("", "contains", Operator.CONTAINS),
          of("~", "matches", Operator.MATCHES));

  private static Spelling of(String sign, String word, Operator operator) {
    return new Spelling(sign, word, new Relation(operator, Optional.empty()));
  }

  private static Spelling of(String sign, String word, Operator operator, Quantifier quantifier) {
    return new Spelling(sign, word, new Relation(operator, Optional.of(quantifier)));
  }

  /** {@return the next relation of an expression, which is skipped; empty if there is none} */
  static Optional<Relation> next(Lexer in) {
    for (Spelling each : SPELLINGS) {
      if ((!each.sign.isEmpty() && in.take(each.sign))
          || (!each.word.isEmpty() && in.takeWord(each.word))) {
        return Optional.of(each.relation);
      }
    }
    return Optional.empty();
  }
}
