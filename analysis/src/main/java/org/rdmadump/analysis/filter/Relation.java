package org.rdmadump.analysis.filter;

import java.util.List;
import java.util.Optional;

/**
 * How a field is compared, as it is written.
 *
 * @param operator what a value is asked
 * @param quantifier of how many values it has to hold; empty if the field's dialect says
 */
record Relation(Operator operator, Optional<Quantifier> quantifier) {
  /** A way of writing one: as a sign, as a word, or both; empty if not. */
  private record Spelling(String sign, String word, Relation relation) {}

  /** Those first that others are the beginning of. */
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

  /** {@return the relation that is next in an expression, which is passed; empty if none is} */
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
